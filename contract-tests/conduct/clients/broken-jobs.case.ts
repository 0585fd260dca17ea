/** Clients that follow their jobs wrongly, or do the wrong thing with results. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrokenClient } from './broken.case.ts';
import type { Stage, Told } from './stage.case.ts';
import { download, finish, main, submit } from './well.case.ts';

const day = 24 * 3_600;

export const brokenJobs: readonly BrokenClient[] = [
  {
    name: 'puts the job path together from the id',
    clause: 'resources.acknowledgement.status-url-polled',
    options: { moveJobRoute: true },
    play: async (stage) => {
      const { body } = await submit(stage);
      await stage.get(`/jobs/${body.id}`);
      await stage.wait(1);
      await stage.get(`/jobs/${body.id}`);
    },
  },
  {
    name: 'asks under a path that it guesses',
    clause: 'resources.acknowledgement.status-url-polled',
    play: async (stage) => void (await stage.get(`/face-swap-image/${(await submit(stage)).body.id}`)),
  },
  {
    name: 'submits and goes away',
    clause: 'service.followed-to-terminal',
    play: async (stage) => void (await submit(stage)),
  },
  {
    name: 'asks once and takes that for the end',
    clause: 'service.followed-to-terminal',
    play: async (stage) => void (await stage.get((await submit(stage)).body.status_url)),
  },
  {
    name: 'gives up after five polls',
    clause: 'service.followed-to-terminal',
    options: { jobTime: 30 },
    play: async (stage) => {
      const { body } = await submit(stage);
      for (let polls = 0; polls < 5; polls++) {
        await stage.get(body.status_url);
        await stage.wait(1);
      }
    },
  },
  {
    name: 'polls without a pause',
    clause: 'limits.request-rate',
    options: { jobTime: 1 },
    play: async (stage) => {
      const { body } = await submit(stage);
      for (let polls = 0; polls < 10; polls++) {
        await stage.get(body.status_url);
        await stage.wait(0.004);
      }
      await stage.wait(1);
      await download(await finish(stage, body.status_url));
    },
  },
  {
    name: 'does not leave the loop at succeeded',
    clause: 'service.followed-to-terminal',
    play: async (stage) => {
      const job = await main(stage);
      const path = `/jobs/${job.id}`;
      for (let polls = 0; polls < 6; polls++) {
        await stage.get(path);
        await stage.wait(1);
      }
    },
  },
  {
    name: 'polls a failed job on, for it might still come right',
    clause: 'service.followed-to-terminal',
    play: async (stage) => {
      const image = await stage.upload();
      const { body } = await stage.post('/avatar', { image_key: image, script: 'magic_content_rejected' });
      await finish(stage, body.status_url);
      for (let polls = 0; polls < 6; polls++) {
        await stage.wait(1);
        await stage.get(body.status_url);
      }
    },
  },
  {
    name: 'waits for processing before it looks for succeeded',
    clause: 'states.job.queued-to-succeeded',
    play: (stage) => waitForProcessing(stage, ['Good morning.', 'magic_job_at_once']),
  },
  {
    name: 'waits for processing before it looks for failed',
    clause: 'states.job.queued-to-failed',
    play: (stage) => waitForProcessing(stage, ['magic_content_rejected', 'magic_job_at_once magic_processing_failed']),
  },
  {
    name: 'trusts that every webhook arrives',
    clause: 'events.delivery.polling-is-truth',
    play: async (stage) => {
      // Nobody listens there.
      const callback_url = 'http://127.0.0.1:9/hooks';
      const image = await stage.upload();
      await stage.post('/face-swap-image', { image_key: image, face_key: image, callback_url });
      await stage.wait(3_600);
    },
  },
  {
    name: 'answers webhooks with 500 and never looks again',
    clause: 'events.delivery.polling-is-truth',
    play: async (stage) => {
      const server = createServer((_request, response) => response.writeHead(500).end());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const callback_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const image = await stage.upload();
      await stage.post('/face-swap-image', { image_key: image, face_key: image, callback_url });
      await stage.wait(3_600);
      server.close();
      server.closeAllConnections();
    },
  },
  {
    name: 'never downloads',
    clause: 'resources.job.output-url-stored',
    play: async (stage) => void (await finish(stage, (await submit(stage)).body.status_url)),
  },
  {
    name: 'comes to its result when the link has expired, and leaves it at that',
    clause: 'resources.job.output-url-stored',
    play: async (stage) => {
      const job = await finish(stage, (await submit(stage)).body.status_url);
      await stage.wait(3 * day);
      await download(job);
      await stage.get('/balance');
    },
  },
  {
    name: 'stores the link instead of the file',
    clause: 'resources.job.output-url-stored',
    play: async (stage) => {
      const job = await main(stage);
      await stage.wait(2 * day);
      await download(job);
    },
  },
  {
    name: 'tries an expired link again and again',
    clause: 'resources.job.output-url-stored',
    play: async (stage) => {
      const job = await finish(stage, (await submit(stage)).body.status_url);
      await stage.wait(2 * day);
      for (let tries = 0; tries < 3; tries++) {
        await download(job);
        await stage.wait(5);
      }
    },
  },
  {
    name: 'serves its own users from the link',
    clause: 'resources.job.output-url-stored',
    play: async (stage) => {
      const job = await main(stage);
      for (let users = 0; users < 5; users++) await download(job);
    },
  },
];

const waitForProcessing = async (stage: Stage, scripts: readonly string[]): Promise<void> => {
  const image = await stage.upload();
  for (const script of scripts) {
    const { body } = await stage.post('/avatar', { image_key: image, script });
    const job = await patiently(stage, body.status_url);
    if (job.status === 'succeeded') await download(job);
  }
};

const patiently = async ({ get, wait }: Stage, statusUrl: string): Promise<Told> => {
  let job: Told | undefined;
  for (let polls = 0; polls < 8 && job?.status !== 'processing'; polls++) {
    await wait(0.2);
    ({ body: job } = await get(statusUrl));
  }
  while (job?.status === 'processing') {
    await wait(0.5);
    ({ body: job } = await get(statusUrl));
  }
  if (job === undefined) throw new Error('nothing was asked');
  return job;
};
