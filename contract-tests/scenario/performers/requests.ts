/** Steps that are requests, and jobs that are followed by them. */
import { secondsOf } from '../../../scenarios/duration.ts';
import { type OneStep, type readings } from '../../../scenarios/steps.ts';
import type { OperationId } from '../../../spec/operations.ts';
import type { JobEndpoint } from '../../../spec/vocabulary.ts';
import { type JobCall, jobCalls, lawfulBody, shortScript } from '../../job-calls.ts';
import { isTerminal, textIn } from '../../reading/members.ts';
import { type Exchange, isSuccess, statusOf } from '../../wire/exchange.ts';
import { headersOf, rawOf } from '../as-told.ts';
import type { Ask } from '../requests.ts';
import { type Performed, type Player, lineOf, type Perform } from '../player.ts';

export const requests = {
  upload: async (player, step) => {
    const by = step.by ?? 'main';
    const role = step.upload ?? 'image';
    return player.repeated(step, async () => {
      const uploaded = await player.uploadOf(by, role, step);
      const key = textIn(uploaded, 'file_key');
      // What was uploaded last is what later submits name.
      if (key !== undefined && by !== 'nobody') player.account(by).files.set(role, Promise.resolve(key));
      return uploaded;
    });
  },
  submit: async (player, step) => {
    const by = step.by ?? 'main';
    const endpoint = step.submit ?? 'face-swap-image';
    const { operation }: JobCall = jobCalls[endpoint];
    const before = player.requests.recorded.length;
    const body = rawOf(step) === undefined ? { body: await bodyOf(player, step, endpoint, by) } : {};
    const uploads = player.requests.recorded.slice(before).map(({ exchange }) => lineOf(exchange));
    const told = asTold(player, step);
    const idempotencyKey = step.key === undefined ? undefined : player.keyOf(step.key);
    const done = await player.repeated(step, async () => {
      const submitted = await player.requests.call(player.asker(by, step.api_key), operation, {
        ...body,
        ...told,
        idempotencyKey,
      });
      own(player, submitted, 'id', by);
      return submitted;
    });
    return { ...done, lines: [...uploads, ...done.lines] };
  },
  session: async (player, step) => {
    const by = step.by ?? 'main';
    const body = () => without({ duration_minutes: 1, ...(player.resolved(step.body ?? {}) as object) }, step);
    const told = { ...(rawOf(step) === undefined && { body: body() }), ...asTold(player, step) };
    return player.repeated(step, async () => {
      const id = step.session === 'voice' ? 'createVoiceSession' : 'createLiveSwapSession';
      const session = await player.requests.call(player.asker(by, step.api_key), id, told);
      own(player, session, 'session_id', by);
      return session;
    });
  },
  get: async (player, step) => {
    const query = step.query === undefined ? {} : { query: textsIn(player.resolved(step.query)) };
    const jobId = step.job_id === undefined ? {} : { jobId: String(player.resolved(step.job_id)) };
    const id = operationOf[step.get ?? 'balance'];
    const told = { ...query, ...jobId, ...asTold(player, step) };
    return player.repeated(step, () => player.requests.call(player.asker(step.by, step.api_key), id, told));
  },
  look: async (player, step) => {
    const { account, exchange } = player.answer(step.look);
    const by = step.by ?? account;
    return player.repeated(step, () => look(player, exchange, by, step), by);
  },
  follow: async (player, step) => {
    const { account, exchange } = player.answer(step.follow);
    return follow(player, step, exchange, step.by ?? account);
  },
  download: async (player, step) => {
    const { account, exchange } = player.answer(step.download);
    const job = textIn(exchange, 'output_url') === undefined ? await look(player, exchange, account) : exchange;
    const url = textIn(job, 'output_url');
    if (url === undefined || url === '') return { lines: [lineOf(job)], expected: 'a job with an output_url' };
    const headers = headersOf(player, step);
    return player.repeated(step, () => player.requests.get(url, undefined, headers), account);
  },
} as const satisfies { readonly [verb: string]: Perform };

const operationOf: { readonly [reading in (typeof readings)[number]]: OperationId } = {
  balance: 'getBalance',
  usage: 'listUsage',
  'usage/summary': 'getUsageSummary',
  voices: 'listVoices',
  pricing: 'getPricing',
  jobs: 'getJob',
};

/** A lawful body with the files that it needs, and what the step says of it. */
const bodyOf = async (player: Player, step: OneStep, endpoint: JobEndpoint, by: string): Promise<object> => {
  const told = player.resolved(step.body ?? {}) as { readonly [name: string]: unknown };
  const keys: { [field: string]: string } = {};
  const { inputs }: JobCall = jobCalls[endpoint];
  for (const [field, role] of Object.entries(inputs)) {
    if (!(field in told) && step.without?.includes(field) !== true) keys[field] = await player.file(by, role);
  }
  const callback = step.callback === undefined ? {} : { callback_url: player.hook(step.callback).mailbox.url };
  return without({ ...lawfulBody(endpoint, keys, shortScript), ...callback, ...told }, step);
};

const asTold = (player: Player, step: OneStep): Pick<Ask, 'raw' | 'headers'> => {
  const raw = rawOf(step);
  return { ...(raw !== undefined && { raw }), headers: headersOf(player, step) };
};

const without = (body: object, { without: names = [] }: OneStep): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

const textsIn = (query: unknown): { readonly [name: string]: string } =>
  Object.fromEntries(Object.entries(query as object).map(([name, value]) => [name, String(value)]));

const own = (player: Player, exchange: Exchange, member: string, by: string): void => {
  const id = isSuccess(exchange) ? textIn(exchange, member) : undefined;
  if (id !== undefined && !player.owners.has(id)) player.owners.set(id, by);
};

/** At the status_url; of a job that was looked at already, where it was. */
const look = (player: Player, exchange: Exchange, by: string, step: OneStep = {}): Promise<Exchange> =>
  player.requests.get(
    textIn(exchange, 'status_url') ?? exchange.request.url,
    player.asker(by, step.api_key),
    headersOf(player, step),
  );

const follow = async (player: Player, step: OneStep, job: Exchange, by: string): Promise<Performed> => {
  const longest = step.within === undefined ? usualPatienceSeconds : secondsOf(step.within);
  const from = await player.now();
  let pause = firstPauseSeconds;
  for (let looks = 1; ; looks++) {
    const last = await look(player, job, by);
    const status = statusOf(last);
    // A client waits where a later look may show more.
    const mayChange = isSuccess(last) ? !isTerminal(last) : status === 0 || status === 429 || status >= 500;
    const passed = ((await player.now()) - from) / 1_000;
    if (!mayChange || passed >= longest) {
      player.keep(step.as, { kind: 'answer', exchange: last, account: by });
      const expected =
        step.expect === undefined
          ? isSuccess(last) && isTerminal(last)
            ? undefined
            : `a job that ends within ${longest} s`
          : player.unmet(last, step.expect);
      return { lines: [`${lineOf(last)}${looks === 1 ? '' : `, after ${looks} looks`}`], expected };
    }
    await player.wait(Math.min(pause, longest - passed));
    // Where it may take very long, a few hundred looks are enough.
    pause = Math.min(pause * 1.5, Math.max(longestPauseSeconds, longest / 200));
  }
};

const usualPatienceSeconds = 3_600;
const firstPauseSeconds = 1;
const longestPauseSeconds = 30;
