/** Whose code a CPU profile found running: every sample counts for one area, that of the function that ran. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** As the inspector gives it. */
export type Profile = {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

type ProfileNode = {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
};

export const areas = [
  'system: reading, writing, and Node in C++',
  'collection of garbage',
  'Node: HTTP parser, server and client',
  'Node: sockets and streams',
  'Node: timers, promises, buffers, the rest',
  'hashing and signing',
  'hono and its server',
  'mock: http, with its checks of bodies',
  'mock: journal',
  'mock: domain',
  'mock: engine and store',
  'mock: webhooks',
  'undici, which sends them',
  'all else',
] as const;
type Area = (typeof areas)[number];

type Place = { readonly area: Area; readonly file: string };
export type AreaOf = (frame: ProfileNode['callFrame']) => Place | undefined;

/** Tells by the comment that stands before each module of the bundle, so of dist/ as it is now. */
export const createAreaOf = (): AreaOf => {
  const modules = new Map<string, readonly string[]>();
  const moduleAt = (url: string, line: number): string => {
    let lines = modules.get(url);
    if (lines === undefined) modules.set(url, (lines = modulesIn(fileURLToPath(url))));
    return lines[line] ?? '';
  };
  return ({ functionName, url, lineNumber }) => {
    if (functionName === '(garbage collector)') return { area: 'collection of garbage', file: '' };
    if (functionName === '(program)') return { area: 'system: reading, writing, and Node in C++', file: '' };
    if (url.startsWith('node:')) return { area: ofNode(url), file: url };
    if (url.startsWith('file:')) {
      const file = moduleAt(url, lineNumber);
      return { area: ofModule(file), file };
    }
    if (systemCalls.test(functionName)) return { area: 'system: reading, writing, and Node in C++', file: '' };
    // A function of V8's own: it counts for who has called it.
    return undefined;
  };
};

/** Microseconds, of each area and of all, without those in which nothing ran. */
export const timesOf = (
  profile: Profile,
  areaOf: AreaOf,
): { readonly times: ReadonlyMap<Area, number>; readonly all: number } => {
  const times = new Map<Area, number>();
  let all = 0;
  for (const { area, time } of selves(profile, areaOf)) {
    times.set(area, (times.get(area) ?? 0) + time);
    all += time;
  }
  return { times, all };
};

/** A line each, with its share in percent. */
export const hottest = (profile: Profile, areaOf: AreaOf, count = 25): string[] => {
  const sums = new Map<string, number>();
  let all = 0;
  for (const { name, time } of selves(profile, areaOf)) {
    sums.set(name, (sums.get(name) ?? 0) + time);
    all += time;
  }
  return [...sums]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, count)
    .map(([name, time]) => `${((time / all) * 100).toFixed(1).padStart(6)}  ${name}`);
};

type Self = { readonly area: Area; readonly name: string; readonly time: number };

function* selves({ nodes, samples, timeDeltas }: Profile, areaOf: AreaOf): Iterable<Self> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const times = new Map<number, number>();
  for (const [index, id] of samples.entries()) times.set(id, (times.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  for (const [id, time] of times) {
    const { functionName = '', lineNumber = 0 } = byId.get(id)?.callFrame ?? {};
    if (functionName === '(idle)') continue;
    let place: Place | undefined;
    for (let at: number | undefined = id; at !== undefined && place === undefined; at = parents.get(at)) {
      const frame = byId.get(at)?.callFrame;
      place = frame && areaOf(frame);
    }
    const { area, file } = place ?? { area: 'all else', file: '' };
    // The profiler itself.
    if (file === 'node:inspector') continue;
    yield { area, name: `${functionName || `(line ${lineNumber + 1})`} ${file}`, time };
  }
}

const systemCalls = /^(?:write\w*|readStart|readStop|shutdown|writev|connect|open|close|epoll_\w+)$/;

const ofNode = (url: string): Area => {
  if (/^node:(?:_http|internal\/http|http|_tls|https)/.test(url)) return 'Node: HTTP parser, server and client';
  if (/^node:(?:net|stream|internal\/stream|internal\/js_stream|_stream|internal\/net)/.test(url))
    return 'Node: sockets and streams';
  return url.startsWith('node:internal/crypto') ? 'hashing and signing' : 'Node: timers, promises, buffers, the rest';
};

/** The first that fits. */
const modulesByArea: readonly (readonly [RegExp, Area])[] = [
  [/node_modules\/(?:@hono\/node-server|hono)\//, 'hono and its server'],
  [/^mock-server\/(?:store\/(?:journal|kept-body|redact)|http\/record)/, 'mock: journal'],
  // Compiled checks have no file: they count for who calls them.
  [/^mock-server\/http\/|node_modules\/typebox\//, 'mock: http, with its checks of bodies'],
  [/^mock-server\/(?:domain|faults)\//, 'mock: domain'],
  [/^mock-server\/(?:engine|store)\//, 'mock: engine and store'],
  [/^mock-server\/webhooks\//, 'mock: webhooks'],
  [/node_modules\/undici\//, 'undici, which sends them'],
];

const ofModule = (file: string): Area => modulesByArea.find(([form]) => form.test(file))?.[1] ?? 'all else';

/** For each line of a bundled file, the module that it came from. */
const modulesIn = (path: string): readonly string[] => {
  let current = '';
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => {
      const [, module] =
        /^\/\/ ((?:\S*\/node_modules|node_modules|mock-server|spec|fixtures|contract-tests|scenarios)\/\S+)$/.exec(
          line,
        ) ?? [];
      return (current = module ?? current);
    });
};
