/** Programs of integrators, story by story, with a mistake that people make, and the claim that finds it. */
import {
  type Program,
  persistent,
  withOneKey,
  withNewKeys,
  withoutKey,
  hearing,
  strict,
  forgetsTheAge,
  credulous,
  session,
  talk,
  closed,
  streamed,
  both,
} from './integrator-habits.case.ts';

export type Mistake = {
  /** The mistake, as the name of a test goes on: "a client that …". */
  readonly that: string;
  readonly does: Program;
  /** `why` of the claim that it violates. */
  readonly found: string;
};

export const mistakes: { readonly [story: string]: Mistake } = {
  'reply-lost-after-commit': {
    that: 'retries without the key',
    does: withoutKey,
    found: 'The same key is the same job.',
  },
  'reply-lost-no-key': {
    that: 'sends again without a key what it sent without one',
    does: withoutKey,
    found: 'What is sent again has a key.',
  },
  'reply-cut-in-the-middle': {
    that: 'retries with a new key',
    does: withNewKeys,
    found: 'The same key is the same job.',
  },
  'service-restarts': {
    that: 'submits anew what it heard nothing of',
    does: withNewKeys,
    found: 'The same key is the same job.',
  },
  'polls-fail-for-a-while': {
    that: 'takes a poll that failed for a job that failed',
    does: async (client) => {
      const submit = client.submitter();
      const job = await submit('order-1');
      if ((await client.look(job)).status === 500) await client.finished(await submit('order-1-again'));
    },
    found: 'It does not submit again.',
  },
  'client-restarts': {
    that: 'comes back with a new key',
    does: both(
      persistent(() => 'order-1'),
      persistent(() => 'order-1-again'),
    ),
    found: 'It finds its job again.',
  },
  'same-submit-at-once': {
    that: 'makes a key for each click',
    does: async (client) => {
      const submit = client.submitter();
      const jobs = await Promise.all([submit('click-1'), submit('click-2')]);
      for (const job of jobs) await client.finished(job);
    },
    found: 'The same key is the same job.',
  },
  'at-capacity-for-a-while': {
    that: 'gives every try a new key',
    does: withNewKeys,
    found: 'All of its tries have the same key.',
  },
  'rate-limited-then-fine': {
    that: 'retries at once after 429',
    does: async (client) => {
      for (let asked = 0; asked < 12; asked++) await client.call('GET', 'balance');
      await client.wait(60);
      await client.call('GET', 'balance');
    },
    found: 'It never retries at once.',
  },
  'internal-error-for-a-minute': {
    that: 'retries without a pause',
    does: async (client) => {
      await client.wait(60);
      for (let asked = 0; asked < 40; asked++) await client.call('GET', 'balance');
      await client.wait(60);
      await withOneKey(client);
    },
    found: 'It pauses between its tries.',
  },
  'low-balance': {
    that: 'sends a refused submit again and again',
    does: async (client) => {
      const submit = client.submitter();
      for (let tries = 0; tries < 5; tries++) await submit(`order-${tries}`);
      await client.wait(120);
      await client.finished(await submit('order-2'));
    },
    found: 'To send it again would change nothing.',
  },
  'failed-render-refunded': {
    that: 'retries a failed job with its old key',
    does: both(withOneKey, withOneKey),
    found: 'A new key is a new job.',
  },
  'face-not-detected': {
    that: 'submits the same picture again',
    does: async (client) => {
      const submit = client.submitter();
      for (const key of ['order-1', 'order-2']) await client.finished(await submit(key));
    },
    found: 'It sends another picture and not the same again.',
  },
  'link-expired-at-once': {
    that: 'pays for a new render',
    does: async (client) => {
      const submit = client.submitter();
      for (const key of ['order-1', 'order-2']) await client.download(await client.finished(await submit(key)));
    },
    found: 'It does not pay for a new render.',
  },
  'job-route-moves': {
    that: 'builds the path of a job',
    does: async (client) => {
      const { body } = await client.submitter()('order-1');
      await client.wait(60);
      await client.call('GET', `jobs/${body.id}`);
    },
    found: 'It builds no path of its own.',
  },
  'slow-render': {
    that: 'submits again after ten seconds',
    does: async (client) => {
      const submit = client.submitter();
      for (const key of ['order-1', 'order-2']) {
        await client.look(await submit(key));
        await client.wait(10);
      }
      await client.wait(1_200);
    },
    found: 'It does not submit again.',
  },
  'render-never-ends': {
    that: 'polls every second and never stops',
    does: async (client) => {
      const job = await client.submitter()('order-1');
      for (let looks = 0; looks < 150; looks++) {
        await client.look(job);
        await client.wait(1);
      }
    },
    found: 'It polls with pauses and stops.',
  },
  'key-revoked': {
    that: 'retries with a key that is gone',
    does: async (client) => {
      const job = await client.submitter()('order-1');
      await client.finished(job);
      for (let looks = 0; looks < 5; looks++) await client.look(job);
    },
    found: 'It does not retry with a key that is gone.',
  },
  'webhook-forged': {
    that: 'takes the forged webhook',
    does: hearing(credulous),
    found: 'It refuses the forged one and takes the genuine one.',
  },
  'webhook-stale': {
    that: 'checks the signature and not its age',
    does: hearing(forgetsTheAge),
    found: 'It refuses the old one and takes the fresh one.',
  },
  'webhook-duplicated': {
    that: 'refuses what it has already',
    does: hearing(() => (_raw, _signature, number) => (number === 1 ? 200 : 409)),
    found: 'It says yes to the second one too.',
  },
  'webhook-before-reply': {
    that: 'says no to a job that it does not know yet',
    does: hearing(() => (_raw, _signature, number) => (number === 1 ? 404 : 200)),
    found: 'It says yes to a job that it does not know yet.',
  },
  'webhook-never-comes': {
    that: 'only waits for webhooks',
    does: hearing(strict, false),
    found: 'It polls too.',
  },
  'webhook-secret-rotated': {
    that: 'keeps the old secret',
    does: hearing(strict),
    found: 'It takes what the new secret signs.',
  },
  'voice-capacity-warms-up': {
    that: 'asks again at once',
    does: async (client) => {
      for (let asked = 0; asked < 3; asked++) await session(client);
      await client.wait(60);
      await talk(client);
    },
    found: 'It waits before it tries again.',
  },
  'tier-unavailable': {
    that: 'asks for the same tier again and again',
    does: async (client) => {
      for (let asked = 0; asked < 10; asked++) {
        await client.call('POST', 'full-live-swap/session', { duration_minutes: 1 });
        await client.wait(1);
      }
    },
    found: 'It does not hammer at a tier that is away.',
  },
  'stream-cut-in-the-middle': {
    that: 'comes back with the old token',
    does: async (client) => {
      const created = await session(client);
      await streamed(client, created, 5);
      await client.connect(created);
    },
    found: 'It does not try the old token again.',
  },
  'two-kinds-of-429': {
    that: 'holds back nothing at rate_limited',
    does: async (client) => {
      await withOneKey(client);
      for (let asked = 0; asked < 12; asked++) await client.call('GET', 'usage');
    },
    found: 'At rate_limited it holds back everything.',
  },
  'webhook-refused-twice': {
    that: 'says yes to what it could not store',
    does: hearing(credulous),
    found: 'Two were refused and the third was taken.',
  },
  'webhook-abandoned': {
    that: 'submits again for want of a webhook',
    does: async (client) => {
      const callback = await client.receive(() => 500);
      const submit = client.submitter();
      for (const key of ['order-1', 'order-2']) {
        await submit(key, callback);
        for (let minutes = 0; minutes < 20; minutes++) await client.wait(60);
      }
    },
    found: 'It does not submit again for want of a webhook.',
  },
  'webhook-out-of-order': {
    that: 'refuses what it did not expect first',
    does: async (client) => {
      let expected = '';
      const callback = await client.receive((raw) => (raw.includes(expected) ? 200 : 409));
      const submit = client.submitter();
      expected = (await submit('order-1', callback)).body.id;
      await client.wait(5);
      await submit('order-2', callback);
      await client.wait(300);
    },
    found: 'It says yes to both the first time.',
  },
  'session-too-long-for-balance': {
    that: 'asks for the same again and again',
    does: async (client) => {
      for (let asked = 0; asked < 5; asked++) await client.call('POST', 'voice/session', {});
    },
    found: 'It does not ask for the same again.',
  },
  'session-hard-stop': {
    that: 'comes back with the old token',
    does: async (client) => {
      const created = await session(client);
      await streamed(client, created, 60);
      await client.connect(created);
    },
    found: 'It does not try the old token again.',
  },
  'first-voice-changer': {
    that: 'hangs up without a goodbye',
    does: async (client) => {
      await client.call('GET', 'voices');
      const socket = await client.connect(await session(client));
      await client.wait(3);
      await closed(socket, 'terminate');
    },
    found: 'It says goodbye.',
  },
  'session-never-connected': {
    that: 'connects to what it was asked to leave',
    does: talk,
    found: 'Nobody connects.',
  },
  'session-cut-by-client': {
    that: 'keeps its line open for all of the funded time',
    does: async (client) => {
      const socket = await client.connect(await client.call('POST', 'voice/session', { duration_minutes: 5 }));
      await client.wait(400);
      await closed(socket, 'terminate');
    },
    found: 'Billed until the break and no longer.',
  },
};
