/** Bodies as the service sends them: four members, and a job that has ended. */
import type { WebhookEvent } from '../../spec/vocabulary.ts';

export type WebhookBody = {
  readonly event: WebhookEvent;
  readonly sent_at: string;
  readonly delivery_id: string;
  readonly data: {
    readonly id: string;
    readonly status: 'succeeded' | 'failed';
    readonly output_url: string | null;
    readonly charged_usd: number;
    readonly error: { readonly code: string; readonly message: string } | null;
  };
};

type About = { readonly run: string; readonly number: number; readonly sentAt: Date };

export const succeededWebhook = ({ run, number, sentAt }: About): WebhookBody => ({
  event: 'job.succeeded',
  sent_at: sentAt.toISOString(),
  delivery_id: `dlv_understudy_${run}_${number}`,
  data: {
    id: `job_understudy_${run}_${number}`,
    status: 'succeeded',
    output_url: `https://service.example/outputs/job_understudy_${run}_${number}?expires=1999999999&signature=5f2c9a`,
    charged_usd: 0.36,
    error: null,
  },
});

export const failedWebhook = (about: About, code: string, message: string): WebhookBody => {
  const { data, ...rest } = succeededWebhook(about);
  return {
    ...rest,
    event: 'job.failed',
    data: { ...data, status: 'failed', output_url: null, charged_usd: 0, error: { code, message } },
  };
};
