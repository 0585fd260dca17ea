/** The voices that `GET /voices` lists. */
import type { Actor } from '../actor.ts';
import { memberOf } from '../reading/members.ts';
import { voicesAnswer } from './reads.ts';

export const voiceIds = async (actor: Actor): Promise<readonly string[]> => {
  const exchange = await actor.run.once(voicesAnswer);
  const { json } = exchange.answer ?? {};
  const ids = Array.isArray(json) ? json.map((voice: unknown) => memberOf(voice, 'id')) : [];
  const found = ids.filter((id) => typeof id === 'string' && id !== '') as string[];
  if (found.length === 0) actor.wanted(undefined, 'a list of voices with their ids', exchange);
  return found;
};

export const anyVoice = async (actor: Actor): Promise<string> => (await voiceIds(actor))[0] ?? '';
