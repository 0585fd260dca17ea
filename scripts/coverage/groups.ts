/** What of the mock has to be covered, and how much of it. */
export type Group = {
  readonly name: string;
  /** Of the branches. */
  readonly percent: number;
  /** Files, and folders with their slash. */
  readonly files: readonly string[];
  readonly without?: readonly string[];
};

export const groups: readonly Group[] = [
  {
    name: 'the core',
    percent: 100,
    files: [
      'mock-server/domain/',
      'mock-server/webhooks/signature.ts',
      'mock-server/webhooks/signature-header.ts',
      'mock-server/webhooks/verify-signature.ts',
      'mock-server/webhooks/construct-event.ts',
      'mock-server/http/read-body.ts',
      'mock-server/http/uploads/',
    ],
    without: [
      // It words what has happened, and decides nothing.
      'mock-server/domain/explain/',
      // They wait, in real time.
      'mock-server/http/uploads/hold.ts',
      'mock-server/http/uploads/standstill.ts',
    ],
  },
  { name: 'the rest of the mock', percent: 90, files: ['mock-server/'] },
];

/** What runs in a process of its own, or in a browser, is not counted: tests see it from outside. */
export const uncounted: readonly string[] = [
  'mock-server/cli/**',
  'mock-server/console/page/**',
  'mock-server/console/bundle.ts',
  'mock-server/media/reading.ts',
];

/** The first group that a file belongs to. */
export const groupOf = (path: string): Group => {
  const isIn = (files: readonly string[] = []): boolean =>
    files.some((file) => path === file || (file.endsWith('/') && path.startsWith(file)));
  const group = groups.find(({ files, without }) => isIn(files) && !isIn(without));
  if (group === undefined)
    throw new Error(`${path} is counted and belongs to no group: add it to scripts/coverage/groups.ts`);
  return group;
};
