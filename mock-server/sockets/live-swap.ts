/** The socket of a live swap. The document does not say what its frames hold; by default each comes back as it was sent. */
import type { GapChoices } from '../../spec/gaps.ts';
import type { Handle } from './stream.ts';

export const createLiveSwap = (choices: GapChoices): Handle => {
  switch (choices['live-swap-frames']) {
    case 'echo':
      return (_session, line) => (data, isBinary) => line.send(data, isBinary);
    case 'ready-first':
      return (_session, line) => {
        line.send('{"status":"ready"}', false);
        return (data, isBinary) => line.send(data, isBinary);
      };
    case 'changed':
      return (_session, line) => (data, isBinary) => {
        if (isBinary) line.send(inverted(data), true);
      };
    default:
      return choices['live-swap-frames'] satisfies never;
  }
};

/** In place: the message is nobody else's. */
const inverted = (data: Buffer): Buffer => {
  for (let i = 0; i < data.length; i++) data[i] = ~(data[i] ?? 0);
  return data;
};
