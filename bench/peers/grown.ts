/**
 * The mock with an account that has a long past: `grown.ts 1000000` serves when so many jobs have been submitted, started and finished.
 * Their events come from the real decisions, a thousand jobs for every submit, and go through store and fold as all events do.
 * Tells what the past holds on the heap, where Node was started with --expose-gc.
 */
import { mediumBytes } from '../../fixtures/media.ts';
import type { AccountEvent } from '../../mock-server/domain/events.ts';
import { decide } from '../../mock-server/domain/decide.ts';
import { isRefused } from '../../mock-server/domain/refusal.ts';
import type { Decide } from '../../mock-server/engine/engine.ts';
import { createChance } from '../../mock-server/engine/random.ts';
import { createMock } from '../../mock-server/index.ts';

const jobs = Number(process.argv[2]);
const batch = 1_000;
/** Ids of so many jobs, from all over the past, are told. */
const sampled = 1_000;
const seed = 1;
const start = Date.UTC(2023, 0, 1);
const end = Date.UTC(2026, 0, 1);
const spacingMs = (end - start) / jobs;

const chance = createChance(seed, 'seed');
const jobIds: string[] = [];
let decided = 0;

const decidePast: Decide = (account, world, command, moment) => {
  if (command.type !== 'submit-job' || decided >= jobs) return decide(account, world, command, moment);
  const events: AccountEvent[] = [];
  for (let index = 0; index < batch; index++) {
    const at = Math.floor(start + spacingMs * decided);
    const submit = { ...command, idempotencyKey: `past-${decided++}` };
    const decision = decide(account, world, submit, chance.moment(account.id, account.ordinal + index, at));
    if (isRefused(decision)) return decision;
    const [submitted] = decision.events;
    if (submitted?.type !== 'job.submitted') throw new Error('a submit was no submit');
    const { id: jobId, plan } = submitted.job;
    const startedAt = at + plan.startMs;
    const endedAt = startedAt + plan.durationMs;
    // None begins before the one before has ended.
    events.push(
      submitted,
      { type: 'job.started', at: startedAt, jobId },
      { type: 'job.succeeded', at: endedAt, jobId },
    );
    if (decided % (jobs / sampled) === 0) jobIds.push(jobId);
  }
  return { events, reply: { jobId: jobIds.at(-1) ?? '', replayed: false } };
};

const mock = await createMock(
  { seed, port: 0, clock: 'manual', start: new Date(start).toISOString(), rateLimit: 'off', balance: 1e9 },
  { ports: { decide: () => decidePast } },
);
const headers = { authorization: `Bearer ${mock.apiKey}` };

const form = new FormData();
form.set('file', new Blob([await mediumBytes('portrait.png')], { type: 'image/png' }), 'portrait.png');
const uploaded = await mock.fetch(`${mock.url}/uploads`, { method: 'POST', headers, body: form });
const { file_key: imageKey } = (await uploaded.json()) as { file_key: string };

const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
const before = heap();
for (let batches = jobs / batch; batches > 0; batches--) {
  const submitted = await mock.fetch(`${mock.url}/avatar`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ image_key: imageKey, script: 'The weather will be fine.' }),
  });
  if (submitted.status !== 202) throw new Error(`the past was refused: ${await submitted.text()}`);
}
await mock.clock.advance({ to: new Date(end).toISOString() });

const told = {
  port: Number(new URL(mock.url).port),
  api_key: mock.apiKey,
  job_ids: jobIds,
  bytes_per_job: (heap() - before) / jobs,
};
console.log(JSON.stringify(told));
