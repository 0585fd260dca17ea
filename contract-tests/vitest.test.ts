/** The checks inside a vitest suite: green on the mock, and a test that fails with its clause on a server that breaks it. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answering } from './broken-targets.case.ts';
import { type Ports, openMockTarget } from './targets/mock.ts';
import { describeContract } from './vitest.ts';

describeContract({ only: ['balance'] });

test('words that name nothing are refused when the suite is made', () => {
  expect(() => describeContract({ only: ['balanse'] })).toThrow('there is no check, clause or section balanse');
});

test.each<[options: Parameters<typeof describeContract>[0], told: string]>([
  [{ prices: { avatars: 0.05 } }, 'prices: there is no feature avatars'],
  [
    { prices: { avatar: { usd: 0.05, unit: 'hour' as 'minute' } } },
    'prices: the unit of avatar must be one of second,',
  ],
])('prices that cannot be meant so are refused when the suite is made: %j', (options, told) => {
  expect(() => describeContract(options)).toThrow(told);
});

const root = fileURLToPath(new URL('..', import.meta.url));

test('a suite of a user fails where the contract is broken, skips what cannot be judged, and shows no key', async () => {
  const { origin, close } = await answering((request, response) => {
    const isBalance = request.url?.endsWith('/balance') === true;
    response.end(JSON.stringify(isBalance ? { total_spent_usd: 'none' } : {}));
  });
  try {
    const output = await suiteOf(
      `describeContract({ url: '${origin}/api/v1', apiKey: 'sk_live_secret', only: ['balance', 'acknowledgement'] });`,
    );
    expect(output).toContain('resources.balance.balance-usd-present:');
    expect(output).toContain('GET /api/v1/balance → 200 {"total_spent_usd":"none"}');
    expect(output).toMatch(/Tests .*failed.*skipped/);
    expect(output).not.toContain('sk_live_secret');
  } finally {
    await close();
  }
}, 60_000);

test.each<[id: string, reason: string]>([
  ['face-swap-image.queued-acknowledgement', 'it costs money: give budgetUsd'],
  [
    'webhook.failed-sent',
    'it costs money: give budgetUsd; it needs webhooks to reach it: give webhookReceiver and webhookSecret; it needs files that make jobs fail: give inputs for face_not_detected, content_rejected or processing_failed',
  ],
  ['voice-clone.failed-render-refunded', 'only a running mock can be made to do it: give controlUrl and controlToken'],
])(
  'what %s needs is told with the options of a suite',
  async (id, reason) => {
    const { origin, close } = await answering((_, response) => {
      response.end(JSON.stringify({ balance_usd: 1, total_spent_usd: 0 }));
    });
    try {
      const output = await suiteOf(
        `describeContract({ url: '${origin}/api/v1', apiKey: 'sk_live_secret', only: ['${id}'] });`,
      );
      expect(output).toContain(`[${reason}]`);
    } finally {
      await close();
    }
  },
  60_000,
);

test('where the server goes away one test of the suite fails, and the rest are skipped with the reason', async () => {
  let asked = 0;
  const { origin, close } = await answering((request, response) => {
    if (++asked > 3) return void request.socket.destroy();
    response.end(JSON.stringify({ balance_usd: 1, total_spent_usd: 0 }));
  });
  try {
    const output = await suiteOf(
      `describeContract({ url: '${origin}/api/v1', apiKey: 'sk_live_secret', only: ['balance', 'access'], timeoutMs: 60_000 });`,
    );
    expect(output).toMatch(/the target stopped answering at [a-z.-]+: nothing is said of its clauses/);
    expect(output).toMatch(/Tests +1 failed .*skipped/);
  } finally {
    await close();
  }
}, 90_000);

test('a check that had nothing to judge is skipped, and no pass', async () => {
  const { origin, close } = await answering((request, response) => {
    response.end(
      request.url?.endsWith('/voices') === true ? '[]' : JSON.stringify({ balance_usd: 1, total_spent_usd: 0 }),
    );
  });
  try {
    const output = await suiteOf(
      `describeContract({ url: '${origin}/api/v1', apiKey: 'sk_live_secret', only: ['voices.items-are-profiles'] });`,
    );
    expect(output).toMatch(/↓ contract\.test\.js > .*voices\.items-are-profiles/);
    expect(output).toMatch(/Tests +1 skipped/);
  } finally {
    await close();
  }
}, 60_000);

/** Its rate card says nothing that can be read, and its balance loses a dollar with every look. */
const odd: Ports = {
  present: (next) => {
    let lost = 0;
    return (usual, asked) => {
      const told = next(usual, asked);
      if (asked.operation === 'getPricing') return { ...told, body: { face_swap_image: { price: 0.03 } } };
      return asked.operation === 'getBalance' && typeof told.body === 'object'
        ? { ...told, body: { ...told.body, balance_usd: 1_000 - lost++ } }
        : told;
    };
  },
};

