/** The addresses behind `url`, `output_url` and `preview_url`. They need no key: who has the address may fetch. */
import type { Socket } from 'node:net';
import type { Context, Hono } from 'hono';
import { faultNamed } from '../../spec/faults.ts';
import { hasEndedFor } from '../domain/job.ts';
import type { Refusal } from '../domain/refusal.ts';
import { accountIdIn } from '../engine/ids.ts';
import { breakingOff } from './broken-body.ts';
import { createGuarded } from './guarded.ts';
import type { FileRequest } from './ports.ts';
import { readBlob } from './read-blob.ts';
import type { Exchange } from './record.ts';
import { type Respond, createRespond } from './respond.ts';
import type { Env } from './router.ts';
import { serveFile } from './serve-file.ts';
import type { ServedFile, Service } from './service.ts';
import { textResponse } from './text-response.ts';
import { endingOf } from './uploads/file-type.ts';

export const mountFiles = (app: Hono<Env>, service: Service): void => {
  const respond = createRespond(service.choices);
  const guarded = createGuarded(service, respond);
  const answer = async (asked: FileRequest, exchange?: Exchange): Promise<Response> => {
    const { link, file } = asked;
    // An upload's address is no signed link, unless it expires: there is nothing behind a wrong one.
    if (link === 'expired' || (link === 'forged' && file.kind === 'result')) {
      return turnAway(service, respond, link, exchange);
    }
    const found = link === 'good' ? await findFile(service, asked) : undefined;
    if (found === undefined) {
      return respond.refusal({ code: 'not_found', message: 'there is no such file' }, undefined, undefined, exchange);
    }
    const response = serveFile(asked, found);
    exchange?.served(response);
    return response;
  };
  const wrapped = service.ports?.serve?.((asked) => answer(asked));
  const serve = async (
    context: Context<Env>,
    exchange: Exchange,
    file: FileRequest['file'],
    link: FileRequest['link'],
    now: number,
  ): Promise<Response> => {
    const { url, method, headers } = context.req.raw;
    const asked: FileRequest = {
      url,
      method: method === 'HEAD' ? method : 'GET',
      range: headers.get('range') ?? undefined,
      ifRange: headers.get('if-range') ?? undefined,
      file,
      link,
      now,
      connection: context.env?.incoming?.socket,
    };
    if (wrapped === undefined) return answer(asked, exchange);
    const response = await wrapped(asked);
    exchange.served(response);
    return response;
  };
  // HEAD is routed as GET.
  const upload = guarded(null, (context, exchange) => {
    const { fileKey = '', tag = '' } = context.req.param();
    exchange.accountId = accountIdIn(fileKey) ?? null;
    const now = service.engine().clock.now();
    const verdict = service.links.checkUpload(fileKey, tag, context.req.query('expires') ?? '', now);
    return serve(context, exchange, { kind: 'upload', fileKey }, verdict, now);
  });
  const preview = guarded(null, (context, exchange) => {
    const voiceId = context.req.param('voiceId') ?? '';
    return serve(context, exchange, { kind: 'preview', voiceId }, 'good', service.engine().clock.now());
  });
  const output = guarded(null, (context, exchange) => {
    const [, jobId = '', ending] = outputName.exec(context.req.param('name') ?? '') ?? [];
    exchange.accountId = accountIdIn(jobId) ?? null;
    if (service.choices['link-access'] === 'no-api-key' && context.req.raw.headers.has('authorization')) {
      return respond.refusal(oneIsEnough, undefined, undefined, exchange);
    }
    const { expires, signature } = context.req.query();
    const now = service.engine().clock.now();
    const verdict = service.links.checkOutput(jobId, expires ?? '', signature ?? '', now);
    return serve(context, exchange, { kind: 'result', jobId, ending: `.${ending}` }, verdict, now);
  });
  app.get('/files/:fileKey/:tag', upload);
  app.get('/voices/:voiceId/preview.wav', preview);
  app.get('/outputs/:name', output);
};

/** Storage hosts take one way to authorize a request, and no second one beside it (gap `link-access`). */
const oneIsEnough: Refusal = {
  code: 'invalid_input',
  message: 'a signed link is enough: send no Authorization header with it',
};

const findFile = (service: Service, { file, now, connection }: FileRequest): Promise<ServedFile | undefined> => {
  switch (file.kind) {
    case 'result':
      return findOutput(service, file.jobId, file.ending, now, connection);
    case 'upload':
      return findUpload(service, file.fileKey);
    case 'preview':
      return service.results.ofVoice(file.voiceId);
    default:
      return file satisfies never;
  }
};

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
  now: number,
  connection: Socket | undefined,
): Promise<ServedFile | undefined> => {
  const accountId = accountIdIn(jobId);
  if (accountId === undefined) return undefined;
  const file = await service.results.ofJob(accountId, jobId);
  if (file?.name.endsWith(ending) !== true) return undefined;
  const job = (await service.engine().account(accountId))?.jobs.get(jobId);
  if (job !== undefined && service.choices['result-retention'] === '30d' && hasEndedFor(30, job, now)) return undefined;
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
  exchange?: Exchange,
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
  exchange?.answered(status, headers, text);
  return textResponse(text, { status, headers });
};
