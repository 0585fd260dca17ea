import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { defaultChoices } from '../../spec/gaps.ts';
import { Clock } from '../engine/clock.ts';
import type { StreamHost } from './stream.ts';
import { createUpgrade } from './upgrade.ts';

test('a refusal that cannot even be made is told, and ends nothing but its own connection', async () => {
  const failures: string[] = [];
  const { listen } = createUpgrade({
    choices: defaultChoices,
    clock: new Clock('manual'),
    // Nobody gets so far.
    host: {} as StreamHost,
    admit: () => Promise.reject(new Error('nobody asked')),
    refusal: () => {
      throw new Error('no answer');
    },
    record: () => undefined,
    reportFailure: (error) => void failures.push(String(error)),
    handshakeMs: 1,
  });
  const socket = new PassThrough();
  listen({ method: 'GET', url: '/none', headers: {} } as IncomingMessage, socket, Buffer.alloc(0));
  await once(socket, 'close');
  expect(failures).toEqual(['Error: no answer', 'Error: no answer']);
});
