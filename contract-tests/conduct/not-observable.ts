/** Clauses of the client's side that no journal can show, each with its reason. */
import type { ClauseId } from '../../spec/clauses.ts';

export const notObservable: { readonly [clause in ClauseId]?: string } = {
  'resources.usage-record.reason-not-failure':
    'What a client makes of a usage record stays within it: nothing that it sends depends on it.',
  'endpoints.voice-clone.voice-key-clean-speech':
    'No recording is listened to: the mock reads its length and its format.',
  'endpoints.voice-clone.voice-key-one-speaker': 'No recording is listened to: the mock cannot tell who speaks.',
  'authentication.lost-key-replaced':
    'Keys are lost, revoked and created by people, in the console: the journal shows what is sent with them.',
  'versioning.message-may-change':
    'It shows only where a client branches on a message, and that is what errors.branch-on-code blames.',
};
