/** What is sent: bodies, files, and how inputs are named. */
import { operations } from '../../../spec/operations.ts';
import { voiceSampleNote, unknownFieldNote } from '../../../spec/schemas/journal.ts';
import { type Call, isAccepted, isSubmit } from '../call.ts';
import type { ConductRule, Lapse } from '../rule.ts';
import type { Seen } from '../seen.ts';
import { letBe, numbers, rowsOf } from '../series.ts';

export const inputRules: readonly ConductRule[] = [
  {
    id: 'inputs.json',
    title: 'sends bodies as JSON',
    clauses: ['conventions.request-json'],
    level: 'must',
    advice:
      'Write the fields as one JSON object and send it with "Content-Type: application/json". A form is for uploads alone.',
    wants: 'a call with a JSON body',
    look: ({ calls }) => {
      const bodied = calls.filter(({ operation }) => operation !== null && 'body' in operations[operation]);
      const read = bodied.filter((call) => call.body !== undefined || isNoJson(call));
      return {
        occasions: read.length,
        lapses: read
          .filter(isNoJson)
          .map((call) => ({ message: `the body of POST ${call.path} was not sent as JSON`, entries: [call.seq] })),
      };
    },
  },
  {
    id: 'inputs.multipart',
    title: 'uploads files as multipart/form-data',
    clauses: ['endpoints.uploads.multipart'],
    level: 'must',
    advice:
      'Send the file as the part "file" of a multipart/form-data body, and let the HTTP library write the Content-Type with its boundary.',
    wants: 'an upload',
    look: ({ calls }) => {
      const uploads = calls.filter(({ operation }) => operation === 'uploadFile');
      const typed = uploads.map((call) => ({ call, type: call.header('content-type') ?? 'no content type' }));
      return {
        occasions: uploads.length,
        lapses: typed
          .filter(({ type }) => !/^multipart\/form-data\b/i.test(type))
          .map(({ call, type }) => ({ message: `an upload came as ${type}`, entries: [call.seq] })),
      };
    },
  },
  {
    id: 'inputs.by-file-key',
    title: 'names its inputs by file_key',
    clauses: ['service.inputs-by-file-key'],
    level: 'must',
    advice: 'Upload the file first and pass the file_key of the answer: the service fetches no address.',
    wants: 'a submit with an input',
    look: ({ calls }) => {
      const inputs = inputsOf(calls);
      return {
        occasions: inputs.length,
        lapses: inputs
          .filter(({ value }) => isAddress(value))
          .map(({ call, field }) => ({ message: `${field} is an address and no file_key`, entries: [call.seq] })),
      };
    },
  },
  {
    id: 'inputs.uploaded-first',
    title: 'uploads its inputs before it submits the job that uses them',
    clauses: ['service.inputs-uploaded-first'],
    level: 'must',
    advice: 'Wait for the answer of POST /uploads, and submit with the file_key that stands in it.',
    wants: 'a submit with an input',
    look: (seen) => {
      const inputs = inputsOf(seen.calls).filter(({ value }) => !isAddress(value));
      const lapses = inputs.flatMap((input) => neverUploaded(seen, input));
      const uploaded = inputs.filter(({ call, value }) => isAccepted(call) || wasUploaded(seen, call, value));
      return { occasions: uploaded.length + lapses.length, lapses };
    },
  },
  {
    id: 'inputs.voice-sample',
    title: 'takes a reference voice of 3 to 15 seconds',
    clauses: ['limits.voice-sample-length'],
    level: 'should',
    advice: 'Cut the recording to 3 to 15 seconds before it is uploaded.',
    wants: 'a voice clone that is accepted',
    look: ({ calls }) => {
      const clones = calls.filter((call) => call.operation === 'submitVoiceClone' && isAccepted(call));
      return {
        occasions: clones.length,
        lapses: clones.flatMap((call) => noted(call, voiceSampleNote)),
      };
    },
  },
  {
    id: 'inputs.known-fields',
    title: 'sends no field that the endpoint does not have',
    clauses: ['endpoints.submit.json-body'],
    level: 'should',
    advice: 'Look for a misspelt name: a field that the endpoint does not have has no effect, and may be refused.',
    wants: 'a call with a JSON body that is accepted',
    look: ({ calls }) => {
      const bodied = calls.filter(({ body, operation }) => body !== undefined && operation !== null);
      const lapses = bodied.flatMap((call) => noted(call, unknownFieldNote));
      // A call that is refused may not have been read so far.
      const clean = bodied.filter((call) => isAccepted(call) && noted(call, unknownFieldNote).length === 0);
      return { occasions: clean.length + lapses.length, lapses };
    },
  },
  {
    id: 'inputs.invalid-not-repeated',
    title: 'does not send again unchanged what was refused as invalid',
    clauses: ['errors.invalid-input-code'],
    level: 'should',
    advice: 'Treat 400 as final: the same call is refused again each time. Retry 429, 500 and 503 only.',
    wants: 'a call that is refused with 400, and is no upload, after which there was time',
    look: (seen) => {
      // Whoever sends the same mistake again at once is no other worker.
      const lapses = rowsOf(seen, invalid, 3, 0)
        .filter(([first]) => first !== undefined && isSameAgain(first))
        .map((row) => ({
          message: `the same call was sent ${row.length} times and refused with ${row[0]?.code} each time`,
          entries: numbers(...row),
        }));
      return { occasions: letBe(seen, invalid).filter(isSameAgain).length + lapses.length, lapses };
    },
  },
];

