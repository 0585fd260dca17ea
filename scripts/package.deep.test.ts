/** The package as it would be published: what is in it, what those who judge packages say of it, and its types. */
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, root } from '../mock-server/cli/launch.case.ts';
import { importsOf } from './imports.ts';
import { type Project, packedProject } from './packed.case.ts';

type Manifest = {
  readonly exports: { readonly [door: string]: string | { readonly default: string } };
  readonly dependencies: { readonly [name: string]: string };
};

let project: Project;
let manifest: Manifest;
beforeAll(async () => {
  project = await packedProject(['vitest', 'typescript', '@types/node']);
  manifest = JSON.parse(await readFile(join(project.home, 'package.json'), 'utf8')) as Manifest;
}, 300_000);
afterAll(() => project.remove());

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

test('the build has nothing to remark', () => {
  // A remark has a name, such as [EVAL].
  expect(project.built).not.toMatch(/\[[A-Z_]{3,}\]/);
});

test('publint finds nothing', async () => {
  const args = [join(root, 'node_modules/publint/src/cli.js'), 'run', project.tarball, '--strict'];
  const { code, stdout } = await launch(process.execPath, args, { env: { NO_COLOR: '1' } }).ended;
  expect(stdout).toContain('All good!');
  expect(code).toBe(0);
});

test('every door has types and code that fit each other, for whoever imports', async () => {
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const args = [attw, project.tarball, '--profile', 'esm-only', '--format', 'json'];
  const { code, stdout } = await launch(process.execPath, args).ended;
  expect(code, stdout).toBe(0);
});

test('in it are what is run, what is read, and nothing else', async () => {
  const allowed = [
    /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
    /^dist\/(LICENCES\.txt|[a-z]+\.js|chunks\/[\w-]+\.js|types\/.+\.d\.ts)$/,
    /^dist\/console\/(LICENCES\.txt|[a-z]+\.(js|css))$/,
    /^dist\/reference\/(LICENSE|NOTICE|swagger-ui-bundle\.js|swagger-ui\.css)$/,
    /^spec\/(openapi|asyncapi|clauses|gaps)\.json$/,
    /^mock-server\/config\.schema\.json$/,
    /^scenarios\/([\w-]+\.yaml|scenario\.schema\.json)$/,
    /^fixtures\/((clips|media)\/[\w.-]+|signature-vectors\.json)$/,
    /^docs\/.+\.(md|ts|py|sh|png|yaml|yml)$/,
  ];
  const files = await filesIn(project.home);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !allowed.some((pattern) => pattern.test(file)))).toEqual([]);
});

test('every door leads to a file', async () => {
  const targets = Object.values(manifest.exports).map((to) => (typeof to === 'string' ? to : to.default));
  for (const target of targets) expect((await stat(join(project.home, target))).size, target).toBeGreaterThan(0);
  expect(Object.keys(manifest.exports)).toEqual([
    '.',
    './vitest',
    './testing',
    './webhooks',
    './spec/openapi.json',
    './spec/asyncapi.json',
    './spec/clauses.json',
    './spec/gaps.json',
    './schemas/scenario.json',
    './schemas/config.json',
    './package.json',
  ]);
});

test('the licence of every package that is in a bundle goes with it', async () => {
  const text = await readFile(join(project.home, 'dist/LICENCES.txt'), 'utf8');
  const names = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+, [^\n]+\n\n/gm)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(['hono', 'ws', 'undici', 'yaml', 'commander', 'fast-check']));
  expect(names).not.toContain('mediabunny');
});

/** What a file of the bundle imports, and what that imports, at once or later. */
const reached = async (entry: string, seen = new Map<string, number>()): Promise<Map<string, number>> => {
  if (seen.has(entry)) return seen;
  if (!entry.startsWith('/')) return seen.set(entry, 0);
  const source = await readFile(entry, 'utf8');
  seen.set(entry, source.length);
  for (const name of importsOf(source)) await reached(name.startsWith('.') ? join(dirname(entry), name) : name, seen);
  return seen;
};

test('who only verifies webhooks loads little, and no package', async () => {
  const all = await reached(join(project.home, 'dist/webhooks.js'));
  expect([...all.keys()].filter((name) => !name.startsWith('/') && !name.startsWith('node:'))).toEqual([]);
  expect([...all.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(40_000);
});

test('a refused signature is the same error through every door', async () => {
  const code = `
    import { sign, verifySignature, signatureHeader, signatureToleranceSeconds, SignatureVerificationError } from 'face-voice-understudy/webhooks';
    import * as all from 'face-voice-understudy';
    import * as testing from 'face-voice-understudy/testing';
    const now = Math.floor(Date.now() / 1000);
    verifySignature('{}', sign('{}', 'whsec_a', now), 'whsec_a');
    try { verifySignature('{}', sign('{}', 'whsec_a', now - 301), 'whsec_a'); } catch (error) {
      const same = [SignatureVerificationError, all.SignatureVerificationError, testing.SignatureVerificationError];
      console.log(error.reason, same.every((one) => error instanceof one), signatureHeader, signatureToleranceSeconds);
    }`;
  expect(await project.node('--input-type=module', '-e', code)).toEqual({
    code: 0,
    stdout: 'too_old true Service-Signature 300\n',
    stderr: '',
  });
});

test('the types of every door are right to the strictest reader, with no other package than come with it', async () => {
  const doors = Object.keys(manifest.exports).map((door) => `face-voice-understudy${door.slice(1)}`);
  const code = doors.map((door, index) =>
    door.endsWith('.json')
      ? `import door${index} from '${door}' with { type: 'json' };`
      : `import * as door${index} from '${door}';`,
  );
  code.push(`export const all: object[] = [${doors.map((_, index) => `door${index}`).join(', ')}];`);
  await writeFile(join(project.folder, 'doors.ts'), code.join('\n'));
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    resolveJsonModule: true,
    noEmit: true,
  };
  await writeFile(join(project.folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['doors.ts'] }));
  expect(await project.node('node_modules/typescript/bin/tsc', '-p', '.')).toEqual({ code: 0, stdout: '', stderr: '' });
});
