/** How each voice of the catalogue sounds on a voice changer's socket: what its description says. */
import type { voices } from '../fixtures/voices.ts';
import type { Character } from './sockets/pcm.ts';

export const voiceCharacters = {
  voice_ember: { semitones: -4 },
  voice_sparrow: { semitones: 7 },
  voice_granite: { semitones: -8 },
  voice_meadow: { semitones: 2 },
  voice_lantern: { semitones: 4 },
  voice_tin: { semitones: 0, ringHz: 90 },
} as const satisfies Record<(typeof voices)[number]['id'], Character>;
