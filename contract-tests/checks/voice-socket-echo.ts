/**
 * A voice session without a voice gives back what it is sent: bit for bit and in order, however the sound is cut into messages. Messages
 * need not come back as they were cut: only the sound counts.
 */
import * as fc from 'fast-check';
import type { JudgeCase } from '../arbitraries/drawn.ts';
import { explore } from '../arbitraries/explore.ts';
import { type Check, check } from '../check.ts';
import { quiet } from '../probes/billing.ts';
import { createSession, secondMicrosMax, voice } from '../probes/sessions.ts';
import { billOf, dear, openBill } from '../probes/streams.ts';
import { type Line, audioIn, cutInto, openLine, messagesOf, openings, say, soundOf } from '../probes/voice-talk.ts';
import type { Trial } from '../trial.ts';
import { isBrief } from '../sample.ts';

const clause = 'endpoints.voice-session.pass-through';
const billed = 'states.voice-changer.billed-per-second';

/** A charge may be rounded to a cent (gap `usd-rounding`). */
const centMicros = 10_000;

export const voiceSocketEchoChecks: readonly Check[] = [
  check({
    id: 'voice-socket.echo-usual',
    title: 'without a voice, messages of about chunk_frames come back bit for bit and in order',
    clauses: [clause],
    needs: ['spend'],
    run: async (t) => {
      const line = await openLine(t);
      const bytes = 2 * line.chunkFrames;
      const half = 2 * Math.ceil(line.chunkFrames / 2);
      for (const [says, sizes, count] of [
        ['messages of chunk_frames', [bytes], 12],
        ['one message', [bytes], 1],
        ['messages of a sample less', [bytes - 2], 10],
        ['messages of a sample more', [bytes + 2], 10],
        ['messages of half of it and of one and a half', [half, bytes + half], 6],
        ['messages of double length', [2 * bytes], 6],
      ] as const) {
        await expectEcho(t, line, says, messagesOf(sizes, count, count), true);
      }
      await line.stream.close();
    },
  }),
  check({
    id: 'voice-socket.echo-lasting',
    title: 'without a voice, a long stream loses, doubles and changes nothing',
    clauses: [clause],
    needs: ['spend'],
    run: async (t) => {
      const line = await openLine(t);
      const bytes = 2 * line.chunkFrames;
      const count = t.target.control === undefined || isBrief(t.run) ? 60 : 400;
      await expectEcho(t, line, `${count} messages`, cutInto(soundOf(count * bytes, 3), [bytes]), true);
      await expectNothingMore(t, line);
    },
  }),
  check({
    id: 'voice-socket.echo-of-all-samples',
    title: 'without a voice, silence and the loudest samples come back as they are',
    clauses: [clause],
    needs: ['spend'],
    run: async (t) => {
      const line = await openLine(t);
      const bytes = 2 * line.chunkFrames;
      for (const [says, sample] of [
        ['silence', 0],
        ['the loudest sample', 32_767],
        ['the lowest sample', -32_768],
        ['the quietest sample', 1],
        ['the quietest sample below zero', -1],
        ['a sample with a low byte alone', 255],
        ['a sample with a high byte alone', 256],
      ] as const) {
        const message = Buffer.alloc(bytes);
        for (let at = 0; at < bytes; at += 2) message.writeInt16LE(sample, at);
        await expectEcho(t, line, says, [message], true);
      }
      await line.stream.close();
    },
  }),
  check({
    id: 'voice-socket.echo-any-size',
    title: 'without a voice, messages of any size that are served come back bit for bit',
    clauses: [clause],
    needs: ['spend'],
    run: async (t) => {
      const { sampleRate, chunkFrames, stream } = await openLine(t);
      await stream.close();
      const most = isBrief(t.run) ? 40 : 120;
      for (const [says, sizes, count] of [
        ['messages of one sample', [2], most],
        ['messages of seven samples', [14], most],
        ['a second and a half in one message', [3 * sampleRate], 1],
        ['messages of all sizes', [2, 2 * chunkFrames, 10, 8 * chunkFrames, 4, 2], 18],
      ] as const) {
        const line = await openLine(t);
        await expectEcho(t, line, says, messagesOf(sizes, count, sizes.length), false);
        await line.stream.close();
      }
    },
  }),
  check({
    id: 'voice-socket.echo-drawn',
    title: 'without a voice, sound that is cut in any way near chunk_frames comes back bit for bit',
    clauses: [clause],
    needs: ['spend'],
    run: async (t) => {
      const first = await openLine(t);
      const { chunkFrames } = first;
      // One for each trial: cases may be made smaller elsewhere.
      const lines = new Map([[t, first]]);
      const lineOf = async (trial: Trial): Promise<Line> => {
        const known = lines.get(trial);
        if (known?.stream.isOpen === true) return known;
        const line = await openLine(trial);
        lines.set(trial, line);
        return line;
      };
      const size = fc.integer({ min: Math.ceil(chunkFrames / 2), max: 2 * chunkFrames });
      const drawn = fc.record({
        sizes: fc.array(size, { minLength: 1, maxLength: 6 }),
        messages: fc.integer({ min: 1, max: 12 }),
        seed: fc.nat(),
      });
      const runs = t.target.control === undefined ? 3 : 40;
      const judge: JudgeCase<{ sizes: number[]; messages: number; seed: number }> = async (
        { sizes, messages, seed },
        trial,
      ) => {
        const line = await lineOf(trial);
        const all = messagesOf(
          sizes.map((frames) => 2 * frames),
          messages,
          seed,
        );
        const says = `messages of ${all.map(({ length }) => length / 2).join(', ')} samples`;
        try {
          await expectEcho(trial, line, says, all, true);
        } catch (error) {
          // What is still on its way would be taken for the next case's.
          line.stream.cut();
          throw error;
        }
      };
      try {
        await explore(t, drawn, runs, judge);
      } finally {
        for (const { stream } of lines.values()) await stream.close();
      }
    },
  }),
  check({
    id: 'voice-socket.echo-odd-bytes',
    title: 'without a voice, samples that are cut in two are joined, or lost with their half, or end the stream',
    clauses: [clause],
    needs: ['spend'],
    run: async (t) => {
      const line = await openLine(t);
      const bytes = 2 * line.chunkFrames;
      const messages = cutInto(soundOf(6 * bytes, 11), [bytes - 1, bytes + 1, bytes + 1, bytes - 1]);
      const sound = Buffer.concat(messages);
      const whole = Buffer.concat(messages.map((message) => message.subarray(0, 2 * Math.floor(message.length / 2))));
      const heard = await say(t, line, messages, { bytes: whole.length, breaks: 'gap:odd-bytes' });
      if (heard.length < sound.length) await line.stream.until(() => false, 100);
      const isOver = !line.stream.isOpen;
      await line.stream.close();
      if (isOver) {
        t.run.observe('odd-bytes', 'closed');
        return t.expect(clause, sound.subarray(0, heard.length).equals(heard), {
          expected: 'the sound up to where the stream was closed',
          actual: difference(sound, heard),
          at: line.session,
          gaps: ['odd-bytes'],
        });
      }
      const all = audioIn(line.stream.frames);
      if (all.equals(sound)) t.run.observe('odd-bytes', 'carried');
      t.expect(clause, all.equals(sound) || all.equals(whole), {
        expected: 'the sound as it was sent, or without the bytes that end a message in the middle of a sample',
        actual: difference(sound, all),
        at: line.session,
        gaps: ['odd-bytes'],
      });
    },
  }),
  check({
    id: 'voice-socket.text-among-sound',
    title: 'a text where sound is due ends the voice stream or does nothing, and no more is charged than was streamed',
    clauses: [clause, billed],
    needs: ['spend'],
    run: async (t) => {
      // Its streams may be paid for a moment later: not while this one is looked at.
      await t.once(openings);
      const isOurs = t.target.control !== undefined;
      const account = await (isOurs ? dear(t) : t.main());
      if (!isOurs) await quiet(t, account);
      const bill = await openBill(t, account);
      const session = await createSession(t, bill.account, voice, 1);
      const connecting = await t.run.lookAtClock();
      const line = await openLine(t, {}, session);
      const { stream, chunkFrames } = line;
      const seconds = isOurs ? 10 : 2;
      await expectEcho(t, line, 'messages before a text', messagesOf([2 * chunkFrames], 5, 31), true);
      await t.run.pass(seconds);
      const { length } = stream.frames;
      stream.send('no sound', 'gap:voice-text');
      // Who ends the stream for it ends it now: what passes from then on is not streamed.
      const isEnded = (await stream.ended(300)) !== undefined;
      const ended = await t.run.lookAtClock();
      await t.run.pass(seconds);
      const sound = soundOf(10 * chunkFrames, 32);
      await say(t, line, cutInto(sound, [2 * chunkFrames]));
      const heard = audioIn(stream.frames.slice(length));
      t.run.observe('voice-text', stream.isOpen ? 'ignored' : 'closed');
      t.expect(clause, (stream.isOpen ? sound : sound.subarray(0, heard.length)).equals(heard), {
        expected: 'the bytes that were sent after a text, unless that ended the stream',
        actual: difference(sound, heard),
        at: session,
        gaps: ['voice-text'],
      });
      await stream.close();
      const over = isEnded ? ended : await t.run.lookAtClock();
      const secondsMost = Math.ceil((over - connecting) / 1_000);
      const { after, usage } = await billOf(t, bill, session);
      const chargedMicros = bill.before.leftMicros - after.leftMicros;
      t.expect(billed, chargedMicros <= secondMicrosMax(t, session) * secondsMost + centMicros, {
        expected: `no more than ${secondsMost} s cost, for a stream with a text in it`,
        actual: `${(chargedMicros / 1e6).toFixed(6)} USD`,
        at: [bill.before.exchange, session, after.exchange, usage],
        gaps: ['voice-text', 'session-rounding', 'usd-rounding'],
      });
    },
  }),
  check({
    id: 'voice-socket.echo-apart',
    title: 'two voice sessions at once each get their own sound back',
    clauses: [clause],
    needs: ['spend'],
    run: async (t) => {
      const account = await t.main();
      // Both are made before one streams: an account may have one open at a time (gap `parallel-sessions`).
      const first = await createSession(t, account, voice, 1);
      const second = await createSession(t, account, voice, 1);
      const lines = [await openLine(t, {}, first), await openLine(t, {}, second)];
      const messages = lines.map(({ chunkFrames }, seed) =>
        cutInto(soundOf(20 * chunkFrames, seed + 21), [2 * chunkFrames]),
      );
      await Promise.all(
        lines.map((line, place) => expectEcho(t, line, 'one of two streams', messages[place] ?? [], true)),
      );
      await Promise.all(lines.map(({ stream }) => stream.close()));
    },
  }),
];

