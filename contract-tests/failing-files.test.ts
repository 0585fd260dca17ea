/** Files of any kind that make jobs fail on a deployment: each goes where files of its kind are taken, and none is in the way of another. */
import { expect, test } from 'vitest';
import type { JobErrorCode } from '../spec/errors.ts';
import { magicPrefix } from '../spec/magic.ts';
import { allChecks } from './checks.ts';
import { deployed, submitsOf } from './deployed.case.ts';
import { usualInputs } from './inputs.ts';
import { judge } from './judge.ts';
import type { Run } from './run.ts';
import type { Input, InputRole } from './target.ts';

type Given = { readonly [code in JobErrorCode]?: InputRole };

/** Files that make jobs fail on the mock. @param given by code, the role whose usual file it is like */
const failing = async (given: Given): Promise<{ readonly [code: string]: Input }> => {
  const usual = await usualInputs();
  return Object.fromEntries(
    Object.entries(given).map(([code, role]) => [
      code,
      { ...usual[role], name: `${magicPrefix}${code}-${usual[role].name}` },
    ]),
  );
};

/** What came of a check, in words. */
const judged = async (run: Run, id: string): Promise<readonly [verdict: string, message: string]> => {
  const check = allChecks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  const { verdict, message } = await judge(run, check);
  return [verdict, message];
};

/** Of the submits, in order. */
const pathsOf = (run: Run): readonly string[] =>
  submitsOf(run).map(({ request }) => new URL(request.url).pathname.replace('/api/v1/', ''));

const images: Given = { face_not_detected: 'face', content_rejected: 'face', processing_failed: 'face' };

test.each<[kind: string, role: InputRole, endpoint: string]>([
  ['an image', 'image', 'face-swap-image'],
  ['a video', 'video', 'face-swap'],
  ['a sound', 'audio', 'voice-clone'],
])(
  '%s for one code beside images for the others is judged, at an endpoint that takes it',
  async (_, role, endpoint) => {
    const run = await deployed({}, { inputs: await failing({ ...images, content_rejected: role }) });
    expect(await judged(run, 'charges.failed-refunded')).toEqual(['pass', '']);
    expect(pathsOf(run)).toEqual(['face-swap-image', endpoint, 'face-swap-image']);
    expect(await judged(run, 'errors.content-rejected-in-job')).toEqual(['pass', '']);
    expect(pathsOf(run).at(-1)).toBe(endpoint);
  },
);

test('the records of failed jobs are those of the endpoints that took their files', async () => {
  const run = await deployed({}, { inputs: await failing({ ...images, content_rejected: 'video' }) });
  expect(await judged(run, 'usage-record.endpoint-names-call')).toEqual(['pass', '']);
  expect(pathsOf(run)).toContain('face-swap');
});

test('a file that no endpoint takes leaves the other codes to be judged', async () => {
  const given = await failing(images);
  const odd = { bytes: Buffer.from('no'), name: 'no.txt', contentType: 'text/plain', seconds: 0 };
  const run = await deployed({}, { inputs: { ...given, content_rejected: odd } });
  const reason = 'no job endpoint takes text/plain, which the file for content_rejected is';
  expect(await judged(run, 'charges.failed-refunded')).toEqual(['pass', `left out: ${reason}`]);
  expect(pathsOf(run)).toEqual(['face-swap-image', 'face-swap-image']);
  expect(await judged(run, 'errors.content-rejected-in-job')).toEqual(['not_testable', reason]);
});

test('where no endpoint takes any of the files, the reason says so', async () => {
  const odd = { bytes: Buffer.from('no'), name: 'no.txt', contentType: 'text/plain', seconds: 0 };
  const run = await deployed({}, { inputs: { content_rejected: odd } });
  expect(await judged(run, 'charges.failed-refunded')).toEqual([
    'not_testable',
    'no job endpoint takes text/plain, which the file for content_rejected is',
  ]);
  expect(submitsOf(run)).toEqual([]);
});
