/** What a schema cannot say of a request of a story: headers that are the driver's to write, and what has no place beside a body of text. */
import type { Complaint, Path } from './complaints.ts';
import type { OneStep } from './steps.ts';
import type { Verb } from './verbs.ts';

/** @returns none for a request that can be sent as it is told */
export const complaintsOfRequest = (step: OneStep, verb: Verb, path: Path): readonly Complaint[] => [
  ...ofHeaders(step, verb, [...path, 'headers']),
  ...ofBody(step, verb, path),
];

const ofHeaders = ({ headers = {}, key, api_key: apiKey }: OneStep, verb: Verb, path: Path): Complaint[] => {
  const seen = new Set<string>();
  return Object.keys(headers).flatMap((name) => {
    const header = name.toLowerCase();
    const isSecond = seen.has(header);
    seen.add(header);
    const says = isSecond
      ? `there is a header ${header} already, in other letters`
      : ofDriver.has(header)
        ? `${header} is the driver's to write`
        : header === 'authorization' && verb === 'download'
          ? 'a download has no key'
          : header === 'authorization' && apiKey !== undefined
            ? 'authorization is what api_key stands for: one of the two'
            : header === 'idempotency-key' && key !== undefined
              ? 'idempotency-key is what key stands for: one of the two'
              : undefined;
    return says === undefined ? [] : [{ path: [...path, name], says, ofName: true as const }];
  });
};

/** They say how the bytes go, not what they mean. A body that is packed might be longer than it looks, and cost more. */
const ofDriver: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'keep-alive',
]);

const ofBody = (step: OneStep, verb: Verb, path: Path): Complaint[] => {
  if (typeof step.body !== 'string') {
    return verb === 'upload' && step.body !== undefined
      ? [{ path: [...path, 'body'], says: 'an upload takes a body of text alone, in place of its form' }]
      : [];
  }
  return (['without', 'callback', 'file_name'] as const)
    .filter((member) => step[member] !== undefined)
    .map((member) => ({
      path: [...path, member],
      says: `a body of text is sent as it stands: ${member} changes nothing in it`,
      ofName: true,
    }));
};
