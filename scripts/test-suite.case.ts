/** The files of the example of a test suite. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../mock-server/cli/launch.case.ts';
import { textOf } from './documents.case.ts';

export const exampleFolder = 'docs/examples/test-suite';

export const exampleFiles = (): { readonly name: string; readonly code: string }[] =>
  readdirSync(join(root, exampleFolder)).map((name) => ({ name, code: textOf(`${exampleFolder}/${name}`) }));
