/** What a mock has written down, read beside it: of its streams how long they lived, of its uploads where they lie. */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamEnd } from '../domain/session.ts';
import type { EngineEvent } from '../engine/streams.ts';
import { openDataFolder } from '../store/data-folder.ts';

export type Kept = {
  /** The blob of each upload, by its key. */
  readonly uploads: ReadonlyMap<string, string>;
  /** By the id of their session. */
  readonly streams: ReadonlyMap<string, KeptStream>;
};

export type KeptStream = {
  /** From its connection to its last sign of life, by the mock's clock. */
  readonly aliveSeconds: number;
  readonly endedBy: StreamEnd | undefined;
};

/** @param data the folder of a mock that is not running. It is read from a copy: the next start finds it as the last process left it. */
export const readKept = async (data: string): Promise<Kept> => {
  const copy = await mkdtemp(join(tmpdir(), 'kept-'));
  for (const file of logFiles) await cp(join(data, file), join(copy, file)).catch(ifMissing);
  const folder = await openDataFolder<EngineEvent>(copy);
  const events: EngineEvent[] = [];
  for await (const { event } of folder.events().follow(0)) events.push(event);
  folder.close();
  await rm(copy, { recursive: true });
  return keptBy(events);
};

/** @param events of one account, in order */
export const keptBy = (events: readonly EngineEvent[]): Kept => {
  const uploads = new Map<string, string>();
  const connectedAt = new Map<string, number>();
  const streams = new Map<string, KeptStream>();
  for (const event of events) {
    switch (event.type) {
      case 'upload.stored':
        uploads.set(event.upload.fileKey, event.upload.blob);
        break;
      case 'session.connected':
        connectedAt.set(event.sessionId, event.at);
        streams.set(event.sessionId, { aliveSeconds: 0, endedBy: undefined });
        break;
      case 'session.alive': {
        const began = connectedAt.get(event.sessionId) ?? Number.NaN;
        streams.set(event.sessionId, { aliveSeconds: (event.at - began) / 1000, endedBy: undefined });
        break;
      }
      case 'session.ended': {
        // Of one that was lost another process has said how long it streamed: that is what is to be judged.
        const known = event.by === 'lost' ? streams.get(event.sessionId) : undefined;
        const { aliveSeconds } = known ?? { aliveSeconds: event.streamedMs / 1000 };
        streams.set(event.sessionId, { aliveSeconds, endedBy: event.by });
        break;
      }
      default:
    }
  }
  return { uploads, streams };
};

/** Whether a mock that has its folder for itself has written down that a stream lives, or that it is over. */
export const hasLived = async (data: string, sessionId: string): Promise<boolean> => {
  const written = new RegExp(`"type":"session\\.(alive|ended)","at":\\d+,"sessionId":"${sessionId}"`);
  for (const file of logFiles) {
    // Events are JSON in a column: they stand in the file as they are.
    const text = await readFile(join(data, file), 'latin1').catch(ifMissing);
    if (text !== undefined && written.test(text)) return true;
  }
  return false;
};

const logFiles = ['events.sqlite', 'events.sqlite-wal'] as const;

const ifMissing = (error: unknown): undefined => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return undefined;
};
