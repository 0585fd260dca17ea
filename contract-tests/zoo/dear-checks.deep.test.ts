/** Checks that take as long as many others, on lawful servers: `npm run zoo` shows those of the profile deep to an eighth of them, and the others with few cases. */
import { expect, test } from 'vitest';
import { allChecks } from '../checks.ts';
import { dear } from './tasks.ts';
import { tryVariant } from './try-variant.ts';
import { allVariants } from './variants.ts';

const checks = allChecks.filter(({ id, profile }) => profile === 'deep' || dear.includes(id));

/** What a file or a log may be, and all choices in seeded combinations, with control and without. */
const servers = allVariants().filter(({ name }) => /^size-unit=|^shuffle of seed [1-4](,|$)/.test(name));

test('there are such checks, and servers of each kind', () => {
  expect(checks.length).toBeGreaterThanOrEqual(dear.length + 2);
  expect(servers.filter(({ isDeployment }) => isDeployment).length).toBe(4);
  expect(servers.filter(({ isDeployment }) => !isDeployment).length).toBeGreaterThanOrEqual(5);
});

test.each(servers.map((server) => [server.name, server] as const))(
  'none of them finds fault with %s',
  async (_, server) => {
    expect(await tryVariant(server, checks, 1)).toEqual({ name: server.name, alarms: [], broken: [] });
  },
  120_000,
);
