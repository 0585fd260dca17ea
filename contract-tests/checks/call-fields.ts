/** The fields of the submits and of the session calls: what each must take and what it must refuse, from the schemas. */
import * as fc from 'fast-check';
import type { ClauseId } from '../../spec/clauses.ts';
import { brokenArbitrary } from '../arbitraries/broken.ts';
import { explore } from '../arbitraries/explore.ts';
import { type Field, type Rule, rulesOf } from '../arbitraries/field.ts';
import { type Fitting, fittingArbitrary, fittingValues } from '../arbitraries/fitting.ts';
import { type Check, type Need, type Profile, check } from '../check.ts';
import { acceptingClause, optionalClause, refusingClause, wordOf } from '../field-clauses.ts';
import {
  type CallFacts,
  ask,
  brokenAnswers,
  calls,
  codesFor,
  isAccepted,
  plain,
  sendBroken,
  sessionOf,
  titleOf,
  wantPlain,
} from '../probes/calls.ts';
import { longestSessions } from '../probes/unconnected.ts';
import { anyVoice } from '../probes/voices.ts';
import { codeIn, isAmbiguous, isOfTheMoment, isRefusedAs } from '../reading/refusal.ts';
import { casesOf, few, isAtLarge } from '../sample.ts';
import type { Trial } from '../trial.ts';
import { type Exchange, isSuccess, toldOf } from '../wire/exchange.ts';

const brokenRules = {
  required: 'left out',
  type: 'of another type',
  enum: 'none of its values',
  minimum: 'below its least',
  maximum: 'above its most',
  maxLength: 'longer than it may be',
} as const satisfies Record<Rule, string>;

export const callFieldChecks: readonly Check[] = calls.flatMap((call) =>
  call.fields.flatMap((field) => [
    ...rulesOf(field).flatMap((rule) => refusesCheck(call, field, rule)),
    ...acceptsChecks(call, field),
    ...optionalCheck(call, field),
  ]),
);

/** Submits cost money. */
function needsOf({ endpoint }: CallFacts): readonly Need[] {
  return endpoint === undefined ? [] : ['spend'];
}

function profileOf({ endpoint }: CallFacts): Profile {
  return endpoint === undefined ? 'smoke' : 'standard';
}

function refusesCheck(call: CallFacts, field: Field, rule: Rule): readonly Check[] {
  const clause = refusingClause(call, field, rule);
  if (clause === undefined) return [];
  const { codes, gaps } = codesFor(rule);
  const judge = (t: Trial, exchange: Exchange, says: string): void => {
    // How things stand may be told before what is wrong (gap `refusal-order`).
    const isOther = t.target.control === undefined && isOfTheMoment(exchange);
    if (exchange.answer === undefined || isOther) return t.tried();
    t.expect(clause, isRefusedAs(exchange, codes), {
      expected: `${field.name} to be refused as ${codes.join(' or ')}`,
      of: says,
      at: exchange,
      gaps,
    });
    const code = isAmbiguous(exchange) ? undefined : codeIn(exchange);
    if (rule === 'maxLength' && code !== undefined) t.run.observe('text-too-long', code);
  };
  return [
    check({
      id: `${call.name}.${wordOf(field)}-${rule === 'maxLength' ? 'too-long' : rule === 'required' ? 'missing' : `wrong-${rule}`}`,
      title: `${titleOf(call)} refuses ${field.name} that is ${brokenRules[rule]}`,
      clauses: [clause],
      profile: profileOf(call),
      run: async (t) => {
        if (t.check.path === undefined) {
          for (const { exchange, says } of await brokenAnswers(t, call, field, rule)) judge(t, exchange, says);
        }
        const arbitrary = brokenArbitrary(field, rule);
        if (arbitrary === undefined || !isExplored(t, call)) return;
        await explore(t, arbitrary, 4, async (broken, trial) =>
          judge(trial, await sendBroken(trial, call, field, broken), broken.says),
        );
      },
    }),
  ];
}

/** Each that is accepted is paid for, or takes one of a few requests. */
function fittingCases(
  { run, check: { id } }: Trial,
  { endpoint }: CallFacts,
  fittings: readonly Fitting[],
): readonly Fitting[] {
  return endpoint === undefined ? few(run, fittings, 2) : casesOf(run, fittings, id);
}

