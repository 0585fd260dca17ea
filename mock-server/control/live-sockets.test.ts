/** Streams as the control API sees and ends them: how loud they are, and what their clients are told. */
import { afterEach, expect, test } from 'vitest';
import type { FeedBatch, LevelNews } from '../../spec/schemas/feed.ts';
import { type SocketMock, openSocketMock } from '../sockets/client.case.ts';

const mocks: SocketMock[] = [];
afterEach(() => Promise.all(mocks.splice(0).map((mock) => mock.close())));

const started = async (): Promise<SocketMock> => {
  const mock = await openSocketMock();
  mocks.push(mock);
  return mock;
};

const steer = (mock: SocketMock, path: string, body: object): Promise<Response> =>
  mock.fetch(`${mock.controlUrl}/${path}`, {
    method: 'POST',
    headers: { 'x-understudy-token': mock.controlToken, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test.each([
  [{ kind: 'close' }, 1000],
  [{ kind: 'close', code: 1012 }, 1012],
  [{ kind: 'close', code: 4_321 }, 4_321],
  [{ kind: 'reset' }, 1006],
])('a stream is ended as asked, %j, and settled', async (how, code) => {
  const mock = await started();
  const session = await mock.voice();
  const stream = await mock.connect(session);
  await mock.clock.advance({ seconds: 10 });
  expect((await steer(mock, `sessions/${session.session_id}/cut`, how)).status).toBe(200);
  expect((await stream.closed).code).toBe(code);
  await expect.poll(() => mock.control.sessions({ limit: 1 })).toMatchObject([{ status: 'ended', seconds: 10 }]);
});

test.each([
  [{ kind: 'close', code: 1006 }, 'code must be one that may be sent'],
  [{ kind: 'close', code: 5_000 }, 'code must be one that may be sent'],
  [{ kind: 'explode' }, 'kind'],
  [{}, 'kind'],
])('a way to end it that there is not is refused: %j', async (how, words) => {
  const mock = await started();
  const session = await mock.voice();
  await mock.connect(session);
  const response = await steer(mock, `sessions/${session.session_id}/cut`, how);
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(words)]);
});

test('a session without a stream has none that could be ended', async () => {
  const mock = await started();
  const session = await mock.voice();
  const response = await steer(mock, `sessions/${session.session_id}/cut`, { kind: 'close' });
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('it may have ended')]);
});

test('who listens to the events is told how loud a stream is, and not what was said', async () => {
  const mock = await started();
  const session = await mock.voice();
  const stream = await mock.connect(session);
  const response = await mock.fetch(`${mock.controlUrl}/events`, {
    headers: { 'x-understudy-token': mock.controlToken },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('there is no stream');
  let text = '';
  const news = async (): Promise<LevelNews> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Error('the stream has ended');
      text += value;
      const found = text
        .split('\n')
        .filter((line) => line.startsWith('data: ') && line.endsWith('}'))
        .flatMap((line) => (JSON.parse(line.slice(6)) as FeedBatch).levels)
        .find(({ received }) => received.messages > 0);
      if (found !== undefined) return found;
    }
  };
  const pcm = Buffer.alloc(960);
  pcm.writeInt16LE(-16_384, 100);
  // It is measured from the first look on.
  await reader.read();
  stream.send(pcm);
  expect(await news()).toEqual({
    session_id: session.session_id,
    received: { peak: 0.5, messages: 1, bytes: 960 },
    sent: { peak: 0.5, messages: 2, bytes: 960 + String((await stream.received(1))[0]).length },
  });
  await reader.cancel();
});
