/**
 * The files behind output links. They follow from the plan that was fixed at submit, and are made when first asked for:
 * pictures and videos once, into the blob store; sound piece by piece each time, without any file.
 */
import { createHash } from 'node:crypto';
import type { GapChoices } from '../spec/gaps.ts';
import { atMost } from './at-most.ts';
import type { Job } from './domain/job.ts';
import { formOf } from './domain/jobs/result-form.ts';
import type { Engine } from './engine/engine.ts';
import { readBlob } from './http/read-blob.ts';
import type { ResultFiles, ServedFile } from './http/service.ts';
import { type Mp3Frames, mp3Bytes, mp3Frames, mp3Length } from './media/mp3.ts';
import { NotRead } from './media/reader-process.ts';
import { type ResultSpec, makeResult } from './media/result.ts';
import type { SpeechSpec } from './media/speech.ts';
import { createWav } from './media/wav.ts';
import { previewOf, speechOfPlan } from './result-speech.ts';
import type { BlobStore } from './store/blobs.ts';

export type ResultFilesOptions = {
  readonly engine: () => Engine;
  readonly blobs: BlobStore;
  readonly choices: GapChoices;
  readonly voiceIds: ReadonlySet<string>;
  /** A recording in MP3, of which sound is put together where it is to be that. */
  readonly recording: () => Promise<Buffer>;
};

export const createResultFiles = ({ engine, blobs, choices, voiceIds, recording }: ResultFilesOptions): ResultFiles => {
  /** Results that are being made, for all who ask for them meanwhile. */
  const making = new Map<string, Promise<void>>();

  const make = async (name: string, spec: ResultSpec): Promise<void> => {
    await blobs.discard(name);
    const handle = await blobs.create(name);
    try {
      const result = await makeResult(spec, blobs.partialPath(name));
      if (result.bytes !== undefined) await handle.writeFile(result.bytes);
      blobs.charge(name, result.length);
      await handle.close();
      await blobs.finish(name);
    } catch (error) {
      await handle.close();
      await blobs.discard(name);
      throw error;
    }
  };

  const inTurn = atMost(madeAtOnce);

  const made = async (name: string, spec: ResultSpec): Promise<number | undefined> => {
    const size = await blobs.size(name);
    if (size !== undefined) return size;
    let running = making.get(name);
    if (running === undefined) {
      // A soundtrack is a stranger's file: where it is the reason for a failure, the video is silent.
      const { soundtrackPath, ...silent } = spec;
      running = inTurn(() =>
        make(name, spec).catch((error: unknown) => {
          if (soundtrackPath === undefined || error instanceof NotRead) throw error;
          return make(name, silent);
        }),
      );
      making.set(name, running);
      void running.catch(ignore).finally(() => making.delete(name));
    }
    await running;
    return blobs.size(name);
  };

  /** A soundtrack that was not read this time is left out this time: whoever asks again may get it, from a file of another name. */
  const madeWith = async (
    soundtrack: string | undefined,
    spec: ResultSpec,
    nameWith: (soundtrack?: string) => string,
  ): Promise<{ readonly name: string; readonly bytes: number | undefined }> => {
    const silent = nameWith();
    if (soundtrack === undefined) return { name: silent, bytes: await made(silent, spec) };
    const name = nameWith(soundtrack);
    try {
      return { name, bytes: await made(name, { ...spec, soundtrackPath: blobs.path(soundtrack) }) };
    } catch (error) {
      if (!(error instanceof NotRead)) throw error;
      return { name: silent, bytes: await made(silent, spec) };
    }
  };

  let frames: Promise<Mp3Frames> | undefined;
  const mp3 = async (spec: SpeechSpec, name: string): Promise<ServedFile> => {
    const known = await (frames ??= recording().then(mp3Frames));
    return {
      contentType: 'audio/mpeg',
      name: `${name}.mp3`,
      ...inPieces(mp3Length(spec, known), (start, end) => mp3Bytes(spec, known, start, end)),
    };
  };

  return {
    ofJob: async (accountId, jobId) => {
      const account = await engine().account(accountId);
      const job = account?.jobs.get(jobId);
      if (account === undefined || job?.state.status !== 'succeeded') return undefined;
      const { result } = job.plan;
      const speech = await speechOfPlan(result, account, blobs);
      if (result.kind === 'audio') return choices['voice-result'] === 'mp3' ? mp3(speech, jobId) : wav(speech, jobId);
      const soundtrack = result.soundtrack === undefined ? undefined : account.uploads.get(result.soundtrack)?.blob;
      const { ending, contentType } = formOf(result.kind, choices);
      const spec: ResultSpec = {
        kind: result.kind,
        seed: result.seed,
        width: result.width,
        height: result.height,
        durationSeconds: result.durationSeconds,
        lines: ['Understudy', job.endpoint, jobId],
        container: choices['video-result'],
        image: choices['image-result'],
        ...(result.speech !== undefined && { speech }),
      };
      const nameWith = (sound?: string): string => `${blobNameOf(job, sound)}.${ending}`;
      const { name, bytes } = await madeWith(soundtrack, spec, nameWith);
      if (bytes === undefined) return undefined;
      return {
        contentType,
        name: `${jobId}.${ending}`,
        bytes,
        read: (start, end) => readBlob(blobs, name, start, end),
      };
    },
    ofVoice: async (voiceId) => (voiceIds.has(voiceId) ? wav(previewOf(voiceId), voiceId) : undefined),
  };
};

/** Ids come again after a reset, with another plan and other inputs: all that the file follows from is in its name. */
const blobNameOf = ({ id, endpoint, plan }: Job, soundtrack?: string): string => {
  const content = JSON.stringify([id, endpoint, plan.result, soundtrack]);
  return `${resultPrefix}${createHash('sha256').update(content).digest('hex').slice(0, 40)}`;
};

/** Whether a blob was made for a result: it can be made again. */
export const isResult = (blob: string): boolean => blob.startsWith(resultPrefix);

const resultPrefix = 'result_';

/** Each holds its sound in memory, of some tens of megabytes at the most, and all take the same processor. */
const madeAtOnce = 2;

const pieceBytes = 256 * 1024;

const wav = (spec: SpeechSpec, name: string): ServedFile => {
  const { length, bytes } = createWav(spec);
  return { contentType: 'audio/wav', name: `${name}.wav`, ...inPieces(length, bytes) };
};

/** A file that is made as it is read. @param make the bytes from `start` up to, not including, `end` */
const inPieces = (
  bytes: number,
  make: (start: number, end: number) => Uint8Array<ArrayBuffer>,
): Pick<ServedFile, 'bytes' | 'read'> => ({
  bytes,
  read: (start, end) => {
    let at = start;
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          const piece = make(at, Math.min(at + pieceBytes, end + 1));
          at += piece.length;
          controller.enqueue(piece);
          if (at > end) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  },
});

const ignore = (): void => undefined;
