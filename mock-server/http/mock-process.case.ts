/** What `forked-mock.case.ts` starts: a mock that serves, and tells by message what it failed at. */
import { createMock } from '../compose.ts';

const failures: string[] = [];
const mock = await createMock({
  port: 0,
  clock: 'manual',
  rateLimit: 'off',
  onFailure: (error) => failures.push(String(error)),
});

process.on('message', (message) => {
  if (message === 'failures') process.send?.(failures);
  else void mock.close().then(() => process.exit());
});
// Whoever started it is gone.
process.on('disconnect', () => process.exit());
process.send?.({ port: Number(new URL(mock.url).port), apiKey: mock.apiKey });
