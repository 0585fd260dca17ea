/** How loud a stream is, as whoever watches it is told. */
import { expect, test } from 'vitest';
import { Meter } from './meter.ts';

const traffic = { frames: 3, bytes: 30 };
const samples = (...values: number[]): Buffer => {
  const pcm = Buffer.alloc(2 * values.length);
  values.forEach((value, at) => pcm.writeInt16LE(value, 2 * at));
  return pcm;
};

test('the loudest sample since the last look counts, each way by itself', () => {
  const meter = new Meter(true);
  meter.received(samples(100, -32_768, 5));
  meter.received(samples(3));
  meter.sent(samples(8_192));
  expect(meter.take(traffic, traffic)).toEqual({
    received: { peak: 1, messages: 3, bytes: 30 },
    sent: { peak: 0.25, messages: 3, bytes: 30 },
  });
  meter.sent(samples(0));
  expect(meter.take(traffic, traffic)).toMatchObject({ received: { peak: null }, sent: { peak: 0 } });
});

test('where nothing passes there is nothing to tell', () => {
  expect(new Meter(true).take(traffic, traffic)).toBeUndefined();
});

test('messages that are no sound have no loudness: frames of a live swap, and texts', () => {
  const swap = new Meter(false);
  swap.received(samples(30_000));
  expect(swap.take(traffic, traffic)?.received.peak).toBeNull();
  const voice = new Meter(true);
  voice.sent('{"sample_rate":24000}');
  voice.received(Buffer.of(7));
  expect(voice.take(traffic, traffic)).toMatchObject({ received: { peak: 0 }, sent: { peak: null } });
});

test('nothing is measured any more once nobody looks for long, and again when somebody does', () => {
  const meter = new Meter(true);
  for (let message = 0; message < 500; message++) meter.received(samples(1));
  meter.received(samples(30_000));
  expect(meter.take(traffic, traffic)?.received.peak).toBe(0);
  meter.received(samples(16_384));
  expect(meter.take(traffic, traffic)?.received.peak).toBe(0.5);
});
