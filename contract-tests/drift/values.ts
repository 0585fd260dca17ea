/** Words that clients branch on: which values of `status`, `event` and `unit` were seen over a whole run, where both servers were asked the same. */
import { jobStatuses } from '../../spec/vocabulary.ts';
import { isObject } from '../reading/members.ts';
import type { Contrast, Sighting } from './contrast.ts';
import type { Bodies } from './shapes.ts';

const enumerated: readonly string[] = ['status', 'event', 'unit'];

/** States that pass: whether a poll meets them is a matter of luck. */
const passing: readonly string[] = ['queued', 'processing'];
const enoughLooks = 5;

/** @param isLog whether it lists what happened: then states of jobs are data, and what is only seen of the mock says nothing */
export const contrastsOfValues = (
  operation: string,
  all: readonly Bodies[],
  { isLog = false } = {},
): readonly Contrast[] => {
  const ours = new Words();
  const theirs = new Words();
  for (const { mock, deployment, seen } of all) {
    ours.add(mock, '', seen);
    theirs.add(deployment, '', seen);
  }
  return [...new Set([...ours.byPlace.keys(), ...theirs.byPlace.keys()])].flatMap((place) => {
    const [own, other] = [ours.byPlace.get(place), theirs.byPlace.get(place)];
    // Without the member on one side, that it is missing is told by itself.
    if (own === undefined || other === undefined) return [];
    const words = isLog
      ? onlyIn(other, own, operation).filter((word) => !jobStatuses.some((known) => known === word))
      : [...onlyIn(own, other, operation), ...onlyIn(other, own, operation)];
    return words.map((word): Contrast => {
      const path = place.replace(/^\./, '');
      const isOurs = own.has(word);
      return {
        kind: 'values',
        operation,
        what: `${path} \`${word}\``,
        name: path.replace(/^.*\W/, ''),
        state: word,
        mock: isOurs ? 'seen' : 'not seen',
        deployment: isOurs ? 'not seen' : 'seen',
        seen: [...((isOurs ? own : other).get(word) ?? [])].slice(0, 20),
      };
    });
  });
};

type Seen = ReadonlyMap<string, ReadonlySet<Sighting>>;

const onlyIn = (one: Seen, other: Seen, operation: string): readonly string[] =>
  [...one.keys()].filter((word) => {
    if (other.has(word)) return false;
    if (operation !== 'getJob' || !passing.includes(word)) return true;
    // Only one that stays queued from look to look does not show that it is being worked on.
    return word === 'processing' && (other.get('queued')?.size ?? 0) >= enoughLooks;
  });

class Words {
  readonly byPlace = new Map<string, Map<string, Set<Sighting>>>();

  add(value: unknown, place: string, seen: Sighting): void {
    if (Array.isArray(value)) for (const item of value) this.add(item, `${place}[]`, seen);
    else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        if (typeof member === 'string' && enumerated.includes(name)) {
          const words = this.byPlace.get(`${place}.${name}`) ?? new Map<string, Set<Sighting>>();
          this.byPlace.set(`${place}.${name}`, words);
          words.set(member, (words.get(member) ?? new Set()).add(seen));
        } else this.add(member, `${place}.${name}`, seen);
      }
    }
  }
}
