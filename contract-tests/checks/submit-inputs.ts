/** What submits are given: files by their keys, a callback address, JSON; and that nothing is fetched from elsewhere. */
import { type MediaKind, jobEndpoints } from '../../spec/vocabulary.ts';
import { operations } from '../../spec/operations.ts';
import { type Check, check } from '../check.ts';
import { clauseNamed } from '../clause-named.ts';
import { jobCalls } from '../job-calls.ts';
import { type CallFacts, ask, calls, isAccepted, plain, titleOf, wantPlain } from '../probes/calls.ts';
import { submitted, succeeded } from '../probes/jobs.ts';
import { type Harmless, watched } from '../probes/watched.ts';
import { microsOf } from '../reading/members.ts';
import { codeIn, isRefusal, isRefusedAs } from '../reading/refusal.ts';
import { isAtLarge } from '../sample.ts';
import type { InputRole } from '../target.ts';
import type { Trial } from '../trial.ts';
import { type Exchange, isSuccess, toldOf } from '../wire/exchange.ts';

export const submitInputChecks: readonly Check[] = [
  ...submits().flatMap((call) => [
    ...Object.entries(operations[call.operation].job.inputs).map(([field, kind]) => meaningCheck(call, field, kind)),
    callbackCheck(call),
    noEffectCheck(call),
  ]),
  check({
    id: 'submit.json-body',
    title: 'a job endpoint reads its fields from JSON however it is written, and refuses what is none',
    clauses: ['endpoints.submit.json-body'],
    run: async (t) => {
      const account = await t.main();
      const [call] = submits();
      if (call === undefined) return;
      const type = 'application/json';
      if (t.run.purse.mayPay) {
        await wantPlain(t, call);
        const good = await t.bodyOf(account, call.endpoint);
        const escaped = JSON.stringify(good, undefined, '\t').replaceAll('_', '\\u005f');
        const written = await t.call(account, call.id, { raw: { bytes: Buffer.from(escaped), type } });
        t.expect('endpoints.submit.json-body', isAccepted(t, written), {
          expected: 'JSON with spaces and escapes to be read',
          at: written,
        });
      }
      // Nobody can tell the files of what is no JSON; of a deployment they are none that could be rendered.
      const body =
        t.target.control === undefined ? t.bodyOfNothing(call.endpoint) : await t.bodyOf(account, call.endpoint);
      for (const text of [
        JSON.stringify(body).slice(0, -1),
        'video_key',
        JSON.stringify([body]),
        '"text"',
        '7',
        'null',
      ]) {
        const refused = await t.call(account, call.id, { raw: { bytes: Buffer.from(text), type }, breaks: 'not-json' });
        t.expect('endpoints.submit.json-body', isRefusedAs(refused, ['invalid_input']), {
          expected: `invalid_input for ${text.slice(0, 12)}…`,
          at: refused,
        });
      }
      const search = `?${new URLSearchParams(body as { [name: string]: string }).toString()}`;
      const inQuery = await t.send(
        {
          method: 'POST',
          url: `${t.target.baseUrl}${operations[call.id].path}${search}`,
          headers: { authorization: `Bearer ${account.key}`, 'content-type': type },
          body: Buffer.from('{}'),
        },
        call.id,
        'fields-in-query',
      );
      t.expect('endpoints.submit.json-body', isRefusedAs(inQuery, ['invalid_input']), {
        expected: 'invalid_input for fields that stand in the query',
        at: inQuery,
      });
    },
  }),
  check({
    id: 'submit.idempotency-key-optional',
    title: 'every submit is accepted without an Idempotency-Key',
    clauses: ['endpoints.submit.idempotency-key-optional'],
    needs: ['spend'],
    run: async (t) => {
      for (const { id, endpoint } of submits()) {
        const without = await submitted(t, endpoint);
        if (isAccepted(t, without)) {
          t.expect('endpoints.submit.idempotency-key-optional', true, {
            expected: `POST /${endpoint} to be accepted without the header`,
            at: without,
          });
          continue;
        }
        const withKey = await t.submit(await t.main(), endpoint, { idempotencyKey: t.run.uniqueName(id) });
        if (!isSuccess(withKey)) t.tried();
        else {
          t.expect('endpoints.submit.idempotency-key-optional', false, {
            expected: `POST /${endpoint} to be accepted without the header, as it is with it`,
            actual: toldOf(without),
            at: [without, withKey],
          });
        }
      }
    },
  }),
  check({
    id: 'character-swap.resolution-default',
    title: 'a character swap without resolution costs what one in 1k costs',
    clauses: ['endpoints.character-swap.resolution-default'],
    needs: ['spend'],
    run: async (t) => {
      const account = await t.main();
      const without = await succeeded(t, 'character-swap');
      const small = await t.finished(account, 'character-swap', { body: { resolution: '1k' } });
      const large = await t.finished(account, 'character-swap', { body: { resolution: '2k' } });
      for (const { status, end } of [without, small, large]) {
        if (status !== 'succeeded') t.wanted(undefined, 'a job that succeeds', end);
      }
      const [usual, of1k, of2k] = [without, small, large].map(({ job }) => microsOf(job['charged_usd']));
      if (of1k === of2k) t.wanted(undefined, 'resolutions of different price', large.end);
      t.expect('endpoints.character-swap.resolution-default', usual === of1k, {
        expected: `${Number(of1k) / 1e6} USD, as for 1k`,
        actual: `${Number(usual) / 1e6} USD`,
        at: [without.end, small.end],
      });
    },
  }),
  check({
    id: 'voice-clone.language-short-code',
    title: 'POST /voice-clone takes a short language code as language',
    clauses: ['endpoints.voice-clone.language-short-code'],
    needs: ['spend'],
    run: async (t) => {
      const call = submits().find(({ endpoint }) => endpoint === 'voice-clone');
      if (call === undefined) return;
      await wantPlain(t, call);
      for (const language of ['en', 'de', 'ja']) {
        const exchange = await ask(t, call, { language });
        t.expect('endpoints.voice-clone.language-short-code', isAccepted(t, exchange), {
          expected: `language ${language} to be accepted`,
          at: exchange,
        });
      }
    },
  }),
  check({
    id: 'service.no-external-fetch',
    title: 'an address in place of a file key is not fetched',
    clauses: ['service.no-external-fetch'],
    needs: ['receiver'],
    run: async (t) => {
      const account = await t.main();
      const mailbox = await t.mailbox();
      const sent: Exchange[] = [];
      for (const { endpoint } of submits()) {
        const addresses = Object.keys(jobCalls[endpoint].inputs).map((field): [string, string] => [
          field,
          `${mailbox.url}?input=${field}.mp4`,
        ]);
        // Without any file there is nothing to pay for.
        for (const some of isAtLarge(t.run) ? addresses.map((one) => [one]) : [addresses]) {
          const body = Object.fromEntries(some);
          const exchange = await t.submit(account, endpoint, { body, breaks: 'unknown-file-key' });
          sent.push(exchange);
          if (isSuccess(exchange)) await t.follow(account, exchange);
        }
      }
      // A fetch that was begun arrives within a moment of real time, whatever the clock of the target says.
      await new Promise((resolve) => setTimeout(resolve, t.target.control === undefined ? 3_000 : 60));
      t.expect('service.no-external-fetch', mailbox.deliveries.length === 0, {
        expected: 'no request at the address',
        actual: mailbox.deliveries.map(({ method, path }) => `${method} ${path}`),
        at: sent,
      });
    },
  }),
];

