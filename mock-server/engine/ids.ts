/** Ids that must never repeat and that nobody sees in an answer: names of blobs. */
import { randomUUID } from 'node:crypto';

export const blobName = (): string => randomUUID();
