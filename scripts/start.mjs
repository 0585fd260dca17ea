/** `npm start`: builds if needed, then becomes the command, in this same process, so that signals and exit codes are its own. */
import { pathToFileURL } from 'node:url';
import { buildIfNeeded, startFile } from './build-if-needed.mjs';

buildIfNeeded();
if (process.env.npm_lifecycle_event === 'start') stopWithParent();
process.argv = [process.execPath, startFile, ...process.argv.slice(2)];
await import(pathToFileURL(startFile).href);

/**
 * npm passes a signal to the shell that it started us with, and many a shell dies of it without passing it on. Left behind
 * we would serve for ever: so a parent that is gone means the same as the signal.
 */
function stopWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  timer.unref();
}
