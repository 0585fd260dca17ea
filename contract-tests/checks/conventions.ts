/** What holds for every address and body: paths, JSON, the version, and codes that stay. */
import { operations, type OperationId } from '../../spec/operations.ts';
import { jobEndpoints } from '../../spec/vocabulary.ts';
import type { Actor } from '../actor.ts';
import { type Check, check } from '../check.ts';
import { strangersBalance } from '../probes/access.ts';
import { ask, calls, emptySubmits, plain } from '../probes/calls.ts';
import { submitted } from '../probes/jobs.ts';
import { balanceAnswer, pricingAnswer, usageAnswer, voicesAnswer } from '../probes/reads.ts';
import { unknownJobs } from '../probes/refusals.ts';
import { acceptedUploads } from '../probes/uploads.ts';
import { noteSuccess } from '../seen-gaps.ts';
import { textIn } from '../reading/members.ts';
import { codeIn } from '../reading/refusal.ts';
import type { Trial } from '../trial.ts';
import { type Exchange, isSuccess, statusOf } from '../wire/exchange.ts';
import { isBrief, someOf } from '../sample.ts';

export const conventionChecks: readonly Check[] = [
  check({
    id: 'conventions.paths-under-base-url',
    title: 'the endpoints that cost nothing are reached at their paths under base_url',
    clauses: ['conventions.paths-under-base-url'],
    profile: 'smoke',
    run: async (t) => {
      for (const exchange of await t.once(freeAnswers)) expectReached(t, exchange);
    },
  }),
  check({
    id: 'conventions.paths-of-jobs',
    title: 'the job endpoints are reached at their paths under base_url',
    clauses: ['conventions.paths-under-base-url'],
    profile: 'smoke',
    run: async (t) => {
      for (const exchange of await jobAnswers(t)) expectReached(t, exchange);
    },
  }),
  check({
    id: 'conventions.response-json',
    title: 'the answers of the endpoints that cost nothing are JSON, refusals too',
    clauses: ['conventions.response-json'],
    profile: 'smoke',
    run: async (t) => {
      for (const exchange of [...(await t.once(freeAnswers)), ...(await t.once(refusedAnswers))])
        expectJson(t, exchange);
    },
  }),
  check({
    id: 'conventions.response-json-of-jobs',
    title: 'the answers of the job endpoints are JSON',
    clauses: ['conventions.response-json'],
    profile: 'smoke',
    run: async (t) => {
      for (const exchange of await jobAnswers(t)) expectJson(t, exchange);
    },
  }),
  check({
    id: 'versioning.base-url',
    title: 'base_url ends with /api/v1, and the service answers there',
    clauses: ['versioning.version-in-path', 'versioning.version-one'],
    profile: 'smoke',
    run: async (t) => {
      const exchange = await t.once(pricingAnswer);
      // A service that sends us on is served where it sends us.
      const url = isSuccess(exchange) ? exchange.request.url : movedTo(exchange);
      const path = new URL(t.wanted(url, 'an answer of GET /pricing', exchange)).pathname.replace(/\/pricing$/, '');
      t.expect('versioning.version-in-path', /\/api\/v\d+$/.test(path), {
        expected: 'a base_url that ends with /api and the version',
        actual: path,
        at: exchange,
      });
      t.expect('versioning.version-one', path.endsWith('/v1'), {
        expected: 'the version v1',
        actual: path,
        at: exchange,
      });
    },
  }),
  check({
    id: 'versioning.status-url',
    title: 'the status_url of every job is of version 1 and leads to that job',
    clauses: ['versioning.status-url-follows-route', 'versioning.version-one'],
    needs: ['spend'],
    run: async (t) => {
      for (const endpoint of someOf(t.run, jobEndpoints, 2, 'status_url')) {
        const acknowledgement = await submitted(t, endpoint);
        const id = textIn(acknowledgement, 'id');
        const url = textIn(acknowledgement, 'status_url');
        if (id === undefined || url === undefined) {
          t.tried();
          continue;
        }
        const version = /\/(v\d+)\//.exec(new URL(url, t.target.baseUrl).pathname)?.[1];
        t.expect('versioning.version-one', version === undefined || version === 'v1', {
          expected: 'a status_url of v1',
          actual: url,
          at: acknowledgement,
        });
        const look = await t.look(await t.main(), acknowledgement);
        t.expect('versioning.status-url-follows-route', isSuccess(look) && textIn(look, 'id') === id, {
          expected: `the job ${id} at ${url}`,
          at: [acknowledgement, look],
        });
      }
    },
  }),
  check({
    id: 'versioning.codes-stable',
    title: 'what is refused with a code is refused with the same code again',
    clauses: ['versioning.codes-stable'],
    run: async (t) => {
      const first = await oneOfEach(t);
      for (let turn = 0; turn < (isBrief(t.run) ? 1 : 3); turn++) {
        if (t.target.control !== undefined) await t.run.pass(600);
        const again = await oneOfEach(t);
        for (const [index, exchange] of again.entries()) {
          const before = first[index];
          const [was, is] = [before && codeIn(before), codeIn(exchange)];
          if (before === undefined || (was === undefined && is === undefined)) t.tried();
          else
            t.expect('versioning.codes-stable', was === is, {
              expected: `the code ${was} again`,
              at: [before, exchange],
            });
        }
      }
    },
  }),
];

