/** Why a session is as it is: what made it, who connected, how long it streamed, what ended it and what that cost. */
import type { SocketEntry } from '../../../spec/schemas/journal.ts';
import type { AccountEvent } from '../events.ts';
import type { Session, StreamEnd, Streamed } from '../session.ts';
import { dueBy, movedPast } from './causes.ts';
import { explainFaults, rulesAt } from './faults.ts';
import type { Explained } from './job.ts';
import { priceOfStream } from './price.ts';
import { originOf } from './request.ts';
import { type Step, stepAt } from './step.ts';
import { type Subject, iso } from './subject.ts';
import { length, usd } from './wording.ts';

export const explainSession = (subject: Subject, session: Session): Explained => {
  const { id, createdAt } = session;
  const created = subject.past.find(({ event }) => event.type === 'session.created' && event.session.id === id);
  const origin = originOf(subject, id, createdAt);
  const ended = endOf(subject, id);
  const position = created?.position ?? 0;
  return {
    summary: summaryOf(session, ended),
    request: origin.explained,
    faults: explainFaults(subject, session.faults, { request: origin.request, rules: rulesAt(subject, position) }),
    drawn: [
      `its token is good for connecting until ${iso(session.tokenExpiresAt)}`,
      `it may stream ${session.maxDurationSeconds} s, and cost ${usd(session.maxCostMicros)} at the most`,
    ],
    price: priceOfStream(subject, session, ended),
    steps: [
      stepAt(createdAt, created?.position, `created for ${session.feature}`, {
        seq: origin.request?.seq ?? null,
        details: ['creating it costs nothing'],
      }),
      ...lifeOf(subject, session),
      ...socketSteps(subject, id),
      ...aheadOf(session),
    ],
  };
};

type Ended = Extract<AccountEvent, { type: 'session.ended' }>;

const endOf = ({ past }: Subject, sessionId: string): Ended | undefined => {
  for (const { event } of past) if (event.type === 'session.ended' && event.sessionId === sessionId) return event;
  return undefined;
};

const summaryOf = ({ id, feature, state }: Session, ended: Streamed | undefined): string => {
  const what = `The ${feature} session ${id}`;
  if (ended !== undefined) {
    return `${what} streamed ${length(ended.streamedMs)} and cost ${usd(ended.chargedMicros)}: ${ends[ended.by]}.`;
  }
  if (state.status === 'streaming') return `${what} has been streaming since ${iso(state.at)}.`;
  return state.status === 'created'
    ? `${what} waits for its client to connect.`
    : `${what} is over: nobody connected before its token had expired. It cost nothing.`;
};

/** What ended a stream. */
const ends: { readonly [by in StreamEnd]: string } = {
  close: 'the connection was closed',
  lost: 'the line was lost',
  'hard-stop': 'its funded time was over',
  funds: 'the balance was used up',
  'key-revoked': 'the key that made it was revoked',
  shutdown: 'the mock stopped or was reset',
};

const lifeOf = (subject: Subject, session: Session): Step[] =>
  subject.past.flatMap(({ event, position }) => {
    if (!('sessionId' in event) || event.sessionId !== session.id) return [];
    switch (event.type) {
      case 'session.connected': {
        const entry = openingOf(subject, session.id, event.connection);
        return [
          stepAt(event.at, position, `connection ${event.connection} was accepted`, {
            seq: entry?.seq ?? null,
            because: 'its token is right',
            details: [
              ...(event.connection === 1 ? ['billing begins'] : ['it takes the place of the one before']),
              ...(event.heldMicros === undefined ? [] : [`${usd(event.heldMicros)} are set aside`]),
              ...(entry?.notes ?? []),
            ],
          }),
        ];
      }
      case 'session.expired':
        return [
          stepAt(event.at, position, 'over without a stream', {
            because: dueBy(subject, event.at, 'nobody had connected when its token expired'),
          }),
        ];
      case 'session.ended':
        return [endStep(subject, event, position)];
      case 'session.settled':
        return [stepAt(event.at, position, `settled: ${usd(event.chargedMicros)} are charged`)];
      default:
        return [];
    }
  });

/** Its entry in the journal, as long as it is kept. */
const openingOf = ({ entries }: Subject, sessionId: string, connection: number): SocketEntry | undefined =>
  entries.find(
    (entry): entry is SocketEntry =>
      entry.kind === 'socket' &&
      entry.event === 'connected' &&
      entry.session_id === sessionId &&
      entry.connection === connection,
  );

const endStep = (subject: Subject, event: Ended, position: number): Step => {
  const moved = movedPast(subject, event.at);
  const isDue = event.by === 'hard-stop' || event.by === 'funds';
  const free = event.heldMicros - event.chargedMicros;
  return stepAt(event.at, position, `the stream ended after ${length(event.streamedMs)}`, {
    because: isDue && moved !== undefined ? `${ends[event.by]}; ${moved}` : ends[event.by],
    details: [
      `${usd(event.chargedMicros)} are to be paid`,
      ...(free > 0 ? [`${usd(free)} that were set aside are free again`] : []),
      ...(event.reason === null ? [] : [`its usage record has the reason ${event.reason}`]),
    ],
  });
};

/** What the journal saw at the socket itself. */
const socketSteps = ({ entries }: Subject, sessionId: string): Step[] =>
  entries.flatMap((entry) => {
    if (entry.kind !== 'socket' || entry.session_id !== sessionId || entry.event === 'connected') return [];
    return [
      stepAt(Date.parse(entry.at), undefined, socketText(entry), {
        seq: entry.seq,
        because: entry.faults.length === 0 ? null : `faults that met it: ${entry.faults.join(', ')}`,
        details: [
          ...(entry.event === 'closed' || entry.event === 'lost'
            ? [`${entry.received.frames} messages came, ${entry.sent.frames} went out`]
            : []),
          ...(entry.notes ?? []),
        ],
      }),
    ];
  });

const socketText = ({ event, code, detail, connection }: SocketEntry): string => {
  const why = [code, detail].filter((part) => part !== null && part !== '').join(' ');
  switch (event) {
    case 'refused':
      return `a connection was refused: ${why}`;
    case 'first-frame':
      return `the first message came on connection ${connection ?? 1}`;
    case 'closed':
    case 'lost':
    case 'connected':
      return `connection ${connection ?? 1} ${event}${why === '' ? '' : ` with ${why}`}`;
    default:
      return event satisfies never;
  }
};

const aheadOf = ({ state, tokenExpiresAt, maxDurationSeconds }: Session): Step[] => {
  if (state.status === 'created') {
    return [stepAt(tokenExpiresAt, undefined, 'over without a stream, if nobody connects', { ahead: true })];
  }
  if (state.status !== 'streaming') return [];
  const because = 'its funded time is over then';
  return [stepAt(state.at + maxDurationSeconds * 1_000, undefined, 'stopped', { because, ahead: true })];
};
