/** Clauses of the server's side that have no check, each with its reason in a sentence. */
import type { ClauseId } from '../spec/clauses.ts';

export const reasons: { readonly [clause in ClauseId]?: string } = {
  // What speech says, and how, cannot be judged without understanding it.
  'endpoints.avatar.voice-id-chosen': 'Which voice is heard can only be told by someone who knows the voices.',
  'endpoints.avatar.language-hint': 'What a hint does to the speech is not documented, and only heard.',
  'endpoints.voice-clone.language-hint': 'What a hint does to the speech is not documented, and only heard.',
  'endpoints.voice-clone.language-auto-detect': 'Which language was found out is not shown, only heard.',
  'endpoints.voice-clone.long-script-split': 'Where a script was cut cannot be told from the joined result.',

  'limits.voice-clone-speech-length':
    'How fast a voice speaks depends on the text, the language and the speaker: no length of a result breaks it.',

  // Nothing of it passes through the interface.
  'endpoints.full-live-swap.tier-pro-fidelity':
    'How faithful a picture is, people judge: the document names no measure.',
  'endpoints.full-live-swap.tier-pro-browser-extension':
    'The document does not say how a browser extension is delivered to.',
  'authentication.key-shown-once': 'Keys are shown in the console, which is no part of the interface.',
  'authentication.key-stored-as-hash': 'How keys are stored cannot be seen from outside.',
  'authentication.key-not-recoverable': 'That no way leads to a key cannot be shown by trying some.',
  'authentication.keys-from-console': 'The console is no part of the interface.',
  'authentication.webhook-secret-in-console': 'The secret is read in the console, which is no part of the interface.',
};
