/** Programs of integrators, story by story, that keep to the document. */
import type { MediumName } from '../../fixtures/media.ts';
import type { Reply } from './integrator.case.ts';
import {
  type Program,
  isRefused,
  withOneKey,
  hearing,
  strict,
  knowsTheNextSecret,
  session,
  talk,
  closed,
  streamed,
  both,
  first,
} from './integrator-habits.case.ts';

export const rightPrograms: { readonly [story: string]: Program } = {
  'reply-lost-after-commit': withOneKey,
  'reply-cut-in-the-middle': withOneKey,
  'at-capacity-for-a-while': withOneKey,
  'reply-lost-no-key': withOneKey,
  'service-restarts': withOneKey,
  'polls-fail-for-a-while': withOneKey,
  'client-restarts': both(async (client) => void (await client.submitter()('order-1')), withOneKey),
  'same-submit-at-once': async (client) => {
    const submit = client.submitter();
    const [one, other] = await Promise.all([submit('order-1'), submit('order-1')]);
    for (const job of [one, other]) await client.finished(job);
  },
  'internal-error-for-a-minute': async (client) => {
    const submit = client.submitter();
    const earlier = await submit('order-1');
    await client.wait(60);
    let job = await submit('order-2');
    for (let pause = 5; isRefused(job) && pause < 300; pause *= 2) {
      await client.wait(pause);
      job = await submit('order-2');
    }
    for (const one of [earlier, job]) await client.finished(one);
  },
  'first-face-swap-image': first('face-swap-image', { image_key: 'portrait.png', face_key: 'portrait.png' }),
  'first-face-swap': first('face-swap', { video_key: 'clip.mp4', face_key: 'portrait.png' }),
  'first-character-swap': first('character-swap', { video_key: 'clip.mp4', character_key: 'portrait.png' }),
  'first-motion-control': first('motion-control', { image_key: 'portrait.png', motion_video_key: 'clip.mp4' }),
  'first-lip-sync': first('lip-sync', { video_key: 'clip.mp4', audio_key: 'voice.wav' }),
  'first-avatar': first('avatar', { image_key: 'portrait.png' }, { script: 'Good morning.' }),
  'first-voice-clone': first('voice-clone', { voice_key: 'voice.wav' }, { script: 'Good morning.' }),
  'first-live-swap': async (client) => {
    const created = await client.call('POST', 'full-live-swap/session', { duration_minutes: 1 });
    const socket = await client.connect(created, 'open');
    await client.wait(3);
    await closed(socket, 'close');
  },
  'rate-limited-then-fine': async (client) => {
    for (let asked = 0; asked < 12; asked++) {
      const { code } = await client.call('GET', 'balance');
      if (code === 'rate_limited') await client.wait(60);
    }
  },
  'low-balance': async (client) => {
    const submit = client.submitter();
    for (const order of ['order-1', 'order-2']) {
      let job = await submit(order);
      if (job.code === 'insufficient_balance') {
        while ((await client.call('GET', 'balance')).body.balance_usd < 1) await client.wait(30);
        job = await submit(order);
      }
      await client.finished(job);
    }
  },
  'key-revoked': async (client) => {
    const job = await client.submitter()('order-1');
    if ((await client.look(job)).code === 'unauthorized')
      client.apiKey = client.service.accounts['main']?.next_api_key ?? '';
    await client.finished(job);
  },
  'webhook-secret-rotated': hearing(knowsTheNextSecret),
  'webhook-forged': hearing(strict),
  'webhook-stale': hearing(strict),
  'webhook-duplicated': hearing(strict),
  'webhook-before-reply': hearing(strict),
  'webhook-never-comes': hearing(strict),
  'webhook-refused-twice': hearing(
    (client) => (raw, signature, number) => (number < 3 ? 503 : strict(client)(raw, signature)),
  ),
  'webhook-abandoned': hearing(() => () => 500),
  'first-voice-changer': both((client) => client.call('GET', 'voices'), talk),
  'voice-capacity-warms-up': async (client) => {
    while (isRefused(await session(client))) await client.wait(60);
    await talk(client);
  },
  'stream-cut-in-the-middle': both(async (client) => streamed(client, await session(client), 5), talk),
  'session-hard-stop': async (client) => streamed(client, await session(client), 60),
  'failed-render-refunded': async (client) => {
    const submit = client.submitter();
    for (const key of ['order-1', 'order-1-again'])
      if ((await client.finished(await submit(key))).body.status === 'succeeded') return;
  },
  'face-not-detected': async (client) => {
    const swapped = async (face: MediumName, key: string): Promise<Reply> => {
      const body = { image_key: await client.upload('portrait.png'), face_key: await client.upload(face) };
      return client.finished(await client.call('POST', 'face-swap-image', body, { 'idempotency-key': key }));
    };
    // Its user is asked for another picture, and that is another order.
    if ((await swapped('portrait.png', 'order-1')).code === 'face_not_detected') await swapped('face.jpg', 'order-2');
  },
  'job-route-moves': first('motion-control', { image_key: 'portrait.png', motion_video_key: 'clip.mp4' }),
  'slow-render': async (client) => {
    const job = await client.submitter()('order-1');
    // Its pauses grow, and it has patience for an hour and more.
    for (let pause = 5; pause < 3_600; pause *= 2) {
      await client.wait(pause);
      const seen = await client.look(job);
      if (seen.body.status === 'succeeded') return client.download(seen);
    }
    return undefined;
  },
  'render-never-ends': async (client) => {
    const job = await client.submitter()('order-1');
    // Its deadline is a quarter of an hour. It keeps the id: the job may still end.
    for (let minutes = 0; minutes < 15; minutes++) {
      await client.wait(60);
      if ((await client.look(job)).body.status !== 'processing') return;
    }
  },
  'link-expired-at-once': async (client) => {
    const job = await client.submitter()('order-1');
    const done = await client.finished(job);
    if ((await client.download(done)) !== 200) await client.download(await client.look(job));
  },
  'tier-unavailable': async (client) => {
    const ask = (tier: string): Promise<Reply> =>
      client.call('POST', 'full-live-swap/session', { duration_minutes: 1, tier });
    if (isRefused(await ask('pro'))) await ask('standard');
  },
  'two-kinds-of-429': async (client) => {
    await withOneKey(client);
    for (let asked = 0; asked < 12; asked++)
      if ((await client.call('GET', 'usage')).code === 'rate_limited') await client.wait(60);
  },
  'webhook-out-of-order': async (client) => {
    const callback = await client.receive(strict(client));
    const submit = client.submitter();
    for (const key of ['order-1', 'order-2']) {
      await submit(key, callback);
      await client.wait(60);
    }
  },
  'session-too-long-for-balance': async (client) => {
    const ask = (minutes: number): Promise<Reply> =>
      client.call('POST', 'voice/session', { duration_minutes: minutes });
    let created = await ask(10);
    if (created.code === 'insufficient_balance') created = await ask(2);
    const socket = await client.connect(created);
    await client.wait(20);
    await closed(socket, 'close');
  },
  'session-never-connected': (client) => session(client),
  'session-cut-by-client': async (client) => {
    const socket = await client.connect(await session(client));
    await client.wait(10);
    await closed(socket, 'terminate');
  },
};
