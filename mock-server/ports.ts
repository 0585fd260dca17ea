/**
 * The functions through which behaviour leaves the mock. `createMock(options, { ports })` lets a caller wrap them, so that a check can be
 * shown a mock that is wrong in one way: what it answers, what it charges, what it sends.
 *
 * A port is given the function that the mock would use, and gives the one that it shall use. That happens once, when the mock starts; what
 * the wrap remembers between calls it keeps in its closure, and the control API's reset does not clear it. Ports that have something to do
 * with each other share a closure. A wrap that throws is a failure of the mock: 500, and `onFailure` is told.
 *
 * What a wrap gives is taken as it is. But what follows from it is presented by the mock, and held against its own schemas: a body that breaks
 * them is a 500. Such a body is made in `present` or `presentWebhook`, which come after the check.
 *
 * Instants are milliseconds of the mock's clock, amounts are millionths of a dollar (`Micros`). Wraps take time and chance from what they are
 * given, never from `Date` or `Math.random`: then a mock with ports repeats itself like one without.
 */
import type { IsSuccess, NextAttempt } from './domain/deliveries.ts';
import type { Price } from './domain/pricing.ts';
import type { Decide } from './engine/engine.ts';
import type { Authenticate, Limit, PresentAnswer, Serve, UploadBytes, UploadKind, Validate } from './http/ports.ts';
import type { AdmitPort } from './sockets/admit.ts';
import type { Frame } from './sockets/frame.ts';
import type { Deliver, PresentWebhook, Sign } from './webhooks/ports.ts';

/** From the mock's own function to the one that takes its place. */
export type Wrap<F> = (next: F) => F;

