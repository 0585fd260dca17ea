/** Access: keys that work and should not, endpoints that are open or shut, and whose money a key spends. Jobs of others: foreign-jobs.ts. */
import { type Operation, type OperationId, operations } from '../../spec/operations.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';

type Authenticate = NonNullable<Ports['authenticate']>;
type Claim = Parameters<ReturnType<Authenticate>>[0];
type Found = Awaited<ReturnType<ReturnType<Authenticate>>>;

/** Lets strangers pass, as whoever came last with a good key. */
const strangersPass =
  (passes: (claim: Claim, known: ReadonlyMap<string, Found>) => boolean | Found): Authenticate =>
  (next) => {
    const known = new Map<string, Found>();
    let last: Found;
    return async (claim) => {
      const found = await next(claim);
      if (found !== undefined) {
        if (found !== 'public') {
          last = found;
          known.set(claim.authorization ?? '', found);
        }
        return found;
      }
      const passed = passes(claim, known);
      if (passed === true) return last ?? (await claim.callers())[0];
      return passed === false ? undefined : passed;
    };
  };

/** A good key of before that is like this one. */
const likeOne =
  (like: (sent: string, good: string) => boolean) =>
  ({ authorization = '' }: Claim, known: ReadonlyMap<string, Found>): Found =>
    [...known].find(([good]) => good !== authorization && like(authorization, good))?.[1];

const guarded = (Object.entries(operations) as [OperationId, Operation][])
  .filter(([, { authenticated }]) => authenticated)
  .map(([id]) => id);

const allOfKeys = [
  'authentication.bearer-required',
  'errors.unauthorized-missing-key',
  'errors.unauthorized-unknown-key',
  'errors.unauthorized-revoked-key',
  'authentication.revoked-at-once',
] as const;