/** One answer of every operation that costs nothing. */
const freeAnswers = async (actor: Actor): Promise<readonly Exchange[]> => {
  const account = await actor.main();
  const sessions = calls.filter(({ endpoint }) => endpoint === undefined);
  const answers = [
    await actor.run.once(balanceAnswer),
    await actor.run.once(pricingAnswer),
    await actor.run.once(voicesAnswer),
    await actor.run.once(usageAnswer),
    await actor.call(account, 'getUsageSummary'),
    ...(await actor.run.once(acceptedUploads)).slice(0, 1).map(({ exchange }) => exchange),
  ];
  for (const call of sessions) answers.push(await plain(actor, call));
  return answers;
};

/** One answer of every operation that makes a job or shows one. */
const paidAnswers = async (actor: Actor): Promise<readonly Exchange[]> => {
  const answers: Exchange[] = [];
  for (const endpoint of jobEndpoints) answers.push(await submitted(actor, endpoint));
  const jobId = answers.map((answer) => textIn(answer, 'id')).find((id) => id !== undefined);
  if (jobId !== undefined) answers.push(await actor.call(await actor.main(), 'getJob', { jobId }));
  return answers;
};

/** The same where it may be paid for; else what the job endpoints say of a body without members. */
const jobAnswers = async (t: Trial): Promise<readonly Exchange[]> =>
  t.run.profile !== 'smoke' && t.run.purse.mayPay
    ? t.once(paidAnswers)
    : (await t.once(emptySubmits)).map(({ exchange }) => exchange);

/** Where the same is to be had; undefined for an answer that does not say so, such as one that leads to a page for signing in. */
const movedTo = ({ request, answer }: Exchange): string | undefined => {
  const { status = 0, headers: { location = '' } = {} } = answer ?? {};
  if (status < 300 || status >= 400 || !URL.canParse(location, request.url)) return undefined;
  const { href, pathname } = new URL(location, request.url);
  return pathname.endsWith('/pricing') ? href : undefined;
};

const refusedAnswers = async (actor: Actor): Promise<readonly Exchange[]> => {
  const { missing } = await actor.run.once(strangersBalance);
  if (actor.run.profile !== 'smoke') return [missing, ...(await oneOfEach(actor))];
  return [missing, ...(await actor.run.once(unknownJobs)).map(({ exchange }) => exchange)];
};

/** Refusals of three kinds. */
const oneOfEach = async (actor: Actor): Promise<readonly Exchange[]> => {
  const voice = calls.find(({ name }) => name === 'voice-session');
  const refused: Exchange[] = [];
  if (voice !== undefined) {
    for (const value of [121, 'ten'])
      refused.push(await ask(actor, voice, { duration_minutes: value }, 'field:duration_minutes'));
  }
  refused.push(
    await actor.call(await actor.main(), 'getJob', { jobId: 'job_none', breaks: 'unknown-job' }),
    await actor.call(undefined, 'listVoices', { breaks: 'no-key' }),
  );
  return refused;
};

const expectReached = (t: Trial, exchange: Exchange): void => {
  if (exchange.answer === undefined) return t.tried();
  noteSuccess(t.run, exchange);
  const { method, path } = operations[exchange.operation as OperationId];
  t.expect('conventions.paths-under-base-url', ![404, 405].includes(statusOf(exchange)), {
    expected: `${method} ${path} to be there`,
    at: exchange,
  });
};

const expectJson = (t: Trial, exchange: Exchange): void => {
  if (exchange.answer === undefined) return t.tried();
  const { headers, json } = exchange.answer;
  const type = headers['content-type'] ?? '';
  t.expect(
    'conventions.response-json',
    json !== undefined && /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type),
    {
      expected: 'JSON, with a content type that says so',
      actual: `${type}: ${Buffer.from(exchange.answer.body.subarray(0, 80)).toString()}`,
      at: exchange,
      gaps: ['json-media-type'],
    },
  );
};