export type Ports = {
  /**
   * What a command does to an account: events and a reply, or a refusal. Commands come from requests (`submit-job`, `create-session`,
   * `store-upload`), from sockets (`connect-session`, `close-session`), from receivers (`finish-delivery`), from the control API, and from
   * the account's own agenda when their time has come (`start-job`, `finish-job`, `expire-session`, `stop-session`, `settle-session`,
   * `start-delivery`). All state is made of events, so whatever stands in an event is what happened: a job's price, its plan and ending, the
   * tier of a session, the deadline of an attempt (`until` of `delivery.started`). Money moves by events too: an `account.topped-up` of a negative
   * amount takes it away.
   *
   * `next` is pure. It may be called with another command, with another world (another capacity, `settings.choices` of another variant), or
   * several times; ids are minted by the `moment`, the same again in a second call. A due command that is answered with no events is not done, and
   * not asked for again: that is how something never happens. No `at` may lie before `account.lastAt`.
   *
   * @example the key of a submit is forgotten: each repeat is a second job, and a second charge
   * decide: (next) => (account, world, command, moment) => {
   *   if (command.type !== 'submit-job') return next(account, world, command, moment);
   *   const { idempotencyKey, ...submit } = command;
   *   return next(account, world, submit, moment);
   * }
   * @example a stream has no hard stop
   * decide: (next) => (account, world, command, moment) =>
   *   command.type === 'stop-session' ? { events: [], reply: {} } : next(account, world, command, moment)
   */
  readonly decide?: Wrap<Decide>;

  /**
   * What something costs: a job when it is submitted, a session at most when it is created, its stream when it ends (`sale.of`). Pure, for it
   * is called within `decide`. A stream is never charged more than its session's most, or than there is: that is `decide`'s, in `session.ended`.
   *
   * @example negotiated rates are forgotten
   * price: (next) => (sale) => next({ ...sale, rate: sale.listRate })
   */
  readonly price?: Wrap<Price>;

  /**
   * Who calls an HTTP operation. For `getPricing`, which needs no key, the usual answer to a stranger is `'public'`; for the others
   * undefined, a 401. A socket's token is `admit`'s.
   *
   * @example a revoked key goes on working
   * authenticate: (next) => {
   *   const seen = new Map<string, Caller>();
   *   return async (claim) => {
   *     const caller = await next(claim);
   *     const { authorization = '' } = claim;
   *     if (caller !== undefined && caller !== 'public') seen.set(authorization, caller);
   *     return caller ?? seen.get(authorization);
   *   };
   * }
   * @example GET /pricing asks for a key
   * authenticate: (next) => async (claim) => {
   *   const caller = await next(claim);
   *   return caller === 'public' ? undefined : caller;
   * }
   */
  readonly authenticate?: Wrap<Authenticate>;

  /**
   * Whether a request is within its caller's rate. Asked for every request with a valid key, also where the limit is off or the request does
   * not count; never for `getPricing`. The headers that tell of the rate are not its business: see `present`.
   * Where a database is shared, requests are counted there: a mock with this port is refused.
   *
   * @example all callers share one limit
   * limit: (next) => (paced) => next({ ...paced, subject: 'everyone' })
   */
  readonly limit?: Wrap<Limit>;

  /**
   * What an operation is told by the body and the query of a request, or what is wrong with them. Asked after key and rate, for every operation but
   * `getPricing`; of an upload it does not see the form. Before `next`, a wrap may change what came; after it, what was found. What a
   * schema cannot say, such as whether a file key is known, is `decide`'s.
   *
   * @example a script that is too long is cut, where it should be refused
   * validate: (next) => (raw) => {
   *   const { script } = raw.body;
   *   return next(typeof script === 'string' ? { ...raw, body: { ...raw.body, script: script.slice(0, 5_000) } } : raw);
   * }
   */
  readonly validate?: Wrap<Validate>;

  /**
   * How many bytes an upload of a kind may have.
   *
   * @example a video may be no larger than an image
   * uploadBytes: (next) => () => next('image')
   */
  readonly uploadBytes?: Wrap<UploadBytes>;

  /**
   * What an upload is, by the content type and the name of its part; or a refusal.
   *
   * @example a document passes for an image
   * uploadKind: (next) => (part) =>
   *   part.contentType === 'application/pdf' ? { kind: 'image', contentType: 'image/png' } : next(part)
   */
  readonly uploadKind?: Wrap<UploadKind>;

  /**
   * Every answer with a JSON body as it goes out, after the mock has held it against its own schemas: of the operations, of their refusals, of
   * unknown paths, and of sockets that are turned away. `next` gives it back as it is. The addresses in it (`stream_url`, `status_url`,
   * `output_url`) can be changed like all else. Injected faults come after it. Files are `serve`'s, webhooks are `presentWebhook`'s.
   *
   * @example a balance is written as text
   * present: (next) => (answer, asked) => {
   *   if (asked.operation !== 'getBalance' || asked.refused !== undefined) return next(answer, asked);
   *   const { balance_usd, ...rest } = answer.body as { readonly balance_usd: number };
   *   return next({ ...answer, body: { ...rest, balance_usd: String(balance_usd) } }, asked);
   * }
   */
  readonly present?: Wrap<PresentAnswer>;

  /**
   * The files behind the addresses that the mock gives out: results, uploads, previews of voices. `link` is what the mock makes of an
   * address; a wrap may make something else of it, ask for another file, or answer by itself.
   *
   * @example links never expire
   * serve: (next) => (asked) => next(asked.link === 'expired' ? { ...asked, link: 'good' } : asked)
   */
  readonly serve?: Wrap<Serve>;

  /**
   * The signature header of a webhook.
   *
   * @example the time is not part of what is signed
   * sign: () => ({ secrets: [secret], t, body }) =>
   *   `t=${t},v1=${createHmac('sha256', secret).update(body).digest('hex')}`
   */
  readonly sign?: Wrap<Sign>;

  /**
   * The body of a webhook, after the mock's own check and before it is signed. `next` gives it back as it is.
   *
   * @example every attempt has a delivery_id of its own
   * presentWebhook: (next) => (body, facts) =>
   *   next({ ...body, delivery_id: `${facts.deliveryId}-${facts.attempt}` }, facts)
   */
  readonly presentWebhook?: Wrap<PresentWebhook>;

  /**
   * When an attempt follows one that has failed; undefined for never. Not asked after a success, nor after an attempt that was asked for by
   * hand. Pure, for it is called within `decide`. How long a receiver has to answer is `decide`'s, in `until` of `delivery.started`.
   *
   * @example there are five attempts, not six
   * nextAttempt: (next) => (failed) => (failed.number === 5 ? undefined : next(failed))
   */
  readonly nextAttempt?: Wrap<NextAttempt>;

  /**
   * What counts as a delivery that has arrived. Pure.
   *
   * @example only 200 does
   * isSuccess: () => (outcome) => outcome.kind === 'answered' && outcome.status === 200
   */
  readonly isSuccess?: Wrap<IsSuccess>;

  /**
   * What is really sent for an attempt: nothing, one request, or several. It is signed already; `sign` and `presentWebhook` come before it.
   * A request is sent to addresses only that the mock may send to.
   *
   * @example every webhook comes twice
   * deliver: (next) => (attempt) => {
   *   const { requests } = next(attempt);
   *   return { requests: [...requests, ...requests] };
   * }
   */
  readonly deliver?: Wrap<Deliver>;

  /**
   * Who may stream: from the session and the token in a socket's address to an open session, or a refusal. Once a socket is let in,
   * its session is billed.
   *
   * @example the token is not asked for
   * admit: (next) => async (knock) => next({ ...knock, token: (await knock.session())?.token })
   */
  readonly admit?: AdmitPort;

  /**
   * The way out of a stream: each connection's line, given its session, is replaced by another. Every message to the client and every
   * close that the mock decides on passes here; of a voice session the format frame is the first message, and the only one that is text.
   * Transport timers are real time, set with `setTimeout` and let go in `ended`.
   *
   * @example there is no format frame
   * frame: (line) => ({
   *   send: (data, isBinary) => (isBinary ? line.send(data, true) : undefined),
   *   close: (code, reason) => line.close(code, reason),
   *   reset: () => line.reset(),
   *   silence: () => line.silence(),
   *   wait: (on) => line.wait(on),
   *   ended: () => line.ended(),
   * })
   */
  readonly frame?: Frame;
};
