/** hono with constant answers: what the framework costs before anything is done. A POST's body is read and parsed. */
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { createServer } from 'node:http';

const job = { id: 'job_1', status: 'queued', output_url: null, charged_usd: 0, error: null };
const acknowledgement = { id: 'job_1', status: 'queued', status_url: '/api/v1/jobs/job_1' };

const app = new Hono();
app.get('/api/v1/jobs/:job_id', (context) => context.json(job));
app.post('/api/v1/avatar', async (context) => {
  await context.req.json();
  return context.json(acknowledgement, 202);
});
// With its own fast Request and Response in place of Node's, as a server has it that is hono's alone.
const answer = getRequestListener(app.fetch);
const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));
