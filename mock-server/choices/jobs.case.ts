/** What a client sees of `spec/gaps/wire/jobs.ts`. */
import type { jobs as gaps } from '../../spec/gaps/wire/jobs.ts';
import { type Client, at } from './client.case.ts';
import type { Rows } from './row.case.ts';

/** A job in the middle of its render. */
const halfway = async (client: Client): Promise<unknown> => {
  const { body } = await client.swapImage();
  await client.clock.advance({ seconds: 5 });
  return (await client.get(`/jobs/${String(at(body, 'id'))}`)).body;
};

/** The member by itself, so that null and absent differ. */
const member = (body: unknown, name: string): object =>
  typeof body === 'object' && body !== null && name in body ? { [name]: at(body, name) } : {};

export const jobs: Rows<keyof typeof gaps> = {
  'processing-visible': {
    options: { jobTime: 10 },
    look: async (client) => at(await halfway(client), 'status'),
    sees: { yes: 'processing', no: 'queued' },
  },
  'pending-fields': {
    options: { jobTime: 10 },
    look: async (client) => {
      const body = await halfway(client);
      return { ...member(body, 'output_url'), ...member(body, 'charged_usd'), ...member(body, 'error') };
    },
    sees: {
      null: { output_url: null, charged_usd: 0, error: null },
      absent: {},
      empty: { output_url: '', charged_usd: 0, error: null },
    },
  },
  'failed-output-url': {
    look: async (client) => member((await client.finishedImage('magic_content_rejected')).body, 'output_url'),
    sees: { null: { output_url: null }, absent: {}, empty: { output_url: '' } },
  },
  'succeeded-error': {
    look: async (client) => member((await client.finishedImage()).body, 'error'),
    sees: { null: { error: null }, 'absent-when-polled': {} },
  },
  'job-retention': {
    look: async (client) => {
      const { body } = await client.finishedImage();
      const statuses = [];
      for (const days of [29, 2]) {
        await client.clock.advance({ seconds: days * 86_400 });
        statuses.push((await client.get(`/jobs/${String(at(body, 'id'))}`)).status);
      }
      return statuses;
    },
    sees: { 'for-good': [200, 200], '30d': [200, 404] },
  },
};