/** Of a file the journal has the length alone, and a call without a query has nothing that could be invalid. */
const isSameAgain = ({ body, method, query }: Call): boolean =>
  body !== undefined || (method === 'GET' && query.size > 0);

const invalid = ['invalid_input', 'unsupported_format', 'input_too_large'];

type Input = { readonly call: Call; readonly field: string; readonly value: string };

const inputsOf = (calls: readonly Call[]): Input[] =>
  calls.filter(isSubmit).flatMap((call) => {
    const operation = call.operation === null ? undefined : operations[call.operation];
    if (operation === undefined || !('job' in operation)) return [];
    return Object.keys(operation.job.inputs).flatMap((field) => {
      const value = call.body?.[field];
      return typeof value === 'string' ? [{ call, field, value }] : [];
    });
  });

/** Schemes that are taken for addresses; a file_key may have a colon. */
const isAddress = (value: string): boolean => /^(?:https?:|ftp:|s3:|gs:|data:|file:|blob:)/i.test(value);

/** Only what was refused, and no upload ever gave: a file may have been uploaded before the journal began. */
const neverUploaded = ({ uploads, isWhole, calls }: Seen, { call, field, value }: Input): Lapse[] => {
  const isRefused = call.code === 'invalid_input' || call.code === 'not_found';
  if (!isWhole || !isRefused || uploads.has(value) || keyForm.test(value)) return [];
  // What another submit could use is there.
  const isKnown = inputsOf(calls).some((other) => other.value === value && isAccepted(other.call));
  return isKnown ? [] : [{ message: `no upload gave the file_key that stands in ${field}`, entries: [call.seq] }];
};

/** Whether the key stood in an answer that the client had before it submitted. */
const wasUploaded = ({ uploads }: Seen, { at }: Call, key: string): boolean =>
  (uploads.get(key)?.endedAt ?? Number.POSITIVE_INFINITY) <= at;

/** As the mock gives them (gap `id-form`). */
const keyForm = /^(?:[a-z]+_[a-z0-9]+_[a-z0-9]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const noted = ({ entry, seq }: Call, beginning: string): Lapse[] =>
  entry.notes.filter((note) => note.startsWith(beginning)).map((message) => ({ message, entries: [seq] }));

/** A wrong content type alone is a lapse only where the service would not read the body for it. */
const isNoJson = (call: Call): boolean => {
  const { text, truncated } = call.entry.request.body;
  if (call.lost || call.code === 'unauthorized' || call.code === 'rate_limited') return false;
  if (text === null) return call.status === 400 && !isJsonType(call.header('content-type') ?? '');
  return text !== '' && !truncated && !isJson(text);
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const isJsonType = (type: string): boolean => /^application\/(?:[\w.+-]+\+)?json\b/i.test(type);
