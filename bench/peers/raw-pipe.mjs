/** The floor of an upload: the connection's bytes piped to the disk, and nothing looked at. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const path = join(tmpdir(), `understudy-raw-pipe-${process.pid}`);

const keep = async (request, response) => {
  try {
    await pipeline(request, createWriteStream(path));
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': 2 }).end('{}');
    await rm(path);
  } catch {
    response.destroy();
  }
};
const server = createServer((request, response) => void keep(request, response));
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));
