/** Whether a target offers what a check needs. */
import { type Check, type Need, needs } from './check.ts';
import type { Run } from './run.ts';

/** All that is missing, in words for the user; undefined if nothing is. */
export const needsUnmet = (check: Check, run: Run): string | undefined => {
  const missing = check.needs.filter((need) => !isOffered(need, run));
  // What only a mock can do, nothing else that is given or paid makes possible.
  if (missing.includes('control')) return needs.control;
  return missing.length === 0 ? undefined : missing.map((need) => needs[need]).join('; ');
};

const isOffered = (need: Need, { target, profile }: Run): boolean => {
  const { control, secondKey, revokedKey, lowBalanceKey, webhooks, inputs, spend, timeScale } = target;
  switch (need) {
    case 'control':
      return control !== undefined;
    case 'second-account':
      return control !== undefined || secondKey !== undefined;
    case 'revoked-key':
      return control !== undefined || revokedKey !== undefined;
    case 'low-balance':
      return control !== undefined || lowBalanceKey !== undefined;
    case 'failing-input':
      return (
        control !== undefined ||
        [inputs.face_not_detected, inputs.content_rejected, inputs.processing_failed].some(
          (input) => input !== undefined,
        )
      );
    case 'receiver':
      return webhooks !== undefined && (control !== undefined || webhooks.secret !== undefined);
    case 'spend':
      return spend !== undefined;
    case 'much-money':
    case 'long-time':
      return control !== undefined || profile === 'deep';
    case 'ladder-time':
      return control !== undefined || profile === 'deep' || timeScale >= shortLadder;
    default:
      return need satisfies never;
  }
};

/** So many times faster, the attempts to deliver a webhook and what might follow them take some minutes. */
const shortLadder = 10;
