/** What a reader needs beside each operation: a sentence or two, and the points that the document leaves open. */
import type { GapId } from '../gaps.ts';
import type { OperationId } from '../operations.ts';

type Note = { readonly description: string; readonly gaps: readonly GapId[] };

const submitGaps = [
  'submit-status',
  'resubmit-ack',
  'resubmit-status',
  'resubmit-other-body',
  'refusal-order',
  'unknown-file-key',
  'wrong-file-kind',
  'duration-limit',
  'charge-time',
] as const satisfies GapId[];

const sessionGaps = [
  'session-status',
  'session-funds',
  'ceiling-amount',
  'token-lifetime',
  'refusal-order',
] as const satisfies GapId[];

const usageGaps = ['usage-period', 'usage-time', 'usage-coverage', 'read-status'] as const satisfies GapId[];

const submitted = (description: string, ...gaps: GapId[]): Note => ({
  description: `${description} Give \`callback_url\` to be told when the job has ended, or poll \`status_url\`.`,
  gaps: [...submitGaps, ...gaps],
});

export const notes: Record<OperationId, Note> = {
  uploadFile: {
    description:
      'Takes one file and gives it a `file_key`; nothing else can be an input, no outside address is fetched.',
    gaps: ['upload-status', 'size-unit', 'upload-retention', 'accepted-types', 'content-sniffing', 'file-key-reuse'],
  },
  submitCharacterSwap: submitted(
    'The result keeps the sound of the reference; a silent reference gives a silent video.',
  ),
  submitFaceSwap: submitted('The result is a video with the given face.', 'resolution-default', 'face-swap-sound'),
  submitFaceSwapImage: submitted('The result is an image with the given face.', 'image-result'),
  submitMotionControl: submitted('The result keeps the sound of the motion reference, if that has any.', 'result-kind'),
  submitAvatar: submitted(
    'The portrait says the script, in a chosen or a default voice.',
    'result-kind',
    'text-unit',
    'unknown-voice',
  ),
  submitLipSync: submitted(
    'The lips of the video move to the given audio.',
    'result-kind',
    'lip-sync-sound',
    'resolution-default',
  ),
  submitVoiceClone: submitted(
    'The result is one audio file, however long the script is. Priced by thousands of characters, and paid before the render.',
    'text-unit',
    'voice-result',
    'voice-sample',
  ),
  getJob: {
    description: 'A job of another account looks like one that does not exist.',
    gaps: [
      'processing-visible',
      'pending-fields',
      'failed-output-url',
      'succeeded-error',
      'failed-job-charge',
      'link-renewal',
    ],
  },
  createLiveSwapSession: {
    description:
      'Gives an address and a token for the socket. Nothing is debited before it connects, and no tier stands in for the other.',
    gaps: [...sessionGaps, 'default-prompt', 'capacity-retry-header'],
  },
  listVoices: { description: 'Voices for a Voice Changer session.', gaps: ['read-status', 'voice-catalogue'] },
  createVoiceSession: {
    description:
      'Gives an address and a token for the socket. Nothing is debited before it connects; without a voice the audio comes back as it was.',
    gaps: [...sessionGaps, 'unknown-voice', 'empty-body', 'capacity-retry-header'],
  },
  getBalance: {
    description: 'What is left, what was topped up, and what was spent in all and lately.',
    gaps: ['balance-holds', 'balance-sum', 'week-start', 'period-kind', 'period-zone', 'refund-totals', 'read-status'],
  },
  listUsage: {
    description: 'A capped log: for totals use the summary.',
    gaps: ['usage-order', 'usage-paging', 'date-filter', ...usageGaps],
  },
  getUsageSummary: {
    description:
      'Counts every record, also those that the capped log no longer lists. The layout of the answer is ours.',
    gaps: ['summary-body', 'date-filter', ...usageGaps],
  },
  getPricing: {
    description: 'Open to all. The layout of the answer is ours; the two keys of live swap are documented.',
    gaps: ['pricing-body', 'rate-card-fields', 'feature-names', 'negotiated-rates', 'pricing-access', 'read-status'],
  },
};
