/** Uploads: what is taken and what is not, by kind and by size; and what comes back for a file. */
import type { MediaKind } from '../../spec/vocabulary.ts';
import { clauseNamed } from '../clause-named.ts';
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';

type Kind = ReturnType<ReturnType<NonNullable<Ports['uploadKind']>>>;

const unsupported: Kind = { refusal: { code: 'unsupported_format', message: 'This type is not taken.' } };

const refusingTypes = (types: RegExp): Ports => ({
  uploadKind: (next) => (part) => (types.test(part.contentType) ? unsupported : next(part)),
});

const takingAs = (types: RegExp, kind: MediaKind, contentType: string): Ports => ({
  uploadKind: (next) => (part) => (types.test(part.contentType) ? { kind, contentType } : next(part)),
});

/** By the ending of the name, whatever the content type is. */
const byName: Ports = {
  uploadKind: (next) => (part) => {
    if (/\.(png|jpe?g)$/.test(part.name)) return { kind: 'image', contentType: 'image/png' };
    if (part.name.endsWith('.mp4')) return { kind: 'video', contentType: 'video/mp4' };
    if (/\.(wav|mp3)$/.test(part.name)) return { kind: 'audio', contentType: 'audio/wav' };
    return next(part);
  },
};

/** Changes what an accepted upload is answered with. */
const answering = (change: (body: { readonly [name: string]: unknown }) => unknown): Ports => ({
  present: (next) => (answer, asked) =>
    asked.operation === 'uploadFile' && asked.refused === undefined && isObject(answer.body)
      ? next({ ...answer, body: change(answer.body) }, asked)
      : next(answer, asked),
});

const sizes = (bytes: (kind: MediaKind, usual: number) => number): Ports => ({
  uploadBytes: (next) => (kind) => bytes(kind, next(kind)),
});

const typeClauses = [
  'errors.unsupported-format-trigger',
  'endpoints.uploads.type-from-content-type',
  'errors.unsupported-format-code',
] as const;

