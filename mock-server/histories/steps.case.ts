/** Draws the steps of a program: every kind of them, most with a fault now and then. */
import * as fc from 'fast-check';
import { voices } from '../../fixtures/voices.ts';
import { faultEntry } from '../../spec/faults.ts';
import { jobOutcomes } from '../../spec/magic.ts';
import { jobEndpoints } from '../../spec/vocabulary.ts';
import { faultIn, often, rarely, rule, wordIn } from './drawn-faults.case.ts';
import type { Step, Who } from './program.case.ts';
import type { Answer } from './receiver.case.ts';

/** What one thing leads to may be several steps. @param hangs whether receivers may keep silent */
export const stepsOf = (hangs: boolean): fc.Arbitrary<readonly Step[]> => {
  const requestFault = rarely(faultIn('request'));
  const weighted: readonly (readonly [number, fc.Arbitrary<Step>])[] = [
    [6, submit(hangs)],
    [1, session],
    [2, connect],
    [2, send],
    [1, hangUp],
    [5, advance],
    [3, fc.record({ do: fc.constant('rule' as const), rule })],
    [2, fc.record({ do: fc.constant('poll' as const), who, pick, fault: requestFault })],
    [1, fc.record({ do: fc.constant('poll another’s' as const), who, pick })],
    [1, fc.record({ do: fc.constant('download' as const), who, pick })],
    [2, fc.record({ do: fc.constant('books' as const), who, fault: requestFault })],
    [
      1,
      fc.record({
        do: fc.constant('upload' as const),
        who,
        type: fc.constantFrom('image/png' as const, 'audio/wav' as const, 'text/plain' as const),
        fault: requestFault,
      }),
    ],
    [1, fc.record({ do: fc.constant('finish' as const), who, pick, outcome: fc.constantFrom(...jobOutcomes) })],
    [1, fc.record({ do: fc.constant('top up' as const), who, cents: fc.integer({ min: 0, max: 500 }) })],
    [1, fc.record({ do: fc.constant('new key' as const), who })],
    [1, fc.record({ do: fc.constant('rotate' as const), who })],
    [1, fc.record({ do: fc.constant('resend' as const), who, pick })],
    [1, fc.record({ do: fc.constant('capacity' as const), change: capacity })],
  ];
  const single = weighted.map(([weight, arbitrary]) => ({
    weight,
    arbitrary: arbitrary.map((one): readonly Step[] => [one]),
  }));
  return fc.oneof({ weight: 4, arbitrary: talk }, { weight: 2, arbitrary: rivals }, ...single);
};

const who = fc.constantFrom<Who>(0, 1);
const pick = fc.nat(7);
const callback = (hangs: boolean): fc.Arbitrary<readonly Answer[]> => {
  const bad = [302, 404, 410, 429, 500, 503, 'reset', ...(hangs ? (['hang'] as const) : [])] as const;
  const answer = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom<Answer>(200, 204, 299) },
    { weight: 3, arbitrary: fc.constantFrom<Answer>(...bad) },
  );
  return fc.array(answer, { minLength: 1, maxLength: 6 });
};

const submit = (hangs: boolean): fc.Arbitrary<Step> =>
  often(callback(hangs)).chain((answers) => {
    // A fault of a webhook needs a webhook: without one it would be refused.
    const families = answers === undefined ? (['job'] as const) : (['job', 'webhook', 'webhook', 'webhook'] as const);
    return fc.record({
      do: fc.constant('submit' as const),
      who,
      endpoint: fc.oneof(
        fc.constantFrom('face-swap-image' as const, 'avatar' as const, 'voice-clone' as const),
        fc.constantFrom(...jobEndpoints),
      ),
      key: rarely(fc.nat(3)),
      copies: fc.constantFrom(1, 1, 1, 3, 6),
      callback: fc.constant(answers),
      fault: often(fc.constantFrom('request' as const, ...families).chain((family) => faultIn(family))),
      word: rarely(fc.constantFrom(...families).chain((family) => wordIn(family))),
    });
  });

const session: fc.Arbitrary<Step> = fc
  .constantFrom('voice' as const, 'voice' as const, 'pro' as const, 'standard' as const)
  .chain((tier) =>
    fc.record({
      do: fc.constant('session' as const),
      who,
      tier: fc.constant(tier),
      minutes: fc.integer({ min: 1, max: 3 }),
      profile: rarely(fc.constantFrom(...voices.map(({ id }) => id))),
      fault: rarely(
        fc
          .oneof(
            { weight: 1, arbitrary: faultIn('request') },
            { weight: 1, arbitrary: faultIn('session') },
            { weight: 4, arbitrary: faultIn('socket') },
          )
          .filter(({ name }) => tier === 'voice' || faultEntry(name).only === undefined),
      ),
      word: rarely(rarely(wordIn('session', 'socket'))),
    }),
  );

/** The newest of several is the likeliest. */
const newest = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(5) });

const connect = fc.record({ do: fc.constant('connect' as const), who, pick: newest });
const send = fc.record({
  do: fc.constant('send' as const),
  who,
  pick: newest,
  sizes: fc.array(fc.nat(41), { minLength: 1, maxLength: 9 }),
});
const hangUp = fc.record({
  do: fc.constant('hang up' as const),
  who,
  pick: newest,
  how: fc.constantFrom('close' as const, 'terminate' as const),
});
const advance = fc.record({
  do: fc.constant('advance' as const),
  seconds: fc.constantFrom<number | 'to next'>('to next', 'to next', 0.4, 1, 7, 30, 95, 600, 1_000),
});

/** A session that is connected and spoken to, for some time. */
const talk: fc.Arbitrary<readonly Step[]> = fc
  .tuple(session, connect, send, advance, send, rarely(hangUp))
  .map(([created, ...rest]) => {
    const { who: speaker } = created as Extract<Step, { do: 'session' }>;
    const steps: Step[] = rest.filter((one) => one !== undefined);
    return [created, ...steps.map((one) => ('who' in one ? { ...one, who: speaker } : one))];
  });

/** Two sessions that are there before either is connected: the money may be enough for one of them. */
const rivals: fc.Arbitrary<readonly Step[]> = fc
  .tuple(who, session, session)
  .map(([one, ...created]) => [
    ...created.map((made) => ({ ...made, who: one }) as Step),
    { do: 'connect', who: one, pick: 0 },
    { do: 'connect', who: one, pick: 1 },
  ]);

const capacity = fc.oneof(
  fc.boolean().map((saturated) => ({ saturated })),
  fc.record({ pro: fc.boolean(), standard: fc.boolean() }).map((tiers) => ({ tiers })),
  fc.constantFrom('ready' as const, 'warming' as const, 'none' as const).map((voice) => ({ voice })),
  fc.boolean().map((avatar) => ({ capabilities: { avatar } })),
);