/** @param isUsual of a size that must be served; else the stream may be closed for it (gap `chunk-size`) */
const expectEcho = async (
  t: Trial,
  line: Line,
  says: string,
  messages: readonly Buffer[],
  isUsual: boolean,
): Promise<void> => {
  const sound = Buffer.concat(messages);
  const heard = await say(t, line, messages, isUsual ? {} : { breaks: 'gap:chunk-size' });
  if (!isUsual && !line.stream.isOpen && sound.subarray(0, heard.length).equals(heard)) {
    t.run.observe('chunk-size', 'one-second');
    return t.tried();
  }
  t.expect(clause, heard.equals(sound), {
    expected: 'the bytes that were sent, and no others',
    of: `${sound.length}, in ${says}`,
    actual: difference(sound, heard),
    at: line.session,
    gaps: isUsual ? [] : ['chunk-size'],
  });
};

/** Nothing was on its way that had not been sent. */
const expectNothingMore = async (t: Trial, line: Line): Promise<void> => {
  const { length } = line.stream.frames;
  await line.stream.close();
  const more = line.stream.frames.slice(length);
  t.expect(clause, more.length === 0, {
    expected: 'nothing after the sound',
    actual: `${more.length} frames more`,
    at: line.session,
  });
};

const difference = (sound: Buffer, heard: Buffer): string => {
  let at = 0;
  while (at < heard.length && at < sound.length && heard[at] === sound[at]) at++;
  if (at === sound.length) return `${heard.length - sound.length} bytes more`;
  if (at === heard.length) return `the first ${heard.length} bytes only`;
  return `${heard.length} bytes, which differ from byte ${at} on`;
};
