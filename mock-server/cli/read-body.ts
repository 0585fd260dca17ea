/** A body from a file or from standard input, byte for byte. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { WrongUsage } from './wrong-usage.ts';

/** @param file `-` or nothing is standard input. Throws `WrongUsage` for one that cannot be read. */
export const readBody = async (file = '-'): Promise<Buffer> => {
  if (file !== '-') {
    return readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw new WrongUsage(`the file ${file} cannot be read (${error.code ?? String(error)})`, { cause: error });
    });
  }
  if (process.stdin.isTTY) console.error('understudy: reading the body from the terminal; Ctrl-D ends it');
  return buffer(process.stdin);
};
