/** Results: that a succeeded job has one, what kind it is, and the link that leads to it. */
import { jobCalls } from '../job-calls.ts';
import { jobEndpoints, type JobEndpoint } from '../../spec/vocabulary.ts';
import type { FinishedJob } from '../finished-job.ts';
import { type Check, check } from '../check.ts';
import { clauseNamed } from '../clause-named.ts';
import { silentVideo } from '../inputs.ts';
import { mediaKindOf, soundOf } from '../reading/media.ts';
import { succeeded } from '../probes/jobs.ts';
import type { Trial } from '../trial.ts';
import { type Answer, type Exchange, isSuccess } from '../wire/exchange.ts';
import { someOf } from '../sample.ts';

/** The download of a capability's result, once in a run. */
const downloaded = async (
  t: Trial,
  endpoint: JobEndpoint,
): Promise<{ readonly job: FinishedJob; readonly download: Exchange }> => {
  const job = await succeeded(t, endpoint);
  const url = t.wanted(linkOf(job), 'a succeeded job with an output_url', job.end);
  return { job, download: await t.once((actor) => actor.get(url), `downloaded ${endpoint}`) };
};

/** The answer that brought a file. Throws NotTestable where there is none. */
const fileIn = (t: Trial, download: Exchange): Answer =>
  t.wanted(isSuccess(download) ? download.answer : undefined, 'a result that can be downloaded', download);

const linkOf = ({ job }: FinishedJob): string | undefined => {
  const { status, output_url: url } = job;
  return status === 'succeeded' && typeof url === 'string' && url !== '' ? url : undefined;
};

/** The clause that says what the result of a capability is; some have none of their own. */
const kindClauses: { readonly [endpoint in JobEndpoint]?: string } = {
  'character-swap': 'endpoints.character-swap.output-video',
  'face-swap': 'endpoints.face-swap.output-video',
  'face-swap-image': 'endpoints.face-swap-image.output-image',
  'voice-clone': 'endpoints.voice-clone.one-audio-file',
};

