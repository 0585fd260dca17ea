/** What was seen of a story when it was over, as plain data: from the control API of a mock, or by the client that played it. */

export type Seen = {
  readonly accounts: readonly SeenAccount[];
  readonly jobs: readonly SeenJob[];
  readonly sessions: readonly SeenSession[];
  readonly deliveries: readonly SeenDelivery[];
  readonly requests: readonly SeenRequest[];
  readonly sockets: readonly SeenSocket[];
  /** What cannot be known there, by the member of a claim, with the reason in words. */
  readonly unseen: { readonly [member: string]: string };
};

/** `account` is the name that the story gives, `main` for the first; the id where it gives none. */
export type SeenAccount = {
  readonly account: string;
  readonly balance_usd: number;
  readonly charged_usd: number;
  readonly refunded_usd: number;
  readonly spent_usd: number;
  readonly held_usd: number;
};

export type SeenJob = {
  readonly account: string;
  readonly id: string;
  readonly endpoint: string;
  readonly status: string;
  /** Of a failed one. */
  readonly code: string | null;
  readonly charged_usd: number;
};

export type SeenSession = {
  readonly account: string;
  readonly id: string;
  readonly endpoint: string;
  readonly status: string;
  readonly seconds: number;
  readonly charged_usd: number;
  readonly reason: string | null;
};

export type SeenDelivery = {
  readonly account: string;
  readonly id: string;
  readonly status: string;
  /** What came of each attempt: a status, or why there was none. */
  readonly outcomes: readonly (number | string)[];
};

export type SeenRequest = {
  readonly account: string | null;
  /** Milliseconds of the clock. */
  readonly at: number;
  /** As the path has it; null for what is no operation. */
  readonly endpoint: string | null;
  /** Null where no answer was sent. */
  readonly status: number | null;
  readonly code: string | null;
  readonly key: string | null;
  readonly faults: readonly string[];
  /** The text of the answer, empty where it is no text; undefined where none was sent, or not all of it is known. */
  readonly answered?: string;
};

export type SeenSocket = {
  readonly account: string | null;
  readonly event: string;
  readonly code: number | null;
};
