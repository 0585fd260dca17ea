/** Webhooks that are signed with another secret than that of their account, and secrets and keys that are tied to each other. */
import type { ClauseId } from '../../spec/clauses.ts';
import { readSignature, signatureOf } from '../verify-signature.ts';
import type { Defect } from './defect.ts';
import { type Attempt, decided, defectOf, header, sent } from './webhook-wraps.ts';

const defect = defectOf('webhook-signature');

const key: ClauseId = 'events.signature.keyed-with-secret';

/** Signed with another secret than the account's present one. */
const keyedWith = ({ request, ...attempt }: Attempt, secret: string): Attempt['request'] =>
  header({ request, ...attempt }, (name, value) => {
    const t = readSignature(value).time ?? '';
    return { [name]: `t=${t},v1=${signatureOf(secret, t, Buffer.from(request.body))}` };
  });

export const webhookSecretDefects: readonly Defect[] = [
  defect('api-key', 'signs with the API key', key, () => {
    const keys = new Map<string, string>();
    return {
      authenticate: (next) => async (claim) => {
        const caller = await next(claim);
        if (caller !== undefined && caller !== 'public')
          keys.set(caller.account.id, (claim.authorization ?? '').replace(/^Bearer /i, ''));
        return caller;
      },
      deliver: () => (attempt) => ({ requests: [keyedWith(attempt, keys.get(attempt.account.id) ?? 'none')] }),
    };
  }),
  defect(
    'one-for-all',
    'signs the webhooks of all accounts with one secret',
    'authentication.webhook-secret-per-account',
    () => {
      let first: string | undefined;
      return {
        deliver: () => (attempt) => ({ requests: [keyedWith(attempt, (first ??= attempt.account.webhookSecret))] }),
      };
    },
    [key],
  ),
  defect('of-another-account', 'signs with the secret of the account that was made before', key, () => {
    const made: string[] = [];
    return {
      decide: (next) => (account, world, command, moment) => {
        if (command.type === 'create-account') made.push(command.webhookSecret);
        return next(account, world, command, moment);
      },
      deliver: () => (attempt) => ({
        requests: [keyedWith(attempt, made[made.indexOf(attempt.account.webhookSecret) - 1] ?? 'whsec_none')],
      }),
    };
  }),
  defect('new-key-new-secret', 'makes another secret with each key', 'authentication.webhook-secret-independent', () =>
    decided((all, command, _, now) =>
      command.type === 'create-key'
        ? [...all, { type: 'webhook-secret.rotated', at: now, webhookSecret: 'whsec_with_the_key' }]
        : all,
    ),
  ),
  defect(
    'revoked-key-new-secret',
    'makes another secret when a key is revoked',
    'authentication.webhook-secret-independent',
    () =>
      decided((all, command, _, now) =>
        command.type === 'revoke-key'
          ? [...all, { type: 'webhook-secret.rotated', at: now, webhookSecret: 'whsec_without_the_key' }]
          : all,
      ),
  ),
  defect(
    'secret-of-the-key',
    'signs the webhooks of each key with a secret of its own',
    'authentication.webhook-secret-independent',
    () => {
      const first = new Map<string, string>();
      const ofJob = new Map<string, string>();
      let last = '';
      return {
        authenticate: (next) => async (claim) => {
          const caller = await next(claim);
          last = claim.authorization ?? '';
          if (caller !== undefined && caller !== 'public' && !first.has(caller.account.id))
            first.set(caller.account.id, last);
          return caller;
        },
        ...decided((all) => {
          for (const event of all) if (event.type === 'job.submitted') ofJob.set(event.job.id, last);
          return all;
        }),
        deliver: () => (attempt) => {
          const own = ofJob.get(attempt.job.id) ?? '';
          return {
            requests: [first.get(attempt.account.id) === own ? attempt.request : keyedWith(attempt, `whsec_of_${own}`)],
          };
        },
      };
    },
  ),
  defect(
    'new-secret-revokes-keys',
    'revokes the keys of an account whose secret is changed',
    'authentication.webhook-secret-rotated-alone',
    () =>
      decided((all, command, account, now) =>
        command.type === 'rotate-webhook-secret'
          ? [
              ...all,
              ...[...account.keys.values()].map(({ keyId }) => ({ type: 'key.revoked', at: now, keyId }) as const),
            ]
          : all,
      ),
  ),
  defect(
    'old-secret',
    'goes on signing with the secret from before the change',
    key,
    sent((attempt) => [keyedWith(attempt, attempt.account.formerSecret?.secret ?? attempt.account.webhookSecret)]),
  ),
  defect('retries-with-old-secret', 'signs retries with the secret of the first attempt', key, () => {
    const first = new Map<string, string>();
    return {
      deliver: () => (attempt) => {
        const kept = first.get(attempt.deliveryId) ?? attempt.account.webhookSecret;
        first.set(attempt.deliveryId, kept);
        return { requests: [keyedWith(attempt, kept)] };
      },
    };
  }),
];
