/** An explanation for people: what it is, why, when what happened, and where the money went. */
import type { ExplainedPosting, ExplainedStep, Explanation } from '../../spec/schemas/explain.ts';

export const explanationText = (explanation: Explanation): string => {
  const { summary, request, faults, drawn, price, timeline, postings, charge } = explanation;
  return [
    summary,
    ...section('Made by', request === null ? ['a request that the journal has no longer'] : requestLines(request)),
    ...section('Faults', faults.length === 0 ? ['none'] : faults.map(faultLine)),
    ...section('Fixed from the start', drawn),
    ...section('Price', [price]),
    ...section('What happened', timeline.flatMap(stepLines)),
    ...section('Money', postings.length === 0 ? ['nothing was booked'] : postings.map(postingLine)),
    ...section('Usage record', [
      charge === null
        ? 'none until now'
        : `${charge.id}: ${charge.status}, ${charge.charged_usd} USD${charge.reason === null ? '' : `, ${charge.reason}`}`,
    ]),
    '',
  ].join('\n');
};

const section = (title: string, lines: readonly string[]): string[] => ['', title, ...lines.map((line) => `  ${line}`)];

const requestLines = ({
  at,
  method,
  path,
  status,
  seq,
  idempotency_key,
  repeats,
}: NonNullable<Explanation['request']>) => [
  `${at}  ${method} ${path} → ${status ?? 'no answer'}  (journal ${seq})`,
  ...(idempotency_key === null ? ['without an Idempotency-Key'] : [`with Idempotency-Key ${idempotency_key}`]),
  ...repeats.map((repeat) => `${repeat.at}  repeated: no second job, no second charge  (journal ${repeat.seq})`),
];

const faultLine = ({ name, params, source }: Explanation['faults'][number]): string => {
  const told = Object.entries(params).map(([param, value]) => `${param} ${value}`);
  return `${name}${told.length === 0 ? '' : ` (${told.join(', ')})`}: from ${source}`;
};

/** What follows a step stands below it, further in. */
const stepLines = ({ at, what, because, seq, details, ahead }: ExplainedStep): string[] => [
  `${at}  ${ahead ? `ahead: ${what}` : what}${seq === null ? '' : `  (journal ${seq})`}`,
  ...(because === null ? [] : [`${indent}because: ${because}`]),
  ...details.map((detail) => indent + detail),
];

const indent = ' '.repeat('2026-01-01T00:00:00.000Z'.length + 2);

const postingLine = ({ at, kind, amount_usd, available_usd, held_usd, balance_usd }: ExplainedPosting): string =>
  `${at}  ${kind.padEnd(7)} ${amount_usd} USD  → balance ${balance_usd}, of it ${held_usd} set aside and ${available_usd} free`;