export const resultChecks: readonly Check[] = [
  check({
    id: 'job.output-url-not-empty',
    title: 'output_url of a job that succeeded is the address of something',
    clauses: ['resources.job.output-url-present'],
    needs: ['spend'],
    run: async (t) => {
      for (const endpoint of jobEndpoints) {
        const { status, job, end } = await succeeded(t, endpoint);
        const { output_url: url } = job;
        // That there is none, or one of another type, is the finding of another check.
        if (status !== 'succeeded' || typeof url !== 'string') t.tried();
        else
          t.expect('resources.job.output-url-present', URL.canParse(url, t.target.baseUrl) && url !== '', {
            expected: 'an address',
            actual: url,
            at: end,
          });
      }
    },
  }),
  check({
    id: 'results.downloadable',
    title: 'the result of a succeeded job can be downloaded from its link, without a key',
    clauses: ['service.result-downloadable', 'states.job.succeeded-has-result'],
    needs: ['spend'],
    run: async (t) => {
      for (const endpoint of someOf(t.run, jobEndpoints, 1, 'downloads')) {
        const { job, download } = await downloaded(t, endpoint);
        const at = [job.end, download];
        t.expect('service.result-downloadable', isSuccess(download), { expected: 'a file', at });
        t.expect('states.job.succeeded-has-result', (download.answer?.body.byteLength ?? 0) > 0, {
          expected: 'a file that is not empty',
          at,
        });
      }
    },
  }),
  ...jobEndpoints.flatMap((endpoint) => {
    const id = kindClauses[endpoint];
    if (id === undefined) return [];
    const clause = clauseNamed(id);
    const { result } = jobCalls[endpoint];
    return check({
      id: `${endpoint}.result-${result}`,
      title: `POST /${endpoint} results in ${result === 'video' ? 'a video' : `one ${result} file`}`,
      clauses: [clause],
      needs: ['spend'],
      run: async (t) => {
        const { download } = await downloaded(t, endpoint);
        const answer = fileIn(t, download);
        const kind = mediaKindOf(answer.body);
        t.expect(clause, kind === result, {
          expected: `${result} by its bytes`,
          actual: `${kind ?? 'nothing that is known'}, content-type ${answer.headers['content-type'] ?? 'none'}`,
          at: download,
          gaps: ['video-result'],
        });
      },
    });
  }),
  ...(['character-swap', 'motion-control'] as const).flatMap((endpoint) => [
    check({
      id: `${endpoint}.soundtrack-kept`,
      title: `POST /${endpoint} keeps the soundtrack of its reference`,
      clauses: [clauseNamed(`endpoints.${endpoint}.soundtrack-kept`)],
      needs: ['spend'],
      run: async (t) => {
        const { download } = await downloaded(t, endpoint);
        const answer = fileIn(t, download);
        const clause = clauseNamed(`endpoints.${endpoint}.soundtrack-kept`);
        const [ours, theirs] = [await soundOf(t.target.inputs.video.bytes), await soundOf(answer.body)];
        const wanted = t.wanted(ours?.seconds === 0 ? undefined : ours, 'a reference video with sound');
        const length = theirs?.seconds ?? 0;
        t.expect(clause, Math.abs(length - wanted.seconds) <= Math.max(0.5, wanted.seconds / 10), {
          expected: `a soundtrack of ${wanted.seconds.toFixed(1)} s`,
          actual: `one of ${length.toFixed(1)} s`,
          at: download,
        });
        // A silent track of that length is no soundtrack either, but what is in it after another encoding nobody can compare.
        t.expect(clause, theirs !== undefined && theirs.bytes > wanted.bytes / 10, {
          expected: `a soundtrack of about ${wanted.bytes} bytes`,
          actual: `${theirs?.bytes ?? 0} bytes`,
          at: download,
        });
      },
    }),
    check({
      id: `${endpoint}.silent-reference`,
      title: `POST /${endpoint} of a video without sound gives one without sound`,
      clauses: [clauseNamed(`endpoints.${endpoint}.silent-reference`)],
      needs: ['spend'],
      run: async (t) => {
        const clause = clauseNamed(`endpoints.${endpoint}.silent-reference`);
        const account = await t.main();
        const uploaded = await t.once(async (actor) => actor.upload(account, await silentVideo()), 'silent video');
        const { file_key: key } = (uploaded.answer?.json ?? {}) as { file_key?: unknown };
        const field = endpoint === 'character-swap' ? 'video_key' : 'motion_video_key';
        const job = await t.finished(account, endpoint, {
          body: {
            [field]: t.wanted(typeof key === 'string' ? key : undefined, 'an upload that gives a file_key', uploaded),
          },
        });
        const download = await t.get(t.wanted(linkOf(job), 'a succeeded job with an output_url', job.end));
        const answer = fileIn(t, download);
        const sound = await soundOf(answer.body);
        t.expect(clause, sound === undefined || sound.seconds === 0, {
          expected: 'a video without sound',
          actual: `${sound?.seconds ?? 0} s of sound`,
          at: download,
        });
      },
    }),
  ]),
  check({
    id: 'job.output-url-signed',
    title: 'a link whose signature was altered gives no result',
    clauses: ['resources.job.output-url-signed'],
    needs: ['spend'],
    run: async (t) => {
      const { job, download } = await downloaded(t, 'face-swap-image');
      fileIn(t, download);
      const forged = await t.get(altered(t.address(linkOf(job) ?? '')));
      t.expect('resources.job.output-url-signed', !isSuccess(forged), {
        expected: 'a refusal',
        at: [job.end, forged],
        gaps: ['link-expired'],
      });
    },
  }),
];

/** Registered last: more than a year passes. */
export const linkAgeChecks: readonly Check[] = [
  check({
    id: 'job.output-url-expires',
    title: 'a link that is old gives no result',
    clauses: ['resources.job.output-url-expires'],
    // How long a link lives is open (gap link-lifetime): a clock that moves shows it, and days of waiting would.
    needs: ['spend', 'control'],
    run: async (t) => {
      const account = await t.own();
      const job = await t.finished(account, 'face-swap-image');
      const url = t.wanted(linkOf(job), 'a succeeded job with an output_url', job.end);
      const fresh = await t.get(url);
      fileIn(t, fresh);
      await t.run.pass(400 * 86_400);
      const old = await t.get(url);
      t.expect('resources.job.output-url-expires', !isSuccess(old), {
        expected: 'a refusal after 400 days',
        at: [job.end, old],
        gaps: ['link-lifetime', 'link-expired'],
      });
    },
  }),
];

/** The same address with its last hexadecimal digit or letter changed, which is in the signature wherever that stands. */
const altered = (url: string): string => {
  const { origin, pathname, search } = new URL(url);
  // The longest value of the query is what signs; without a query, the path is.
  const values = [...new URLSearchParams(search).values()].toSorted((a, b) => b.length - a.length);
  const secret = values[0] ?? pathname.split('/').toSorted((a, b) => b.length - a.length)[0] ?? '';
  const last = secret.at(-1) ?? '';
  const changed = secret.slice(0, -1) + (last === '0' ? '1' : '0');
  return origin + (pathname + search).replace(encodeURIComponent(secret), encodeURIComponent(changed));
};
