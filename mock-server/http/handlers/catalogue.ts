/** What everyone may see: the voices, and the list prices. */
import type { Answer, Handler } from './handler.ts';
import type { Service } from '../service.ts';

export const listVoices: Handler = ({ service, presentation }) => ({
  body: service.voices.map((voice) => ({
    ...voice,
    preview_url: `${presentation.origin}/voices/${voice.id}/preview.wav`,
  })),
});

/** Public: rates that were negotiated with an account do not stand here. */
export const getPricing = ({ rateCard }: Service): Answer => ({ body: rateCard });
