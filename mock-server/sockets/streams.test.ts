/** What is framed on the two sockets, from the client's side. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { frame, handshake, openSocketMock } from './client.case.ts';

const format = '{"sample_rate":24000,"chunk_frames":480}';

const bytes = (length: number, seed = 7): Buffer =>
  Buffer.from(Array.from({ length }, (_, i) => (i * seed + seed) % 256));

test('a voice stream begins with the audio format, unasked and alone', async () => {
  const mock = await openSocketMock();
  const stream = await mock.connect(await mock.voice());
  expect(await stream.received(1)).toEqual([format]);
  stream.send(bytes(4));
  expect(await stream.received(2)).toEqual([format, bytes(4)]);
  await stream.close();
  await mock.close();
});

test('without a profile audio comes back byte for byte, message by message, in order (F61)', async () => {
  const mock = await openSocketMock();
  const stream = await mock.connect(await mock.voice());
  const sent = Array.from({ length: 200 }, (_, i) => bytes(2 * ((i * 37) % 900) + 2, i + 1));
  stream.send(...sent);
  expect((await stream.received(201)).slice(1)).toEqual(sent);
  await stream.close();
  await mock.close();
});

test('a sample that is split over messages is put together, and half a one at the end is dropped (F60)', async () => {
  const mock = await openSocketMock();
  const stream = await mock.connect(await mock.voice());
  const audio = bytes(13);
  const cuts = [0, 3, 4, 4, 7, 8, 9, 13];
  stream.send(...cuts.slice(1).map((end, i) => audio.subarray(cuts[i], end)));
  const back = (await stream.received(6)).slice(1);
  expect(back).toEqual(
    [
      [0, 2],
      [2, 4],
      [4, 6],
      [6, 8],
      [8, 12],
    ].map(([from, to]) => audio.subarray(from, to)),
  );
  await stream.close();
  expect(stream.messages).toHaveLength(6);
  await mock.close();
});

test('with a profile as many bytes come back, other ones, the same each time and others for each voice', async () => {
  const mock = await openSocketMock();
  const audio = Buffer.alloc(48_000);
  for (let i = 0; i < audio.length; i += 2) audio.writeInt16LE(Math.round(9_000 * Math.sin(i / 37)), i);
  const converted = async (voice_profile_id: string): Promise<Buffer[]> => {
    const stream = await mock.connect(await mock.voice({ voice_profile_id }));
    const sent = [
      audio.subarray(0, 960),
      audio.subarray(960, 961),
      audio.subarray(961, 30_000),
      audio.subarray(30_000),
    ];
    stream.send(...sent);
    const back = (await stream.received(4)).slice(1) as Buffer[];
    await stream.close();
    return back;
  };
  const voices = (await mock.json('GET', '/voices')) as unknown as { id: string }[];
  const heard = new Set<string>();
  for (const { id } of voices) {
    const once = await converted(id);
    expect(once.map(({ length }) => length)).toEqual([960, 29_040, 18_000]);
    expect(await converted(id)).toEqual(once);
    heard.add(Buffer.concat(once).toString('base64'));
  }
  expect(heard.add(audio.toString('base64')).size).toBe(voices.length + 1);
  await mock.close();
});

test('a message of a live swap comes back as it was sent: text as text, bytes as bytes, an empty one empty', async () => {
  const mock = await openSocketMock();
  const stream = await mock.connect(await mock.liveSwap());
  const sent = ['{"a":1}', bytes(1), '', Buffer.alloc(0), 'ä\u0000🙂', bytes(70_000), bytes(2 ** 20)];
  stream.send(...sent);
  const back = await stream.received(7);
  expect(back.map((message) => typeof message)).toEqual(sent.map((message) => typeof message));
  for (const [i, message] of back.entries()) expect(Buffer.from(message).equals(Buffer.from(sent[i] ?? ''))).toBe(true);
  await stream.close();
  await mock.close();
});

test.each([
  ['text where audio is due', 'voice', frame(1, 'hello'), 1003],
  ['text that is no UTF-8', 'liveSwap', frame(1, Buffer.from([0xc3, 0x28])), 1007],
  ['a message above 1 MiB', 'liveSwap', frame(2, Buffer.alloc(2 ** 20 + 1)), 1009],
  [
    'a message above 1 MiB in fragments',
    'voice',
    Buffer.concat([frame(2, Buffer.alloc(2 ** 20), false), frame(0, 'x')]),
    1009,
  ],
  [
    'a thousand fragments and more',
    'voice',
    Buffer.concat([frame(2, 'x', false), ...Array.from({ length: 1_024 }, () => frame(0, 'x', false))]),
    1009,
  ],
  ['a fragment without a beginning', 'voice', frame(0, 'x'), 1002],
  ['an opcode that there is not', 'voice', frame(3, 'x'), 1002],
  ['a ping that is too long', 'voice', frame(9, Buffer.alloc(126)), 1002],
  ['a frame that is not masked', 'voice', Buffer.from([0x82, 1, 65]), 1002],
] as const)('%s: on %s closed, and settled (F60) (K6)', async (_what, kind, sent, code) => {
  const mock = await openSocketMock({}, {}, { socketTimes: { handshake: 50 } });
  const stream = await mock.raw(await mock[kind]());
  stream.socket.write(sent);
  await new Promise((resolve) => stream.socket.on('end', resolve));
  const closing = stream.bytes().subarray(-100);
  const at = closing.findIndex((byte, i) => byte === 0x88 && closing.readUInt16BE(i + 2) >= 1000);
  expect(closing.readUInt16BE(at + 2)).toBe(code);
  expect(await mock.usage()).toHaveLength(1);
  stream.socket.destroy();
  await mock.close();
});

test('bytes that come together with the handshake are not lost', async () => {
  const mock = await openSocketMock();
  const { session_id, session_token } = await mock.voice();
  const socket = connect(mock.port, '127.0.0.1');
  const path = `/streams/${session_id}?session_token=${session_token}`;
  socket.write(Buffer.concat([Buffer.from(handshake(path)), frame(2, 'ABCD'), frame(8)]));
  const got: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => got.push(chunk));
  await new Promise((resolve) => socket.on('end', resolve));
  expect(Buffer.concat(got).toString('latin1')).toMatch(/^HTTP\/1\.1 101 .*ABCD/s);
  socket.destroy();
  await mock.close();
});
