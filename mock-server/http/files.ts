/** The addresses behind `url`, `output_url` and `preview_url`. They need no key: who has the address may fetch. */
import type { Socket } from 'node:net';
import type { Context, Hono } from 'hono';
import { faultNamed } from '../../spec/faults.ts';
import { accountIdIn } from '../engine/ids.ts';
import { breakingOff } from './broken-body.ts';
import { createGuarded } from './guarded.ts';
import { readBlob } from './read-blob.ts';
import type { Exchange } from './record.ts';
import { type Respond, createRespond } from './respond.ts';
import type { Env } from './router.ts';
import { serveFile } from './serve-file.ts';
import type { ServedFile, Service } from './service.ts';
import { endingOf } from './uploads/file-type.ts';

export const mountFiles = (app: Hono<Env>, service: Service): void => {
  const respond = createRespond(service.choices);
  const guarded = createGuarded(service, respond);
  const answer = async (
    context: Context<Env>,
    exchange: Exchange,
    file: Promise<ServedFile | undefined>,
  ): Promise<Response> => {
    const found = await file;
    if (found === undefined) {
      return respond.refusal({ code: 'not_found', message: 'there is no such file' }, undefined, undefined, exchange);
    }
    const response = serveFile(context.req.raw, found);
    exchange.served(response);
    return response;
  };
  // HEAD is routed as GET.
  const upload = guarded(null, async (context, exchange) => {
    const { fileKey = '', tag = '' } = context.req.param();
    exchange.accountId = accountIdIn(fileKey) ?? null;
    const now = service.engine().clock.now();
    const verdict = service.links.checkUpload(fileKey, tag, context.req.query('expires') ?? '', now);
    if (verdict === 'expired') return turnAway(service, respond, 'expired', exchange);
    return answer(context, exchange, verdict === 'good' ? findUpload(service, fileKey) : nothing);
  });
  const preview = guarded(null, (context, exchange) =>
    answer(context, exchange, service.results.ofVoice(context.req.param('voiceId') ?? '')),
  );
  const output = guarded(null, async (context, exchange) => {
    const [, jobId = '', ending] = outputName.exec(context.req.param('name') ?? '') ?? [];
    exchange.accountId = accountIdIn(jobId) ?? null;
    const { expires, signature } = context.req.query();
    const now = service.engine().clock.now();
    const verdict = service.links.checkOutput(jobId, expires ?? '', signature ?? '', now);
    if (verdict !== 'good') return turnAway(service, respond, verdict, exchange);
    return answer(context, exchange, findOutput(service, jobId, `.${ending}`, context.env?.incoming?.socket));
  });
  app.get('/files/:fileKey/:tag', upload);
  app.get('/voices/:voiceId/preview.wav', preview);
  app.get('/outputs/:name', output);
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

const findOutput = async (
  service: Service,
  jobId: string,
  ending: string,
  connection: Socket | undefined,
): Promise<ServedFile | undefined> => {
  const accountId = accountIdIn(jobId);
  if (accountId === undefined) return undefined;
  const file = await service.results.ofJob(accountId, jobId);
  if (file?.name.endsWith(ending) !== true) return undefined;
  const job = (await service.engine().account(accountId))?.jobs.get(jobId);
  switch (faultNamed(job?.faults, 'job-link-broken')?.how) {
    case 'missing':
      return undefined;
    case 'truncated':
      return { ...file, read: (start, end) => breakingOff(file.read(start, middleOf(start, end)), connection) };
    case undefined:
      return file;
  }
};

const middleOf = (start: number, end: number): number => start + Math.floor((end - start) / 2);

/** The document has no code for such a link, so the answer pretends to none (gap `link-expired`). */
const turnAway = (
  { choices }: Service,
  respond: Respond,
  verdict: 'expired' | 'forged',
  exchange: Exchange,
): Response => {
  const text =
    verdict === 'forged'
      ? 'This link is not one that was given out: its signature does not fit.\n'
      : choices['link-renewal'] === 'each-get'
        ? 'This link has expired: GET /jobs/{job_id} gives a fresh one.\n'
        : 'This link has expired: download a result at once and keep it.\n';
  const status = Number(choices['link-expired']);
  if (status === 404)
    return respond.refusal({ code: 'not_found', message: text.trim() }, undefined, undefined, exchange);
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  exchange.answered(status, headers, text);
  return new Response(text, { status, headers });
};
