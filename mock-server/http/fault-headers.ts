/** Faults that a request asks for itself: `X-Understudy-Fault: request-delay; ms=300, job-slow` and `Prefer: fault=…` or `Prefer: code=…`. */
import { httpErrors } from '../../spec/errors.ts';
import { type Fault, errorCodeOf, parseFault } from '../../spec/faults.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';

/** In the order of the headers; undefined where none is asked for. What is not understood is refused, so that no test passes for want of its fault. */
export const faultsAskedFor = (headers: Headers): readonly Fault[] | Refused | undefined => {
  const asked = headers.get('x-understudy-fault');
  const preferred = headers.get('prefer');
  if (asked === null && preferred === null) return undefined;
  const found: Fault[] = [];
  for (const fault of [...inOurHeader(asked), ...inPrefer(preferred)]) {
    if (isRefused(fault)) return fault;
    found.push(fault);
  }
  return found;
};

const inOurHeader = (value: string | null): (Fault | Refused)[] =>
  value === null ? [] : value.split(',').map((item) => read('X-Understudy-Fault', partsOf(item)));

/** Other preferences are for others (RFC 7240): they are passed over. */
const inPrefer = (value: string | null): (Fault | Refused)[] =>
  (value ?? '').split(',').flatMap((item) => {
    const [preference = '', ...params] = partsOf(item);
    const [name, told] = pairOf(preference);
    if (name.toLowerCase() === 'fault') return [read('Prefer', [told ?? '', ...params])];
    if (name.toLowerCase() !== 'code') return [];
    const code = errorCodeOf(told ?? '');
    if (code !== undefined) return [{ name: 'request-error', params: { code } }];
    const codes = Object.entries(httpErrors).map(([known, { status }]) => `${known} (${status})`);
    return [refuse('invalid_input', `Prefer: code must be a status or a code of the document: ${codes.join(', ')}`)];
  });

const read = (header: string, [name = '', ...params]: readonly string[]): Fault | Refused => {
  const told = new Map<string, string>();
  for (const param of params) {
    const [key, value] = pairOf(param);
    if (value === undefined) return refuse('invalid_input', `${header}: write ${JSON.stringify(key)} as name=value`);
    if (told.has(key)) return refuse('invalid_input', `${header}: ${JSON.stringify(key)} of ${name} was sent twice`);
    told.set(key, value);
  }
  // So that each is a property of its own, whatever its name.
  const fault = parseFault(name, Object.fromEntries(told));
  return typeof fault === 'string' ? refuse('invalid_input', `${header}: ${fault}`) : fault;
};

const partsOf = (item: string): string[] => item.split(';').map((part) => part.trim());

/** Name and value; the value may be quoted, and is undefined where there is no sign between the two. */
const pairOf = (text: string): readonly [string, string | undefined] => {
  const at = text.indexOf('=');
  if (at < 0) return [text, undefined];
  const value = text.slice(at + 1).trim();
  return [text.slice(0, at).trim(), /^"(.*)"$/.exec(value)?.[1] ?? value];
};
