/** Writes the schema of stories for editors: `npx tsx scenarios/schema-file.ts`. A test holds it against the code. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Scenario } from './schema.ts';

export const schemaFile: string = fileURLToPath(new URL('scenario.schema.json', import.meta.url));

export const schemaText = (): string => {
  const document = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...Scenario };
  return `${JSON.stringify(document, null, 2)}\n`;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(schemaFile, schemaText());
  process.stdout.write(`Written: ${schemaFile}\n`);
}
