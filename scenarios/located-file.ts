/**
 * A file of YAML or JSON in which every value knows its place, so that what is wrong is said with file, line and column.
 * Stories and settings are read by it. Loaded only where there is a file, and it shares nothing with the rest: the reader of YAML would
 * cost every start some milliseconds.
 */
import { createReadStream } from 'node:fs';
import {
  type Document,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
} from 'yaml';

/** A value and its place, `file:line:column`. */
export type Located = { readonly where: string } & (
  | { readonly kind: 'map'; readonly entries: readonly (readonly [name: Single, value: Located])[] }
  | { readonly kind: 'list'; readonly items: readonly Located[] }
  | Single
);

/** `text` is as it is written: `0123` is not 123. */
export type Single = {
  readonly where: string;
  readonly kind: 'single';
  readonly text: string;
  readonly value: unknown;
};

const bytesMax = 1_000_000;
/** People write few; a file that unfolds into millions of values, or holds itself, has many. */
const aliasesMax = 20;
const depthMax = 32;
/** Names, values, signs, spaces and line ends, each by itself: a thousand fault rules have fewer. */
const lexemesMax = 200_000;

/** @returns undefined for a file that holds nothing. Throws a SyntaxError that says what is wrong, and where */
export const readLocated = async (file: string): Promise<Located | undefined> => {
  const text = await readText(file);
  const isJson = file.toLowerCase().endsWith('.json');
  refuseExcess(file, text);
  const lines = new LineCounter();
  const whereIs = placesOf(file, lines);
  const document = parseDocument(text, {
    version: '1.2',
    schema: isJson ? 'json' : 'core',
    lineCounter: lines,
    // Its own check compares each name with all before it; ours is below.
    uniqueKeys: false,
    // With its excerpt an error could show a secret.
    prettyErrors: false,
  });
  // A warning is of a tag that nobody knows.
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) {
    throw new SyntaxError(`${whereIs(fault.pos[0])}: ${firstLine(fault.message)}`);
  }
  if (isJson) checkJson(text, whereIs);
  return document.contents === null ? undefined : locate(document, document.contents, whereIs);
};

type WhereIs = (offset: number) => string;

const placesOf =
  (file: string, lines: LineCounter): WhereIs =>
  (offset) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };

const tooDeep = 'it is nested too deep';

/** What comes after calls itself for every level, and a stack that overflows in a bad moment ends the process; this goes step by step.
 * Nor is it made for more than people write: a file of 1 MB took it a quarter of a minute. */
const refuseExcess = (file: string, text: string): void => {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const refuse = (what: string): never => {
    throw new SyntaxError(`${placesOf(file, lines)(parser.offset)}: ${what}`);
  };
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length > depthMax) refuse(tooDeep);
    if (++lexemes > lexemesMax) refuse('it goes on for longer than any settings do: is it the right file?');
  }
};

const readText = async (file: string): Promise<string> => {
  const pieces: Buffer[] = [];
  try {
    // Not by its size: a pipe has none.
    for await (const piece of createReadStream(file, { end: bytesMax })) pieces.push(piece as Buffer);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SyntaxError(`the file ${file} cannot be read (${code ?? String(error)})`, { cause: error });
  }
  const bytes = Buffer.concat(pieces);
  if (bytes.length > bytesMax) throw new SyntaxError(`the file ${file} is larger than ${bytesMax / 1e6} MB`);
  try {
    // It takes off the mark that some editors put before the first character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new SyntaxError(`the file ${file} is no UTF-8 text`, { cause: error });
  }
};

/** The reader of YAML is more generous than JSON is: it takes commas at the end, and other quotes. */
const checkJson = (text: string, whereIs: WhereIs): void => {
  try {
    JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new SyntaxError(`${whereIs(Number(/position (\d+)/.exec(message)?.[1] ?? 0))}: ${firstLine(message)}`, {
      cause: error,
    });
  }
};

const locate = (document: Document, root: Node, whereIs: WhereIs): Located => {
  let aliases = 0;
  const build = (node: Node | null, outer: string, depth: number): Located => {
    const where = node?.range ? whereIs(node.range[0]) : outer;
    if (depth > depthMax) throw new SyntaxError(`${where}: ${tooDeep}`);
    if (isAlias(node)) {
      if (++aliases > aliasesMax) throw new SyntaxError(`${where}: it has more than ${aliasesMax} aliases`);
      const meant = node.resolve(document);
      if (meant === undefined) throw new SyntaxError(`${where}: nothing before it is named &${node.source}`);
      // Its place is where it is used.
      return { ...build(meant, where, depth + 1), where };
    }
    if (isMap<Node, Node | null>(node)) {
      const names = new Set<string>();
      const entries = node.items.map(({ key, value }) => {
        const name = build(key, where, depth + 1);
        if (name.kind !== 'single') throw new SyntaxError(`${name.where}: a name must be one word`);
        if (names.size === names.add(name.text).size) throw new SyntaxError(`${name.where}: Map keys must be unique`);
        return [name, build(value, name.where, depth + 1)] as const;
      });
      return { kind: 'map', where, entries };
    }
    if (isSeq<Node>(node))
      return { kind: 'list', where, items: node.items.map((item) => build(item, where, depth + 1)) };
    if (isScalar(node)) return { kind: 'single', where, text: node.source ?? String(node.value), value: node.value };
    return { kind: 'single', where, text: '', value: null };
  };
  return build(root, whereIs(0), 0);
};

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