export const accessDefects: readonly Defect[] = [
  ...guarded.map((id): Defect => ({
    id: `access.open-${id.toLowerCase()}`,
    does: `serves ${id} to callers without a key`,
    clause: 'authentication.bearer-required',
    also: allOfKeys.slice(1),
    ports: () => ({ authenticate: strangersPass(({ operation }) => operation === id) }),
  })),
  {
    id: 'access.missing-key-passes',
    does: 'takes a request without a header for one of whoever came last',
    clause: 'errors.unauthorized-missing-key',
    also: ['authentication.bearer-required'],
    ports: () => ({ authenticate: strangersPass(({ authorization }) => authorization === undefined) }),
  },
  {
    id: 'access.empty-key-passes',
    does: 'takes a header without a key',
    clause: 'errors.unauthorized-missing-key',
    also: ['authentication.bearer-required'],
    ports: () => ({ authenticate: strangersPass(({ authorization }) => authorization?.trim() === 'Bearer') }),
  },
  {
    id: 'access.basic-passes',
    does: 'takes the key as the user name of basic authentication',
    clause: 'errors.unauthorized-missing-key',
    also: ['authentication.bearer-required'],
    ports: () => ({ authenticate: strangersPass(({ authorization }) => authorization?.startsWith('Basic ') === true) }),
  },
  {
    id: 'access.any-key-passes',
    does: 'takes any key at all',
    clause: 'errors.unauthorized-unknown-key',
    also: allOfKeys.filter(
      (id) => id !== 'errors.unauthorized-unknown-key' && id !== 'errors.unauthorized-missing-key',
    ),
    ports: () => ({ authenticate: strangersPass(({ authorization }) => /^Bearer \S/.test(authorization ?? '')) }),
  },
  ...(
    [
      [
        'shorter',
        'takes the beginning of a key',
        (sent, good) => sent.length >= good.length - 1 && good.startsWith(sent),
      ],
      ['longer', 'takes a key with something behind it', (sent, good) => sent.startsWith(good)],
      ['any-case', 'takes a key in capitals', (sent, good) => sent.toLowerCase() === good.toLowerCase()],
      [
        'last-letter',
        'does not look at the last letter of a key',
        (sent, good) => sent.slice(0, -1) === good.slice(0, -1),
      ],
      [
        'half',
        'compares the first half of a key',
        (sent, good) => sent.length > 12 && good.startsWith(sent.slice(0, Math.ceil(sent.length / 2))),
      ],
    ] as const satisfies readonly (readonly [string, string, (sent: string, good: string) => boolean])[]
  ).map(([word, does, like]): Defect => ({
    id: `access.key-${word}`,
    does,
    clause: 'errors.unauthorized-unknown-key',
    also: ['authentication.bearer-required'],
    ports: () => ({ authenticate: strangersPass(likeOne(like)) }),
  })),
  {
    id: 'access.revoked-works',
    does: 'goes on serving a key after it was revoked',
    clause: 'authentication.revoked-at-once',
    also: ['errors.unauthorized-revoked-key'],
    ports: () => ({ authenticate: revoked(() => true) }),
  },
  {
    id: 'access.revoked-once-more',
    does: 'serves a revoked key one more request',
    clause: 'authentication.revoked-at-once',
    also: ['errors.unauthorized-revoked-key'],
    ports: () => {
      const served = new Set<string>();
      return {
        authenticate: revoked(
          ({ authorization = '' }) => !served.has(authorization) && served.add(authorization).size > 0,
        ),
      };
    },
  },
  {
    id: 'access.revoked-reads',
    does: 'serves the voices to revoked keys',
    clause: 'errors.unauthorized-revoked-key',
    also: ['authentication.revoked-at-once'],
    ports: () => ({ authenticate: revoked(({ operation }) => operation === 'listVoices') }),
  },
  {
    id: 'access.revoked-sessions',
    does: 'creates sessions for revoked keys',
    clause: 'authentication.revoked-at-once',
    also: ['errors.unauthorized-revoked-key'],
    ports: () => ({ authenticate: revoked(({ operation }) => operation.startsWith('create')) }),
  },
  {
    id: 'access.revoked-has-own-code',
    does: 'tells the owner of a revoked key so by a code of its own',
    clause: 'errors.unauthorized-code',
    also: ['errors.unauthorized-revoked-key'],
    ports: () => {
      const good = new Set<string>();
      return {
        authenticate: (next) => async (claim) => {
          const found = await next(claim);
          if (found !== undefined) good.add(claim.authorization ?? '');
          return found;
        },
        present: (next) => (answer, asked) =>
          asked.refused === 'unauthorized' && good.has(asked.headers['authorization'] ?? '')
            ? next({ ...answer, body: { error: { code: 'key_revoked', message: 'This key was revoked.' } } }, asked)
            : next(answer, asked),
      };
    },
  },
  {
    id: 'access.missing-key-is-invalid',
    does: 'calls a request without a key invalid input',
    clause: 'errors.unauthorized-missing-key',
    also: ['errors.unauthorized-code'],
    ports: () => ({
      present: (next) => (answer, asked) =>
        asked.refused === 'unauthorized' && asked.headers['authorization'] === undefined
          ? next({ ...answer, status: 400, body: { error: { code: 'invalid_input', message: 'Send a key.' } } }, asked)
          : next(answer, asked),
    }),
  },
  {
    id: 'access.unknown-key-is-not-found',
    does: 'says not_found to a key that it does not know',
    clause: 'errors.unauthorized-unknown-key',
    also: ['errors.unauthorized-code', 'errors.unauthorized-revoked-key', 'errors.unauthorized-missing-key'],
    ports: () => ({
      present: (next) => (answer, asked) =>
        asked.refused === 'unauthorized' && asked.headers['authorization'] !== undefined
          ? next({ ...answer, status: 404, body: { error: { code: 'not_found', message: 'No such key.' } } }, asked)
          : next(answer, asked),
    }),
  },
  {
    id: 'access.pricing-closed',
    does: 'asks for a key at GET /pricing',
    clause: 'authentication.pricing-public',
    ports: () => ({
      authenticate: (next) => async (claim) => {
        const found = await next(claim);
        return found === 'public' ? undefined : found;
      },
    }),
  },
  {
    id: 'access.pricing-once',
    does: 'shows strangers the prices once',
    clause: 'authentication.pricing-public',
    ports: () => {
      let shown = 0;
      return {
        authenticate: (next) => async (claim) => {
          const found = await next(claim);
          return found === 'public' && ++shown > 1 ? undefined : found;
        },
      };
    },
  },
  {
    id: 'access.second-key-spends-another-balance',
    does: 'takes every key but the first of an account for another account',
    clause: 'authentication.key-spends-account-balance',
    ports: () => ({
      authenticate: (next) => async (claim) => {
        const found = await next(claim);
        if (found === undefined || found === 'public') return found;
        const [first] = found.account.keys.values();
        return first === undefined || first.keyId === found.key.keyId ? found : (await claim.callers())[0];
      },
    }),
  },
];

/** Goes on serving keys that were good once, where it says so. */
function revoked(serves: (claim: Claim) => boolean): Authenticate {
  return strangersPass((claim, known) => {
    const before = known.get(claim.authorization ?? '');
    return before !== undefined && serves(claim) ? before : false;
  });
}
