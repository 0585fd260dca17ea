/** What `understudy listen` does with each webhook: it is verified, told, handed on, and answered. */
import { limits } from '../../spec/limits.ts';
import { wallNow, wallSeconds } from '../engine/clock.ts';
import { systemLetters } from '../engine/random.ts';
import { type Arrival, type InboxAnswer, type InboxOptions, openInbox } from './inbox.ts';
import type { ListenAnswer, ListenFlags } from './listen-flags.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import { pairsOf, passedHeaders, valuesOf } from './passed-headers.ts';
import { type Posted, post } from './post.ts';
import { judgeSignature, withLookalike } from './signature-verdict.ts';
import { openTally } from './tally.ts';
import { type Summary, type Told, shownUrl } from './told.ts';
import { readWebhook } from './webhook-body.ts';

export type Listening = {
  /** The address to give as `callback_url`. */
  readonly url: string;
  /** Resolves when as many attempts as were asked for are over; never, if no number was given. */
  readonly counted: Promise<void>;
  /** Takes nothing more. What is on its way to the receiver has a moment. */
  readonly close: () => Promise<Summary>;
};

export type Bounds = Pick<InboxOptions, 'bodyBytesMax' | 'headMs' | 'requestMs' | 'silenceMs'>;

/**
 * Rejects where the port or the address cannot be had.
 * @param tell hears of everything, in order @param bounds of the server, other than the usual ones
 */
export const startListening = async (
  flags: ListenFlags,
  tell: (told: Told) => void,
  bounds: Bounds = {},
): Promise<Listening> => {
  const tally = openTally();
  const running = new Set<Promise<void>>();
  const hop = systemLetters();
  let isLoopTold = false;
  let isOver: () => void = () => undefined;
  const counted = new Promise<void>((resolve) => (isOver = resolve));

  const receive = async (arrival: Arrival): Promise<void> => {
    const { method, headers, body, answer } = arrival;
    // What stands behind the question mark may be a secret of who gave the address.
    const path = arrival.path.replace(/\?.*/s, '?…');
    if (method !== 'POST') {
      tell({ type: 'refused', at: now(), what: `${method} ${path}: no webhook, answered 405` });
      return answer({ status: 405, headers: ['Allow', 'POST'], body: Buffer.from('Webhooks are sent with POST.\n') });
    }
    if (valuesOf(headers, hopHeader).includes(hop)) {
      if (!isLoopTold) tell({ type: 'refused', at: now(), what: `what was forwarded came back: ${loop}` });
      isLoopTold = true;
      return answer({ status: 508, body: Buffer.from(`${loop}\n`) });
    }
    const { event, deliveryId, jobId } = readWebhook(body);
    if (flags.events !== undefined && !flags.events.some((name) => name === event)) {
      tally.passOver();
      return answer({ status: 200 });
    }
    const which = { delivery_id: deliveryId, attempt: tally.attemptOf(deliveryId) };
    const judged = judgeSignature({
      body,
      header: valuesOf(headers, flags.signatureHeader),
      secret: flags.secret,
      tolerance: flags.tolerance,
      now: wallSeconds(),
    });
    const signature = withLookalike(judged, headers);
    tally.judged(signature.verdict);
    tell({
      type: 'delivery',
      at: now(),
      event,
      ...which,
      job_id: jobId,
      signature,
      path,
      headers: Object.fromEntries(pairsOf(passedHeaders(headers, ['authorization', 'cookie']))),
      body: body.toString(),
    });

    const forwarded = forward(flags, arrival, hop).then((posted) => {
      if (posted !== undefined) tell({ type: 'forward', at: now(), ...which, ...inShort(posted) });
      return posted;
    });
    const scripted = answerTo(which.attempt, flags);
    const reply = scripted === 'forward' ? replyFrom(await forwarded) : replyOf(scripted);
    const word = typeof reply === 'string' ? reply : reply.status;
    tally.answered(word);
    const from = scripted === 'forward' ? 'receiver' : flags.answers === undefined ? 'inbox' : 'script';
    tell({ type: 'answer', at: now(), ...which, answer: word, from });
    await Promise.all([answer(reply), forwarded]);
    if (tally.finish() === flags.count) isOver();
  };

  const inbox = await openInbox({
    ...bounds,
    host: flags.host,
    port: flags.port,
    refuse: (what) => tell({ type: 'refused', at: now(), what }),
    receive: (arrival) => {
      const work = receive(arrival)
        .catch(async (error: unknown) => {
          // One webhook, or one answer of the receiver, that cannot be dealt with must not end all others.
          tell({ type: 'refused', at: now(), what: `a webhook was answered 502: ${String(error)}` });
          await arrival.answer({ status: 502 });
        })
        .finally(() => running.delete(work));
      running.add(work);
    },
  });
  return {
    url: `${inbox.origin}/webhook`,
    counted,
    close: async () => {
      await inbox.close();
      await Promise.race([Promise.all(running), moment()]);
      return tally.summary();
    },
  };
};

/** Says which inbox has forwarded a webhook. */
const hopHeader = 'Understudy-Forwarded-By';
const loop = '--forward-to leads back here, answered 508';

/** Attempt by attempt of one delivery; the last answer to all that follow. */
const answerTo = (attempt: number, { answers, forwardTo }: ListenFlags): ListenAnswer =>
  answers?.[Math.min(attempt, answers.length) - 1] ?? (forwardTo === undefined ? 200 : 'forward');

const replyOf = (scripted: number | 'timeout' | 'reset'): InboxAnswer => {
  if (typeof scripted === 'string') return scripted;
  return { status: scripted, ...(scripted >= 300 && scripted < 400 && { headers: ['Location', '/elsewhere'] }) };
};

type Forwarded = Posted & { readonly url: string };

/** The same bytes under the same headers, so that the signature still fits, and one more by which it is known if it comes back. */
const forward = async (
  { forwardTo: url, headers, skipVerify }: ListenFlags,
  arrival: Arrival,
  hop: string,
): Promise<Forwarded | undefined> => {
  if (url === undefined) return undefined;
  const sent = [...forwardedHeaders(arrival.headers, headers), hopHeader, hop];
  const posted = await post(url, sent, arrival.body, {
    timeoutMs: forwardMs,
    skipVerify,
  });
  return { ...posted, url };
};

/** To the sender, who hears from the receiver as if there were nobody between. */
const replyFrom = (posted: Posted | undefined): InboxAnswer => {
  if (posted === undefined) return { status: 200 };
  if (posted.kind === 'failed') return { status: 502, body: Buffer.from(`${posted.why}\n`) };
  const { status, headers, body } = posted;
  return { status, headers: passedHeaders(headers), body };
};

const inShort = (
  posted: Forwarded,
): { url: string; status: number | null; failure: string | null; duration_ms: number } => ({
  url: shownUrl(posted.url),
  status: posted.kind === 'answered' ? posted.status : null,
  failure: posted.kind === 'failed' ? posted.why : null,
  duration_ms: posted.durationMs,
});

const now = (): string => new Date(wallNow()).toISOString();

const moment = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 2_000).unref());

/** Longer than any sender waits, to see whether a receiver is slow or stuck. */
const forwardMs = 3 * limits.webhookResponseWaitSeconds * 1000;
