/**
 * The floor: Node's own server and no domain. A GET gets a constant JSON, a POST's body is read and parsed first.
 * Plain JavaScript, so that its start is Node's start.
 */
import { createServer } from 'node:http';

const headersOf = (text) => ({
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'content-length': Buffer.byteLength(text),
});
const job = JSON.stringify({ id: 'job_1', status: 'queued', output_url: null, charged_usd: 0, error: null });
const acknowledgement = JSON.stringify({ id: 'job_1', status: 'queued', status_url: '/api/v1/jobs/job_1' });

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, headersOf(job)).end(job);
    return;
  }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(202, headersOf(acknowledgement)).end(acknowledgement);
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));
