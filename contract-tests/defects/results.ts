/** Results that are missing, of another kind, without their sound, or behind links that do not guard them. */
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { type AccountEvent, deciding, withEvents } from './ports.ts';

export const resultDefects: readonly Defect[] = [
  {
    id: 'results.link-never-expires',
    does: 'serves a result for ever',
    clause: 'resources.job.output-url-expires',
    ports: () => ({
      serve: (next) => (asked) => next(asked.link === 'expired' ? { ...asked, link: 'good' } : asked),
    }),
  },
  {
    id: 'results.signature-not-looked-at',
    does: 'serves a result whatever the signature of the link is',
    clause: 'resources.job.output-url-signed',
    ports: () => ({
      serve: (next) => (asked) => next(asked.link === 'forged' ? { ...asked, link: 'good' } : asked),
    }),
  },
  {
    id: 'results.nothing-there',
    does: 'answers the link of a fresh result with 404',
    clause: 'service.result-downloadable',
    also: ['states.job.succeeded-has-result'],
    ports: () => ({
      serve: (next) => (asked) =>
        asked.file.kind === 'result' ? Promise.resolve(new Response('gone', { status: 404 })) : next(asked),
    }),
  },
  {
    id: 'results.empty',
    does: 'gives results of no bytes',
    clause: 'states.job.succeeded-has-result',
    also: ['service.result-downloadable'],
    ports: () => ({
      serve: (next) => (asked) =>
        asked.file.kind === 'result' ? Promise.resolve(new Response(new Uint8Array())) : next(asked),
    }),
  },
  {
    id: 'results.preview-is-text',
    does: 'answers the preview of a voice with a page',
    clause: 'resources.voice-profile.preview-url-audio',
    ports: () => ({
      serve: (next) => (asked) =>
        asked.file.kind === 'preview'
          ? Promise.resolve(new Response('<p>listen</p>', { headers: { 'content-type': 'text/html' } }))
          : next(asked),
    }),
  },
  {
    id: 'results.link-never-expires-once-used',
    does: 'serves a result for ever that was downloaded once while its link was good',
    clause: 'resources.job.output-url-expires',
    ports: () => {
      const used = new Set<string>();
      return {
        serve: (next) => (asked) => {
          if (asked.link === 'good') used.add(asked.url);
          return next(asked.link === 'expired' && used.has(asked.url) ? { ...asked, link: 'good' } : asked);
        },
      };
    },
  },
  {
    id: 'results.signature-not-looked-at-again',
    does: 'serves a result to a forged link once it was served to a good one',
    clause: 'resources.job.output-url-signed',
    ports: () => {
      const served = new Set<string>();
      return {
        serve: (next) => (asked) => {
          const { file, link } = asked;
          if (file.kind !== 'result') return next(asked);
          if (link === 'good') served.add(file.jobId);
          return next(link === 'forged' && served.has(file.jobId) ? { ...asked, link: 'good' } : asked);
        },
      };
    },
  },
  {
    id: 'results.needs-a-login',
    does: 'sends those who follow a link to a page where they log in',
    clause: 'service.result-downloadable',
    also: ['states.job.succeeded-has-result'],
    ports: () => ({
      serve: (next) => (asked) =>
        asked.file.kind === 'result'
          ? Promise.resolve(new Response(null, { status: 302, headers: { location: '/login' } }))
          : next(asked),
    }),
  },
  ...(
    [
      ['face-swap', 'image', 'endpoints.face-swap.output-video'],
      ['character-swap', 'image', 'endpoints.character-swap.output-video'],
      ['face-swap-image', 'video', 'endpoints.face-swap-image.output-image'],
      ['voice-clone', 'video', 'endpoints.voice-clone.one-audio-file'],
    ] as const
  ).map(([endpoint, kind, clause]): Defect => ({
    id: `results.${endpoint}-as-${kind}`,
    does: `makes ${kind === 'image' ? 'an image' : 'a video'} of a ${endpoint}`,
    clause,
    also: ['endpoints.voice-clone.long-script-joined', 'endpoints.voice-clone.script-spoken'],
    ports: planned((job) =>
      job.endpoint === endpoint ? { ...job.plan.result, kind, width: 320, height: 240, durationSeconds: 1 } : undefined,
    ),
  })),
  ...(['character-swap', 'motion-control'] as const).flatMap((endpoint): Defect[] => [
    {
      id: `results.${endpoint}-silent`,
      does: `leaves the soundtrack of the reference out of a ${endpoint}`,
      clause: `endpoints.${endpoint}.soundtrack-kept`,
      ports: planned((job) => {
        const { soundtrack: _, ...rest } = job.plan.result;
        return job.endpoint === endpoint ? rest : undefined;
      }),
    },
    {
      id: `results.${endpoint}-with-sound-of-its-own`,
      does: `gives a ${endpoint} of a silent reference the sound of another upload`,
      clause: `endpoints.${endpoint}.silent-reference`,
      ports: () => {
        const loud = new Map<string, string>();
        return {
          decide: (next) => (account, world, command, moment) =>
            withEvents(next(account, world, command, moment), (events) =>
              events.map((event) => {
                if (event.type === 'upload.stored' && event.upload.name === 'clip.mp4')
                  loud.set(account.id, event.upload.fileKey);
                if (event.type !== 'job.submitted' || event.job.endpoint !== endpoint) return event;
                const soundtrack = loud.get(account.id);
                const { plan } = event.job;
                if (soundtrack === undefined) return event;
                return { ...event, job: { ...event.job, plan: { ...plan, result: { ...plan.result, soundtrack } } } };
              }),
            ),
        };
      },
    },
  ]),
  ...(['avatar', 'voice-clone'] as const).flatMap((endpoint): Defect[] => [
    {
      id: `results.${endpoint}-one-second`,
      does: `makes every ${endpoint} a second long`,
      clause: `endpoints.${endpoint}.script-spoken`,
      also: ['endpoints.voice-clone.long-script-joined'],
      ports: planned((job) => (job.endpoint === endpoint ? { ...job.plan.result, durationSeconds: 1 } : undefined)),
    },
    {
      id: `results.${endpoint}-cut-short`,
      does: `ends a ${endpoint} after five seconds, whatever its script is`,
      clause: `endpoints.${endpoint}.script-spoken`,
      also: ['endpoints.voice-clone.long-script-joined'],
      ports: planned((job) =>
        job.endpoint === endpoint
          ? { ...job.plan.result, durationSeconds: Math.min(5, job.plan.result.durationSeconds ?? 5) }
          : undefined,
      ),
    },
  ]),
  {
    id: 'results.first-piece-only',
    does: 'gives the first piece of a long script only, forty seconds of it',
    clause: 'endpoints.voice-clone.long-script-joined',
    ports: planned((job) =>
      job.endpoint === 'voice-clone'
        ? { ...job.plan.result, durationSeconds: Math.min(40, job.plan.result.durationSeconds ?? 40) }
        : undefined,
    ),
  },
  {
    id: 'results.avatar-without-voice',
    does: 'lets an avatar fail for which no voice was chosen',
    clause: 'endpoints.avatar.voice-id-default',
    also: ['states.job.processing-to-succeeded', 'service.result-downloadable', 'states.job.succeeded-has-result'],
    ports: () => {
      const voiceless = new Set<string>();
      return {
        decide: (next) => (account, world, command, moment) =>
          withEvents(
            next(
              account,
              world,
              command.type === 'finish-job' && voiceless.has(command.jobId)
                ? { ...command, outcome: 'processing_failed' }
                : command,
              moment,
            ),
            (events) => {
              for (const event of events)
                if (
                  event.type === 'job.submitted' &&
                  event.job.endpoint === 'avatar' &&
                  command.type === 'submit-job' &&
                  command.body['voice_id'] === undefined
                )
                  voiceless.add(event.job.id);
              return events;
            },
          ),
      };
    },
  },
];

type Job = Extract<AccountEvent, { readonly type: 'job.submitted' }>['job'];

/** What becomes of a job is another thing. @param change undefined leaves it as it is */
function planned(change: (job: Job) => Job['plan']['result'] | undefined): () => Ports {
  return deciding(
    (next) => (account, world, command, moment) =>
      withEvents(next(account, world, command, moment), (events) =>
        events.map((event) => {
          const result = event.type === 'job.submitted' ? change(event.job) : undefined;
          return event.type === 'job.submitted' && result !== undefined
            ? { ...event, job: { ...event.job, plan: { ...event.job.plan, result } } }
            : event;
        }),
      ),
  );
}
