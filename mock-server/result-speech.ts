/** How the speech of a result sounds: the voice that was chosen or given, and the language and sentences of its script. */
import { createHash } from 'node:crypto';
import { defaultVoiceId } from '../fixtures/voices.ts';
import type { Account } from './domain/account.ts';
import type { ResultPlan, SpeechPlan } from './domain/job.ts';
import type { SpeechSpec } from './media/speech.ts';
import { type Voice, cataloguedVoice, voiceAfter } from './media/voice.ts';
import type { BlobStore } from './store/blobs.ts';
import { voiceCharacters } from './voice-characters.ts';

/** @param plan of a job; one from before scripts were planned speaks as its seed says */
export const speechOfPlan = async (
  { seed, durationSeconds, speech }: ResultPlan,
  account: Account,
  blobs: BlobStore,
): Promise<SpeechSpec> => ({
  seed,
  ...(durationSeconds !== undefined && { durationSeconds }),
  ...(speech !== undefined && {
    sentences: speech.sentences,
    voice: await voiceOf(speech, account, blobs),
    ...(speech.language !== undefined && { language: speech.language }),
  }),
});

/** What a voice of the catalogue says of itself. */
export const previewOf = (voiceId: string): SpeechSpec => ({
  seed: digest(voiceId).readUInt32BE(),
  durationSeconds: previewSeconds,
  sentences: [5, 4],
  voice: catalogued(voiceId),
});

const previewSeconds = 4;

const voiceOf = async ({ voice }: SpeechPlan, account: Account, blobs: BlobStore): Promise<Voice> => {
  if (voice === undefined) return catalogued(defaultVoiceId);
  if ('id' in voice) return catalogued(voice.id);
  const blob = account.uploads.get(voice.reference)?.blob;
  const heard = blob === undefined ? undefined : await beginningOf(blobs, blob);
  return voiceAfter(digest(heard ?? voice.reference).readUInt32BE());
};

const catalogued = (id: string): Voice => {
  const character = Object.entries(voiceCharacters).find(([known]) => known === id)?.[1];
  return character === undefined ? voiceAfter(digest(id).readUInt32BE()) : cataloguedVoice(character);
};

/** A recording is told from another by what is in it, not by the upload that brought it. */
const heardBytes = 256 * 1024;

const beginningOf = async (blobs: BlobStore, name: string): Promise<Buffer | undefined> => {
  const handle = await blobs.openToRead(name).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(heardBytes), 0, heardBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

const digest = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();
