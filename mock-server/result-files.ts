/**
 * The files behind output links. They follow from the plan that was fixed at submit, and are made when first asked for:
 * pictures and videos once, into the blob store; sound piece by piece each time, without any file.
 */
import { createHash } from 'node:crypto';
import type { GapChoices } from '../spec/gaps.ts';
import type { Job } from './domain/job.ts';
import { formOf } from './domain/jobs/result-form.ts';
import type { Engine } from './engine/engine.ts';
import { readBlob } from './http/read-blob.ts';
import type { ResultFiles, ServedFile } from './http/service.ts';
import type { Clip } from './media/mp4.ts';
import { type Mp3Frames, mp3Bytes, mp3Frames, mp3Length } from './media/mp3.ts';
import { type ResultSpec, makeResult } from './media/result.ts';
import { type SoundSpec, wavBytes, wavLength } from './media/wav.ts';
import type { BlobStore } from './store/blobs.ts';

export type ResultFilesOptions = {
  readonly engine: () => Engine;
  readonly blobs: BlobStore;
  readonly choices: GapChoices;
  readonly clips: readonly Clip[];
  readonly voiceIds: ReadonlySet<string>;
  /** A recording in MP3, of which sound is put together where it is to be that. */
  readonly recording: () => Promise<Buffer>;
};

export const createResultFiles = ({
  engine,
  blobs,
  choices,
  clips,
  voiceIds,
  recording,
}: ResultFilesOptions): ResultFiles => {
  /** Results that are being made, for all who ask for them meanwhile. */
  const making = new Map<string, Promise<void>>();

  const make = async (name: string, spec: ResultSpec): Promise<void> => {
    await blobs.discard(name);
    const handle = await blobs.create(name);
    try {
      const result = await makeResult(spec, { clips, path: blobs.partialPath(name) });
      if (result.kind === 'bytes') await handle.writeFile(result.bytes(0, result.length));
      blobs.charge(name, result.length);
      await handle.close();
      await blobs.finish(name);
    } catch (error) {
      await handle.close();
      await blobs.discard(name);
      throw error;
    }
  };

  const made = async (name: string, spec: ResultSpec): Promise<number | undefined> => {
    const size = await blobs.size(name);
    if (size !== undefined) return size;
    let running = making.get(name);
    if (running === undefined) {
      // A soundtrack is a stranger's file: where it is the reason for a failure, the video is silent.
      const { soundtrackPath, ...silent } = spec;
      running = make(name, spec).catch((error: unknown) => {
        if (soundtrackPath === undefined) throw error;
        return make(name, silent);
      });
      making.set(name, running);
      void running.catch(ignore).finally(() => making.delete(name));
    }
    await running;
    return blobs.size(name);
  };

  let frames: Promise<Mp3Frames> | undefined;
  const mp3 = async (spec: SoundSpec, name: string): Promise<ServedFile> => {
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
      const { kind, soundtrack: soundtrackKey, ...plan } = job.plan.result;
      if (kind === 'audio') return choices['voice-result'] === 'mp3' ? mp3(plan, jobId) : wav(plan, jobId);
      const soundtrack = soundtrackKey === undefined ? undefined : account.uploads.get(soundtrackKey)?.blob;
      const { ending, contentType } = formOf(kind, choices);
      const name = `${blobNameOf(job, soundtrack)}.${ending}`;
      const bytes = await made(name, {
        kind,
        ...plan,
        label: jobId,
        container: choices['video-result'],
        image: choices['image-result'],
        ...(soundtrack !== undefined && { soundtrackPath: blobs.path(soundtrack) }),
      });
      if (bytes === undefined) return undefined;
      return {
        contentType,
        name: `${jobId}.${ending}`,
        bytes,
        read: (start, end) => readBlob(blobs, name, start, end),
      };
    },
    ofVoice: async (voiceId) =>
      voiceIds.has(voiceId)
        ? wav({ seed: digest(voiceId).readUInt32BE(), durationSeconds: previewSeconds }, voiceId)
        : undefined,
  };
};

const previewSeconds = 3;

/** Ids come again after a reset, with another plan and other inputs: all that the file follows from is in its name. */
const blobNameOf = ({ id, plan }: Job, soundtrack: string | undefined): string =>
  `result_${digest(JSON.stringify([id, plan.result, soundtrack]))
    .toString('hex')
    .slice(0, 40)}`;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const pieceBytes = 256 * 1024;

const wav = (spec: SoundSpec, name: string): ServedFile => ({
  contentType: 'audio/wav',
  name: `${name}.wav`,
  ...inPieces(wavLength(spec), (start, end) => wavBytes(spec, start, end)),
});

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
