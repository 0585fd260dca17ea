/** A receiver of webhooks that answers at once and counts. `GET /` tells how many have come. */
import { createServer } from 'node:http';

let count = 0;
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (request.method === 'GET') {
    response.end(String(count));
    return;
  }
  request.resume();
  request.on('end', () => {
    count++;
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));
