/** The clauses of every section, joined in the order of the document. */
import type { ClauseText, Section } from './clause.ts';
import { authentication } from './clauses/authentication.ts';
import { conventions } from './clauses/conventions.ts';
import { avatar } from './clauses/endpoints/avatar.ts';
import { balanceEndpoint } from './clauses/endpoints/balance.ts';
import { characterSwap } from './clauses/endpoints/character-swap.ts';
import { faceSwapImage } from './clauses/endpoints/face-swap-image.ts';
import { faceSwap } from './clauses/endpoints/face-swap.ts';
import { fullLiveSwap } from './clauses/endpoints/full-live-swap.ts';
import { jobs } from './clauses/endpoints/jobs.ts';
import { lipSync } from './clauses/endpoints/lip-sync.ts';
import { motionControl } from './clauses/endpoints/motion-control.ts';
import { pricing } from './clauses/endpoints/pricing.ts';
import { submit } from './clauses/endpoints/submit.ts';
import { uploads } from './clauses/endpoints/uploads.ts';
import { usage } from './clauses/endpoints/usage.ts';
import { voiceClone } from './clauses/endpoints/voice-clone.ts';
import { voiceSessionEndpoint } from './clauses/endpoints/voice-session.ts';
import { voices } from './clauses/endpoints/voices.ts';
import { capacityErrors } from './clauses/errors/capacity.ts';
import { jobErrorClauses } from './clauses/errors/jobs.ts';
import { requestErrors } from './clauses/errors/requests.ts';
import { errorShape } from './clauses/errors/shape.ts';
import { eventContent } from './clauses/events/content.ts';
import { eventDelivery } from './clauses/events/delivery.ts';
import { eventSignature } from './clauses/events/signature.ts';
import { limitClauseTable } from './clauses/limits.ts';
import { acknowledgement } from './clauses/resources/acknowledgement.ts';
import { audioFormat } from './clauses/resources/audio-format.ts';
import { balance } from './clauses/resources/balance.ts';
import { job } from './clauses/resources/job.ts';
import { liveSwapSession } from './clauses/resources/live-swap-session.ts';
import { rateCard } from './clauses/resources/rate-card.ts';
import { upload } from './clauses/resources/upload.ts';
import { usageRecord } from './clauses/resources/usage-record.ts';
import { voiceProfile } from './clauses/resources/voice-profile.ts';
import { voiceSession } from './clauses/resources/voice-session.ts';
import { service } from './clauses/service.ts';
import { jobStates } from './clauses/states/jobs.ts';
import { sessionStates } from './clauses/states/sessions.ts';
import { versioning } from './clauses/versioning.ts';

/** The tables one by one, in the order of the document: a test sums their sizes, so that no id is declared twice. */
export const clauseTables = [
  conventions,
  service,
  upload,
  job,
  acknowledgement,
  liveSwapSession,
  voiceSession,
  audioFormat,
  voiceProfile,
  balance,
  usageRecord,
  rateCard,
  jobStates,
  sessionStates,
  uploads,
  submit,
  characterSwap,
  faceSwap,
  faceSwapImage,
  motionControl,
  avatar,
  lipSync,
  voiceClone,
  jobs,
  fullLiveSwap,
  voices,
  voiceSessionEndpoint,
  balanceEndpoint,
  usage,
  pricing,
  authentication,
  eventContent,
  eventSignature,
  eventDelivery,
  errorShape,
  requestErrors,
  capacityErrors,
  jobErrorClauses,
  limitClauseTable,
  versioning,
] as const;

export const clauses = {
  ...conventions,
  ...service,
  ...upload,
  ...job,
  ...acknowledgement,
  ...liveSwapSession,
  ...voiceSession,
  ...audioFormat,
  ...voiceProfile,
  ...balance,
  ...usageRecord,
  ...rateCard,
  ...jobStates,
  ...sessionStates,
  ...uploads,
  ...submit,
  ...characterSwap,
  ...faceSwap,
  ...faceSwapImage,
  ...motionControl,
  ...avatar,
  ...lipSync,
  ...voiceClone,
  ...jobs,
  ...fullLiveSwap,
  ...voices,
  ...voiceSessionEndpoint,
  ...balanceEndpoint,
  ...usage,
  ...pricing,
  ...authentication,
  ...eventContent,
  ...eventSignature,
  ...eventDelivery,
  ...errorShape,
  ...requestErrors,
  ...capacityErrors,
  ...jobErrorClauses,
  ...limitClauseTable,
  ...versioning,
} as const;

export type ClauseId = keyof typeof clauses;

export type Clause = ClauseText & { readonly id: ClauseId; readonly section: Section };

/** Every clause with its id, and with its section, which is the first word of the id. */
export const clauseList: readonly Clause[] = (Object.entries(clauses) as [ClauseId, ClauseText][]).map(
  ([id, { side, level, text }]) => ({ id, section: id.slice(0, id.indexOf('.')) as Section, side, level, text }),
);
