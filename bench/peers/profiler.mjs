/**
 * Imported before a peer's own program: on SIGUSR2 a CPU profile begins, on the next it ends and is written to the file that
 * BENCH_PROFILE names. So the start of the process is not in it.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const file = process.env.BENCH_PROFILE ?? '';
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: 500 });
let running = false;
const turn = async () => {
  running = !running;
  if (running) {
    await session.post('Profiler.start');
    return;
  }
  const { profile } = await session.post('Profiler.stop');
  writeFileSync(`${file}.part`, JSON.stringify(profile));
  renameSync(`${file}.part`, file);
};
process.on('SIGUSR2', () => void turn());
