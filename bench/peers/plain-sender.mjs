/** The floor of deliveries: Node's own agent posts one unsigned body again and again over 64 kept connections. */
import { Agent, request } from 'node:http';

const [url, times, length] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const body = Buffer.alloc(length, 'x');
const headers = { 'content-type': 'application/json', 'content-length': length };
const send = () =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => answer.resume().on('end', resolve));
    sent.on('error', reject).end(body);
  });
console.log(JSON.stringify({ port: 0 }));
let left = times;
const drive = async () => {
  while (left-- > 0) await send();
};
const from = performance.now();
await Promise.all(Array.from({ length: 64 }, drive));
console.log(JSON.stringify({ ms: performance.now() - from }));
