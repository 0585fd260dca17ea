/** What a schema cannot say of a story: a step has one verb and what goes with it, names lead to results of the right kind, and claims are about one thing. */
import { complaintsOfValues } from './claim-values.ts';
import type { Claim } from './claims.ts';
import { subjectOf, subjects } from './claims.ts';
import type { Complaint, Path } from './complaints.ts';
import { didYouMean } from './nearest.ts';
import { referencesIn } from './references.ts';
import { complaintsOfRequest } from './request-sense.ts';
import type { Scenario } from './schema.ts';
import { complaintsOfTimeline } from './timeline-sense.ts';
import type { OneStep, Step } from './steps.ts';
import { type ResultKind, type Verb, entryOf, verbNames, verbOf } from './verbs.ts';

/** @returns none for a story that makes sense */
export const complaintsOfSense = ({ given, timeline = [], steps = [], then = [] }: Scenario): readonly Complaint[] => {
  const accounts = ['main', ...Object.keys(given?.accounts ?? {})];
  const results = new Map<string, ResultKind>();
  return [
    ...('main' in (given?.accounts ?? {})
      ? [
          {
            path: ['given', 'accounts', 'main'],
            says: 'main is the first account: its balance stands in given',
            ofName: true as const,
          },
        ]
      : []),
    ...complaintsOfTimeline(timeline, accounts, (name) => noAccount(name, accounts)),
    ...steps.flatMap((step, index) => ofStep(step, ['steps', String(index)], { accounts, results })),
    ...then.flatMap((claim, index) => ofClaim(claim, ['then', String(index)], accounts)),
  ];
};

type Known = { readonly accounts: readonly string[]; readonly results: Map<string, ResultKind> };

const ofStep = (step: Step, path: Path, known: Known): readonly Complaint[] => {
  const said = verbNames.filter((verb) => step[verb] !== undefined);
  const [verb, second] = said;
  if (verb === undefined) {
    const member = Object.keys(step)[0] ?? '';
    return [
      { path: [...path, member], says: `a step needs a verb beside ${member}: ${verbNames.join(', ')}`, ofName: true },
    ];
  }
  // `fault` and `capacity` are verbs too, and none goes with another.
  if (second !== undefined)
    return [{ path: [...path, second], says: `a step has one verb, and this one has ${verb} already`, ofName: true }];
  if (step.together !== undefined) {
    const inner = step.together.map((one, index) => ({ one, at: [...path, 'together', String(index)] }));
    const before = new Map(known.results);
    // None of them can wait for a result of another.
    return [
      ...otherMembers(step, verb, path),
      ...inner.flatMap(({ one, at }) => {
        const own = new Map(before);
        const complaints = ofOne(one, at, { ...known, results: own });
        for (const [name, kind] of own) known.results.set(name, kind);
        return complaints;
      }),
    ];
  }
  return ofOne(step, path, known);
};

const otherMembers = (step: Step, verb: Verb, path: Path): readonly Complaint[] => {
  const { takes } = entryOf(verb);
  return Object.keys(step)
    .filter((member) => member !== verb && !takes.some((one) => one === member))
    .map((member) => ({
      path: [...path, member],
      says: `${verb} has no ${member}${takes.length === 0 ? ': nothing goes with it' : `: there are ${takes.join(', ')}`}`,
      ofName: true,
    }));
};

const ofOne = (step: OneStep, path: Path, known: Known): readonly Complaint[] => {
  const verb = verbOf(step);
  if (Object.keys(step).every((member) => !verbNames.some((one) => one === member))) return ofStep(step, path, known);
  const { of, gives } = entryOf(verb);
  const complaints: Complaint[] = [...otherMembers(step, verb, path), ...complaintsOfRequest(step, verb, path)];
  const about = step[verb as keyof OneStep];
  if (of !== undefined && typeof about === 'string')
    complaints.push(...ofReference(about.slice(1), of, [...path, verb], known));
  if (step.callback !== undefined)
    complaints.push(...ofReference(step.callback.slice(1), 'receiver', [...path, 'callback'], known));
  for (const member of ['headers', 'body', 'query', 'job_id', 'expect'] as const) {
    if (member === 'body' && typeof step.body === 'string') continue;
    for (const { reference, path: inner } of referencesIn(step[member])) {
      complaints.push(...ofReference(reference.name, undefined, [...path, member, ...inner], known));
    }
  }
  const named = [step.by, step.new_key, step.revoke_key, step.rotate_secret];
  for (const [index, member] of (['by', 'new_key', 'revoke_key', 'rotate_secret'] as const).entries()) {
    const account = named[index];
    if (account === undefined || known.accounts.includes(account)) continue;
    if (member === 'by' && account === 'nobody') continue;
    complaints.push({ path: [...path, member], says: noAccount(account, known.accounts) });
  }
  if (verb === 'get' && (step.get === 'jobs') !== (step.job_id !== undefined)) {
    complaints.push({ path: [...path, 'get'], says: 'job_id goes with get: jobs, and get: jobs needs it' });
  }
  if (step.as !== undefined && gives !== undefined) known.results.set(step.as, gives);
  return complaints;
};

const ofReference = (
  name: string,
  wanted: ResultKind | undefined,
  path: Path,
  { results }: Known,
): readonly Complaint[] => {
  const kind = results.get(name);
  if (kind === undefined) {
    const near = didYouMean(name, [...results.keys()]);
    return [{ path, says: `no step before has "as: ${name}"${near}` }];
  }
  return wanted === undefined || kind === wanted
    ? []
    : [{ path, says: `this needs a ${wanted}, and $${name} is ${kind === 'answer' ? 'an answer' : `a ${kind}`}` }];
};

const ofClaim = (claim: Claim, path: Path, accounts: readonly string[]): readonly Complaint[] => {
  const subject = subjectOf(claim);
  if (subject === undefined) {
    return [{ path, says: `a claim needs what it is about: ${Object.keys(subjects).join(', ')}` }];
  }
  const may: readonly string[] = [subject, 'by', 'why', ...subjects[subject]];
  const complaints: Complaint[] = Object.keys(claim)
    .filter((member) => !may.includes(member))
    .map((member) => ({
      path: [...path, member],
      says: `a claim about ${subject} has no ${member}: there are ${may.slice(1).join(', ')}`,
      ofName: true,
    }));
  complaints.push(...complaintsOfValues(claim, path));
  if (claim.within !== undefined && claim.after === undefined)
    complaints.push({ path: [...path, 'within'], says: 'within goes with after', ofName: true });
  if (claim.by !== undefined && !accounts.includes(claim.by))
    complaints.push({ path: [...path, 'by'], says: noAccount(claim.by, accounts) });
  return complaints;
};

const noAccount = (name: string, accounts: readonly string[]): string => {
  const near = didYouMean(name, accounts);
  return `there is no account ${name}${near === '' ? `: there are ${accounts.join(', ')}` : near}`;
};
