/** A mock in this process as the target: with a clock that stands still, play money, and webhooks over loopback. */
import { type Mock, type MockOptions, type Ports, createMock } from '../../mock-server/index.ts';
import { usualInputs } from '../inputs.ts';
import type { Target } from '../target.ts';
import { controlOf } from './mock-control.ts';

export type MockTarget = { readonly target: Target; readonly mock: Mock; readonly close: () => Promise<void> };

export const openMockTarget = async (options: MockOptions = {}, ports: Ports = {}): Promise<MockTarget> => {
  // A story has a rate of its own, or the document's.
  const rate = options.scenario === undefined ? { rateLimit: 'off' as const } : {};
  const mock = await createMock({ clock: 'manual', ...rate, callbackAllow: [], ...options }, { ports });
  return {
    mock,
    target: {
      baseUrl: mock.url,
      key: mock.apiKey,
      control: controlOf(mock),
      webhooks: { header: options.signatureHeader ?? 'Service-Signature', port: 0, secret: mock.webhookSecret },
      inputs: await usualInputs(),
      ca: mock.caPem,
      timeScale: 1,
      requestsPerMinute: 'off',
      spend: { budgetUsd: Number.POSITIVE_INFINITY },
    },
    close: () => mock.close({ graceMs: 50 }),
  };
};

export type { MockOptions, Ports };
