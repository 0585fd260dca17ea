/**
 * Other words for errors, used in turn: who branches on a message notices here, and not in production. Where a message says what to put
 * right, or speaks of the mock itself, it stays, with other words around it.
 */
import type { HttpErrorCode } from '../../spec/errors.ts';

/**
 * Which words come depends on the turn alone: what is foreign and what is missing stay indistinguishable.
 * @param turn how many errors with this code the same caller had before: the first of them says most
 */
export const inOtherWords = (code: HttpErrorCode, message: string, turn: number): string => {
  const others = aboutTheMock.test(message) ? ofTheMock : wordings[code];
  const other = others[(turn % (others.length + 1)) - 1];
  return typeof other === 'function' ? other(message) : (other ?? message);
};

/** A failure that is none of the service, or a route that was moved on purpose. */
const aboutTheMock = /\b(?:the|this) mock\b/;

type Wording = string | ((message: string) => string);

const ofTheMock: readonly Wording[] = [
  (message) => `no answer of the service's: ${message}`,
  (message) => `${open(message)}: this is said of the mock alone`,
];

/** It says what to put right. */
const around: readonly Wording[] = [
  (message) => `this was not taken: ${message}`,
  (message) => `${open(message)}: nothing was done, and nothing charged`,
];

/** So that a text can go on. */
const open = (message: string): string => message.replace(/\.$/, '');

const wordings: { readonly [code in HttpErrorCode]: readonly Wording[] } = {
  unauthorized: [
    (message) => `nobody may pass like this: ${message}`,
    (message) => `${open(message)}: until then this is refused`,
  ],
  invalid_input: around,
  unsupported_format: around,
  input_too_large: around,
  not_found: [
    (message) => `nothing was found: ${message}`,
    (message) => `${open(message)}: look whether the address is the one that you were given`,
  ],
  rate_limited: [
    'too many requests: slow down, and go on in a while',
    'this key has used up what it may send in a minute: wait before the next request',
  ],
  at_capacity: [
    'there is more to do than can be taken on right now: a short wait will help',
    'everything is busy at this instant: send this again in a few seconds',
  ],
  capacity_unavailable: [
    'all live engines are taken: nothing was charged',
    'a live session cannot be had at present, and this call was free',
  ],
  capacity_warming: [
    'the engines for voices are being started: come back in a minute or so',
    'not yet: voices will be ready in about sixty seconds',
  ],
  internal_error: [
    'the service has failed, and not the request: no money was taken',
    'this went wrong on our side and costs nothing: send it again',
  ],
  insufficient_balance: [
    'this cannot be paid from what is left: add funds',
    'there is too little money in the account for this',
  ],
  capability_unavailable: [
    'this capability is not offered at present, and nothing was billed',
    'what was asked for has been turned off: no charge was made',
  ],
};
