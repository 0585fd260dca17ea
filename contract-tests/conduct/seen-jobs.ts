/** The jobs of a client: how each was submitted, asked for, told of and fetched. */
import { type DeliveryEntry, repeatNote } from '../../spec/schemas/journal.ts';
import { type Call, isAccepted, isSubmit } from './call.ts';

export type SeenJob = {
  readonly id: string;
  /** The submits that were answered with it: more than one where a key was repeated. */
  readonly submits: readonly [Call, ...Call[]];
  /** Whether it was made before the journal begins: what became of it then is not seen. */
  readonly isOlder: boolean;
  /** Its path, without a query. */
  readonly statusUrl: string;
  readonly hasCallback: boolean;
  /** Whatever named its id in the path, but for its result. */
  readonly asked: readonly Call[];
  /** Those of them that showed it. */
  readonly shown: readonly Call[];
  /** The first answer that showed it ended, and that the client can have read. */
  readonly ended: Call | undefined;
  /** As the client can know it, by polling or by webhook. */
  readonly outcome: 'succeeded' | 'failed' | undefined;
  readonly deliveries: readonly DeliveryEntry[];
  /** Requests of its result. */
  readonly fetched: readonly Call[];
  /** Injected ones that it met. */
  readonly faults: ReadonlySet<string>;
};

/** @param isWhole whether the journal has its beginning */
export const jobsIn = (calls: readonly Call[], deliveries: readonly DeliveryEntry[], isWhole: boolean): SeenJob[] => {
  const submits = new Map<string, [Call, ...Call[]]>();
  for (const call of calls) {
    const id = call.answer?.['id'];
    if (!isSubmit(call) || !isAccepted(call) || typeof id !== 'string') continue;
    const known = submits.get(id);
    if (known === undefined) submits.set(id, [call]);
    else known.push(call);
  }
  const byId = callsById(calls);
  return [...submits].map(([id, [first, ...repeats]]) => {
    const own = byId.get(id) ?? [];
    const asked = own.filter(({ path }) => !isResult(path));
    return jobOf(id, [first, ...repeats], asked, {
      deliveries: deliveries.filter(({ job_id }) => job_id === id),
      fetched: own.filter(({ path }) => isResult(path)),
      isOlder: !isWhole && isRepeat(first),
    });
  });
};

const isRepeat = ({ entry }: Call): boolean => entry.notes.some((note) => note.startsWith(repeatNote));

/** What the answer says of a job. */
export const statusIn = ({ answer }: Call): string => String(answer?.['status']);

export const isEnded = (call: Call): boolean => statusIn(call) === 'succeeded' || statusIn(call) === 'failed';

export const wasTold = ({ deliveries }: Pick<SeenJob, 'deliveries'>): boolean => deliveries.some(isTaken);

const jobOf = (
  id: string,
  submits: SeenJob['submits'],
  asked: readonly Call[],
  { deliveries, fetched, isOlder }: Pick<SeenJob, 'deliveries' | 'fetched' | 'isOlder'>,
): SeenJob => {
  const [first] = submits;
  const shown = asked.filter((call) => isAccepted(call) && call.answer?.['id'] === id);
  const ended = shown.find((call) => call.told && isEnded(call));
  const status = ended === undefined ? outcomeIn(deliveries) : statusIn(ended);
  const [statusUrl = ''] = String(first.answer?.['status_url']).split('?');
  return {
    id,
    submits,
    isOlder,
    statusUrl: statusUrl.replace(/^https?:\/\/[^/]*/, '').replace(/\/$/, ''),
    hasCallback: typeof first.body?.['callback_url'] === 'string',
    asked,
    shown,
    ended,
    outcome: status === 'succeeded' || status === 'failed' ? status : undefined,
    deliveries,
    fetched,
    faults: new Set(submits.flatMap(({ entry }) => entry.faults)),
  };
};

/** Calls by every id in their path, so that each is looked at once. */
const callsById = (calls: readonly Call[]): ReadonlyMap<string, readonly Call[]> => {
  const found = new Map<string, Call[]>();
  for (const call of calls) {
    if (call.method !== 'GET') continue;
    for (const part of new Set(call.path.split('/').map((name) => name.replace(/\.\w+$/, '')))) {
      const known = found.get(part);
      if (known === undefined) found.set(part, [call]);
      else known.push(call);
    }
  }
  return found;
};

const isResult = (path: string): boolean => path.includes('/outputs/');

const isTaken = ({ status }: DeliveryEntry): boolean => status !== null && status >= 200 && status < 300;

/** What a webhook that was taken told. */
const outcomeIn = (deliveries: readonly DeliveryEntry[]): string | undefined =>
  /"event":\s*"job\.(succeeded|failed)"/.exec(deliveries.find(isTaken)?.request.body.text ?? '')?.[1];
