/** The two kinds of session, as defects tell them apart. */
import { tierFeature } from '../../spec/vocabulary.ts';
import { isVoice } from './ports.ts';

export const isStandard = ({ feature }: { readonly feature: string }): boolean => feature === tierFeature.standard;
export const isLiveSwap = (session: { readonly feature: string }): boolean => !isVoice(session);

export const sessionKinds = [
  {
    word: 'live-swap',
    operation: 'createLiveSwapSession',
    resource: 'live-swap-session',
    endpoint: 'full-live-swap',
    states: 'full-live-swap',
    is: isLiveSwap,
  },
  {
    word: 'voice',
    operation: 'createVoiceSession',
    resource: 'voice-session',
    endpoint: 'voice-session',
    states: 'voice-changer',
    is: isVoice,
  },
] as const;
