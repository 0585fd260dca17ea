/** What a source file imports, read from its text: no compiler, since the one we use has no interface for it. */

/** The specifiers of all imports, re-exports and dynamic imports, types included, in order of their kind. */
export function importsOf(source: string): string[] {
  const text = withoutComments(source).replace(template, '``');
  return [
    ...[...text.matchAll(fromClause)].map((match) => match[1] ?? ''),
    ...[...text.matchAll(sideEffect)].map((match) => match[1] ?? ''),
    ...[...text.matchAll(call)].map((match) => match[1] ?? computed),
  ];
}

/** Stands for `import(expression)` and the like: what cannot be read cannot be allowed. */
export const computed = '(computed)';

/** The code without comments and without the content of quoted strings; templates stay, since code may be inside them. */
export const codeOf = (source: string): string =>
  withoutComments(source).replace(quoted, (text) => `${text.slice(0, 1)}${text.slice(0, 1)}`);

// `import a, { type b as c } from 'd'`, `export * as a from 'b'`: words, braces, commas and stars, then `from`.
const fromClause = /(?:^|[;}\n])\s*(?:import|export)\b[\w\s{},*$]*?\bfrom\s*['"]([^'"\n]+)['"]/g;
const sideEffect = /(?:^|[;}\n])\s*import\s*['"]([^'"\n]+)['"]/g;
// `import('a')`, also as a type, `require('a')` and `import.meta.resolve('a')`.
const call = /(?<![\w$.])(?:import|require|import\.meta\.resolve)\s*\(\s*(?:['"]([^'"\n]+)['"]\s*[,)])?/g;

const template = /`(?:\\[^]|[^`\\])*`/g;
const quoted = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;

/** Strings, templates and regular expressions come first in the alternation, so that a `//` inside them is no comment. */
const commentOrText =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[^]|[^`\\])*`|(?<=[=(,:;!&|?{}[\n]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|\/\/[^\n]*|\/\*[^]*?\*\//g;

const withoutComments = (source: string): string =>
  source.replace(commentOrText, (text) => (text.startsWith('//') || text.startsWith('/*') ? ' ' : text));
