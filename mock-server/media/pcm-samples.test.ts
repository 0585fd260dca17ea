import { expect, test } from 'vitest';
import { sampleForms } from './pcm-samples.ts';
import type { PcmCodec } from './reading.ts';

test.each([
  ['pcm-s16', '0080', -32_768],
  ['pcm-s16be', '7fff', 32_767],
  ['pcm-s24', '010080', -8_388_607],
  ['pcm-s24be', '800001', -8_388_607],
  ['pcm-s24', 'fefffe', -65_538],
  ['pcm-s32', '00ffff7f', 8_388_607],
  ['pcm-s32be', '80000000', -8_388_608],
  ['pcm-f32', '0000803f', 8_388_607],
  ['pcm-f32be', 'c0000000', -8_388_607],
  ['pcm-f32', '0000c07f', 0],
  ['pcm-f64', '000000000000e03f', 4_194_304],
  ['pcm-f64be', 'bfe0000000000000', -4_194_303],
  ['pcm-u8', '00', -32_768],
  ['pcm-s8', '80', -32_768],
  // The quietest and the loudest, as G.711 has them.
  ['ulaw', 'ff', 0],
  ['ulaw', '80', 32_124],
  ['ulaw', '00', -32_124],
  ['alaw', 'd5', 8],
  ['alaw', 'aa', 32_256],
  ['alaw', '2a', -32_256],
] as const satisfies readonly (readonly [PcmCodec, string, number])[])('%s %s is %i', (codec, hex, value) => {
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
  const { bytes: width, read } = sampleForms[codec];
  expect(bytes).toHaveLength(width);
  expect(read(new DataView(bytes.buffer), 0) + 0).toBe(value);
});
