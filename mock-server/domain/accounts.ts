/** What the console of the service does: accounts, money, keys, secrets; and the entry of a stored upload. */
import type { Account } from './account.ts';
import { refuseLongClip } from './clip-length.ts';
import type {
  ChangeRates,
  CreateAccount,
  CreateKey,
  Decision,
  Moment,
  RevokeKey,
  RotateSecret,
  StoreUpload,
  TopUp,
} from './commands.ts';
import { toppedUp } from './ledger.ts';
import { type Refused, refuse } from './refusal.ts';
import { endStreams } from './streams.ts';
import type { World } from './world.ts';

export const createAccount = (
  account: Account,
  { balanceMicros, rates, rateLimit, key, webhookSecret }: CreateAccount,
  { now }: Moment,
): Decision<CreateAccount> =>
  account.version > 0
    ? refuse('invalid_input', `account ${account.id} exists already`)
    : {
        events: [
          {
            type: 'account.created',
            at: now,
            balanceMicros,
            rates,
            ...(rateLimit !== undefined && { rateLimit }),
            key,
            webhookSecret,
          },
        ],
        reply: { accountId: account.id },
      };

export const topUp = (account: Account, { micros }: TopUp, { now }: Moment): Decision<TopUp> =>
  // Beyond it a number is no longer exact, and the books would stop adding up.
  Number.isSafeInteger(toppedUp(account.ledger) + micros)
    ? { events: [{ type: 'account.topped-up', at: now, micros }], reply: {} }
    : refuse('invalid_input', 'an account holds at most some 9,000 million USD: top up less');

export const createKey = (account: Account, { key, nth }: CreateKey, { now }: Moment): Decision<CreateKey> =>
  isTaken(account, nth) ?? { events: [{ type: 'key.created', at: now, key }], reply: { keyId: key.keyId } };

export const revokeKey = (
  account: Account,
  { settings }: World,
  { keyId }: RevokeKey,
  { now }: Moment,
): Decision<RevokeKey> => {
  if (![...account.keys.values()].some((key) => key.keyId === keyId)) {
    return refuse('not_found', `account ${account.id} has no valid key ${keyId}`);
  }
  const sessions = settings.choices['revoked-key-stream'] === 'goes-on' ? [] : [...account.sessions.values()];
  const streams = sessions.filter((session) => session.keyId === keyId);
  const ended = endStreams(account, streams, 'key-revoked', now, now, settings);
  return { events: [{ type: 'key.revoked', at: now, keyId }, ...ended], reply: {} };
};

export const rotateSecret = (
  account: Account,
  { webhookSecret, nth }: RotateSecret,
  { now }: Moment,
): Decision<RotateSecret> =>
  isTaken(account, nth) ?? { events: [{ type: 'webhook-secret.rotated', at: now, webhookSecret }], reply: {} };

/** Where many processes serve an account, two may make its next key or secret at the same time. */
const isTaken = ({ id, credentials }: Account, nth: number | undefined): Refused | undefined =>
  nth !== undefined && nth <= credentials
    ? refuse('invalid_input', `key or secret ${nth} of account ${id} was made meanwhile: try again`)
    : undefined;

export const changeRates = (account: Account, { rates }: ChangeRates, { now }: Moment): Decision<ChangeRates> => ({
  events: [{ type: 'rates.changed', at: now, rates: { ...account.rates, ...rates } }],
  reply: {},
});

export const storeUpload = (
  { settings }: World,
  { upload }: StoreUpload,
  { now, mint }: Moment,
): Decision<StoreUpload> => {
  const tooLong = refuseLongClip('upload', 'file', upload, settings.choices);
  if (tooLong !== undefined) return tooLong;
  const fileKey = mint('file');
  return {
    events: [{ type: 'upload.stored', at: now, upload: { fileKey, storedAt: now, ...upload } }],
    reply: { fileKey },
  };
};
