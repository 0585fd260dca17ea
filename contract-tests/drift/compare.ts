/** All in which the exchanges, sockets and webhooks of two runs of the same checks differ, as a client sees it. Whose fault it is comes later. */
import { isSuccess } from '../wire/exchange.ts';
import { contrastsOfAnswers, operationOf } from './answers.ts';
import { type Contrast, gathered } from './contrast.ts';
import { groupBy } from './group-by.ts';
import { type Pair, looksAtBoth, pairsOf } from './pairs.ts';
import type { Recording } from './recording.ts';
import { type Bodies, contrastsOfShapes } from './shapes.ts';
import { contrastsOfSockets } from './sockets.ts';
import { contrastsOfValues } from './values.ts';
import { contrastsOfWebhooks } from './webhooks.ts';

export const contrastsBetween = (mock: Recording, deployment: Recording): readonly Contrast[] => {
  const pairs = pairsOf(mock, deployment);
  return gathered([
    ...pairs.flatMap(contrastsOfAnswers),
    ...bodies(pairs),
    ...contrastsOfValues('getJob', lookedAt(mock, deployment)),
    ...contrastsOfSockets(mock, deployment),
    ...contrastsOfWebhooks(mock, deployment),
  ]);
};

/** The polls, each by itself: a status that one side never shows has no counterpart. */
const lookedAt = (mock: Recording, deployment: Recording): readonly Bodies[] => {
  const [ours, theirs] = looksAtBoth(mock, deployment);
  return [
    ...ours.map(({ check, of }) => ({
      mock: of.answer?.json,
      deployment: undefined,
      seen: { check, mock: of, deployment: 'never seen' },
    })),
    ...theirs.map(({ check, of }) => ({
      mock: undefined,
      deployment: of.answer?.json,
      seen: { check, mock: 'never seen', deployment: of },
    })),
  ];
};

/** Successes by operation; refusals all together, for their layout is one. */
const bodies = (pairs: readonly Pair[]): readonly Contrast[] => {
  const answered = pairs.filter(({ mock, deployment }) => mock.answer !== undefined && deployment.answer !== undefined);
  const served = answered.filter(({ mock, deployment }) => isSuccess(mock) && isSuccess(deployment));
  const refused = answered.filter(({ mock, deployment }) => !isSuccess(mock) && !isSuccess(deployment));
  return [
    ...[...groupBy(served, ({ deployment }) => operationOf(deployment))].flatMap(([operation, of]) => {
      if (operation === 'download') return [];
      const all = of.map(bodiesOf);
      const isLog = operation === 'listUsage';
      const shapes = contrastsOfShapes(operation, all, { isDictionary: dictionaries.includes(operation), isLog });
      const told = isLog ? shapes.filter((one) => !isOfThePast(one)) : shapes;
      return operation === 'getJob' ? told : [...told, ...contrastsOfValues(operation, all, { isLog })];
    }),
    ...contrastsOfShapes(
      'any refusal',
      refused.filter(({ deployment }) => deployment.operation !== undefined).map(bodiesOf),
    ),
  ];
};

/** Which calls of an account ended with a reason is no matter of the server. */
const isOfThePast = ({ name, state, mock, deployment }: Contrast): boolean =>
  name === 'reason' &&
  state === 'succeeded' &&
  [mock, deployment].every((types) => /^(null|string|null or string)$/.test(types));

/** Their answers may have objects with the features as keys. */
const dictionaries: readonly string[] = ['getPricing', 'getUsageSummary'];

const bodiesOf = ({ check, mock, deployment }: Pair): Bodies => ({
  mock: mock.answer?.json,
  deployment: deployment.answer?.json,
  seen: { check, mock, deployment },
});
