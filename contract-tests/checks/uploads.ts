/** Uploads: what is taken, what is refused, and what an upload leads to. */
import { type JobEndpoint, type MediaKind, mediaKinds } from '../../spec/vocabulary.ts';
import type { Account } from '../account.ts';
import { explore } from '../arbitraries/explore.ts';
import { strangeType, strangeTypes } from '../arbitraries/content-type.ts';
import { type Check, check } from '../check.ts';
import { clauseNamed } from '../clause-named.ts';
import { formOf } from '../form.ts';
import { isAccepted } from '../probes/calls.ts';
import { acceptedUploads, formless, strangeFiles, textUpload, uploadAs } from '../probes/uploads.ts';
import { isRefusedAs } from '../reading/refusal.ts';
import { isObject, textIn } from '../reading/members.ts';
import { casesOf, few, isAtLarge } from '../sample.ts';
import type { Input } from '../target.ts';
import type { Trial } from '../trial.ts';
import { type Exchange, isSuccess, statusOf, toldOf } from '../wire/exchange.ts';
import { type Seen, fieldChecks } from './fields.ts';

export const uploadChecks: readonly Check[] = [
  ...mediaKinds.map(acceptsCheck),
  check({
    id: 'uploads.returns-upload',
    title: 'POST /uploads answers with an object',
    clauses: ['endpoints.uploads.returns-upload'],
    profile: 'smoke',
    run: async (t) => {
      const uploads = await t.once(acceptedUploads);
      for (const { exchange } of uploads) {
        if (!isSuccess(exchange)) t.tried();
        else {
          t.expect('endpoints.uploads.returns-upload', isObject(exchange.answer?.json), {
            expected: 'an Upload object',
            at: exchange,
          });
        }
      }
    },
  }),
  ...fieldChecks('upload', 'resources.upload', 'smoke', ['file_key', 'url'], 'string', uploadsSeen),
  check({
    id: 'uploads.file-required',
    title: 'POST /uploads refuses a form without a part named file, and what is no form',
    clauses: ['endpoints.uploads.file-required'],
    profile: 'smoke',
    run: async (t) => {
      for (const exchange of await t.once(formless)) {
        t.expect('endpoints.uploads.file-required', isRefusedAs(exchange, ['invalid_input', 'unsupported_format']), {
          expected: 'invalid_input for a form without file',
          at: exchange,
        });
      }
    },
  }),
  check({
    id: 'uploads.file-is-file',
    title: 'POST /uploads refuses a part file that is text and no file',
    clauses: ['endpoints.uploads.file-is-file'],
    profile: 'smoke',
    run: async (t) => {
      const exchange = await t.once(textUpload);
      t.expect('endpoints.uploads.file-is-file', isRefusedAs(exchange, ['invalid_input', 'unsupported_format']), {
        expected: 'invalid_input for a text in place of a file',
        at: exchange,
      });
    },
  }),
  check({
    id: 'uploads.type-by-content-type',
    title: 'a file is refused by its content type, whatever its name says',
    clauses: ['endpoints.uploads.type-from-content-type'],
    profile: 'smoke',
    run: async (t) => {
      for (const { says, exchange } of await t.once(strangeFiles)) {
        if (!says.includes('named')) continue;
        t.expect('endpoints.uploads.type-from-content-type', isRefusedAs(exchange, ['unsupported_format']), {
          expected: `unsupported_format for ${says}`,
          at: exchange,
        });
      }
    },
  }),
  check({
    id: 'uploads.kind-by-content-type',
    title: 'a file is of the kind that its content type says, whatever its name says',
    clauses: ['endpoints.uploads.type-from-content-type'],
    needs: ['spend'],
    run: async (t) => {
      const account = await t.main();
      const { image, video, audio } = t.target.inputs;
      for (const [field, endpoint, input] of [
        ['image_key', 'face-swap-image', { ...image, name: 'clip.mp4' }],
        ['video_key', 'lip-sync', { ...video, name: 'portrait.png' }],
        ['audio_key', 'lip-sync', { ...audio, name: 'portrait.png' }],
      ] as const) {
        const key = await keyOf(t, account, input);
        const exchange = await submitWith(t, account, endpoint, field, key);
        t.expect('endpoints.uploads.type-from-content-type', isAccepted(t, exchange), {
          expected: `a file of ${input.contentType} named ${input.name} to be taken as ${field}`,
          at: exchange,
        });
      }
    },
  }),
  check({
    id: 'uploads.type-refused-any',
    title: 'POST /uploads refuses every content type that is no image, no audio and no video',
    clauses: ['errors.unsupported-format-trigger'],
    run: async (t) => {
      const judge = async (contentType: string, trial: Trial): Promise<void> => {
        const exchange = await uploadAs(trial, contentType);
        if (exchange.answer === undefined) return trial.tried();
        trial.expect('errors.unsupported-format-trigger', isRefusedAs(exchange, ['unsupported_format']), {
          expected: 'unsupported_format',
          of: contentType,
          at: exchange,
        });
      };
      if (t.check.path === undefined) {
        for (const contentType of casesOf(t.run, strangeTypes, t.check.id)) await judge(contentType, t);
      }
      if (t.check.path !== undefined || isAtLarge(t.run)) await explore(t, strangeType, 6, judge);
    },
  }),
  check({
    id: 'upload.file-key-usable',
    title: 'a job endpoint takes the file_key of an upload, more than once',
    clauses: ['resources.upload.file-key-usable'],
    needs: ['spend'],
    run: async (t) => {
      const account = await t.main();
      const key = await keyOf(t, account, t.target.inputs.image);
      for (const says of ['a new file_key', 'a file_key that was used before']) {
        const exchange = await submitWith(t, account, 'face-swap-image', 'image_key', key);
        t.expect('resources.upload.file-key-usable', isAccepted(t, exchange), {
          expected: `${says} to be taken`,
          at: exchange,
        });
      }
    },
  }),
  check({
    id: 'upload.url-hosts-file',
    title: 'the url of an upload leads to the file that was uploaded',
    clauses: ['resources.upload.url-hosts-file'],
    profile: 'smoke',
    run: async (t) => {
      const account = await t.main();
      for (const { input, exchange } of few(t.run, await t.once(acceptedUploads), 1)) {
        const url = textIn(exchange, 'url');
        if (url === undefined) {
          t.tried();
          continue;
        }
        t.expect('resources.upload.url-hosts-file', URL.canParse(url), {
          expected: 'an absolute address',
          actual: url,
          at: exchange,
        });
        const download = await fetched(t, account, url);
        if ([401, 403].includes(statusOf(download))) {
          t.undecided('upload-url', `whoever may open ${url}, the judge may not: ${toldOf(download)}`, download);
        }
        t.expect(
          'resources.upload.url-hosts-file',
          isSuccess(download) && Buffer.compare(download.answer?.body ?? Buffer.alloc(0), input.bytes) === 0,
          {
            expected: `the ${input.bytes.byteLength} bytes of ${input.name}`,
            actual: toldInBytes(download),
            at: [exchange, download],
          },
        );
      }
    },
  }),
];

