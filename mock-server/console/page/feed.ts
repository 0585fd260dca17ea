/**
 * Listens to the mock for as long as the page is open: server-sent events read by `fetch`, since only that can send the token as a header.
 * After a break it goes on from the last batch. Batches go to the store once a frame.
 */
import { effect, signal } from '@preact/signals';
import type { FeedBatch } from '../../../spec/schemas/feed.ts';
import { takeIn } from './store.ts';
import { token } from './token.ts';

export type Connection = 'connecting' | 'live' | 'lost' | 'refused';

export const connection = signal<Connection>('connecting');

const pauseMs = 500;
const pauseMostMs = 5_000;
/** The mock says something at least every ten seconds. */
const silenceMs = 25_000;

export const listen = (): void => {
  let running: AbortController | undefined;
  effect(() => {
    const sent = token.value;
    running?.abort();
    running = new AbortController();
    if (sent === '') connection.value = 'refused';
    else void keepListening(sent, running.signal);
  });
};

const keepListening = async (sent: string, over: AbortSignal): Promise<void> => {
  let place: string | undefined;
  let pause = pauseMs;
  connection.value = 'connecting';
  while (!over.aborted) {
    try {
      const response = await fetch(`events${place === undefined ? '' : `?since=${place}`}`, {
        headers: { 'x-understudy-token': sent, accept: 'text/event-stream' },
        signal: over,
      });
      if (response.status === 401 || response.status === 403) {
        connection.value = 'refused';
        return;
      }
      if (response.ok && response.body !== null) {
        connection.value = 'live';
        pause = pauseMs;
        for await (const event of eventsIn(response.body, over)) {
          place = event.id;
          deliver(JSON.parse(event.data) as FeedBatch);
        }
      }
    } catch {
      // The line is gone; it is told below.
    }
    if (over.aborted) return;
    connection.value = 'lost';
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, pauseMostMs);
  }
};

async function* eventsIn(
  body: ReadableStream<Uint8Array>,
  over: AbortSignal,
): AsyncGenerator<{ readonly id: string; readonly data: string }> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  over.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
  let rest = '';
  for (;;) {
    const silence = setTimeout(() => void reader.cancel().catch(() => undefined), silenceMs);
    const { done, value } = await reader.read();
    clearTimeout(silence);
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const data = fieldIn(lines, 'data: ');
      if (data !== undefined) yield { id: fieldIn(lines, 'id: ') ?? '', data };
    }
  }
}

const fieldIn = (lines: readonly string[], name: string): string | undefined =>
  lines.find((line) => line.startsWith(name))?.slice(name.length);

let waiting: FeedBatch[] = [];

/** A tab that is not seen has no frames, and must not pile up what it is told. */
const deliver = (batch: FeedBatch): void => {
  if (waiting.push(batch) > 1) return;
  const flush = (): void => {
    const batches = waiting;
    waiting = [];
    takeIn(batches);
  };
  if (document.hidden) setTimeout(flush, 250);
  else requestAnimationFrame(flush);
};
