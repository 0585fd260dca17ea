/** Stories that need nothing but the service itself: they can be played on a deployment. */
export const playable = [
  'first-avatar',
  'first-character-swap',
  'first-face-swap',
  'first-face-swap-image',
  'first-lip-sync',
  'first-live-swap',
  'first-motion-control',
  'first-voice-changer',
  'first-voice-clone',
  'same-submit-at-once',
  'session-cut-by-client',
  'session-hard-stop',
  'session-never-connected',
];

/** Those that need a way for webhooks to the driver, too. */
export const playableWithWebhooks = ['webhook-abandoned', 'webhook-refused-twice'];
