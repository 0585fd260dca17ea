/** `understudy trigger`: one example webhook, sent as the service would, and what the receiver made of it. */
import { Compile } from 'typebox/schema';
import { limits } from '../../spec/limits.ts';
import { WebhookDelivery } from '../../spec/schemas/webhook.ts';
import { type WebhookEvent, webhookEvents } from '../../spec/vocabulary.ts';
import { wallNow, wallSeconds } from '../engine/clock.ts';
import { exampleEvent } from '../webhooks/example-event.ts';
import { sign } from '../webhooks/signature.ts';
import { printJson } from './json-lines.ts';
import { BlockedPath, type Override, overridden, pathsIn } from './override.ts';
import { type Posted, post } from './post.ts';
import { shown, shownUrl, status, time } from './told.ts';
import type { TriggerFlags } from './trigger-flags.ts';
import { readWebhook } from './webhook-body.ts';
import { neededSecret } from './webhook-secret.ts';
import { WrongUsage } from './wrong-usage.ts';

/** The exit code is 1 if an attempt was not answered as it has to be (2xx, or a refusal of what is forged or too old), and 3 if none was answered at all. */
export const trigger = async (event: WebhookEvent, flags: TriggerFlags): Promise<void> => {
  const secret = flags.forge === true ? forged : neededSecret(flags.secret);
  const webhook = changed(freshExample(event), [
    ...(flags.override ?? []),
    ...(flags.add ?? []),
    ...(flags.remove ?? []),
  ]);
  for (const remark of remarksOn(webhook)) console.error(`understudy: ${remark}; it is sent all the same`);
  const body = Buffer.from(JSON.stringify(webhook));
  const print = flags.json === true ? () => undefined : (line: string) => void process.stdout.write(`${line}\n`);
  const attempts: Attempt[] = [];
  for (let number = 1; number <= flags.attempts; number++) {
    const t = flags.signedAt ?? Math.max(0, wallSeconds() - (flags.age ?? 0));
    const headers = { 'content-type': 'application/json', [flags.signatureHeader]: sign(body, secret, t) };
    print(`${time(now())}   --> ${titleOf(body)} POST ${shownUrl(flags.to)}`);
    const posted = await post(flags.to, Object.entries(headers).flat(), body, {
      timeoutMs: limits.webhookResponseWaitSeconds * 1000,
      skipVerify: flags.skipVerify,
    });
    attempts.push({ headers, posted });
    print(`${time(now())}  <--  ${outcomeOf(posted)}`);
  }
  if (flags.json === true) printJson(reportOf(flags.to, body, attempts), 2);
  const isForbidden = mustBeRefused(flags);
  if (isForbidden && attempts.some(isTaken)) {
    console.error(
      'understudy: the receiver took a webhook that it has to refuse: does it verify the signature and its age?',
    );
  }
  process.exitCode = exitCodeOf(attempts, isForbidden ? isRefused : isTaken);
};

/** 0 where the receiver did what it has to do, each time; 3 where it never answered. */
const exitCodeOf = (attempts: readonly Attempt[], isRight: (attempt: Attempt) => boolean): number => {
  if (attempts.every(({ posted }) => posted.kind === 'failed')) return 3;
  return attempts.every(isRight) ? 0 : 1;
};

type Attempt = { readonly headers: { readonly [name: string]: string }; readonly posted: Posted };

const isTaken = ({ posted }: Attempt): boolean =>
  posted.kind === 'answered' && posted.status >= 200 && posted.status < 300;

const isRefused = (attempt: Attempt): boolean => attempt.posted.kind === 'answered' && !isTaken(attempt);

/** Of no account. */
const forged = 'whsec_not_the_secret_of_this_account';

/** By a receiver that keeps to the document. */
const mustBeRefused = ({ forge, signedAt, age }: TriggerFlags): boolean => {
  const away = signedAt === undefined ? (age ?? 0) : wallSeconds() - signedAt;
  // A few seconds have gone by since.
  return forge === true || Math.abs(away) > limits.signatureToleranceSeconds + 10;
};

/** Ids of its own each time, so that a receiver that deduplicates takes it. */
const freshExample = (event: WebhookEvent): object =>
  exampleEvent(event, { suffix: `${wallNow().toString(36)}${process.pid.toString(36)}`, sentAt: wallNow() });

const changed = (body: unknown, overrides: readonly Override[]): unknown => {
  try {
    return overrides.reduce(overridden, body);
  } catch (error) {
    throw error instanceof BlockedPath ? new WrongUsage(error.message, { cause: error }) : error;
  }
};

/** What is unusual in a body: it may be meant so, or be a slip. */
const remarksOn = (webhook: unknown): string[] => {
  const known = new Set(webhookEvents.flatMap((event) => pathsIn(exampleEvent(event, { suffix: '0', sentAt: 0 }))));
  const unknown = pathsIn(webhook).filter((path) => !known.has(path));
  const check = Compile(WebhookDelivery);
  const [, [fault]] = check.Errors(webhook);
  return [
    ...unknown.map((path) => `the document knows no ${shown(path)} in a webhook`),
    ...(fault === undefined || check.Check(webhook)
      ? []
      : [`the body is not what the document promises: ${fault.instancePath || '/'} ${fault.message}`]),
  ];
};

const titleOf = (body: Buffer): string => {
  const { event, deliveryId } = readWebhook(body);
  return `${shown(event ?? 'no event')} [${shown(deliveryId ?? 'no delivery_id')}]`;
};

const outcomeOf = (posted: Posted): string => {
  if (posted.kind === 'failed') return `[ERROR] ${posted.why}`;
  const said = posted.body.toString().trim();
  const isSuccess = posted.status >= 200 && posted.status < 300;
  return `${status(posted.status)} ${posted.durationMs} ms${isSuccess || said === '' ? '' : `: ${shown(said)}`}`;
};

const reportOf = (url: string, body: Buffer, attempts: readonly Attempt[]): unknown => ({
  url: shownUrl(url),
  body: body.toString(),
  attempts: attempts.map(({ headers, posted }) => ({
    headers,
    status: posted.kind === 'answered' ? posted.status : null,
    failure: posted.kind === 'failed' ? posted.why : null,
    duration_ms: posted.durationMs,
    answer: posted.kind === 'answered' ? posted.body.toString() : null,
  })),
});

const now = (): string => new Date(wallNow()).toISOString();
