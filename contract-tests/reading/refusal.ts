/** Refusals: which one an answer is, and whether it is one that was due. */
import { type HttpErrorCode, httpErrors } from '../../spec/errors.ts';
import { type Constraint, constraintsOf } from '../lawful/requests.ts';
import { type Exchange, isSuccess, statusOf } from '../wire/exchange.ts';
import { readError } from './error.ts';

/** The code of an answer, if it is one of the document's. */
export const codeIn = (exchange: Exchange): HttpErrorCode | undefined => {
  const code = readError(exchange.answer?.json)?.code;
  return typeof code === 'string' && Object.hasOwn(httpErrors, code) ? (code as HttpErrorCode) : undefined;
};

/** An answer that is no success. */
export const isRefusal = (exchange: Exchange): boolean => exchange.answer !== undefined && !isSuccess(exchange);

/** Whether a request names something that there is not beside what it breaks, so that its refusal does not tell which of the two was seen. */
export const isAmbiguous = ({ breaks }: Labelled): boolean => constraintsOf(breaks).length > 1;

type Labelled = { readonly breaks: string | undefined };

/**
 * The codes that may refuse a request. Whoever names what there is not may be told that, and how things stand may be
 * told before (gap `refusal-order`).
 */
export const codesDue = (request: Labelled, codes: readonly HttpErrorCode[]): readonly HttpErrorCode[] =>
  isAmbiguous(request) ? [...codes, ...constraintsOf(request.breaks).flatMap(codesOf), ...ofTheMoment] : codes;

/** What refuses a request that breaks one constraint, of those that are broken together with another. */
const codesOf = (constraint: Constraint): readonly HttpErrorCode[] => {
  if (constraint === 'unknown-file-key') return ['invalid_input', 'not_found'];
  if (constraint === 'unknown-job') return ['not_found'];
  return constraint.startsWith('field:') ? ['invalid_input'] : [];
};

/**
 * Whether a request was refused for what it breaks. Where the code is none of the document's, which is the finding of another check, the
 * status tells as much as it can: any that speaks of the request and of nothing else.
 */
export const isRefusedAs = (exchange: Exchange, due: readonly HttpErrorCode[]): boolean => {
  if (!isRefusal(exchange)) return false;
  const codes = codesDue(exchange, due);
  const code = codeIn(exchange);
  if (code !== undefined) return codes.includes(code);
  const status = statusOf(exchange);
  return (
    status >= 400 && status < 500 && (codes.some((one) => httpErrors[one].status === status) || !taken.has(status))
  );
};

/** Statuses that the document keeps for something else. */
const taken: ReadonlySet<number> = new Set(Object.values(httpErrors).map(({ status }) => status));

/** Refusals that say how things stand with the caller or the platform: a deployment may give them to a lawful request at any time. */
export const ofTheMoment: ReadonlySet<HttpErrorCode> = new Set([
  'insufficient_balance',
  'capability_unavailable',
  'rate_limited',
  'at_capacity',
  'capacity_unavailable',
  'capacity_warming',
]);

export const isOfTheMoment = (exchange: Exchange): boolean => {
  const code = codeIn(exchange);
  return code !== undefined && ofTheMoment.has(code);
};