test('in a suite of a user the budget is planned for and kept to, and the money is held against the balance', async () => {
  const plain = await openMockTarget({ clock: 'real', jobTime: 0.01 });
  const other = await openMockTarget({ clock: 'real', jobTime: 0.01 }, odd);
  const optionsOf = ({ mock }: typeof plain, more: string): string =>
    `{ url: '${mock.url}', apiKey: '${mock.apiKey}', rateLimit: 'off', only: ['face-swap-image.queued-acknowledgement', 'balance.returns-balance'], ${more} }`;
  try {
    const output = await suiteOf(
      `describe('small', () => describeContract(${optionsOf(plain, 'budgetUsd: 0.02')}));
      describe('enough', () => describeContract(${optionsOf(plain, 'budgetUsd: 0.04')}));
      describe('unpriced', () => describeContract(${optionsOf(other, 'budgetUsd: 9')}));
      describe('priced', () => describeContract(${optionsOf(other, "budgetUsd: 9, prices: { face_swap_image: { usd: 0.03, unit: 'image' } }")}));
      describe('no file', () => describeContract(${optionsOf(plain, "inputs: { face: '/no/such/face.png' }")}));`,
    );
    const resultOf = (suite: string): string | undefined =>
      new RegExp(`(.) contract.test.js > ${suite} > [^>]* > face-swap-image.queued-acknowledgement.*`).exec(
        output,
      )?.[0];
    expect(resultOf('small')).toContain('the budget of 0.02 USD does not cover face-swap-image.queued-acknowledgement');
    expect(resultOf('enough')).toMatch(/^✓/);
    const plans = output.match(
      /^Plan: 2 checks, \d+ requests, about .*; 1 paid call, about 0.03 USD; up to 0.03 USD/gm,
    );
    // Of each suite once, also of the one whose prices are missing.
    expect(plans).toHaveLength(4);
    expect(output).toContain('The budget of 0.02 USD does not cover it: what it does not cover is skipped.');
    expect(output).toContain('GET /pricing shows no price that can be read for face_swap_image');
    expect(resultOf('priced')).toMatch(/^✓/);
    expect(output).toMatch(/^the contract of http\S+: the balance lost \d+ USD, more than the 0.03/m);
    expect(output).toContain('the file /no/such/face.png for face cannot be read');
  } finally {
    for (const { close } of [plain, other]) await close();
  }
}, 60_000);

/** What vitest prints of a file with such suites. */
const suiteOf = async (code: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-vitest-'));
  try {
    const imports = `import { describe } from ${JSON.stringify(join(root, 'node_modules/vitest/dist/index.js'))};
      import { describeContract } from ${JSON.stringify(join(root, 'dist/vitest.js'))};`;
    await writeFile(join(folder, 'contract.test.js'), `${imports}\n${code}`);
    return await vitest(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const vitest = (folder: string): Promise<string> =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--no-color', '--reporter', 'verbose'],
      { cwd: root, env: { PATH: process.env['PATH'], NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
    child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
    child.on('close', () => resolve(output));
  });
