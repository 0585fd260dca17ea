/** D2, D4 and D7: how often a delivery was tried, when, and what came of it. */
import { limits } from '../../spec/limits.ts';
import type { DeliveryEntry } from '../../spec/schemas/journal.ts';
import type { AttemptView, DeliveryView } from '../control/delivery-view.ts';
import type { Ending } from './end.case.ts';
import { expectFact } from './fact.case.ts';
import type { Stage } from './stage.case.ts';

export const expectLadder = (stage: Stage, ending: Ending, delivery: DeliveryView): void => {
  const { id, attempts, status } = delivery;
  const ladder = attempts.filter(({ extra }) => !extra);
  const taken = attempts.findIndex(({ extra, status: answer }) => !extra && isSuccess(answer));
  expectFact('D2', ladder.length <= limits.webhookAttemptsMax, `${id} was tried ${ladder.length} times`);
  expectFact(
    'D2',
    taken < 0 || attempts.slice(taken + 1).every(({ extra }) => extra),
    `${id} was tried on after a 2xx`,
  );
  expectFact(
    'D2',
    status === (taken >= 0 ? 'delivered' : 'abandoned') && (taken >= 0 || ladder.length === limits.webhookAttemptsMax),
    `${id} is ${status} after ${ladder.length} attempts`,
  );
  const account = ending.deliveries.filter((other) => other.account_id === delivery.account_id);
  const extras =
    (stage.resends.get(id) ?? 0) +
    faultCount(ending, [delivery], 'webhook-duplicate') +
    faultCount(ending, account, 'webhook-replay');
  expectFact(
    'D2',
    attempts.length - ladder.length <= extras,
    `${id} has ${attempts.length - ladder.length} extra attempts, and ${extras} were asked for`,
  );
  expectArrivals(stage, delivery);
  expectOutcomes(stage, delivery);
  expectGaps(stage, id, ladder);
};

/** What came is what was sent: no less, and no more. */
const expectArrivals = ({ program, receiver }: Stage, { id, url, attempts }: DeliveryView): void => {
  const sent = sentOf(attempts).length;
  const came = receiver.receipts.filter(({ path }) => path === new URL(url).pathname).length;
  // What is given up may be on its way.
  expectFact(
    'D2',
    came === sent || (program.hangs && came < sent),
    `${id} was sent ${sent} times, and came ${came} times`,
  );
};

const sentOf = (attempts: readonly AttemptView[]): AttemptView[] =>
  attempts.filter(({ failure }) => !failure?.startsWith('dropped'));

/** Each attempt has ended within its time, with what the receiver said. */
const expectOutcomes = ({ program, receiver }: Stage, { id, url, attempts }: DeliveryView): void => {
  for (const { attempt, duration_ms: took } of attempts)
    expectFact('D7', took !== null && took <= longestMs, `attempt ${attempt} of ${id} took ${took} ms`);
  if (program.hangs) return;
  const noted = sentOf(attempts)
    .map(({ status }) => String(status))
    .sort();
  const given = receiver.receipts
    .filter(({ path }) => path === new URL(url).pathname)
    .map(({ answer }) => (typeof answer === 'number' ? String(answer) : 'null'))
    .sort();
  // Attempts of one instant may come in any order.
  expectFact(
    'D7',
    noted.join() === given.join(),
    `${id} was answered ${given.join(', ')}, and the list says ${noted.join(', ')}`,
  );
};

const longestMs = limits.webhookResponseWaitSeconds * 1_000 + 250;

const expectGaps = ({ mock: { choices } }: Stage, id: string, ladder: readonly AttemptView[]): void => {
  const instant = ({ started_at, ended_at }: AttemptView): number =>
    Date.parse(choices['webhook-wait-from'] === 'end' ? (ended_at ?? '') : started_at);
  const gaps = ladder.slice(1).flatMap((attempt, index) => {
    const before = ladder[index];
    return before === undefined ? [] : [(Date.parse(attempt.started_at) - instant(before)) / 1000];
  });
  const ratio = choices['webhook-jitter'] === 'none' ? 1.5 : 1.2;
  gaps.slice(1).forEach((gap, index) => {
    const before = gaps[index] ?? 0;
    expectFact('D4', gap >= before * ratio, `the waits of ${id} are ${gaps.join(', ')} s`);
  });
  const sum = gaps.reduce((total, gap) => total + gap, 0);
  if (gaps.length === limits.webhookAttemptsMax - 1)
    expectFact('D4', sum >= 720 && sum <= 1_080, `the waits of ${id} are ${sum} s in all`);
};

/** How many attempts that were taken met a fault. */
export const faultCount = ({ journal }: Ending, among: readonly DeliveryView[] | undefined, name: string): number =>
  journal.filter(
    (entry): entry is DeliveryEntry =>
      entry.kind === 'delivery' &&
      entry.faults.includes(name) &&
      isSuccess(entry.status) &&
      (among === undefined || among.some(({ id }) => id === entry.delivery_id)),
  ).length;

const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;
