/** The port through which everything leaves a stream: what a caller does there is what the client sees, and what the session costs. */
import { expect, test } from 'vitest';
import { openSocketMock } from './client.case.ts';
import type { Frame, Line } from './frame.ts';

/** A line with some of its ways changed; the others stay. */
const changed =
  (change: (line: Line) => Partial<Line>): Frame =>
  (line) => ({
    send: (data, isBinary) => line.send(data, isBinary),
    close: (code, reason) => line.close(code, reason),
    reset: () => line.reset(),
    silence: () => line.silence(),
    wait: (on) => line.wait(on),
    ended: () => line.ended(),
    ...change(line),
  });

test('a message can be sent twice, and one can be kept back', async () => {
  const frame = changed((line) => ({
    send: (data, isBinary) => {
      if (!isBinary) return;
      line.send(data, true);
      line.send(data, true);
    },
  }));
  const mock = await openSocketMock({}, {}, { ports: { frame } });
  const stream = await mock.connect(await mock.voice());
  stream.send(Buffer.from('ab'));
  expect(await stream.received(2)).toEqual([Buffer.from('ab'), Buffer.from('ab')]);
  await stream.close();
  await mock.close();
});

test.each(['close', 'reset'] as const)('a stream can be ended early by %s, and is settled then', async (way) => {
  let ended = 0;
  const frame = changed((line) => ({
    send: () => (way === 'close' ? line.close(4001, 'enough') : line.reset()),
    ended: () => {
      ended++;
      line.ended();
    },
  }));
  const mock = await openSocketMock({}, {}, { ports: { frame } });
  const stream = await mock.connect(await mock.liveSwap());
  await mock.clock.advance({ seconds: 3 });
  stream.send('go');
  expect(await stream.closed).toEqual(way === 'close' ? { code: 4001, reason: 'enough' } : { code: 1006, reason: '' });
  expect(await mock.usage()).toMatchObject([{ charged_usd: 0.03 }]);
  expect(ended).toBe(1);
  await mock.close();
});

test('a line can fall silent: nothing passes any more, and it is billed to its last sign of life', async () => {
  const frame = changed((line) => ({
    send: (data, isBinary) => {
      line.send(data, isBinary);
      line.silence();
    },
  }));
  const mock = await openSocketMock({}, {}, { ports: { frame }, socketTimes: { ping: 50 } });
  const stream = await mock.connect(await mock.liveSwap());
  stream.send('one', 'two');
  expect(await stream.received(1)).toEqual(['one']);
  await mock.clock.advance({ seconds: 30 });
  expect((await stream.closed).code).toBe(1006);
  expect(stream.messages).toEqual(['one']);
  expect(await mock.usage()).toMatchObject([{ charged_usd: 0 }]);
  await mock.close();
});

test('what a line sends when its stream is over is not delivered', async () => {
  const frame = changed((line) => ({ ended: () => line.send('too late', false) }));
  const mock = await openSocketMock({}, {}, { ports: { frame } });
  const stream = await mock.connect(await mock.liveSwap());
  await mock.clock.advance({ seconds: 60 });
  expect((await stream.closed).code).toBe(1000);
  expect(stream.messages).toEqual([]);
  await mock.close();
});

test('a failure of the mock on a stream closes it with 1011, is settled, and is reported (F12)', async () => {
  const frame = changed(() => ({
    send: () => {
      throw new Error('broken on purpose');
    },
  }));
  const mock = await openSocketMock({}, {}, { ports: { frame } });
  const stream = await mock.connect(await mock.liveSwap());
  stream.send('go');
  expect((await stream.closed).code).toBe(1011);
  expect(await mock.usage()).toHaveLength(1);
  expect(mock.failures).toMatchObject([{ message: 'broken on purpose' }]);
  await expect(mock.close()).rejects.toThrow('broken on purpose');
});
