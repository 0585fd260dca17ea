/** The functions through which behaviour leaves the HTTP face, as types: a caller of `createMock` may wrap them. What each is for stands in `../ports.ts`. */
import type { Socket } from 'node:net';
import type { HttpErrorCode } from '../../spec/errors.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { MediaKind } from '../../spec/vocabulary.ts';
import type { Refused } from '../domain/refusal.ts';
import type { Caller } from './authenticate.ts';
import type { Input } from './input.ts';
import type { JsonObject } from './read-body.ts';
import type { FileType } from './uploads/file-type.ts';

/** Who says to be whom. */
export type Claim = {
  /** The header's value; undefined where it is missing. */
  readonly authorization: string | undefined;
  readonly operation: OperationId;
  /** Finds whose key a header holds, as the service does; undefined for one that is malformed, unknown or revoked. */
  readonly callerOf: (authorization: string | undefined) => Promise<Caller | undefined>;
  /** Everyone who could call: each valid key with its account, the default account's first. */
  readonly callers: () => Promise<readonly Caller[]>;
};

/** A caller; `'public'` for nobody in particular, who may pass where no key is needed (`getPricing`); undefined for a 401. */
export type Authenticate = (claim: Claim) => Promise<Caller | 'public' | undefined>;

/** A request that would be counted. */
export type Paced = {
  /** Whose requests are counted together: a digest of the key, or the account's id (gap `rate-limit-window`). */
  readonly subject: string;
  /** Requests in a minute. */
  readonly limit: number | 'off';
  /** Milliseconds of the mock's clock. */
  readonly now: number;
  readonly operation: OperationId;
  readonly caller: Caller;
};

/** Counts a request and lets it pass, which is undefined; or says in how many milliseconds there is room for one. */
export type Limit = (paced: Paced) => { readonly waitMs: number } | undefined;

/** What came with a request, as it was read and before it is held against the schema. */
export type RawInput = {
  readonly operation: OperationId;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** Names and values in the path: `{ job_id }`. */
  readonly params: { readonly [name: string]: string };
  /** Empty where the operation has none, or where it could not be read. */
  readonly body: JsonObject;
  /** Of the operations that have one; whole numbers are numbers already where the schema wants them. */
  readonly query: JsonObject;
  /** The body as it came; undefined where there is none, and for one that is too large or not UTF-8. */
  readonly text: string | undefined;
  /** Why the body could not be read: another content type, too large, no JSON. */
  readonly fault?: Refused;
};

/** What the handler is given. It is not checked again. A `fault` is answered; of a submit after what the gap `refusal-order` puts before it. */
export type Validate = (raw: RawInput) => Input;

/** How many bytes an upload of a kind may have. */
export type UploadBytes = (kind: MediaKind) => number;

/** What an upload is by the content type and the file name of its part; or why it is not taken. */
export type UploadKind = (part: { readonly contentType: string; readonly name: string }) => FileType | Refused;

/** An answer before it is written. */
export type HttpAnswer = {
  readonly status: number;
  /** Names in lower case, values in ASCII. A `content-length` has to be that of the body; `transfer-encoding` and `trailer` are refused. */
  readonly headers: { readonly [name: string]: string };
  /** A JSON value: a copy, which may be changed. */
  readonly body: unknown;
  /** Sent as it stands, in place of the body: for what is no JSON. */
  readonly text?: string;
};

/** What is known of a request when it is answered. */
export type Asked = {
  /** Null for an unknown path, and for a socket that is turned away. */
  readonly operation: OperationId | null;
  readonly method: string;
  /** With `/api/v1`, without the query. */
  readonly path: string;
  /** Of a name that is there twice, the last. */
  readonly query: { readonly [name: string]: string };
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** The request's, parsed; undefined where there is none, or where it is no JSON. */
  readonly body: unknown;
  /** Undefined before it is known, and for strangers. */
  readonly accountId: string | undefined;
  /** Milliseconds of the mock's clock, when the request came. */
  readonly now: number;
  /** The code of the error, where the answer is one. */
  readonly refused: HttpErrorCode | undefined;
};

export type PresentAnswer = (answer: HttpAnswer, asked: Asked) => HttpAnswer;

/** A request for a file behind an address that the mock gave out. */
export type FileRequest = {
  /** As it was asked for, with its query. */
  readonly url: string;
  readonly method: 'GET' | 'HEAD';
  /** The header Range; undefined where it is missing. */
  readonly range: string | undefined;
  readonly file:
    | { readonly kind: 'result'; readonly jobId: string; /** With its dot. */ readonly ending: string }
    | { readonly kind: 'upload'; readonly fileKey: string }
    | { readonly kind: 'preview'; readonly voiceId: string };
  /** What is to be made of the address: a file is served for a good one only. */
  readonly link: 'good' | 'expired' | 'forged';
  /** Milliseconds of the mock's clock. */
  readonly now: number;
  /** The header If-Range; undefined where it is missing. */
  readonly ifRange: string | undefined;
  /** Where there is a connection. */
  readonly connection: Socket | undefined;
};

export type Serve = (asked: FileRequest) => Promise<Response> | Response;

/** Each is wrapped once, when the mock starts. */
export type HttpPorts = {
  readonly authenticate?: (next: Authenticate) => Authenticate;
  readonly limit?: (next: Limit) => Limit;
  readonly validate?: (next: Validate) => Validate;
  readonly uploadBytes?: (next: UploadBytes) => UploadBytes;
  readonly uploadKind?: (next: UploadKind) => UploadKind;
  readonly present?: (next: PresentAnswer) => PresentAnswer;
  readonly serve?: (next: Serve) => Serve;
};
