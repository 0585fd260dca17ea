/** A process of the zoo: does the tasks that it is given, as they come. */
import { perform } from './tasks.ts';
import type { Order, Report } from './workers.ts';

const tell = (report: Report): void => void process.send?.(report);

process.on('message', ({ number, task }: Order) => {
  perform(task).then(
    (done) => tell({ number, done }),
    (error: unknown) => tell({ number, error: error instanceof Error ? (error.stack ?? '') : String(error) }),
  );
});
