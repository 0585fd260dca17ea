/** The main job, step by step, as a client does it: upload, submit, poll until it is over. */
import type { Job, SubmitAcknowledgement } from '../../../../spec/schemas/job.ts';
import type { Upload } from '../../../../spec/schemas/upload.ts';
import type { JobEndpoint } from '../../../../spec/vocabulary.ts';
import { NotTaken, base, call } from './try-it-calls.ts';
import { type Field, jobForms } from './try-it-forms.ts';

/** What was chosen: the name of a sample, a file of one's own, or a text. */
export type Values = { readonly [field: string]: string | File };

export type Step = 'uploading' | 'submitting' | 'queued' | 'processing' | 'succeeded' | 'failed';

/** Throws where a call is not taken. @param over ends the waiting */
export const doJob = async (
  account: string,
  endpoint: JobEndpoint,
  values: Values,
  over: AbortSignal,
  told: (step: Step, id?: string) => void,
): Promise<Job | undefined> => {
  told('uploading');
  const keys: string[] = [];
  const body: { [field: string]: string | number } = {};
  for (const field of jobForms[endpoint].fields) {
    const value = values[field.name] ?? '';
    if (field.kind === 'file') keys.push((body[field.name] = await upload(account, value)));
    else if (value !== '' && typeof value === 'string') body[field.name] = written(field, value);
  }
  const callback = values['callback_url'];
  if (typeof callback === 'string' && callback !== '') body['callback_url'] = callback;
  told('submitting');
  const taken = await call<SubmitAcknowledgement>(account, `${base}/${endpoint}`, {
    method: 'POST',
    body,
    // The uploads are of this submit alone.
    idempotencyKey: `try-${keys.join('-')}`,
  });
  for (let pause = firstPauseMs; !over.aborted; pause = Math.min(pause * 1.5, lastPauseMs)) {
    const job = await poll(account, taken.status_url);
    if (job !== undefined) told(job.status, taken.id);
    if (job?.status === 'succeeded' || job?.status === 'failed') return job;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return undefined;
};

const firstPauseMs = 400;
/** So that the request rate of a key is never used up by this. */
const lastPauseMs = 3_000;

/** Undefined where it was too fast: it is asked again later. */
const poll = async (account: string, path: string): Promise<Job | undefined> => {
  try {
    return await call<Job>(account, path, { method: 'GET' });
  } catch (error) {
    if (error instanceof NotTaken && (error.status === 429 || error.status >= 500)) return undefined;
    throw error;
  }
};

const upload = async (account: string, chosen: string | File): Promise<string> => {
  const file = typeof chosen === 'string' ? await sample(chosen) : chosen;
  const fileName = typeof chosen === 'string' ? chosen : chosen.name;
  return (await call<Upload>(account, `${base}/uploads`, { method: 'POST', file, fileName })).file_key;
};

const sample = async (name: string): Promise<Blob> => {
  const response = await fetch(`console/samples/${encodeURIComponent(name)}`);
  if (!response.ok) throw new Error(`the mock has no sample ${name}`);
  return response.blob();
};

const written = (field: Field, value: string): string | number =>
  field.name === 'output_resolution_p' ? Number(value) : value;
