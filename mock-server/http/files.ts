/** The addresses behind `url`, `output_url` and `preview_url`. They need no key: who has the address may fetch. */
import type { Context, Hono } from 'hono';
import { accountIdIn } from '../engine/ids.ts';
import { readBlob } from './read-blob.ts';
import { type Respond, createRespond } from './respond.ts';
import type { Env } from './router.ts';
import { serveFile } from './serve-file.ts';
import type { ServedFile, Service } from './service.ts';
import { endingOf } from './uploads/file-type.ts';

export const mountFiles = (app: Hono<Env>, service: Service): void => {
  const respond = createRespond(service.choices);
  const answer = async (context: Context<Env>, file: Promise<ServedFile | undefined>): Promise<Response> => {
    const found = await file;
    if (found === undefined) return respond.refusal({ code: 'not_found', message: 'there is no such file' });
    return serveFile(context.req.raw, found);
  };
  // HEAD is routed as GET.
  app.get('/files/:fileKey/:tag', async (context) => {
    const { fileKey, tag } = context.req.param();
    const now = service.engine().clock.now();
    const verdict = service.links.checkUpload(fileKey, tag, context.req.query('expires') ?? '', now);
    if (verdict === 'expired') return turnAway(service, respond, 'expired');
    return answer(context, verdict === 'good' ? findUpload(service, fileKey) : nothing);
  });
  app.get('/voices/:voiceId/preview.wav', (context) =>
    answer(context, service.results.ofVoice(context.req.param('voiceId'))),
  );
  app.get('/outputs/:name', async (context) => {
    const [, jobId = '', ending] = outputName.exec(context.req.param('name')) ?? [];
    const { expires, signature } = context.req.query();
    const now = service.engine().clock.now();
    const verdict = service.links.checkOutput(jobId, expires ?? '', signature ?? '', now);
    if (verdict !== 'good') return turnAway(service, respond, verdict);
    return answer(context, findOutput(service, jobId, `.${ending}`));
  });
};

const nothing = Promise.resolve(undefined);

const findUpload = async (service: Service, fileKey: string): Promise<ServedFile | undefined> => {
  const accountId = accountIdIn(fileKey);
  if (accountId === undefined) return undefined;
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

const outputName = /^([\w-]{1,100})\.([a-z0-9]{1,4})$/;

const findOutput = async ({ results }: Service, jobId: string, ending: string): Promise<ServedFile | undefined> => {
  const accountId = accountIdIn(jobId);
  if (accountId === undefined) return undefined;
  const file = await results.ofJob(accountId, jobId);
  return file?.name.endsWith(ending) === true ? file : undefined;
};

/** The document has no code for such a link, so the answer pretends to none (gap `link-expired`). */
const turnAway = ({ choices }: Service, respond: Respond, verdict: 'expired' | 'forged'): Response => {
  const text =
    verdict === 'forged'
      ? 'This link is not one that was given out: its signature does not fit.\n'
      : choices['link-renewal'] === 'each-get'
        ? 'This link has expired: GET /jobs/{job_id} gives a fresh one.\n'
        : 'This link has expired: download a result at once and keep it.\n';
  const status = Number(choices['link-expired']);
  if (status === 404) return respond.refusal({ code: 'not_found', message: text.trim() });
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
};
