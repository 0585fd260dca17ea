/** What a client sees of two sockets: whether it is let in, which kinds of frames come, what text frames hold, and how it ends. */
import type { Stream, StreamFrame } from '../wire/stream.ts';
import type { Contrast, Sighting } from './contrast.ts';
import { groupBy } from './group-by.ts';
import type { Placed, Recording, Socket } from './recording.ts';
import { type Bodies, contrastsOfShapes } from './shapes.ts';

type Pair = { readonly mock: Stream; readonly deployment: Stream; readonly operation: string; readonly seen: Sighting };

export const contrastsOfSockets = (mock: Recording, deployment: Recording): readonly Contrast[] => {
  const ours = groupBy(mock.streams, keyOf);
  const pairs = [...groupBy(deployment.streams, keyOf)].flatMap(([key, theirs]) =>
    theirs.flatMap(({ of, check }, index): Pair[] => {
      const own = ours.get(key)?.[index]?.of.stream;
      if (own === undefined) return [];
      const seen = { check, mock: told(own), deployment: told(of.stream) };
      return [{ mock: own, deployment: of.stream, operation: nameOf(of), seen }];
    }),
  );
  return [...groupBy(pairs, ({ operation }) => operation)].flatMap(([operation, of]) => [
    ...of.flatMap((pair) => contrastsOf(pair).map((one): Contrast => ({ ...one, operation, seen: [pair.seen] }))),
    ...contrastsOfKinds(operation, of),
    ...contrastsOfShapes(operation, of.flatMap(texts)),
  ]);
};

const keyOf = ({ of, group }: Placed<Socket>): string => `${nameOf(of)} ${group}`;

const nameOf = ({ session: { operation } }: Socket): string =>
  operation === 'createVoiceSession' ? 'voice stream' : 'live swap stream';

type Differing = Omit<Contrast, 'operation' | 'seen'>;

const contrastsOf = ({ mock, deployment }: Pair): readonly Differing[] => [
  ...differing('answer', 'answer to the upgrade', mock.status, deployment.status),
  ...differing('frames', 'first frame', mock.frames[0]?.kind, deployment.frames[0]?.kind),
  ...differing('close', 'close code', mock.end?.code, deployment.end?.code),
];

/** Undefined is what was not waited for. */
const differing = (
  kind: Contrast['kind'],
  what: string,
  mock: string | number | undefined,
  deployment: string | number | undefined,
): readonly Differing[] =>
  mock === undefined || deployment === undefined || mock === deployment
    ? []
    : [{ kind, what, mock: String(mock), deployment: String(deployment) }];

/** Over all of them: whether a frame arrives before the end is a matter of luck. */
const contrastsOfKinds = (operation: string, pairs: readonly Pair[]): readonly Contrast[] =>
  (['text', 'binary'] as const).flatMap((kind): Contrast[] => {
    const has = ({ frames }: Stream): boolean => frames.some((frame) => frame.kind === kind);
    const ours = pairs.filter(({ mock }) => has(mock));
    const theirs = pairs.filter(({ deployment }) => has(deployment));
    if (ours.length > 0 === theirs.length > 0) return [];
    const seen = [...ours, ...theirs].map((pair) => pair.seen);
    const [mock, deployment] = ours.length > 0 ? ['some', 'none'] : ['none', 'some'];
    return [{ kind: 'frames', operation, what: `${kind} frames`, mock, deployment, seen }];
  });

/** The text frames that are JSON objects, by position. */
const texts = ({ mock, deployment, seen }: Pair): readonly Bodies[] => {
  const theirs = deployment.frames.flatMap(parsed);
  return mock.frames
    .flatMap(parsed)
    .slice(0, theirs.length)
    .map((own, index) => ({ mock: own, deployment: theirs[index], seen }));
};

const parsed = ({ kind, bytes }: StreamFrame): readonly unknown[] => {
  if (kind !== 'text') return [];
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' ? [value] : [];
  } catch {
    return [];
  }
};

const told = ({ status, frames, end }: Stream): string => {
  const kinds = frames.slice(0, 5).map(({ kind }) => kind);
  return [
    `upgrade ${status}`,
    ...(kinds.length === 0 ? [] : [`frames ${kinds.join(', ')}${frames.length > kinds.length ? ', …' : ''}`]),
    ...(end === undefined ? [] : [`closed with ${end.code}`]),
  ].join('; ');
};
