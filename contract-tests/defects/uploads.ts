/** What comes back for a file: an upload in another form, a key that does not work, an address with something else at it. */
import type { Ports } from '../targets/mock.ts';
import { answered } from './changes.ts';
import type { Defect } from './defect.ts';

/** Changes what an accepted upload is answered with. */
const answering = (change: Parameters<typeof answered>[1]): Ports => answered('uploadFile', change);

/** What is not there if the whole answer is something else. */
const uploadMembers = ['resources.upload.file-key-present', 'resources.upload.url-present'] as const;

export const uploadDefects: readonly Defect[] = [
  {
    id: 'shapes.upload-list',
    does: 'answers an upload with a list',
    clause: 'endpoints.uploads.returns-upload',
    also: uploadMembers,
    ports: () => answering((body) => [body]),
  },
  {
    id: 'shapes.upload-null',
    does: 'answers an upload with null',
    clause: 'endpoints.uploads.returns-upload',
    also: uploadMembers,
    ports: () => answering(() => null),
  },
  {
    id: 'shapes.upload-text',
    does: 'answers an upload with the bare key',
    clause: 'endpoints.uploads.returns-upload',
    also: uploadMembers,
    ports: () => answering(({ file_key }) => file_key),
  },
  {
    id: 'shapes.upload-wrapped',
    does: 'wraps the upload in data',
    clause: 'resources.upload.file-key-present',
    also: uploadMembers,
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
];

type Serve = Parameters<NonNullable<Ports['serve']>>[0];
type Asked = Parameters<Serve>[0];

async function halfOf(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  return new Response(bytes.slice(0, bytes.byteLength / 2), { status: response.status });
}
