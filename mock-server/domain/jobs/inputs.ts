/** The files that a submit names: they must exist, belong to the account and be of the right kind. Nothing is ever fetched. */
import type { MediaKind } from '../../../spec/vocabulary.ts';
import type { Account } from '../account.ts';
import { type Refused, refuse } from '../refusal.ts';
import type { Upload } from '../upload.ts';
import type { Settings } from '../world.ts';
import { type Body, textOf } from './body.ts';

export type Inputs = { readonly [field: string]: Upload };

export const findInputs = (
  account: Account,
  fields: { readonly [field: string]: MediaKind },
  body: Body,
  { choices }: Settings,
  now: number,
): { readonly inputs: Inputs } | Refused => {
  const inputs: { [field: string]: Upload } = {};
  for (const [field, kind] of Object.entries(fields)) {
    const key = textOf(body, field) ?? '';
    const upload = account.uploads.get(key);
    if (upload === undefined || isForgotten(upload, choices, now)) {
      return /^\w+:\/\//.test(key)
        ? refuse(
            'invalid_input',
            `${field} takes a file_key from POST /uploads, not a URL: no external address is fetched`,
          )
        : refuse(choices['unknown-file-key'], `${field}: no upload of this account has the file_key ${quote(key)}`);
    }
    if (upload.kind !== kind && !(choices['input-kinds'] === 'from-videos' && isFromVideo(field, upload))) {
      const code = choices['wrong-file-kind'];
      return refuse(
        code,
        `${field} takes ${article(kind)}, but ${quote(key)} is ${article(upload.kind)} (${upload.contentType})`,
      );
    }
    inputs[field] = upload;
  }
  return { inputs };
};

/** A face or a voice may be taken out of a video (gap `input-kinds`). */
const isFromVideo = (field: string, { kind }: Upload): boolean =>
  kind === 'video' && (field === 'face_key' || field === 'voice_key');

const hourMs = 3_600_000;

/** A key may stop working some time after its upload (gap `upload-retention`). */
const isForgotten = ({ storedAt }: Upload, choices: Settings['choices'], now: number): boolean =>
  choices['upload-retention'] === '24h' && now >= storedAt + 24 * hourMs;

const quote = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

const article = (kind: MediaKind): string => (kind === 'video' ? 'a video' : `an ${kind} file`);
