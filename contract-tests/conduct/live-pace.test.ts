/** What the pace of live sound tells of its rate: a wrong one is told where the messages come evenly for long, and nothing is said of all other senders. */
import { expect, test } from 'vitest';
import type { JournalEntry, SocketMessage } from '../../spec/schemas/journal.ts';
import { answer, call, second, socket, stamp } from './clients/written.case.ts';
import { type About, type RuleVerdict, judgeConduct } from './scorecard.ts';

type Sound = { readonly ms: number; readonly frames: number };

/** So many messages of so much sound, the next so long after the one before. */
const every = (ms: number, frames: number, count: number): readonly Sound[] =>
  Array.from({ length: count }, () => ({ ms, frames }));

/** A microphone of this rate, in messages of 20 ms. */
const microphone = (rate: number, seconds: number, channels = 1): readonly Sound[] =>
  every(20, (rate * channels) / 50, seconds * 50);

/** The journal of a client that sends that to a mock which announces 24,000 Hz, and answers each message with one. */
const journalOf = (sounds: readonly Sound[], about: object = {}, speed = 1): readonly JournalEntry[] => {
  let at = 0;
  const messages = sounds.flatMap(({ ms, frames }) => {
    at += ms * speed;
    return [message(at, 'client', frames), message(at, 'server', frames)];
  });
  const format = { type: 'text', at: stamp(0), from: 'server', bytes: 40, truncated: false, text: announced } as const;
  const all = [format, ...messages];
  const isLong = all.length > 120;
  return [
    call('createVoiceSession', 'POST /voice/session', { at: 0, ...answer(200, { session_id: 'ses_1' }) }),
    socket({ seq: 2 }),
    socket({
      seq: 3,
      event: 'closed',
      at: stamp(at),
      received: { frames: sounds.length, bytes: sounds.reduce((sum, { frames }) => sum + 2 * frames, 0) },
      messages: isLong ? [...all.slice(0, 100), ...all.slice(-20)] : all,
      messages_left_out: isLong ? all.length - 120 : 0,
      ...about,
    }),
  ];
};

const announced = '{"type":"format","sample_rate":24000,"chunk_frames":480}';

const message = (ms: number, from: 'client' | 'server', frames: number): SocketMessage => ({
  type: 'binary',
  at: stamp(Math.round(ms)),
  from,
  bytes: 2 * frames,
  base64: '',
  truncated: true,
});

const paceIn = (entries: readonly JournalEntry[], about: Partial<About> = {}): RuleVerdict | undefined =>
  judgeConduct(entries, { accountId: 'acc_1', ...about }).rules.find(({ id }) => id === 'voice.pace');

test.each([
  ['8,000 Hz', microphone(8_000, 6)],
  ['16,000 Hz or 8,000 Hz in two channels', microphone(16_000, 30)],
  ['32,000 Hz or 16,000 Hz in two channels', microphone(32_000, 6)],
  ['44,100 Hz or 22,050 Hz in two channels', microphone(44_100, 6)],
  ['48,000 Hz or 24,000 Hz in two channels', microphone(24_000, 6, 2)],
  ['48,000 Hz in two channels', microphone(48_000, 6, 2)],
  ['16,000 Hz or 8,000 Hz in two channels', every(100, 1_600, 55)],
])('an even stream as of %s is warned of, with its entries and both rates', (rates, sounds) => {
  const told = paceIn(journalOf(sounds));
  expect(told).toMatchObject({ verdict: 'warn', lapses: [{ entries: [1, 2, 3] }] });
  expect(told?.message).toMatch(/^[\d,]+ bytes a second came evenly for \d+ s, as of /);
  expect(told?.message).toContain(`as of ${rates}, and 24,000 Hz was announced`);
});

test('an even stream at the announced rate is praised, and so is one on a clock that runs faster', () => {
  expect(paceIn(journalOf(microphone(24_000, 6)))?.verdict).toBe('pass');
  expect(paceIn(journalOf(microphone(24_000, 90), {}, 2), { clock: '2x' })?.verdict).toBe('pass');
  expect(paceIn(journalOf(microphone(16_000, 6), {}, 2), { clock: '2x' })?.verdict).toBe('warn');
});

const speech = microphone(24_000, 1);
/** One second of sound, then half a second of nothing: on the whole as much as 16,000 Hz. */
const halting = [...speech.slice(1), { ms: 520, frames: 480 }];

test.each<[what: string, entries: readonly JournalEntry[], about?: Partial<About>]>([
  ['a stream of less than five seconds', journalOf(microphone(16_000, 4))],
  ['a speaker who pauses', journalOf(Array.from({ length: 20 }, () => halting).flat())],
  [
    'a speaker who pauses once in a stream of which each message is known',
    journalOf([...every(100, 2_400, 25), { ms: 2_600, frames: 2_400 }, ...every(100, 2_400, 24)]),
  ],
  [
    'a speaker who pauses in the middle alone',
    journalOf([...microphone(24_000, 5), { ms: 5_000, frames: 480 }, ...microphone(24_000, 5)]),
  ],
  [
    'sound that is made by the second, and comes late',
    journalOf(Array.from({ length: 20 }, () => [{ ms: 1_500, frames: 480 }, ...every(0, 480, 49)]).flat()),
  ],
  ['a file that is sent as fast as it goes', journalOf(every(1, 480, 6_000))],
  ['a file that is sent half as fast again as it plays', journalOf(every(20, 720, 400))],
  ['a sender that is a little late with each message', journalOf(every(22, 480, 400))],
  ['a rate that is hardly another one', journalOf(microphone(22_050, 6))],
  ['a stream that a fault held up', journalOf(microphone(16_000, 6), { faults: ['socket-slow'] })],
  ['a stream whose end is not known', journalOf(microphone(16_000, 6)).slice(0, 2)],
  ['a clock that stands', journalOf(microphone(16_000, 6)), { clock: 'manual' }],
  ['a clock that is slower than real time', journalOf(microphone(16_000, 6)), { clock: '0.5x' }],
  ['a few messages, far from each other', journalOf(every(2 * second, 32_000, 4))],
])('nothing is said of %s', (_, entries, about) => {
  expect(paceIn(entries, about)?.verdict).toBe('not_testable');
});
