/** Which gaps of the register are about what a difference is about: these are tried first. */
import type { WireGapId } from '../../spec/gaps.ts';
import { errors } from '../../spec/gaps/wire/errors.ts';
import { jobs } from '../../spec/gaps/wire/jobs.ts';
import { outputs } from '../../spec/gaps/wire/outputs.ts';
import { requests } from '../../spec/gaps/wire/requests.ts';
import { sessions } from '../../spec/gaps/wire/sessions.ts';
import { sockets } from '../../spec/gaps/wire/sockets.ts';
import { submits } from '../../spec/gaps/wire/submits.ts';
import { uploads } from '../../spec/gaps/wire/uploads.ts';
import { usage } from '../../spec/gaps/wire/usage.ts';
import { validation } from '../../spec/gaps/wire/validation.ts';
import { webhooks } from '../../spec/gaps/wire/webhooks.ts';
import type { Contrast } from './contrast.ts';

const idsOf = (...tables: readonly object[]): readonly WireGapId[] => tables.flatMap(Object.keys) as WireGapId[];

export const topicOf = ({ operation }: Contrast): readonly WireGapId[] => {
  if (operation.startsWith('submit')) return idsOf(submits, validation);
  return byOperation[operation] ?? [];
};

const byOperation: { readonly [operation: string]: readonly WireGapId[] } = {
  uploadFile: idsOf(uploads),
  getJob: idsOf(jobs),
  download: idsOf(outputs),
  listUsage: idsOf(usage, requests),
  getUsageSummary: idsOf(usage, requests),
  getPricing: ['pricing-body', 'rate-card-fields', 'pricing-access'],
  createVoiceSession: idsOf(sessions, validation),
  createLiveSwapSession: idsOf(sessions, validation),
  'voice stream': idsOf(sockets),
  'live swap stream': idsOf(sockets),
  webhook: idsOf(webhooks),
  'any refusal': idsOf(errors),
};
