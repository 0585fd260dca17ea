/** A file as an answer: whole or a range of it, streamed, and never something that a browser would run or show in our name. */
import type { FileRequest } from './ports.ts';
import { readRange } from './range.ts';
import type { ServedFile } from './service.ts';

export const serveFile = (
  { method, range: asked, ifRange }: Pick<FileRequest, 'method' | 'range' | 'ifRange'>,
  file: ServedFile,
): Response => {
  const { bytes } = file;
  const tag = `"${file.name}-${bytes}"`;
  const common = { ...safely(file), etag: tag };
  // With `If-Range` a range is meant only of the file that is named there.
  const range = ifRange === undefined || ifRange === tag ? readRange(asked ?? null, bytes) : undefined;
  if (range === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...common, 'content-range': `bytes */${bytes}`, 'content-length': '0' },
    });
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  return new Response(method === 'HEAD' || bytes === 0 ? null : file.read(start, end), {
    status: range === undefined ? 200 : 206,
    headers: {
      ...common,
      'content-length': String(end - start + 1),
      ...(range && { 'content-range': `bytes ${start}-${end}/${bytes}` }),
    },
  });
};

/** What is behind an upload is a stranger's: it is downloaded, not opened. */
const safely = ({ contentType, name }: ServedFile): Record<string, string> => ({
  'content-type': contentType,
  'content-disposition': `attachment; filename="${name.replace(/[^A-Za-z0-9._-]/g, '_')}"`,
  'x-content-type-options': 'nosniff',
  'content-security-policy': 'sandbox',
  'cross-origin-resource-policy': 'same-origin',
  'accept-ranges': 'bytes',
  'cache-control': 'no-store',
});
