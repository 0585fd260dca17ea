/** What is said: nobody listens here, but a result that speaks a script is as long as that takes. */
import type { JobEndpoint } from '../../spec/vocabulary.ts';
import { type Check, check } from '../check.ts';
import { mediaKindOf, playingSeconds } from '../reading/media.ts';
import { succeeded } from '../probes/jobs.ts';
import { isAtLarge, isBrief } from '../sample.ts';
import type { Trial } from '../trial.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';

/** Nobody speaks faster than the one, and no pause makes it slower than the other. */
const charactersPerSecond = { fastest: 40, slowest: 3 } as const;

/** @param isShort few words each: at a brief look the making of what is said takes the most of it */
const sentences = (count: number, isShort = false): string =>
  Array.from({ length: count }, (_, index) => {
    const ordinal = ordinals[index % ordinals.length];
    return isShort ? `The ${ordinal} one.` : `This is the ${ordinal} sentence of it.`;
  }).join(' ');
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'last'];

type Spoken = {
  readonly script: string;
  readonly seconds: number;
  readonly exchanges: readonly Exchange[];
  readonly bytes: Uint8Array;
};

/** A script as it was spoken, once in a run. Throws NotTestable where there is no result, or none that can be measured. */
const spoken = (t: Trial, endpoint: JobEndpoint, count: number): Promise<Spoken> =>
  t.once(async (actor) => {
    const script = sentences(count, isBrief(actor.run) && endpoint === 'avatar');
    const job = await actor.finished(await actor.main(), endpoint, { body: { script } });
    const url = job.status === 'succeeded' ? job.job['output_url'] : undefined;
    const link = actor.wanted(typeof url === 'string' ? url : undefined, 'a result of a script', job.end);
    const download = await actor.get(link);
    const bytes = actor.wanted(isSuccess(download) ? download.answer?.body : undefined, 'a download', download);
    const seconds = actor.wanted(await playingSeconds(bytes), 'a result whose length can be read', download);
    return { script, seconds, bytes, exchanges: [job.acknowledgement, job.end, download] };
  }, `${count} sentences of ${endpoint}`);

export const speechChecks: readonly Check[] = (['avatar', 'voice-clone'] as const).flatMap((endpoint) => {
  const clause = `endpoints.${endpoint}.script-spoken` as const;
  return [
    check({
      id: `${endpoint}.script-spoken`,
      title: `the result of POST /${endpoint} is as long as its script takes to be spoken`,
      clauses: [clause],
      needs: ['spend'],
      run: async (t) => {
        // Where each second is paid for, fewer tell as much.
        const times = isAtLarge(t.run) ? 6 : isBrief(t.run) ? 3 : 4;
        const [short, long] = [await spoken(t, endpoint, 1), await spoken(t, endpoint, times)];
        for (const { script, seconds, exchanges } of [short, long]) {
          const [least, most] = [
            script.length / charactersPerSecond.fastest,
            5 + script.length / charactersPerSecond.slowest,
          ];
          t.expect(clause, seconds >= least && seconds <= most, {
            expected: `${least.toFixed(1)} to ${most.toFixed(1)} s for ${script.length} characters`,
            actual: `${seconds.toFixed(1)} s`,
            at: exchanges,
          });
        }
        t.expect(clause, long.seconds > short.seconds * 2, {
          expected: `more than ${(short.seconds * 2).toFixed(1)} s for a script that is ${times} times as long`,
          actual: `${long.seconds.toFixed(1)} s`,
          at: [...short.exchanges, ...long.exchanges],
        });
      },
    }),
    ...(endpoint === 'avatar'
      ? [
          check({
            id: 'avatar.voice-id-default',
            title: 'an avatar for which no voice was chosen says its script',
            clauses: ['endpoints.avatar.voice-id-default'],
            needs: ['spend'],
            run: async (t) => {
              const script = sentences(2);
              const job = isAtLarge(t.run)
                ? await t.finished(await t.main(), 'avatar', { body: { script } })
                : await succeeded(t, 'avatar');
              t.expect('endpoints.avatar.voice-id-default', job.status === 'succeeded', {
                expected: 'a job without voice_id that succeeds',
                at: [job.acknowledgement, job.end],
              });
            },
          }),
        ]
      : [
          check({
            id: 'voice-clone.long-script-joined',
            title: 'a long script comes back as one audio file that has all of it',
            clauses: ['endpoints.voice-clone.long-script-joined'],
            needs: ['spend'],
            run: async (t) => {
              const { script, seconds, bytes, exchanges } = await spoken(t, endpoint, isBrief(t.run) ? 6 : 60);
              const least = script.length / charactersPerSecond.fastest;
              t.expect('endpoints.voice-clone.long-script-joined', mediaKindOf(bytes) === 'audio' && seconds >= least, {
                expected: `one audio file of at least ${least.toFixed(0)} s for ${script.length} characters`,
                actual: `${mediaKindOf(bytes) ?? 'nothing that is known'} of ${seconds.toFixed(0)} s`,
                at: exchanges,
              });
            },
          }),
        ]),
  ];
});
