/** The two calls that create a session, and cost nothing by the document. */
import type { OperationId } from '../../spec/operations.ts';

export type SessionOperation = 'createLiveSwapSession' | 'createVoiceSession';

export const isSessionOperation = (id: OperationId): id is SessionOperation =>
  id === 'createLiveSwapSession' || id === 'createVoiceSession';
