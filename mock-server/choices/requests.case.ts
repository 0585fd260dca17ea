/** What a client sees of `spec/gaps/wire/requests.ts`. */
import type { requests as gaps } from '../../spec/gaps/wire/requests.ts';
import { at, codeOf } from './client.case.ts';
import type { Rows } from './row.case.ts';

export const requests: Rows<keyof typeof gaps> = {
  'unknown-parameters': {
    look: async (client) => [
      codeOf(await client.get('/usage?limit=1&page=2')),
      codeOf(await client.get('/balance?pretty=1')),
      codeOf(await client.get('/usage?limit=1')),
      codeOf(await client.get('/balance')),
    ],
    sees: {
      ignored: [undefined, undefined, undefined, undefined],
      refused: ['invalid_input', 'invalid_input', undefined, undefined],
    },
  },
  'duplicate-parameters': {
    look: async (client) => {
      await client.finishedImage();
      await client.finishedImage();
      const seen = await client.get('/usage?limit=1&limit=2');
      return codeOf(seen) ?? at(seen.body, 'length');
    },
    sees: { last: 2, first: 1, refused: 'invalid_input' },
  },
  'body-size': {
    look: async (client) => {
      const deep = `{"a":${'['.repeat(40)}${']'.repeat(40)}}`;
      const long = JSON.stringify({ note: 'x'.repeat(1_000_000) });
      const send = async (raw: string) =>
        codeOf(
          await client.call('POST', '/voice/session', undefined, {
            raw,
            headers: { 'content-type': 'application/json' },
          }),
        );
      return [await send(deep), await send(long), await send('{}')];
    },
    sees: {
      invalid_input: ['invalid_input', 'invalid_input', undefined],
      input_too_large: ['input_too_large', 'input_too_large', undefined],
    },
  },
  'pricing-access': {
    look: async (client) => {
      const shownTo = async (authorization: string | null) =>
        codeOf(await client.call('GET', '/pricing', undefined, { authorization }));
      return [await shownTo(null), await shownTo('Bearer nobody'), await shownTo(`Bearer ${client.apiKey}`)];
    },
    sees: { open: [undefined, undefined, undefined], 'bad-key-refused': [undefined, 'unauthorized', undefined] },
  },
};
