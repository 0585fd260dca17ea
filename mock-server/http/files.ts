/** The addresses behind `url`, `output_url` and `preview_url`. They need no key: who has the address may fetch. */
import type { Context, Hono } from 'hono';
import { readBlob } from './read-blob.ts';
import { refusal } from './respond.ts';
import type { Env } from './router.ts';
import { serveFile } from './serve-file.ts';
import type { ServedFile, Service } from './service.ts';
import { endingOf } from './uploads/file-type.ts';

export const mountFiles = (app: Hono<Env>, service: Service): void => {
  const answer = async (context: Context<Env>, file: Promise<ServedFile | undefined>): Promise<Response> => {
    const found = await file;
    if (found === undefined) return refusal({ code: 'not_found', message: 'there is no such file' }, service.choices);
    return serveFile(context.req.raw, found);
  };
  // HEAD is routed as GET.
  app.get('/files/:fileKey/:tag', (context) =>
    answer(context, findUpload(service, context.req.param('fileKey'), context.req.param('tag'))),
  );
  app.get('/voices/:voiceId/preview.wav', (context) =>
    answer(context, service.results.ofVoice(context.req.param('voiceId'))),
  );
  app.get('/outputs/:name', async (context) => {
    const [, jobId = '', accountId = '', ending] = outputName.exec(context.req.param('name')) ?? [];
    const { expires, signature } = context.req.query();
    const now = service.engine().clock.now();
    const verdict = service.links.checkOutput(jobId, expires ?? '', signature ?? '', now);
    if (verdict !== 'good') return turnAway(service, verdict);
    return answer(context, findOutput(service, accountId, jobId, `.${ending}`));
  });
};

const findUpload = async (service: Service, fileKey: string, tag: string): Promise<ServedFile | undefined> => {
  const accountId = /^file_([a-z0-9]{1,20})_[a-z0-9]{1,64}$/.exec(fileKey)?.[1];
  if (accountId === undefined || !service.links.checkUpload(fileKey, tag)) return undefined;
  const upload = (await service.engine().account(accountId))?.uploads.get(fileKey);
  const bytes = upload && (await service.blobs.size(upload.blob));
  if (upload === undefined || bytes === undefined) return undefined;
  return {
    contentType: upload.contentType,
    // Ours: the client's own name for it goes into no header.
    name: fileKey + endingOf(upload.contentType),
    bytes,
    read: (start, end) => readBlob(service.blobs, upload.blob, start, end),
  };
};

const outputName = /^(job_([a-z0-9]{1,20})_[a-z0-9]{1,64})\.([a-z0-9]{1,4})$/;

const findOutput = async (
  { results }: Service,
  accountId: string,
  jobId: string,
  ending: string,
): Promise<ServedFile | undefined> => {
  const file = await results.ofJob(accountId, jobId);
  return file?.name.endsWith(ending) === true ? file : undefined;
};

/** The document has no code for such a link, so the answer pretends to none (gap `link-expired`). */
const turnAway = ({ choices }: Service, verdict: 'expired' | 'forged'): Response => {
  const text =
    verdict === 'expired'
      ? 'This link has expired: GET /jobs/{job_id} gives a fresh one.\n'
      : 'This link is not one that was given out: its signature does not fit.\n';
  const status = Number(choices['link-expired']);
  if (status === 404) return refusal({ code: 'not_found', message: text.trim() }, choices);
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
};
