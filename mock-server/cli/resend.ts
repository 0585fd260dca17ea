/** `understudy resend`: one more attempt of a delivery by the mock that made it, and what came of it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AttemptView, DeliveryView } from '../control/delivery-view.ts';
import { accountIdIn } from '../engine/ids.ts';
import { type ControlClient, openControl } from './control-client.ts';
import { printJson } from './json-lines.ts';
import type { ResendFlags } from './resend-flags.ts';
import { shown, shownUrl, status, time } from './told.ts';

/**
 * The exit code is 1 if the attempt was not answered with 2xx, and 4 if it goes on for longer than any attempt may.
 * @param tries how often it is looked for, ten times a second: by default for longer than a receiver has
 */
export const resend = async (deliveryId: string, flags: ResendFlags, tries = 130): Promise<void> => {
  const control = openControl(flags);
  const sent = await control.post<DeliveryView>(`/deliveries/${encodeURIComponent(deliveryId)}/resend`);
  const number = sent.attempts.findLast(({ extra }) => extra)?.attempt ?? sent.attempts.length;
  if (flags.json !== true)
    print(`${time(started(sent, number))}   --> [${shown(deliveryId)}] POST ${shownUrl(sent.url)}`);
  const attempt = await ended(control, deliveryId, number, tries);
  if (flags.json === true) printJson({ delivery_id: deliveryId, url: shownUrl(sent.url), ...attempt }, 2);
  if (attempt === undefined) {
    console.error(
      'understudy: the attempt is not over: where the clock of the mock stands still, it waits until the clock is moved',
    );
    process.exitCode = 4;
    return;
  }
  const isTaken = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
  if (flags.json !== true) {
    const what = attempt.status === null ? `[ERROR] ${shown(attempt.failure ?? '')}` : status(attempt.status);
    print(
      `${time(attempt.ended_at ?? attempt.started_at)}  <--  ${what} attempt ${number}, ${attempt.duration_ms ?? 0} ms`,
    );
  }
  process.exitCode = isTaken ? 0 : 1;
};

/** Looks until the attempt is over; undefined if it never is. */
const ended = async (
  control: ControlClient,
  deliveryId: string,
  number: number,
  tries: number,
): Promise<AttemptView | undefined> => {
  for (let left = tries; left > 0; left--) {
    const query = { account_id: accountIdIn(deliveryId), limit: 1_000 };
    const deliveries = await control.get<readonly DeliveryView[]>('/deliveries', query);
    const attempt = deliveries.find(({ id }) => id === deliveryId)?.attempts[number - 1];
    if (attempt !== undefined && attempt.ended_at !== null) return attempt;
    await pause(betweenMs);
  }
  return undefined;
};

const started = ({ attempts }: DeliveryView, number: number): string =>
  attempts[number - 1]?.started_at ?? attempts.at(-1)?.started_at ?? '';

const betweenMs = 100;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