export const uploadDefects: readonly Defect[] = [
  ...(
    [
      ['image', /^image\//],
      ['image', /^image\/jpeg/],
      ['audio', /^audio\//],
      ['audio', /^audio\/mpeg/],
      ['audio', /^audio\/wav/],
      ['video', /^video\//],
    ] as const
  ).map(([kind, types]): Defect => ({
    id: `limits.upload-refuses-${types.source.replace(/\W+/g, '-').replace(/^-|-$/g, '')}`,
    does: `takes no file of ${types.source}`,
    clause: clauseNamed(`endpoints.uploads.accepts-${kind}`),
    ports: () => refusingTypes(types),
  })),
  {
    id: 'limits.upload-takes-pdf',
    does: 'takes a PDF for an image',
    clause: 'errors.unsupported-format-trigger',
    also: typeClauses,
    ports: () => takingAs(/pdf/, 'image', 'image/png'),
  },
  {
    id: 'limits.upload-takes-pages',
    does: 'takes a page for a video',
    clause: 'errors.unsupported-format-trigger',
    ports: () => takingAs(/html/, 'video', 'video/mp4'),
  },
  {
    id: 'limits.upload-takes-everything',
    does: 'takes whatever is sent',
    clause: 'errors.unsupported-format-trigger',
    also: typeClauses,
    ports: () => takingAs(/^application\/(?!octet)|^text\//, 'video', 'video/mp4'),
  },
  {
    id: 'limits.upload-type-by-name',
    does: 'goes by the ending of the file name',
    clause: 'endpoints.uploads.type-from-content-type',
    also: typeClauses,
    ports: () => byName,
  },
  {
    id: 'limits.upload-kind-always-image',
    does: 'takes audio files for videos',
    clause: 'endpoints.uploads.type-from-content-type',
    also: ['endpoints.lip-sync.audio-key-meaning', 'endpoints.voice-clone.voice-key-meaning'],
    ports: () => takingAs(/^audio\//, 'video', 'video/mp4'),
  },
  {
    id: 'limits.upload-type-is-invalid',
    does: 'calls a type that it does not take invalid input',
    clause: 'errors.unsupported-format-code',
    also: typeClauses,
    ports: () => ({
      uploadKind: (next) => (part) => {
        const kind = next(part);
        return 'refusal' in kind ? { refusal: { ...kind.refusal, code: 'invalid_input' } } : kind;
      },
    }),
  },
  {
    id: 'limits.upload-without-file',
    does: 'answers a form without a file with a key',
    clause: 'endpoints.uploads.file-required',
    also: ['endpoints.uploads.file-is-file', 'errors.invalid-input-missing-field'],
    ports: () => answeringRefused((message) => /required|hold nothing|before its first/.test(message)),
  },
  {
    id: 'limits.upload-text-for-file',
    does: 'takes a text in place of a file',
    clause: 'endpoints.uploads.file-is-file',
    ports: () => answeringRefused((message) => message.includes('no filename')),
  },
  {
    id: 'shapes.upload-list',
    does: 'answers an upload with a list',
    clause: 'endpoints.uploads.returns-upload',
    also: uploadMembers(),
    ports: () => answering((body) => [body]),
  },
  {
    id: 'shapes.upload-null',
    does: 'answers an upload with null',
    clause: 'endpoints.uploads.returns-upload',
    also: uploadMembers(),
    ports: () => answering(() => null),
  },
  {
    id: 'shapes.upload-text',
    does: 'answers an upload with the bare key',
    clause: 'endpoints.uploads.returns-upload',
    also: uploadMembers(),
    ports: () => answering(({ file_key }) => file_key),
  },
  {
    id: 'shapes.upload-wrapped',
    does: 'wraps the upload in data',
    clause: 'resources.upload.file-key-present',
    also: uploadMembers(),
    ports: () => answering((body) => ({ data: body })),
  },
  {
    id: 'results.upload-key-wrong',
    does: 'gives a file_key that no endpoint knows',
    clause: 'resources.upload.file-key-usable',
    ports: () => answering((body) => ({ ...body, file_key: `${String(body['file_key'])}0` })),
  },
  {
    id: 'results.upload-key-once',
    does: 'takes a file_key once',
    clause: 'resources.upload.file-key-usable',
    ports: () => {
      const used = new Set<unknown>();
      return {
        decide: (next) => (account, world, command, moment) => {
          if (command.type !== 'submit-job') return next(account, world, command, moment);
          const key = command.body['image_key'];
          if (used.has(key)) return { refusal: { code: 'invalid_input', message: 'This file was used already.' } };
          const decision = next(account, world, command, moment);
          if (key !== undefined && !('refusal' in decision)) used.add(key);
          return decision;
        },
      };
    },
  },
  ...(
    [
      ['gone', 'has nothing at the url of an upload', () => () => Promise.resolve(new Response('{}', { status: 404 }))],
      ['empty', 'has an empty file at the url of an upload', () => () => Promise.resolve(new Response(''))],
      ['broken', 'breaks at the url of an upload', () => () => Promise.resolve(new Response('{}', { status: 500 }))],
      [
        'cut',
        'has half of the file at the url of an upload',
        (next: Serve) => async (asked: Asked) => halfOf(await next(asked)),
      ],
    ] as const
  ).map(([word, does, serve]): Defect => ({
    id: `results.upload-url-${word}`,
    does,
    clause: 'resources.upload.url-hosts-file',
    ports: () => ({ serve: (next) => (asked) => (asked.file.kind === 'upload' ? serve(next)(asked) : next(asked)) }),
  })),
  {
    id: 'results.upload-url-first',
    does: 'has the first upload at the url of each',
    clause: 'resources.upload.url-hosts-file',
    ports: () => {
      let first: Asked['file'] | undefined;
      return {
        serve: (next) => (asked) => {
          if (asked.file.kind !== 'upload') return next(asked);
          first ??= asked.file;
          return next({ ...asked, file: first });
        },
      };
    },
  },
  {
    id: 'results.upload-url-path',
    does: 'gives a path where the url of an upload should stand',
    clause: 'resources.upload.url-hosts-file',
    ports: () => answering((body) => ({ ...body, url: new URL(String(body['url'])).pathname })),
  },
  {
    id: 'results.upload-url-page',
    does: 'gives an address at which there is a page about the upload',
    clause: 'resources.upload.url-hosts-file',
    ports: () => answering((body) => ({ ...body, url: `${String(body['url'])}/about` })),
  },
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

type Serve = Parameters<NonNullable<Ports['serve']>>[0];
type Asked = Parameters<Serve>[0];

async function halfOf(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  return new Response(bytes.slice(0, bytes.byteLength / 2), { status: response.status });
}

/** What is not there if the whole answer is something else. */
function uploadMembers(): readonly ['resources.upload.file-key-present', 'resources.upload.url-present'] {
  return ['resources.upload.file-key-present', 'resources.upload.url-present'];
}

/** Gives a key where the form was refused with such a message. */
function answeringRefused(when: (message: string) => boolean): Ports {
  return {
    present: (next) => (answer, asked) => {
      if (asked.operation !== 'uploadFile' || asked.refused !== 'invalid_input') return next(answer, asked);
      if (!when(JSON.stringify(answer.body))) return next(answer, asked);
      return next(
        { ...answer, status: 201, body: { file_key: 'file_none', url: 'https://files.example/none' } },
        asked,
      );
    },
  };
}
