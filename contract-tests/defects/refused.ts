/** Refusals that do not come for want of money, or come under another name than the one that is due. */
import type { JobErrorCode } from '../../spec/errors.ts';
import type { OperationId } from '../../spec/operations.ts';
import { jobEndpoints } from '../../spec/vocabulary.ts';
import { jobCalls } from '../job-calls.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { refusingAs } from './refusing-as.ts';

type Decide = NonNullable<Ports['decide']>;
type World = Parameters<ReturnType<Decide>>[1];

/** Gives a rich account's answer to a poor one. */
const onCredit =
  (when: (feature: string) => boolean): Decide =>
  (next) =>
  (account, world, command, moment) => {
    const decision = next(account, world, command, moment);
    const isPaid = command.type === 'submit-job' || command.type === 'create-session';
    const feature =
      command.type === 'submit-job' ? command.feature : command.type === 'create-session' ? command.capability : '';
    if (!('refusal' in decision) || decision.refusal.code !== 'insufficient_balance' || !isPaid || !when(feature))
      return decision;
    const free = next(account, { ...world, settings: { ...world.settings, rules: freeRules(world) } }, command, moment);
    return free;
  };

const freeRules = (world: World): World['settings']['rules'] => ({ ...world.settings.rules, price: () => 0 });

export const refusedDefects: readonly Defect[] = [
  ...jobEndpoints.map((endpoint): Defect => {
    const { feature } = jobCalls[endpoint];
    return {
      id: `errors.balance-unchecked-${endpoint}`,
      does: `takes a job of ${endpoint} that the balance does not cover`,
      clause: 'errors.insufficient-balance-trigger',
      ports: () => ({ decide: onCredit((one) => one === feature) }),
    };
  }),
  {
    id: 'errors.no-money-is-invalid',
    does: 'calls a balance that is too low invalid input',
    clause: 'errors.insufficient-balance-code',
    also: ['errors.insufficient-balance-trigger'],
    ports: () => ({ decide: refusingAs('insufficient_balance', 'invalid_input', () => true) }),
  },
  {
    id: 'errors.long-clip-is-invalid',
    does: 'calls a clip that plays too long invalid input',
    clause: 'errors.input-too-large-duration-trigger',
    ports: () => ({ decide: refusingAs('input_too_large', 'invalid_input', () => true) }),
  },
  {
    id: 'errors.codes-change',
    does: 'says bad_request from the third invalid_input on',
    clause: 'versioning.codes-stable',
    also: ['errors.invalid-input-code'],
    ports: () => {
      let count = 0;
      return {
        present: (next) => (answer, asked) => {
          if (asked.refused !== 'invalid_input' || ++count < 3) return next(answer, asked);
          return next({ ...answer, body: { error: { code: 'bad_request', message: 'Bad request.' } } }, asked);
        },
      };
    },
  },
  ...(['not_found', 'unauthorized'] as const).map((code): Defect => ({
    id: `errors.code-of-${code.replace('_', '-')}-turns`,
    does: `has two names for ${code}, in turns`,
    clause: 'versioning.codes-stable',
    also: [code === 'not_found' ? 'errors.not-found-code' : 'errors.unauthorized-code'],
    ports: () => {
      let count = 0;
      return {
        present: (next) => (answer, asked) => {
          if (asked.refused !== code || ++count % 2 === 0) return next(answer, asked);
          return next({ ...answer, body: { error: { code: `${code}_error`, message: 'No.' } } }, asked);
        },
      };
    },
  })),
  {
    id: 'errors.job-code-in-http',
    does: 'answers a wrong type with processing_failed',
    clause: 'errors.invalid-input-code',
    also: ['errors.invalid-input-wrong-type'],
    ports: () => ({ present: saying('processing_failed') }),
  },
  {
    id: 'errors.list-needs-key-says-404',
    does: 'hides GET /voices from strangers behind not_found',
    clause: 'errors.unauthorized-missing-key',
    also: ['errors.unauthorized-code', 'errors.unauthorized-unknown-key', 'errors.unauthorized-revoked-key'],
    ports: () => ({
      present: (next) => (answer, asked) =>
        asked.refused === 'unauthorized' && asked.operation === 'listVoices'
          ? next({ ...answer, status: 404, body: { error: { code: 'not_found', message: 'Nothing is here.' } } }, asked)
          : next(answer, asked),
    }),
  },
  {
    id: 'errors.null-crashes',
    does: 'breaks on a null that it did not expect',
    clause: 'errors.invalid-input-code',
    ports: () => ({ present: crashingOnNull }),
  },
];

function saying(code: JobErrorCode): NonNullable<Ports['present']> {
  return (next) => (answer, asked) => {
    const isMeant =
      asked.refused === 'invalid_input' && asked.operation === ('createVoiceSession' satisfies OperationId);
    return isMeant ? next({ ...answer, body: { error: { code, message: 'It failed.' } } }, asked) : next(answer, asked);
  };
}

function crashingOnNull(next: Parameters<NonNullable<Ports['present']>>[0]): ReturnType<NonNullable<Ports['present']>> {
  return (answer, asked) => {
    const { body } = asked;
    const hasNull = typeof body === 'object' && body !== null && Object.values(body).includes(null);
    return hasNull
      ? next(
          { ...answer, status: 500, body: { error: { code: 'internal_error', message: 'Something broke.' } } },
          asked,
        )
      : next(answer, asked);
  };
}
