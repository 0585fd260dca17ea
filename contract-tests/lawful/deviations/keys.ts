/** The key of a request: none, one that nobody was given, one that was revoked. */
import { operations } from '../../../spec/operations.ts';
import { type Deviation, type Sent, keyIn } from './deviation.ts';

export const keyDeviations = ({ id, request, known }: Sent): readonly Deviation[] => {
  const key = keyIn(request);
  const { authenticated } = operations[id];
  if (key === undefined) return authenticated ? [['no-key']] : [];
  if (known.isLive(key)) return [];
  if (!authenticated) return [['gap:pricing-access']];
  return [[known.isRevoked(key) ? 'revoked-key' : 'unknown-key']];
};
