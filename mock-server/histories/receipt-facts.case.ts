/** D1, D5, D6 and D8: each thing that came to a receiver, held against the attempt that sent it, the secrets, and the job as it is polled. */
import { createHmac } from 'node:crypto';
import { at } from '../choices/client.case.ts';
import type { AttemptView, DeliveryView } from '../control/delivery-view.ts';
import type { Ending } from './end.case.ts';
import { expectFact } from './fact.case.ts';
import { faultCount } from './ladder-facts.case.ts';
import type { Receipt } from './receiver.case.ts';
import { isSame, withoutSignature } from './shown-job.case.ts';
import type { Moment, Stage } from './stage.case.ts';

export const expectReceipts = (stage: Stage, ending: Ending): void => {
  const replays = { left: faultCount(ending, undefined, 'webhook-replay') };
  const bySignature = attemptsBySignature(ending);
  const seen = new Map<string, number>();
  for (const receipt of stage.receiver.receipts) {
    const { path, signature, raw, moment } = receipt;
    expectFact('D1', stage.receiver.answers.has(path), `something was sent to ${path}`);
    const mark = `${path} ${signature} ${raw.toString('latin1')}`;
    const firstAt = seen.get(mark);
    if (firstAt !== undefined) {
      // The same bytes within a second are a new attempt; later they are an old one, sent once more.
      if (moment.now - firstAt > 1_000) expectFact('D5', replays.left-- > 0, `an old delivery came again to ${path}`);
      continue;
    }
    seen.set(mark, moment.now);
    const found = bySignature.get(`${signature} ${raw.toString()}`);
    if (found === undefined) throw new Error(`D2: no attempt of the list sent what came to ${path}`);
    const isSpoilt = found.faults.some((name) => spoilsBody.has(name));
    // What was dropped may be the old delivery that is sent again.
    if (isDropped(found)) expectFact('D5', replays.left-- > 0, `an attempt that was dropped came to ${path}`);
    else expectSignature(stage, found, receipt);
    if (isSpoilt) continue;
    expectContent(stage, ending, receipt, found);
    expectFact('D1', terminal.has(moment.status ?? ''), `${path} heard of a job that is ${moment.status}`);
  }
};

const terminal: ReadonlySet<string> = new Set(['succeeded', 'failed']);
const spoilsBody: ReadonlySet<string> = new Set(['webhook-tampered', 'webhook-re-serialised', 'webhook-truncated']);

/** The attempt that sent something. */
type Found = {
  readonly delivery: DeliveryView;
  readonly startedAt: number;
  readonly faults: readonly string[];
};

const isDropped = ({ faults }: Found): boolean => faults.includes('webhook-drop');

const attemptsBySignature = ({ deliveries, journal }: Ending): Map<string, Found> => {
  const faults = new Map(
    journal.flatMap((entry) =>
      entry.kind === 'delivery' ? [[`${entry.delivery_id}/${entry.attempt}`, entry.faults]] : [],
    ),
  );
  const found = new Map<string, Found>();
  for (const delivery of deliveries) {
    for (const { attempt, request, started_at } of delivery.attempts) {
      if (request === null) continue;
      const mark = `${request.headers['Service-Signature']} ${request.body}`;
      const known = found.get(mark);
      const startedAt = Date.parse(started_at);
      // Two attempts of one instant may be equal; of them the one that was not dropped is meant.
      if (known !== undefined && !(isDropped(known) && startedAt - known.startedAt <= 1_000)) continue;
      found.set(mark, { delivery, startedAt, faults: faults.get(`${delivery.id}/${attempt}`) ?? [] });
    }
  }
  return found;
};

const form = /^t=(\d+)((?:,v1=[0-9a-f]{64})+)$/;

/** With the secret that was in force, over the bytes as they came (D8: over those alone); and not, where a fault spoils it. */
const expectSignature = (
  stage: Stage,
  { delivery: { account_id: accountId, id }, startedAt, faults }: Found,
  { signature, raw, moment }: Receipt<Moment>,
): void => {
  const person = stage.people.find((one) => one.accountId === accountId);
  const [, t = '', rest = ''] = form.exec(signature) ?? [];
  expectFact('D5', t !== '', `the signature of ${id} is ${signature}`);
  const digests = rest.split(',v1=').slice(1);
  const most = stage.mock.choices['secret-rotation'] === 'both' ? 2 : 1;
  expectFact('D8', digests.length <= most, `a delivery of ${id} is signed ${digests.length} times`);
  const digest = createHmac('sha256', moment.secrets[person?.who ?? 0])
    .update(`${t}.`)
    .update(raw)
    .digest('hex');
  const fits = digests.includes(digest);
  const spoilt = faults.some((name) => spoilsBody.has(name) || name === 'webhook-wrong-secret');
  expectFact(
    'D5/D8',
    fits === !spoilt,
    `a delivery of ${id} at ${moment.now} ${fits ? 'verifies' : 'does not verify'} with the secret then in force, and met ${faults.join(', ') || 'no fault'}`,
  );
  if (faults.includes('webhook-stale-t')) return;
  const isFresh = (at: number): boolean => Math.abs(Number(t) - Math.floor(at / 1000)) <= 1;
  // Where an attempt is not waited for, the clock may have gone on by the time it comes.
  expectFact(
    'D5',
    isFresh(stage.program.hangs ? startedAt : moment.now),
    `t of ${id} is ${t}, and it came at ${moment.now}`,
  );
  expectFact('D5', isFresh(startedAt), `t of ${id} is ${t}, and it was sent at ${startedAt}`);
};

/** The event and its data are the job as it is polled, but for how its link is signed. */
const expectContent = (
  { mock: { choices } }: Stage,
  { polled }: Ending,
  { raw, path }: Receipt<Moment>,
  { delivery, startedAt }: Found,
): void => {
  const body = JSON.parse(raw.toString()) as unknown;
  const told = (name: string): string => String(at(body, name));
  expectFact(
    'D3',
    told('delivery_id') === delivery.id,
    `${path} was told of delivery ${told('delivery_id')}, not ${delivery.id}`,
  );
  const { file: _, ...shown } = withoutSignature(polled.get(delivery.job_id)?.after);
  const data = withoutSignature(at(body, 'data'));
  expectFact(
    'D6',
    isSame(data, shown),
    `${path} was told ${JSON.stringify(data)}, and GET says ${JSON.stringify(shown)}`,
  );
  expectFact('D6', told('event') === `job.${String(data['status'])}`, `${path} was told ${told('event')}`);
  const [first] = delivery.attempts;
  const sentAt = choices['sent-at'] === 'first-attempt' ? instantOf(first) : startedAt;
  expectFact(
    'D6',
    Math.abs(Date.parse(told('sent_at')) - sentAt) < 1_000,
    `${path} was told that it was sent at ${told('sent_at')}, and it was at ${sentAt}`,
  );
};

const instantOf = (attempt: AttemptView | undefined): number => Date.parse(attempt?.started_at ?? '');
