/** Webhooks: their signature, and the secret behind it. */
import { limits } from '../../spec/limits.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import { type Check, type Need, check } from '../check.ts';
import { arrivals } from '../probes/arrivals.ts';
import { rotation } from '../probes/callbacks.ts';
import { type Announced, announced, announcedElsewhere, secretOf, seen, webhookAccount } from '../probes/webhooks.ts';
import { type Mistake, mistakeIn } from '../reading/signature.ts';
import type { Delivery, Mailbox } from '../receiver.ts';
import type { Trial } from '../trial.ts';
import { isSignedWith, readSignature } from '../verify-signature.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';

const needs: readonly Need[] = ['spend', 'receiver'];

/** A delivery that is signed. */
type Signed = {
  readonly delivery: Delivery;
  readonly exchanges: readonly Exchange[];
  readonly header: string;
  readonly box: Mailbox;
};

const headerOf = (t: Trial, { headers }: Delivery): string | undefined => {
  const value = headers[(t.target.webhooks?.header ?? '').toLowerCase()];
  return typeof value === 'string' ? value : value?.join(', ');
};

const signedOnes = async (t: Trial): Promise<readonly Signed[]> => {
  const all = (await arrivals(t)).flatMap((one): Signed[] => {
    const header = headerOf(t, one.delivery);
    return header === undefined ? [] : [{ ...one, header }];
  });
  if (all.length === 0) t.wanted(undefined, 'a webhook with the signature header');
  return all;
};

/** What is wrong with each signature. */
const mistakes = async (
  t: Trial,
): Promise<
  readonly { readonly exchanges: readonly Exchange[]; readonly header: string; readonly mistake: Mistake | undefined }[]
> => {
  const account = await webhookAccount(t);
  const secret = t.wanted(secretOf(t, account), 'the signing secret of the account');
  const second = await t.once(announcedElsewhere).catch(() => undefined);
  const foreign = second && secretOf(t, second.account);
  const otherKeys = [
    { says: 'the API key', key: account.key },
    { says: 'the API key under test', key: t.target.key },
    ...[foreign, t.target.webhooks?.secret].flatMap((key) =>
      key === undefined || key === secret ? [] : [{ says: 'the secret of another account', key }],
    ),
  ];
  // One that has no t or no v1 is not in its form, and says nothing of how it was made.
  const legible = (await signedOnes(t)).filter(({ header }) => {
    const { time, signatures } = readSignature(header);
    return time !== undefined && signatures.length > 0;
  });
  if (legible.length === 0) t.wanted(undefined, 'a signature that can be read');
  return legible.map(({ delivery, exchanges, header, box }) => {
    const otherAttempts = box.deliveries.flatMap((other) => {
      const itsHeader = other === delivery ? undefined : headerOf(t, other);
      return itsHeader === undefined ? [] : [{ header: itsHeader, body: other.body }];
    });
    return { exchanges, header, mistake: mistakeIn({ header, body: delivery.body, secret, otherKeys, otherAttempts }) };
  });
};

/** Clauses that say how `v1` is made: whatever is wrong with one, beside how it is written, is blamed on one of them. */
const makings = {
  'hmac-sha256': 'v1 of a signature is an HMAC with SHA-256',
  'keyed-with-secret': 'v1 of a signature is keyed with the signing secret of the account',
  'over-timestamp-and-body': 'v1 of a signature is made over t, a full stop and the body',
  'over-bytes-sent': 'v1 of a signature is made over the bytes of the body as they are sent',
} as const satisfies { readonly [name: string]: string };

const verifies = (t: Trial, { box }: Pick<Announced, 'box'>, secret: string): boolean | undefined => {
  const [delivery] = box.deliveries;
  const header = delivery && headerOf(t, delivery);
  return delivery === undefined || header === undefined ? undefined : isSignedWith(secret, header, delivery.body);
};

const shownOf = ({ box, job }: Announced): readonly Exchange[] => [
  job.acknowledgement,
  ...box.deliveries.slice(0, 1).map((delivery) => seen(box, delivery)),
];

