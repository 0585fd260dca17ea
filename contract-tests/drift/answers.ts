/** What is to be seen of two answers without looking into their bodies: status, error code, media type, and which headers there are. */
import { type OperationId, operations } from '../../spec/operations.ts';
import { codeIn } from '../reading/refusal.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import type { Contrast } from './contrast.ts';
import type { Pair } from './pairs.ts';

export const contrastsOfAnswers = (pair: Pair): readonly Contrast[] => {
  const { check, mock, deployment } = pair;
  const seen = [{ check, mock, deployment }];
  const operation = operationOf(deployment);
  const answer = differing(toldOf(mock), toldOf(deployment), { kind: 'answer', operation, what: askedFor(pair), seen });
  // Of a success and a refusal the rest has to differ.
  if (mock.answer === undefined || deployment.answer === undefined || isSuccess(mock) !== isSuccess(deployment)) {
    return answer;
  }
  const place = operation === 'download' ? operation : 'any answer';
  const media = differing(mediaOf(mock), mediaOf(deployment), {
    kind: 'media-type',
    operation: place,
    what: 'media type',
    seen,
  });
  return [...answer, ...media, ...headers(pair, place)];
};

/** An operation, a download, or what nobody knows. */
export const operationOf = ({ operation, breaks, request }: Exchange): string =>
  breaks === 'unknown-route'
    ? 'an unknown route'
    : (operation ?? (request.method === 'GET' ? 'download' : request.method));

export const isOperation = (name: string): name is OperationId => Object.hasOwn(operations, name);

const askedFor = ({ deployment: { breaks }, isRepeat }: Pair): string => {
  if (breaks?.startsWith('gap:') === true) return `answer where ${breaks.slice('gap:'.length)} is open`;
  if (breaks !== undefined) return `answer to ${breaks}`;
  return isRepeat ? 'answer to a repeat' : 'answer';
};

/** Its status, and the code of a refusal. */
const toldOf = (exchange: Exchange): string => {
  const { answer, failure = 'unknown' } = exchange;
  if (answer === undefined) return `none (${failure})`;
  return isSuccess(exchange) ? String(answer.status) : `${answer.status} ${codeIn(exchange) ?? ''}`.trim();
};

const mediaOf = ({ answer }: Exchange): string =>
  (answer?.headers['content-type'] ?? 'none').toLowerCase().replaceAll(/\s*;\s*/g, '; ');

const headers = ({ check, mock, deployment }: Pair, place: string): readonly Contrast[] => {
  const [ours, theirs] = [headersOf(mock), headersOf(deployment)];
  return [...new Set([...ours, ...theirs])].flatMap((name) => {
    const told = spoken.has(name) ? codeIn(deployment) : undefined;
    return differing(ours.has(name) ? 'there' : 'absent', theirs.has(name) ? 'there' : 'absent', {
      kind: 'header',
      operation: place,
      what: `header ${name}${told === undefined ? '' : ` with ${told}`}`,
      name,
      ...(told !== undefined && { state: told }),
      seen: [{ check, mock, deployment }],
    });
  });
};

const headersOf = ({ answer }: Exchange): ReadonlySet<string> =>
  new Set(Object.keys(answer?.headers ?? {}).filter((name) => !ofTransport.has(name)));

/** They belong to one connection, or follow from the body. */
const ofTransport: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** What they say depends on the code beside them. */
const spoken: ReadonlySet<string> = new Set(['retry-after', 'www-authenticate', 'allow']);

const differing = (
  mock: string,
  deployment: string,
  contrast: Omit<Contrast, 'mock' | 'deployment'>,
): readonly Contrast[] => (mock === deployment ? [] : [{ ...contrast, mock, deployment }]);
