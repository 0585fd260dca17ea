/** Webhooks whose signature header is missing, in another form, or tells another time. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { Ports } from '../targets/mock.ts';
import { readSignature, signatureOf } from '../verify-signature.ts';
import type { Defect } from './defect.ts';
import { type Attempt, clockOptions, defectOf, header, jsonIn, right, sent, sign } from './webhook-wraps.ts';

const defect = defectOf('webhook-signature');

const present: ClauseId = 'events.signature.header-present';

const headers: readonly Defect[] = [
  defect(
    'header-missing',
    'signs no webhook',
    present,
    sent((attempt) => [header(attempt, () => ({}))]),
  ),
  defect(
    'header-other-name',
    'signs webhooks in a header of another name',
    present,
    sent((attempt) => [header(attempt, (_, value) => ({ 'X-Signature': value }))]),
  ),
  defect(
    'header-missing-in-retries',
    'signs no retries',
    present,
    sent((attempt) => [attempt.attempt > 1 ? header(attempt, () => ({})) : attempt.request]),
  ),
  defect(
    'header-missing-at-last',
    'signs the sixth attempt no more',
    present,
    sent((attempt) => [attempt.attempt === 6 ? header(attempt, () => ({})) : attempt.request]),
  ),
  defect(
    'header-missing-when-failed',
    'signs no webhooks of failed jobs',
    present,
    sent((attempt) => [attempt.job.state.status === 'failed' ? header(attempt, () => ({})) : attempt.request]),
  ),
  defect(
    'header-missing-for-avatar',
    'signs no webhooks of avatars',
    present,
    sent((attempt) => [attempt.job.endpoint === 'avatar' ? header(attempt, () => ({})) : attempt.request]),
  ),
  defect(
    'header-as-two',
    'puts t and v1 into two headers',
    present,
    sent((attempt) => [
      header(attempt, (name, value) => ({
        [`${name}-Timestamp`]: readSignature(value).time,
        [`${name}-V1`]: readSignature(value).signatures[0],
      })),
    ]),
  ),
];

const forms = (
  [
    ['reversed', 'v1 before t', (t, v1) => `v1=${v1},t=${t}`],
    ['space', 'a space behind the comma', (t, v1) => `t=${t}, v1=${v1}`],
    ['semicolon', 'a semicolon', (t, v1) => `t=${t};v1=${v1}`],
    ['bare', 'the signature alone', (_, v1) => v1],
    ['without-t', 'v1 alone', (_, v1) => `v1=${v1}`],
    ['without-v1-name', 'the signature without its name', (t, v1) => `t=${t},${v1}`],
    ['v0', 'v0', (t, v1) => `t=${t},v0=${v1}`],
    ['capitals', 'names in capitals', (t, v1) => `T=${t},V1=${v1}`],
    ['quotes', 'values in quotation marks', (t, v1) => `t="${t}",v1="${v1}"`],
    ['colons', 'colons', (t, v1) => `t:${t},v1:${v1}`],
    ['scheme', 'a word before it', (t, v1) => `HMAC t=${t},v1=${v1}`],
    ['github', 'sha256= before it', (_, v1) => `sha256=${v1}`],
  ] as readonly (readonly [string, string, (t: number, v1: string) => string])[]
).map(([word, says, write]) =>
  defect(
    `form-${word}`,
    `writes the signature header with ${says}`,
    'events.signature.header-form',
    sign((signing) => write(signing.t, right(signing))),
  ),
);

const seconds: ClauseId = 'events.signature.timestamp-unix-seconds';

/** Another t, which is signed as it stands. */
const timed = (write: (t: number) => string): (() => Ports) =>
  sign(({ t, body, secrets: [secret] }) => `t=${write(t)},v1=${signatureOf(secret, write(t), body)}`);

const times: readonly Defect[] = [
  defect(
    't-milliseconds',
    'writes t in milliseconds',
    seconds,
    timed((t) => `${t}000`),
  ),
  defect(
    't-fraction',
    'writes t with decimals',
    seconds,
    timed((t) => `${t}.123`),
  ),
  defect(
    't-iso',
    'writes t as a date',
    seconds,
    timed((t) => new Date(t * 1_000).toISOString()),
  ),
  defect(
    't-hexadecimal',
    'writes t in hexadecimal',
    seconds,
    timed((t) => `0x${t.toString(16)}`),
  ),
  defect(
    't-minutes',
    'writes t in minutes',
    seconds,
    timed((t) => String(Math.floor(t / 60))),
  ),
  defect(
    't-other-zone',
    'takes the time of another zone for t',
    seconds,
    timed((t) => String(t + 7_200)),
  ),
  defect(
    't-ten-minutes-old',
    'signs with a clock that is ten minutes slow',
    seconds,
    timed((t) => String(t - 600)),
  ),
  defect(
    't-zero',
    'writes 0 as t',
    seconds,
    timed(() => '0'),
  ),
  defect(
    't-of-first-attempt',
    'signs retries with the t of the first attempt',
    seconds,
    () => {
      const first = new Map<string, number>();
      return {
        sign: () => (signing) => {
          const id = String(jsonIn(signing)['delivery_id']);
          const t = first.get(id) ?? signing.t;
          first.set(id, t);
          return `t=${t},v1=${right({ ...signing, t })}`;
        },
      };
    },
    [],
    clockOptions,
  ),
  defect(
    'kept-from-first-attempt',
    'sends retries as they were signed at first',
    seconds,
    () => {
      const first = new Map<string, Attempt['request']>();
      return {
        deliver:
          () =>
          ({ deliveryId, request }) => {
            const kept = first.get(deliveryId) ?? request;
            first.set(deliveryId, kept);
            return { requests: [kept] };
          },
      };
    },
    [],
    clockOptions,
  ),
  defect(
    't-of-job-end',
    'signs with the time at which the job ended',
    seconds,
    sent((attempt) => {
      const { job, account, request } = attempt;
      const t = Math.floor(('at' in job.state ? job.state.at : 0) / 1_000);
      return [
        header(attempt, (name) => ({
          [name]: `t=${t},v1=${signatureOf(account.webhookSecret, t, Buffer.from(request.body))}`,
        })),
      ];
    }),
    [],
    clockOptions,
  ),
];

export const webhookSignatureDefects: readonly Defect[] = [...headers, ...forms, ...times];
