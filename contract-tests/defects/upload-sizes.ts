/** Uploads that are refused though they are small enough, or taken though they are too large. */
import type { MediaKind } from '../../spec/vocabulary.ts';
import { clauseNamed } from '../clause-named.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';

const sizes = (bytes: (kind: MediaKind, usual: number) => number): Ports => ({
  uploadBytes: (next) => (kind) => bytes(kind, next(kind)),
});

export const uploadSizeDefects: readonly Defect[] = [
  ...(['image', 'audio', 'video'] as const).flatMap((kind): Defect[] => {
    const accepts = clauseNamed(`limits.${kind}-size-accepts`);
    const refuses = clauseNamed(`limits.${kind}-size-refuses`);
    const also = kind === 'video' ? [] : (['errors.input-too-large-code', 'errors.input-too-large-status'] as const);
    return [
      {
        id: `limits.${kind}-size-one-less`,
        does: `is off by one byte at the most that ${kind} may have`,
        clause: accepts,
        ports: () => sizes((one, usual) => (one === kind ? usual - 1 : usual)),
      },
      {
        id: `limits.${kind}-size-small`,
        does: `takes ${kind} of a tenth of the size only`,
        clause: accepts,
        ports: () => sizes((one, usual) => (one === kind ? usual / 10 : usual)),
      },
      {
        id: `limits.${kind}-size-more`,
        does: `takes ${kind} that is a little too large`,
        clause: refuses,
        also,
        ports: () => sizes((one, usual) => (one === kind ? usual * 1.05 : usual)),
      },
      {
        id: `limits.${kind}-size-one-more`,
        does: `is off by one byte above the most that ${kind} may have, as binary megabytes`,
        clause: refuses,
        also,
        ports: () => sizes((one, usual) => (one === kind ? (usual / 1_000_000) * 2 ** 20 + 1 : usual)),
      },
      {
        id: `limits.${kind}-size-invalid`,
        does: `calls ${kind} that is too large invalid input`,
        clause: kind === 'video' ? refuses : 'errors.input-too-large-code',
        also: [refuses],
        ports: () => ({
          present: (next) => (answer, asked) => {
            const text = JSON.stringify(answer.body);
            return asked.refused === 'input_too_large' && text.includes(`${kind} may`)
              ? next(
                  { ...answer, body: JSON.parse(text.replace('input_too_large', 'invalid_input')) as unknown },
                  asked,
                )
              : next(answer, asked);
          },
        }),
      },
    ];
  }),
  {
    id: 'limits.audio-size-of-video',
    does: 'takes audio as large as video',
    clause: 'limits.audio-size-refuses',
    also: ['errors.input-too-large-code', 'errors.input-too-large-status'],
    ports: () => ({ uploadBytes: (next) => (kind) => next(kind === 'audio' ? 'video' : kind) }),
  },
  {
    id: 'limits.video-size-of-image',
    does: 'takes video as large as images only',
    clause: 'limits.video-size-accepts',
    ports: () => ({ uploadBytes: (next) => () => next('image') }),
  },
];