/** Of a deployment, the calls that cost nothing, and the one case that is asked for. */
function isExplored({ run, check: { path } }: Trial, { endpoint }: CallFacts): boolean {
  return path !== undefined || isAtLarge(run) || (endpoint === undefined && run.profile === 'standard');
}

function acceptsChecks(call: CallFacts, field: Field): readonly Check[] {
  const byClause = new Map<ClauseId, Fitting[]>();
  for (const fitting of fittingValues(field)) {
    const clause = acceptingClause(call, field, fitting.value);
    if (clause !== undefined) byClause.set(clause, [...(byClause.get(clause) ?? []), fitting]);
  }
  return [...byClause].map(([clause, fittings]) => {
    const judge = async (t: Trial, { value, says }: Fitting, others: object = {}): Promise<void> => {
      const body = { ...others, [field.name]: value };
      // In a few requests as much as can be: others look at the same session.
      const exchange = await (t.run.profile === 'smoke' ? sessionOf(t, call, body) : ask(t, call, body));
      const expected = `${field.name} to be accepted`;
      t.expect(clause, isAccepted(t, exchange), { expected, of: says, at: exchange });
    };
    return check({
      id: `${call.name}.${clause.split('.').at(-1) ?? ''}`,
      title: `${titleOf(call)} takes ${field.name} of ${fittings.map(({ says }) => says).join(', ')}`,
      clauses: [clause],
      needs: [
        ...needsOf(call),
        ...(call.endpoint !== undefined && field.maxLength !== undefined ? (['much-money'] as const) : []),
      ],
      profile: profileOf(call),
      run: async (t) => {
        // One refused in any form says nothing of the field: it may be anything else.
        await wantPlain(t, call);
        if (t.run.profile === 'smoke') await t.once(longestSessions);
        const isRepeated = t.check.path !== undefined;
        for (const fitting of isRepeated ? [] : fittingCases(t, call, fittings)) await judge(t, fitting);
        const arbitrary = fittingArbitrary(field);
        // Each that is accepted is paid for: one alone, if it is asked for.
        const isDear = call.endpoint !== undefined && t.target.control === undefined;
        if (arbitrary === undefined || ((isDear || t.run.profile === 'smoke') && !isRepeated)) return;
        await explore(t, fc.tuple(arbitrary, othersOf(call, field)), 3, ([fitting, others], trial) =>
          judge(trial, fitting, others),
        );
      },
    });
  });
}

/** The other fields that may be left out, each there or not. */
function othersOf({ fields }: CallFacts, field: Field): fc.Arbitrary<object> {
  const others = fields.filter(
    ({ name, isRequired, values }) => name !== field.name && !isRequired && values !== undefined,
  );
  return fc.record(Object.fromEntries(others.map(({ name, values = [] }) => [name, fc.constantFrom(...values)])), {
    requiredKeys: [],
  });
}

function optionalCheck(call: CallFacts, field: Field): readonly Check[] {
  const clause = optionalClause(call, field);
  if (clause === undefined) return [];
  return [
    check({
      id: `${call.name}.${wordOf(field)}-optional`,
      title: `${titleOf(call)} does without ${field.name}`,
      clauses: [clause],
      needs: needsOf(call),
      profile: profileOf(call),
      run: async (t) => {
        const without = await plain(t, call);
        const expected = `${titleOf(call)} to be accepted without ${field.name}`;
        if (isAccepted(t, without)) return t.expect(clause, true, { expected, at: without });
        // Is it for want of this field? It is if the field alone makes it good.
        const value = await usualValue(t, call, field);
        const withIt = await ask(t, call, { [field.name]: value });
        if (!isSuccess(withIt)) t.wanted(undefined, `a ${titleOf(call)} that is accepted`, without, withIt);
        t.expect(clause, false, {
          expected: `${expected}, as it is with it`,
          actual: toldOf(without),
          at: [without, withIt],
        });
      },
    }),
  ];
}

/** One that a lawful client would send. */
async function usualValue(t: Trial, { name }: CallFacts, field: Field): Promise<unknown> {
  if (field.name === 'callback_url') return (await t.mailbox()).url;
  if (field.name === 'language') return 'en';
  if (field.name === 'voice_id' || field.name === 'voice_profile_id') return t.once(anyVoice);
  return field.values?.[0] ?? field.minimum ?? `A lawful ${field.name} of ${name}.`;
}
