/** A receiver in another language, as a process of its own: it prints its port and counts what it does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { secret } from './frame.case.ts';

export type Process = { readonly url: string; readonly effectUrl: string; readonly close: () => void };

/** @param file in the folder of languages */
export const openProcess = async (command: string, file: string): Promise<Process> => {
  const path = fileURLToPath(new URL(`./languages/${file}`, import.meta.url));
  const child = spawn(command, [path], {
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${command} ${file} ended with ${String(code)}`))),
  ])) as [Buffer];
  const base = `http://127.0.0.1:${line.toString().trim()}`;
  return { url: `${base}/hook`, effectUrl: `${base}/count`, close: () => void child.kill() };
};
