/** Assertions that fail where they were asked for: their stack begins with the line of the test, not with files of this package. */
import { AssertionError } from 'node:assert';

/** @param asked the function that the test calls; it must call this one before it waits for anything */
export const fromCaller = async <T>(asked: (...args: never[]) => unknown, work: () => Promise<T>): Promise<T> => {
  // Taken at once: after the first wait only our own frames are sure to be there.
  const caller: { stack?: string } = {};
  Error.captureStackTrace(caller, asked);
  try {
    return await work();
  } catch (error) {
    if (error instanceof AssertionError) {
      error.stack = `${error.name}: ${error.message}${(caller.stack ?? '').replace(/^.*$/m, '')}`;
    }
    throw error;
  }
};
