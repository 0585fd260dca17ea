/** Takes from an answer what later requests are held against: files, voices, jobs, and what was submitted under which idempotency key. */
import { submitOf } from './deviations/inputs.ts';
import { keyIn } from './deviations/deviation.ts';
import { uploadedKind } from './deviations/forms.ts';
import type { Known } from './known.ts';
import { textIn } from '../reading/members.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { type Operation, operations } from '../../spec/operations.ts';

export const noteAnswer = (known: Known, exchange: Exchange): void => {
  const { operation: id, request, answer } = exchange;
  if (id === undefined) return;
  const { job }: Operation = operations[id];
  const [key, name] = [keyIn(request), request.headers['idempotency-key']];
  // One that was refused has taken nothing, and may be mended and sent again; of one without an answer nobody knows.
  const isTaken = answer === undefined || isSuccess(exchange);
  if (isTaken && job !== undefined && key !== undefined && name !== undefined) {
    known.noteSubmit(key, name, submitOf({ id, request }));
  }
  if (!isSuccess(exchange)) return;
  const [fileKey, jobId] = [textIn(exchange, 'file_key'), textIn(exchange, 'id')];
  if (id === 'uploadFile' && fileKey !== undefined && fileKey !== '') known.noteFile(fileKey, uploadedKind(request));
  if (job !== undefined && jobId !== undefined && key !== undefined) known.noteJob(jobId, key);
  if (id === 'listVoices') for (const text of textsIn(answer?.json)) known.voices.add(text);
};

/** Whatever form the list has. */
const textsIn = (json: unknown): readonly string[] => {
  if (typeof json === 'string') return [json];
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(textsIn) : [];
};
