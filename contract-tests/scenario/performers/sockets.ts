/** Steps on sockets: opened with the token of a session, talked on, and closed by either side. */
import { secondsOf } from '../../../scenarios/duration.ts';
import { memberOf, numberIn, textIn } from '../../reading/members.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { openStream } from '../../wire/stream.ts';
import type { Line, Perform } from '../player.ts';

export const sockets = {
  connect: async (player, step) => {
    const { exchange: session, account } = player.answer(step.connect);
    const [address, token] = [textIn(session, 'stream_url'), textIn(session, 'session_token')];
    if (address === undefined || token === undefined)
      return { lines: [], expected: 'a session with stream_url and session_token' };
    const url = new URL(address);
    url.searchParams.set('session_token', token);
    const settle = await player.setAsideFor(session);
    const from = await player.now();
    const stream = await openStream(url.href, { ca: player.run.target.ca });
    const line: Line = { stream, session, account, from, to: undefined };
    if (stream.status === 101) player.admitted(line, settle);
    else settle(0);
    player.keep(step.as, { kind: 'stream', line });
    const format = isVoice(session) && stream.status === 101 ? await formatOf(line) : '';
    const { expect = 'open' } = step;
    const expected = typeof expect === 'object' ? (expect.status ?? 'anything') : expect;
    const isMet =
      expected === 'anything' ||
      (expected === 'refused'
        ? stream.status !== 101
        : expected === 'open'
          ? stream.status === 101
          : stream.status === expected);
    return {
      lines: [
        `WebSocket ${url.pathname} → ${stream.status === 101 ? `open${format}` : `refused with ${stream.status}`}`,
      ],
      expected: isMet ? undefined : expected === 'open' ? 'a socket that is let in' : `${expected}`,
    };
  },
  send: async (player, { send, messages = 1, text }) => {
    const line = player.line(send);
    const bytes = isVoice(line.session) ? await chunkOf(line) : Buffer.alloc(frameBytes, 1);
    let sent = 0;
    for (; sent < messages && line.stream.isOpen; sent++) line.stream.send(text ?? bytes);
    const what = text === undefined ? `${sent} message${sent === 1 ? '' : 's'} of ${bytes.byteLength} bytes` : `a text`;
    return { lines: [`sent ${what}`], ...(sent === 0 && { expected: 'a socket that is open' }) };
  },
  receive: async (player, { receive, messages = 1 }) => {
    const { stream } = player.line(receive);
    const sound = (): number => stream.frames.filter(({ kind }) => kind === 'binary').length;
    const isMet = await stream.until(() => sound() >= messages);
    return { lines: [`received ${sound()} messages in all`], ...(!isMet && { expected: `${messages} messages` }) };
  },
  close: async (player, { close }) => {
    const line = player.line(close);
    await player.hangUp(line);
    return { lines: [toldOf(line, 'closed')] };
  },
  cut: async (player, { cut }) => {
    const line = player.line(cut);
    await player.hangUp(line, true);
    return { lines: [toldOf(line, 'cut')] };
  },
  ended: async (player, { ended, within = 0 }) => {
    const line = player.line(ended);
    const from = await player.now();
    for (;;) {
      // A goodbye that is under way belongs to the present instant.
      const end = await line.stream.ended(secondsOf(within) === 0 ? 5_000 : 30);
      const left = secondsOf(within) - ((await player.now()) - from) / 1_000;
      if (end !== undefined) {
        await player.settled(line);
        return { lines: [toldOf(line, `ended by the other side with ${end.code}`)] };
      }
      if (left <= 0)
        return { lines: ['it is still open'], expected: `a socket that ends within ${secondsOf(within)} s` };
      await player.step(left, secondsOf(within));
    }
  },
} as const satisfies { readonly [verb: string]: Perform };

const isVoice = (session: Exchange): boolean => session.operation === 'createVoiceSession';

/** Of Full Live Swap, whose frames the document does not describe. */
const frameBytes = 1_024;

const formatOf = async ({ stream }: Line): Promise<string> => {
  await stream.until((frames) => frames.some(({ kind }) => kind === 'text'), 2_000);
  const format = voiceFormat(stream.frames.find(({ kind }) => kind === 'text')?.bytes);
  return format === undefined ? '' : `, ${format.rate} Hz, ${format.frames} frames a chunk`;
};

/** Silence of one chunk, as the service says that it wants it. */
const chunkOf = async ({ stream }: Line): Promise<Buffer> => {
  await stream.until((frames) => frames.some(({ kind }) => kind === 'text'), 2_000);
  const format = voiceFormat(stream.frames.find(({ kind }) => kind === 'text')?.bytes);
  return Buffer.alloc(2 * (format?.frames ?? 480));
};

const voiceFormat = (bytes: Buffer | undefined): { readonly rate: number; readonly frames: number } | undefined => {
  try {
    const json = JSON.parse(bytes?.toString() ?? '') as unknown;
    const [rate, frames] = [memberOf(json, 'sample_rate'), memberOf(json, 'chunk_frames')];
    return typeof rate === 'number' && typeof frames === 'number' ? { rate, frames } : undefined;
  } catch {
    return undefined;
  }
};

const toldOf = ({ from, to = from, session }: Line, how: string): string =>
  `${how} after ${Math.round((to - from) / 100) / 10} s of at most ${numberIn(session, 'max_duration_sec') ?? '?'} s`;
