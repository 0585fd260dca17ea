/**
 * Reads a multipart form that holds one file, and lends the file to `keep` while it comes in. What is not such a form is
 * refused as early as it shows. The parser passes over parts it cannot read; that one part is the most there may be makes up for it.
 */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { chunkBytes } from './body.ts';
import { watchEnvelope } from './envelope.ts';
import type { FileHead } from './plain-form.ts';
import { watchStandstill } from './standstill.ts';
import { Gone, Stop, stop } from './stop.ts';

export type FilePart = FileHead & { readonly stream: Readable };

export type FormRules = {
  readonly boundary: string;
  readonly bodyBytesMax: number;
  /** Parts beside `file` have no effect, instead of being refused. */
  readonly ignoreOtherParts: boolean;
};

/** Resolves when the whole form has been read and its file kept. Rejects with `Stop` for a refusal, else with what went wrong. */
export const readForm = async (
  body: Readable,
  { boundary, bodyBytesMax, ignoreOtherParts }: FormRules,
  keep: (part: FilePart) => Promise<void>,
): Promise<void> => {
  const envelope = watchEnvelope(boundary, bodyBytesMax);
  const form = openForm(boundary, ignoreOtherParts ? 10 : 1);
  const abort = new AbortController();
  let fault: unknown;
  let file: Readable | undefined;
  let kept: Promise<void> | undefined;
  let keeping = false;

  // The first fault is the cause; the others follow from tearing everything down.
  const fail = (reason: unknown): void => {
    fault ??= reason;
    abort.abort();
    file?.destroy(new Error('its form could not be read'));
  };
  const refuse = (message: string): void => fail(stop('invalid_input', message));

  form.on('file', (field: string | undefined, stream, name: string | undefined, _encoding, contentType) => {
    stream.on('error', ignore);
    if (field !== 'file') {
      if (ignoreOtherParts) stream.resume();
      else refuse(`the form may hold nothing but file, got a part named ${shown(field)}`);
    } else if (name === undefined) refuse('file must be a file: its part has no filename');
    else if (name === '') refuse('file is empty of a name: none was chosen');
    else if (file !== undefined) refuse('send one file, not several');
    else {
      file = stream;
      keeping = true;
      kept = keep({ stream, name, contentType })
        .catch(fail)
        .finally(() => {
          keeping = false;
        });
    }
  });
  form.on('partsLimit', () => refuse('the form has too many parts: send one, named file'));

  // Before the pipeline's own listeners, so that the cause is noted first. What is not ours comes from the parser's troubles.
  const failReading = (error: unknown): void => {
    fail(error instanceof Stop || error instanceof Gone ? error : stop('invalid_input', malformed));
  };
  for (const stream of [body, envelope, form]) stream.on('error', failReading);
  // The parser may be done before the body is. The rest must still be taken, or nothing would ever end.
  form.on('finish', () => setImmediate(() => envelope.resume()));
  const endWatch = watchStandstill(
    envelope,
    form,
    () => keeping,
    () => refuse(malformed),
  );
  await pipeline(body, envelope, form, { signal: abort.signal }).catch(failReading);
  endWatch();
  await kept;
  if (fault !== undefined) throw fault;
  if (kept === undefined) throw stop('invalid_input', 'file is required: the form has no readable part of that name');
};

const openForm = (boundary: string, parts: number): BusboyInstance =>
  new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    // Whatever a part is, it comes as a stream; nothing is gathered in memory.
    isPartAFile: () => true,
    preservePath: true,
    highWaterMark: chunkBytes,
    fileHwm: chunkBytes,
    limits: { parts, headerPairs: 64, headerSize: 16 * 1024 },
  });

const malformed = 'the form is malformed, or ends before its last boundary';

const shown = (field: string | undefined): string =>
  field === undefined ? 'nothing' : JSON.stringify(field.length > 80 ? `${field.slice(0, 80)}…` : field);

const ignore = (): void => undefined;