export const webhookSignatureChecks: readonly Check[] = [
  check({
    id: 'webhook-signature.header-present',
    title: 'each attempt to deliver a webhook carries the signature header',
    clauses: ['events.signature.header-present'],
    needs,
    run: async (t) => {
      for (const { delivery, exchanges } of await arrivals(t)) {
        t.expect('events.signature.header-present', headerOf(t, delivery) !== undefined, {
          expected: `the header ${t.target.webhooks?.header ?? ''}`,
          actual: Object.keys(delivery.headers).join(', '),
          at: exchanges,
          gaps: ['brand-header'],
        });
        t.run.observe('webhook-headers', Object.keys(delivery.headers).length > usualHeaders ? 'named' : 'least');
      }
    },
  }),
  check({
    id: 'webhook-signature.header-form',
    title: 'the signature header holds t=, a comma and v1=',
    clauses: ['events.signature.header-form'],
    needs,
    run: async (t) => {
      for (const { header, exchanges } of await signedOnes(t)) {
        t.expect('events.signature.header-form', readSignature(header).isWellFormed, {
          expected: 't=<unix_seconds>,v1=<hex>',
          actual: header,
          at: exchanges,
          gaps: ['secret-rotation'],
        });
      }
    },
  }),
  check({
    id: 'webhook-signature.timestamp-unix-seconds',
    title: 't in the signature header is the time of the attempt in whole Unix seconds',
    clauses: ['events.signature.timestamp-unix-seconds'],
    needs,
    run: async (t) => {
      for (const { header, exchanges, delivery } of await signedOnes(t)) {
        const { time, t: seconds } = readSignature(header);
        // A header without t is not in its form.
        if (time === undefined) {
          t.tried();
          continue;
        }
        t.expect('events.signature.timestamp-unix-seconds', !Number.isNaN(seconds), {
          expected: 'whole Unix seconds',
          actual: time,
          at: exchanges,
        });
        const age = Math.min(...[delivery.clock, delivery.arrivedAt].map((now) => Math.abs(now / 1_000 - seconds)));
        t.expect('events.signature.timestamp-unix-seconds', age <= limits.signatureToleranceSeconds + 1, {
          expected: `a time within ${limits.signatureToleranceSeconds} s of the attempt`,
          actual: `${time}, ${Math.round(age)} s off`,
          at: exchanges,
          gaps: ['signature-time'],
        });
      }
    },
  }),
  check({
    id: 'webhook-signature.hex-digits',
    title: 'v1 in the signature header holds hexadecimal digits and nothing else',
    clauses: ['events.signature.hex'],
    needs,
    run: async (t) => {
      for (const { header, exchanges } of await signedOnes(t)) {
        const { signatures } = readSignature(header);
        if (signatures.length === 0) t.tried();
        for (const one of signatures)
          t.expect('events.signature.hex', /^([0-9a-f]{2})+$/i.test(one), {
            expected: 'hexadecimal digits, two for each byte',
            actual: one,
            at: exchanges,
          });
      }
    },
  }),
  ...Object.entries(makings).map(([name, title]) => {
    const clause = `events.signature.${name}` as ClauseId;
    return check({
      id: `webhook-signature.${name}`,
      title,
      clauses: [clause],
      needs,
      run: async (t) => {
        for (const { exchanges, header, mistake } of await mistakes(t)) {
          // Made wrongly in another way, it says nothing here.
          if (mistake !== undefined && mistake.clause !== clause) t.tried();
          else
            t.expect(clause, mistake === undefined, {
              expected: title,
              actual: `${mistake?.says ?? ''}: ${header}`,
              at: exchanges,
              gaps: ['secret-form'],
            });
        }
      },
    });
  }),
  check({
    id: 'webhook-signature.secret-per-account',
    title: 'each account has a signing secret of its own',
    clauses: ['authentication.webhook-secret-per-account'],
    needs: [...needs, 'second-account'],
    run: async (t) => {
      const mine = await announced(t, 'face-swap-image');
      const theirs = await t.once(announcedElsewhere);
      const [own, foreign] = [secretOf(t, mine.account), secretOf(t, theirs.account)];
      const secret = t.wanted(own, 'the signing secret of the account');
      t.expect('authentication.webhook-secret-per-account', secret !== foreign, {
        expected: 'two accounts with two secrets',
        actual: 'one',
      });
      // Whatever of the two is signed with the other's secret, somebody else could have signed.
      for (const [webhook, wrong] of [
        [theirs, secret],
        [mine, foreign],
      ] as const) {
        const isForgeable = wrong === undefined ? undefined : verifies(t, webhook, wrong);
        if (isForgeable === undefined) t.tried();
        else
          t.expect('authentication.webhook-secret-per-account', !isForgeable, {
            expected: "a webhook that is not signed with another account's secret",
            actual: 'its signature fits the secret of the other account',
            at: shownOf(webhook),
          });
      }
    },
  }),
  check({
    id: 'webhook-signature.secret-independent',
    title: 'the signing secret stays as it was when a key is made, used or revoked',
    clauses: ['authentication.webhook-secret-independent'],
    needs: [...needs, 'control'],
    run: async (t) => {
      const { before, afterKey, afterRevoked, secret } = await t.once(rotation);
      if (verifies(t, before, secret) !== true) t.wanted(undefined, 'a signature that fits the secret');
      for (const [says, webhook] of [
        ['a second key was made, and asked for it', afterKey],
        ['that key was revoked', afterRevoked],
      ] as const) {
        const fits = verifies(t, webhook, secret);
        if (fits === undefined) t.tried();
        else
          t.expect('authentication.webhook-secret-independent', fits, {
            expected: `a signature that fits the secret as before, after ${says}`,
            actual: 'it does not fit',
            at: [...shownOf(before), ...shownOf(webhook)],
          });
      }
    },
  }),
  check({
    id: 'webhook-signature.secret-rotated-alone',
    title: 'the keys of an account go on working when its signing secret is changed',
    clauses: ['authentication.webhook-secret-rotated-alone'],
    needs: [...needs, 'control'],
    run: async (t) => {
      const { balance } = await t.once(rotation);
      t.expect('authentication.webhook-secret-rotated-alone', isSuccess(balance), {
        expected: 'a call with the key of before the change that succeeds',
        at: balance,
      });
    },
  }),
  check({
    id: 'webhook-signature.keyed-with-new-secret',
    title: 'once the signing secret was changed, every attempt is signed with the new one',
    clauses: ['events.signature.keyed-with-secret'],
    needs: [...needs, 'control'],
    run: async (t) => {
      const { before, after, pending, secret, newSecret } = await t.once(rotation);
      if (verifies(t, before, secret) !== true) t.wanted(undefined, 'a signature that fits the secret');
      const firsts = after === undefined ? [] : [{ box: after.box, acknowledgement: after.job.acknowledgement }];
      const second = { ...pending, box: { ...pending.box, deliveries: pending.box.deliveries.slice(pending.early) } };
      for (const { box, acknowledgement } of [...firsts, second]) {
        const [delivery] = box.deliveries;
        const fits = verifies(t, { box }, newSecret);
        if (fits === undefined || delivery === undefined) {
          t.tried();
          continue;
        }
        t.expect('events.signature.keyed-with-secret', fits, {
          expected: 'a signature that fits the new secret',
          actual: verifies(t, { box }, secret) === true ? 'one that fits the old secret' : 'one that fits neither',
          at: [acknowledgement, seen(box, delivery)],
          gaps: ['secret-rotation'],
        });
        t.run.observe('secret-rotation', verifies(t, { box }, secret) === true ? 'both' : 'next-attempt');
      }
    },
  }),
];

/** Host, connection, content-length, content-type, user-agent and the signature. */
const usualHeaders = 6;
