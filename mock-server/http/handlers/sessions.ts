/** The two session calls. What streams over the returned address is the sockets' business. */
import type { LiveSwapSessionBody, VoiceSessionBody } from '../../../spec/schemas/sessions.ts';
import { limits } from '../../../spec/limits.ts';
import type { CreateSession } from '../../domain/commands.ts';
import { type Refused, isRefused } from '../../domain/refusal.ts';
import type { Session } from '../../domain/session.ts';
import type { Call, Handler } from './handler.ts';

export const createLiveSwapSession: Handler = async (call) => {
  const { duration_minutes, prompt, tier } = call.body as LiveSwapSessionBody;
  const session = await create(call, {
    type: 'create-session',
    capability: 'full_live_swap',
    durationMinutes: duration_minutes,
    ...(prompt !== undefined && { prompt }),
    ...(tier !== undefined && { tier }),
  });
  return isRefused(session) ? session : { body: call.present.liveSwapSession(session) };
};

export const createVoiceSession: Handler = async (call) => {
  const { duration_minutes = limits.voiceMinutesDefault, voice_profile_id } = call.body as VoiceSessionBody;
  const session = await create(call, {
    type: 'create-session',
    capability: 'voice_changer',
    durationMinutes: duration_minutes,
    ...(voice_profile_id !== undefined && { voiceProfileId: voice_profile_id }),
  });
  return isRefused(session) ? session : { body: call.present.voiceSession(session) };
};

const create = async (
  { engine, account, key, faults, exchange }: Call,
  command: CreateSession,
): Promise<Session | Refused> => {
  const outcome = await engine.execute(account.id, {
    ...command,
    keyId: key.keyId,
    ...(faults.length > 0 && { faults }),
  });
  if (isRefused(outcome)) return outcome;
  const session = account.sessions.get(outcome.reply.sessionId);
  if (session === undefined) throw new Error(`session ${outcome.reply.sessionId} was created and is not there`);
  exchange.meets(session.faults);
  return session;
};