type Submit = CallFacts & {
  readonly endpoint: (typeof jobEndpoints)[number];
  readonly operation: keyof typeof operations & `submit${string}`;
};

function submits(): readonly Submit[] {
  return jobEndpoints.flatMap((endpoint) => {
    const facts = calls.find((call) => call.endpoint === endpoint);
    return facts === undefined ? [] : [{ ...facts, endpoint, operation: jobCalls[endpoint].operation }];
  });
}

/** The kind of file that is out of the question for a field (gap `input-kinds` leaves the others open). */
const nothingLike = { image: 'audio', video: 'audio', audio: 'image' } as const satisfies Record<MediaKind, InputRole>;

function meaningCheck(call: Submit, field: string, kind: MediaKind): Check {
  const clause = clauseNamed(`endpoints.${call.name}.${field.replaceAll('_', '-')}-meaning`);
  return check({
    id: `${call.name}.${field.replaceAll('_', '-')}-meaning`,
    title: `${titleOf(call)} makes its result of the file that ${field} names, and of no other kind of file`,
    clauses: [clause],
    needs: ['spend'],
    run: async (t) => {
      const acknowledgement = await plain(t, call);
      t.expect(clause, isAccepted(t, acknowledgement), {
        expected: `the file_key of ${article(kind)} to be taken`,
        at: acknowledgement,
      });
      const { status, end } = await succeeded(t, call.endpoint);
      // Why it failed is another matter: the judge's own files may show no face.
      if (status !== 'succeeded') t.wanted(undefined, 'a job that succeeds', end);
      const account = await t.main();
      const wrong = await t.file(account, nothingLike[kind]);
      const exchange = await t.submit(account, call.endpoint, { body: { [field]: wrong }, breaks: 'file-kind' });
      if (isRefusal(exchange)) {
        t.run.observe('wrong-file-kind', codeIn(exchange) ?? 'other');
        return;
      }
      const looks = await t.follow(account, exchange);
      const last = looks.at(-1);
      t.expect(clause, last === undefined || !JSON.stringify(last.answer?.json).includes('"succeeded"'), {
        expected: `a refusal, or a job that fails, for ${article(nothingLike[kind])} as ${field}`,
        at: [exchange, ...looks.slice(-1)],
        gaps: ['wrong-file-kind'],
      });
    },
  });
}

