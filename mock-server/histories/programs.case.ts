/** Draws programs: any steps, or such as begin with one fault by each of its ways in. */
import * as fc from 'fast-check';
import { type Fault, type FaultName, faultEntry } from '../../spec/faults.ts';
import { faultOf } from './drawn-faults.case.ts';
import type { Program, Step } from './program.case.ts';
import { stepsOf } from './steps.case.ts';

/**
 * @param hangs whether receivers may keep silent: it takes a while, and then a slow machine may change what is delivered
 * @param copies whether submits are sent at the same time: then their order is not the program's
 */
export const programOf = (
  steps: number,
  { hangs = false, copies = true }: { readonly hangs?: boolean; readonly copies?: boolean } = {},
): fc.Arbitrary<Program> =>
  fc
    .record({
      seed: fc.integer({ min: 0, max: 1_000 }),
      shuffled: fc.boolean(),
      rateLimit: fc.oneof({ weight: 4, arbitrary: fc.constant('off' as const) }, fc.integer({ min: 15, max: 60 })),
      jobTime: fc.constantFrom(undefined, undefined, 0, 1, 45),
      concurrency: fc.constantFrom(1, 2, 8),
      openingCents: fc.constantFrom(3, 60, 100, 10_000, 10_000),
      hangs: fc.constant(hangs),
      steps: fc.array(stepsOf(hangs), { minLength: 4, maxLength: steps, size: 'max' }).map((drawn) => drawn.flat()),
    })
    .map((program) => (copies ? program : oneByOne(program)))
    .map(withoutStandstill);

/** A program that begins with a fault by each of its ways in, and goes on as any other. */
export const programAbout = (name: FaultName): fc.Arbitrary<Program> =>
  fc.tuple(programOf(4), fc.tuple(...waysIn(name))).map(([program, ways]) =>
    withoutStandstill({
      ...program,
      rateLimit: 'off',
      openingCents: 10_000,
      // Some choices of gaps leave a job or a session no room for it.
      shuffled: false,
      steps: [...ways.flat(), ...program.steps],
    }),
  );

const waysIn = (name: FaultName): fc.Arbitrary<readonly Step[]>[] => {
  const { family, params } = faultEntry(name);
  const told = faultOf(name);
  const meet = (asked: { readonly fault?: Fault; readonly word?: string }): readonly Step[] => {
    switch (family) {
      case 'request':
        return [{ do: 'poll', who: 0, pick: 0, ...asked }];
      case 'job':
      case 'webhook':
        return [
          { do: 'submit', who: 0, endpoint: 'face-swap-image', copies: 1, callback: [500, 200], ...asked },
          { do: 'advance', seconds: 95 },
        ];
      case 'session':
      case 'socket':
        return [
          { do: 'session', who: 0, tier: 'voice', minutes: 1, ...asked },
          // Of a few sessions whichever is there: all of them are about this fault.
          ...[0, 1, 2].map((pick) => ({ do: 'connect' as const, who: 0 as const, pick })),
          { do: 'send', who: 0, pick: 0, sizes: [4, 3, 9, 2, 2, 2, 2] },
        ];
      default:
        return family satisfies never;
    }
  };
  const word = `magic_${name.replaceAll('-', '_')}`;
  return [
    told.map((fault) => meet({ fault })),
    ...(family === 'request' || 'ms' in params ? [] : [fc.constant(meet({ word }))]),
    told.map((fault): readonly Step[] => [
      { do: 'rule', rule: { when: { times: 1 }, then: { fault: name, ...fault.params } } },
      ...meet({}),
    ]),
  ];
};

const oneByOne = (program: Program): Program => ({
  ...program,
  steps: program.steps.map((step) => (step.do === 'submit' ? { ...step, copies: 1 } : step)),
});

/**
 * A reply that waits for a webhook never comes while the clock stands and the webhook waits for it: where replies wait, nothing else
 * holds a job or its webhook back.
 */
const withoutStandstill = (program: Program): Program => {
  const told = JSON.stringify(program.steps);
  if (!/webhook.before.reply/.test(told)) return program;
  const steps = program.steps.flatMap((step): Step[] => {
    if (step.do === 'rule') return holdsBack(step.rule.then.fault) ? [] : [step];
    if (step.do !== 'submit') return [step];
    const { fault, word, ...rest } = step;
    return [
      { ...rest, ...(!holdsBack(fault?.name) && { fault }), ...(!holdsBack(word?.replaceAll('_', '-')) && { word }) },
    ];
  });
  return { ...program, concurrency: 1_000, steps };
};

const holdsBack = (name = ''): boolean => /job-stuck|webhook-delay|webhook-reorder/.test(name);
