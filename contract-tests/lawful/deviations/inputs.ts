/** What a body names: files and voices that the target gave, files of the kind that is due, and under an idempotency key always the same. */
import { type Operation, operations } from '../../../spec/operations.ts';
import { memberOf } from '../../reading/members.ts';
import { type Deviation, type Sent, keyIn } from './deviation.ts';

export const inputDeviations = (sent: Sent, json: object): readonly Deviation[] => [
  ...fileDeviations(sent, json),
  ...voiceDeviations(sent, json),
  ...repeatDeviations(sent),
];

const fileDeviations = ({ id, known }: Sent, json: object): readonly Deviation[] => {
  const { job }: Operation = operations[id];
  const named = Object.entries(job?.inputs ?? {}).flatMap(([field, wanted]) => {
    const key = memberOf(json, field);
    return typeof key === 'string' ? [{ wanted, kinds: known.files.get(key) }] : [];
  });
  const isOfAnother = named.some(({ wanted, kinds }) => kinds !== undefined && !kinds.has(wanted));
  return [
    ...(named.some(({ kinds }) => kinds === undefined) ? [['unknown-file-key', 'gap:unknown-file-key'] as const] : []),
    ...(isOfAnother ? [['file-kind', 'gap:wrong-file-kind'] as const] : []),
  ];
};

const voiceDeviations = ({ known }: Sent, json: object): readonly Deviation[] => {
  const voices = [memberOf(json, 'voice_id'), memberOf(json, 'voice_profile_id')];
  const isUnknown = voices.some((voice) => typeof voice === 'string' && !known.voices.has(voice));
  return isUnknown ? [['unknown-voice', 'gap:unknown-voice']] : [];
};

/** How a submit is told from another one. */
export const submitOf = ({ id, request }: Pick<Sent, 'id' | 'request'>): string =>
  `${id} ${Buffer.from(request.body ?? []).toString()}`;

const repeatDeviations = (sent: Sent): readonly Deviation[] => {
  const [key, name] = [keyIn(sent.request), sent.request.headers['idempotency-key']];
  const first = key === undefined || name === undefined ? undefined : sent.known.firstSubmit(key, name);
  if (first === undefined || first === submitOf(sent)) return [];
  return [[first.startsWith(`${sent.id} `) ? 'gap:resubmit-other-body' : 'gap:idempotency-scope']];
};
