/** Uploads that many checks look at: of every kind that must be taken, and of what is none. */
import { mediumBytes } from '../../fixtures/media.ts';
import type { Actor } from '../actor.ts';
import { type Raw, formOf, textForm } from '../form.ts';
import { few } from '../sample.ts';
import type { Input } from '../target.ts';
import type { Exchange } from '../wire/exchange.ts';

export type Uploaded = { readonly input: Input; readonly exchange: Exchange };

/** Files of every kind and of every type that any server must take (gap `accepted-types`). */
export const acceptedUploads = async (actor: Actor): Promise<readonly Uploaded[]> => {
  const account = await actor.main();
  const uploaded: Uploaded[] = [];
  // The first three are one of each kind.
  for (const [name, contentType] of few(
    actor.run,
    [
      ['portrait.png', 'image/png'],
      ['clip.mp4', 'video/mp4'],
      ['voice.wav', 'audio/wav'],
      ['face.jpg', 'image/jpeg'],
      ['speech.mp3', 'audio/mpeg'],
    ] as const,
    3,
  )) {
    const input: Input = { bytes: await mediumBytes(name), name, contentType, seconds: 0 };
    uploaded.push({ input, exchange: await actor.upload(account, input) });
  }
  return uploaded;
};

/** Forms that hold no part named `file`, and bodies that are no form. */
export const formless = async (actor: Actor): Promise<readonly Exchange[]> => {
  const account = await actor.main();
  const { image } = actor.target.inputs;
  const exchanges: Exchange[] = [];
  const forms = [formOf(image, 'document'), formOf(image, 'files'), textForm('file_key', 'none'), emptyForm];
  for (const raw of few(actor.run, forms, 1)) {
    exchanges.push(await actor.call(account, 'uploadFile', { raw, breaks: 'no-file' }));
  }
  for (const raw of few(actor.run, [nameInJson, nameInQueryForm], 0)) {
    exchanges.push(await actor.call(account, 'uploadFile', { raw, breaks: 'not-form' }));
  }
  return exchanges;
};

/** They name a file, and hold none. */
const nameInJson: Raw = { bytes: Buffer.from('{"file":"portrait.png"}'), type: 'application/json' };
const nameInQueryForm: Raw = {
  bytes: Buffer.from('file=portrait.png'),
  type: 'application/x-www-form-urlencoded',
};

const emptyForm: Raw = {
  bytes: Buffer.from('--understudy-empty--\r\n'),
  type: 'multipart/form-data; boundary=understudy-empty',
};

export const textUpload = async (actor: Actor): Promise<Exchange> =>
  actor.call(await actor.main(), 'uploadFile', { raw: textForm('file', 'a text, no file'), breaks: 'file-as-text' });

/** A few bytes of any content type. */
export const uploadAs = async (actor: Actor, contentType: string): Promise<Exchange> =>
  actor.upload(
    await actor.main(),
    { ...actor.target.inputs.image, bytes: pdf, name: 'document', contentType },
    'file-type',
  );

/** Files that are neither image nor audio nor video by their content type. */
export const strangeFiles = async (
  actor: Actor,
): Promise<readonly { readonly says: string; readonly exchange: Exchange }[]> => {
  const account = await actor.main();
  const { image, video } = actor.target.inputs;
  const found: { says: string; exchange: Exchange }[] = [];
  const files = [
    ['a PDF', { ...image, bytes: pdf, name: 'letter.pdf', contentType: 'application/pdf' }],
    ['a PDF that is named as an image', { ...image, bytes: pdf, name: 'face.png', contentType: 'application/pdf' }],
    ['an archive', { ...image, bytes: zip, name: 'files.zip', contentType: 'application/zip' }],
    ['JSON', { ...image, bytes: Buffer.from('{}'), name: 'data.json', contentType: 'application/json' }],
    ['a page', { ...image, bytes: Buffer.from('<p>Hello</p>'), name: 'page.html', contentType: 'text/html' }],
    ['an archive that is named as a video', { ...video, bytes: zip, name: 'clip.mp4', contentType: 'application/zip' }],
  ] as const;
  for (const [says, input] of few(actor.run, files, 2)) {
    found.push({ says, exchange: await actor.upload(account, input, 'file-type') });
  }
  return found;
};

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
const zip = Buffer.from('PK\u0005\u0006' + '\0'.repeat(18), 'latin1');
