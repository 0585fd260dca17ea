/** Somebody who listens to the feed of a mock, for tests, as the page of the console does. */
import { expect } from 'vitest';
import type { FeedBatch } from '../../spec/schemas/feed.ts';
import type { TestMock } from '../http/client.case.ts';

export type Told = { readonly id: string; readonly batch: FeedBatch };

export type Listening = {
  /** The next batch that is wanted; what comes before it goes by. */
  readonly until: (wanted: (told: Told) => boolean) => Promise<Told>;
  readonly close: () => Promise<void>;
};

/** Listens from a place on. */
export const listenTo = async (mock: TestMock, place?: string): Promise<Listening> => {
  const response = await mock.fetch(`${mock.controlUrl}/events`, {
    headers: { 'x-understudy-token': mock.controlToken, ...(place !== undefined && { 'last-event-id': place }) },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('there is no stream');
  let rest = '';
  const next = async (): Promise<Told> => {
    for (;;) {
      const at = rest.indexOf('\n\n');
      const block = at === -1 ? undefined : rest.slice(0, at);
      if (block !== undefined) {
        rest = rest.slice(at + 2);
        const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (id !== undefined && data !== undefined) return { id, batch: JSON.parse(data) as FeedBatch };
        continue;
      }
      const { done, value } = await reader.read();
      if (done) throw new Error('the stream has ended');
      rest += value;
    }
  };
  return {
    until: async (wanted) => {
      for (;;) {
        const told = await next();
        if (wanted(told)) return told;
      }
    },
    close: () => reader.cancel(),
  };
};
