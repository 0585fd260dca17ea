/** Voice profiles. */
import { Type, type Static } from 'typebox';

export const VoiceProfile = Type.Object(
  {
    id: Type.String({ description: 'Value for `voice_profile_id`.', examples: ['voice_amber'] }),
    name: Type.String({ description: 'Name of the voice.', examples: ['Amber'] }),
    description: Type.String({ description: 'What the voice is like.', examples: ['Warm, low, unhurried.'] }),
    preview_url: Type.String({
      description: 'Address of a sound sample.',
      examples: ['https://service.example/voices/voice_amber/preview.wav'],
    }),
  },
  { title: 'VoiceProfile', description: 'A voice that a Voice Changer session can take.' },
);
export type VoiceProfile = Static<typeof VoiceProfile>;

export const Voices = Type.Array(VoiceProfile, { title: 'Voices', description: 'Every voice profile.' });
export type Voices = Static<typeof Voices>;
