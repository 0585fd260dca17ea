/** An upload that gets no key leaves no file, wherever on its way it comes to nothing. */
import { afterEach, expect, test, vi } from 'vitest';
import type { GapChoices } from '../../../spec/gaps.ts';
import { refuse } from '../../domain/refusal.ts';
import { type TestService, openTestService } from '../service.case.ts';

let mock: TestService | undefined;
afterEach(() => mock?.close());

const form = (content: string): FormData => {
  const data = new FormData();
  data.set('file', new Blob([content], { type: 'image/png' }), 'a.png');
  return data;
};

const broken = new Error('broken');

const ends: readonly [
  what: string,
  status: number,
  spoil: (mock: TestService) => void,
  choices?: Partial<GapChoices>,
][] = [
  ['does not begin as its type does', 400, () => undefined, { 'content-sniffing': 'sniffed' }],
  ['cannot be looked at', 500, ({ service }) => void vi.spyOn(service, 'probe').mockRejectedValue(broken)],
  ['cannot be moved to its place', 500, ({ blobs }) => void vi.spyOn(blobs, 'finish').mockRejectedValue(broken)],
  [
    'is refused',
    500,
    ({ engine }) => void vi.spyOn(engine, 'execute').mockResolvedValue(refuse('internal_error', 'no')),
  ],
  ['cannot be noted down', 500, ({ engine }) => void vi.spyOn(engine, 'execute').mockRejectedValue(broken)],
];

test.each(ends)('an upload that %s leaves nothing', async (_what, status, spoil, choices) => {
  mock = await openTestService(choices);
  spoil(mock);
  expect((await mock.upload(form('no picture'))).status).toBe(status);
  expect((await mock.account()).uploads.size).toBe(0);
  expect(await mock.leftovers()).toEqual({ blobs: [], partial: [], open: 0 });
  expect(mock.blobs.usedBytes).toBe(0);
});