function article(kind: MediaKind): string {
  return kind === 'video' ? 'a video' : `an ${kind} file`;
}

function callbackCheck(call: Submit): Check {
  const clause = clauseNamed(`endpoints.${call.name}.callback-url-accepted`);
  return check({
    id: `${call.name}.callback-url-accepted`,
    title: `${titleOf(call)} takes a callback_url`,
    clauses: [clause],
    needs: ['spend', 'receiver'],
    run: async (t) => {
      await wantPlain(t, call);
      const { url } = await t.mailbox();
      for (const callback_url of [url, `${url}?job=of%20mine&n=1`]) {
        const exchange = await ask(t, call, { callback_url });
        t.expect(clause, isAccepted(t, exchange), { expected: 'a callback_url to be accepted', at: exchange });
        if (t.target.control === undefined) return;
      }
    },
  });
}

/** A refusal that charges, or begins a job, is none. */
function noEffectCheck(call: Submit): Check {
  const field = Object.keys(jobCalls[call.endpoint].inputs)[0] ?? '';
  const clause = clauseNamed(`endpoints.${call.name}.${field.replaceAll('_', '-')}-required`);
  return check({
    id: `${call.name}.refusal-has-no-effect`,
    title: `${titleOf(call)} that is refused for want of ${field} costs nothing`,
    clauses: [clause],
    // Elsewhere other jobs of the account are charged meanwhile.
    needs: ['control', 'spend'],
    run: async (t) => {
      await wantPlain(t, call);
      const { due, costMicros, costAt } = await refusedFor(t, call, field);
      for (const { exchange } of due) {
        if (!isRefusal(exchange)) t.tried();
        else {
          t.expect(clause, costMicros === 0, {
            expected: 'the balance as before a call that was refused',
            actual: `${costMicros / 1e6} USD are gone`,
            at: [exchange, costAt],
          });
        }
      }
    },
  });
}

async function refusedFor(t: Trial, { endpoint }: Submit, field: string): Promise<Harmless> {
  const account = await t.made(100);
  await t.bodyOf(account, endpoint);
  return watched(t, account, async () => [
    {
      says: `without ${field}`,
      exchange: await t.submit(account, endpoint, { without: [field], breaks: `field:${field}` }),
    },
  ]);
}
