/** An uploaded file as the domain knows it. Its bytes are in the blob store, under a name of ours. */
import type { MediaKind } from '../../spec/vocabulary.ts';

export type Upload = {
  readonly fileKey: string;
  readonly kind: MediaKind;
  readonly contentType: string;
  /** The client's name for it: data only, never a path. */
  readonly name: string;
  readonly bytes: number;
  readonly blob: string;
  readonly storedAt: number;
  /** What the container says, where it could be read without decoding. */
  readonly durationSeconds?: number;
  readonly width?: number;
  readonly height?: number;
};
