/** A process of the zoo: does one task after the other, as it is told. */
import { type Task, perform } from './tasks.ts';

process.on('message', (task: Task) => {
  perform(task).then(
    (done) => process.send?.({ done }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
