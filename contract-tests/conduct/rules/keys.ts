/** The API key: how it is sent, and from where. */
import { operations } from '../../../spec/operations.ts';
import { keyInAddressNote } from '../../../spec/schemas/journal.ts';
import type { Call } from '../call.ts';
import type { ConductRule } from '../rule.ts';
import { letBe, numbers, rowsOf } from '../series.ts';

export const keyRules: readonly ConductRule[] = [
  {
    id: 'keys.bearer',
    title: 'sends its key as Authorization: Bearer with every call that is not public',
    clauses: ['authentication.bearer-sent'],
    level: 'must',
    advice:
      'Send "Authorization: Bearer <API key>" with every call but GET /pricing. In curl and proxies, look whether the header is dropped on the way.',
    wants: 'a call that needs a key',
    look: ({ calls }) => {
      const guarded = calls.filter(({ operation }) => operation !== null && operations[operation].authenticated);
      const bare = guarded.filter((call) => !/^bearer \S/i.test(call.header('authorization') ?? ''));
      return {
        occasions: guarded.length,
        lapses: bare.map((call) => ({ message: `${shown(call)} came without a bearer key`, entries: [call.seq] })),
      };
    },
  },
  {
    id: 'keys.not-in-address',
    title: 'puts its key into no address',
    clauses: ['authentication.bearer-sent'],
    level: 'must',
    advice:
      'Take the key out of the address: addresses end up in logs, histories and Referer headers. It belongs into the Authorization header alone.',
    wants: 'a request',
    look: ({ calls, jobs, entries }) => {
      // What stands in a status_url was put there by the service.
      const keyed = calls.filter(
        (call) => hasKeyInAddress(call) && jobs.every(({ statusUrl }) => call.path !== statusUrl),
      );
      const sockets = entries.filter((entry) => entry.kind === 'socket' && entry.notes?.includes(keyInAddressNote));
      return {
        occasions: calls.length + sockets.length,
        lapses: [
          ...keyed.map((call) => ({ message: `the address of ${shown(call)} holds a key`, entries: [call.seq] })),
          ...sockets.map(({ seq }) => ({ message: 'the address of a socket holds a key', entries: [seq] })),
        ],
      };
    },
  },
  {
    id: 'keys.not-in-browser',
    title: 'sends its key from no web page',
    clauses: ['authentication.key-not-in-client-code', 'authentication.key-on-servers-only'],
    level: 'must',
    advice:
      'Call the service from your server, and let the page call your server: whoever opens the page can read a key in it.',
    wants: 'a call with a key',
    look: ({ calls }) => {
      const keyed = calls.filter((call) => call.header('authorization') !== undefined || isPreflight(call));
      const ofPages = keyed.filter(
        (call) => !isPassedOn(call) && (isPreflight(call) || call.header('origin') !== undefined),
      );
      return {
        occasions: keyed.length,
        lapses: ofPages.map((call) => ({
          message: `${shown(call)} came from a page of ${call.header('origin') ?? 'an unknown origin'}`,
          entries: [call.seq],
        })),
      };
    },
  },
  {
    id: 'keys.not-on-phone',
    title: 'sends its key from no phone',
    clauses: ['authentication.key-on-servers-only', 'authentication.key-not-in-client-code'],
    level: 'must',
    advice: 'Call the service from your server, and let the app call your server: a key can be read out of any app.',
    wants: 'a call with a key that says what it was sent by (User-Agent)',
    look: ({ calls }) => {
      const named = calls.filter((call) => call.header('authorization') !== undefined && agentOf(call) !== '');
      return {
        occasions: named.length,
        lapses: named
          .filter((call) => !isPassedOn(call) && /\b(?:Dalvik|Android|iPhone|iPad)\b/.test(agentOf(call)))
          .map((call) => ({ message: `${shown(call)} came from ${agentOf(call)}`, entries: [call.seq] })),
      };
    },
  },
  {
    id: 'keys.dead-key-dropped',
    title: 'stops when its key is refused',
    clauses: ['errors.unauthorized-code'],
    level: 'should',
    advice: 'Treat 401 as final: say that the key is wrong or revoked, and send nothing more with it.',
    wants: 'a call that is refused with unauthorized, after which there was time',
    look: (seen) => {
      const lapses = rowsOf(seen, ['unauthorized'], 4).map((row) => ({
        message: `the same call was sent ${row.length} times, and was unauthorized each time`,
        entries: numbers(...row),
      }));
      const refused = seen.calls.filter(({ told, code }) => told && code === 'unauthorized');
      const [first] = refused;
      // Several that were under way together hear of it together.
      const stopped = first !== undefined && refused.every(({ at }) => at <= first.endedAt);
      return { occasions: (stopped ? letBe(seen, ['unauthorized']).length : 0) + lapses.length, lapses };
    },
  },
];

const shown = ({ method, path }: Call): string => `${method} ${path}`;

const agentOf = (call: Call): string => call.header('user-agent') ?? '';

/** What the journal took out stands there as `[redacted]`. Links and sockets have secrets of their own, which belong there. */
const hasKeyInAddress = ({ entry, path, query }: Call): boolean =>
  /\btest_a\d+_\[redacted\]/.test(entry.path) ||
  (path.includes(redacted) && !path.includes('/files/')) ||
  [...query].some(([name, value]) => value.includes(redacted) && !ownSecrets.has(name));

const redacted = '[redacted]';
const ownSecrets: ReadonlySet<string> = new Set(['session_token', 'signature']);

/** A server may pass on what a page or an app sent to it, and put the key in itself. */
const isPassedOn = (call: Call): boolean =>
  ['via', 'forwarded', 'x-forwarded-for'].some((name) => call.header(name) !== undefined);

/** A browser asks first whether a page may send the header. */
const isPreflight = (call: Call): boolean =>
  call.method === 'OPTIONS' && /\bauthorization\b/i.test(call.header('access-control-request-headers') ?? '');
