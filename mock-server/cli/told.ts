/** What `understudy listen` tells: a line of JSON for programs, and a line that users of Stripe's command know for people. */
import colors from 'picocolors';
import { visible } from '../../contract-tests/report/visible.ts';
import type { SignatureVerdict } from './signature-verdict.ts';

export type Told =
  | { readonly type: 'ready'; readonly url: string; readonly forward_to: string | null; readonly verifies: boolean }
  | ({
      readonly type: 'delivery';
      readonly at: string;
      readonly event: string | null;
      readonly job_id: string | null;
      readonly signature: SignatureVerdict;
      readonly path: string;
      readonly headers: { readonly [name: string]: string };
      readonly body: string;
    } & Attempt)
  | ({
      readonly type: 'forward';
      readonly at: string;
      readonly url: string;
      /** Null where no answer came, and then `failure` says why. */
      readonly status: number | null;
      readonly failure: string | null;
      readonly duration_ms: number;
    } & Attempt)
  | ({
      readonly type: 'answer';
      readonly at: string;
      readonly answer: number | 'timeout' | 'reset';
      readonly from: 'script' | 'receiver' | 'inbox';
    } & Attempt)
  | { readonly type: 'refused'; readonly at: string; readonly what: string }
  | Summary;

/** Of what was seen with that id. */
type Attempt = { readonly delivery_id: string | null; readonly attempt: number };

export type Summary = {
  readonly type: 'summary';
  readonly deliveries: number;
  readonly attempts: number;
  /** How often each verdict was given. */
  readonly signatures: { readonly [verdict: string]: number };
  readonly answers: { readonly [answer: string]: number };
  /** Webhooks of events that were not asked for. */
  readonly passed_over: number;
};

/** Undefined for what people are told already: what a receiver answered is what the sender gets. */
export const lineOf = (told: Told): string | undefined => {
  switch (told.type) {
    case 'ready':
      return `> Ready! Give ${colors.bold(told.url)} as callback_url; ${
        told.forward_to === null ? 'nothing is forwarded' : `what comes goes on to ${told.forward_to}`
      }${told.verifies ? '' : '; signatures are not checked: there is no --secret'} (^C to quit)`;
    case 'delivery': {
      const { event, job_id, attempt, signature } = told;
      const job = job_id === null ? '' : `${shown(job_id)}, `;
      return `${time(told.at)}   --> ${colors.bold(shown(event ?? 'no event'))} ${idOf(told)} ${job}attempt ${attempt}, ${inColour(signature)}`;
    }
    case 'forward': {
      const where = `POST ${told.url} ${idOf(told)}`;
      return told.status === null
        ? `${time(told.at)}  <--  ${colors.red('[ERROR]')} ${where} ${told.failure ?? ''}`
        : `${time(told.at)}  <--  ${status(told.status)} ${where} ${colors.dim(`${told.duration_ms} ms`)}`;
    }
    case 'answer':
      return told.from === 'receiver'
        ? undefined
        : `${time(told.at)}  <--  ${status(told.answer)} ${idOf(told)}${told.from === 'script' ? ' as scripted' : ''}`;
    case 'refused':
      return `${time(told.at)}   --> ${colors.dim(shown(told.what))}`;
    case 'summary':
      return summaryOf(told);
    default:
      return told satisfies never;
  }
};

/** An address without what may stand in its query: that may be a secret. */
export const shownUrl = (url: string): string => {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
};

/** Text of strangers: short, and nothing that steers a terminal. */
export const shown = (text: string): string => visible(text.length > 100 ? `${text.slice(0, 100)}…` : text);

/** As clocks here show it. */
export const time = (iso: string): string => colors.dim(new Date(iso).toLocaleString('sv-SE'));

export const status = (answer: number | 'timeout' | 'reset'): string =>
  (answer === 'timeout' || answer === 'reset' || answer >= 300 ? colors.red : colors.green)(`[${answer}]`);

const idOf = ({ delivery_id }: Attempt): string => `[${shown(delivery_id ?? 'no delivery_id')}]`;

const inColour = ({ verdict, text }: SignatureVerdict): string => {
  const colour = verdict === 'ok' ? colors.green : verdict === 'unchecked' ? colors.dim : colors.red;
  return colour(`signature ${text}`);
};

const summaryOf = ({ deliveries, attempts, signatures, answers, passed_over }: Summary): string => {
  const list = (counts: { readonly [name: string]: number }): string =>
    Object.entries(counts)
      .map(([name, count]) => `${count} × ${name}`)
      .join(', ');
  if (attempts === 0) return `> No webhook came${passed_over === 0 ? '' : ` but ${passed_over} of other events`}.`;
  return [
    `> ${several(deliveries, 'delivery', 'deliveries')} in ${several(attempts, 'attempt', 'attempts')}`,
    `; signatures: ${list(signatures)}; answered: ${list(answers)}`,
    passed_over === 0 ? '.' : `; ${passed_over} of other events.`,
  ].join('');
};

const several = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;