function acceptsCheck(kind: MediaKind): Check {
  const clause = clauseNamed(`endpoints.uploads.accepts-${kind}`);
  return check({
    id: `uploads.accepts-${kind}`,
    title: `POST /uploads takes ${kind === 'image' ? 'an image' : kind === 'audio' ? 'an audio file' : 'a video'}`,
    clauses: [clause],
    profile: 'smoke',
    run: async (t) => {
      for (const { input, exchange } of await t.once(acceptedUploads)) {
        if (!input.contentType.startsWith(`${kind}/`)) continue;
        t.expect(clause, isAccepted(t, exchange), { expected: `${input.name} to be taken`, at: exchange });
      }
    },
  });
}

async function uploadsSeen(t: Trial): Promise<readonly Seen[]> {
  const uploads = await t.once(acceptedUploads);
  return uploads
    .filter(({ exchange }) => isSuccess(exchange))
    .map(({ exchange }) => ({ exchange, value: exchange.answer?.json }));
}

/** By whoever has the address, else by the owner of the file. */
async function fetched(t: Trial, account: Account, url: string): Promise<Exchange> {
  const open = await t.get(url);
  const isOurs = new URL(url).origin === new URL(t.target.baseUrl).origin;
  if (![401, 403].includes(statusOf(open)) || !isOurs) return open;
  return t.get(url, { authorization: `Bearer ${account.key}` });
}

const toldInBytes = ({ answer, failure }: Exchange): string =>
  answer === undefined ? (failure ?? 'nothing') : `${answer.status} with ${answer.body.byteLength} bytes`;

async function keyOf(t: Trial, account: Account, input: Input): Promise<string> {
  const uploaded = await t.call(account, 'uploadFile', { raw: formOf(input) });
  return t.wanted(textIn(uploaded, 'file_key'), 'an upload that gives a file_key', uploaded);
}

const submitWith = (t: Trial, account: Account, endpoint: JobEndpoint, field: string, key: string): Promise<Exchange> =>
  t.submit(account, endpoint, { body: { [field]: key } });
