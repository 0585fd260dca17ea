/** `understudy spec`: the documents of the contract, to read or to pipe. */
import colors from 'picocolors';
import { catalogues } from '../catalogues.ts';
import { WrongUsage } from './wrong-usage.ts';

export const documents = async (name: string, { json }: { readonly json?: true }): Promise<void> => {
  const print = printers[name];
  if (print === undefined) {
    throw new WrongUsage(`there is no document ${name}: choose ${documentNames.join(', ')}`);
  }
  await print(json ?? false);
};

const printers: { readonly [document: string]: (json: boolean) => Promise<void> } = {
  openapi: async () => printJson(await catalogues['openapi.json']?.()),
  asyncapi: async () => printJson(await catalogues['asyncapi.json']?.()),
  clauses: async (json) => {
    const { clauseList } = await import('../../spec/clauses.ts');
    if (json) return printJson(clauseList);
    for (const { id, level, side, text } of clauseList)
      print(`${colors.bold(id)}  ${colors.dim(`${side} ${level}`)}\n  ${text}`);
  },
  gaps: async (json) => {
    const { gapList } = await import('../../spec/gaps.ts');
    if (json) return printJson(gapList);
    print(colors.dim('* is what the mock does\n'));
    for (const gap of gapList) {
      print(`${colors.bold(gap.id)}  ${colors.dim(gap.kind)}\n  ${gap.question}`);
      if ('values' in gap) {
        for (const [value, text] of Object.entries(gap.values))
          print(`  ${value === gap.default ? '*' : ' '} ${value}: ${text}`);
      } else print(`  ours: ${gap.ours}\n  others: ${gap.others}`);
    }
  },
  magic: async (json) => {
    const { magicTable } = await import('../../spec/magic.ts');
    if (json) return printJson(magicTable);
    const longest = Math.max(...magicTable.map(({ word }) => word.length));
    for (const { word, does, where } of magicTable)
      print(`${word.padEnd(longest)}  ${does} ${colors.dim(`(${where})`)}`);
  },
  faults: async (json) => {
    const { faultEntry, faultNames } = await import('../../spec/faults.ts');
    if (json) return printJson(faultNames.map((name) => ({ name, ...faultEntry(name) })));
    for (const name of faultNames) {
      const { does, clause, params } = faultEntry(name);
      const told = Object.keys(params).join(', ');
      print(
        `${colors.bold(name)}${told === '' ? '' : `  ${colors.dim(told)}`}\n  ${does} ${colors.dim(`(${clause})`)}`,
      );
    }
  },
};

export const documentNames: readonly string[] = Object.keys(printers);

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));
