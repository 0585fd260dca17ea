/** A mock that runs already: its control API makes accounts, moves the clock and decides outcomes, and its money is play money. */
import { openControl } from '../control.ts';
import { usualInputs } from '../inputs.ts';
import type { Input, Target } from '../target.ts';
import { openWire } from '../wire/send.ts';

export type RunningMock = {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly controlToken: string;
  /** One is made where none is given. */
  readonly key?: string | undefined;
  readonly inputs?: { readonly [role: string]: Input };
  readonly signatureHeader: string;
  readonly webhookPort: number;
  /** Under which the mock reaches that port, if it runs elsewhere. */
  readonly publicUrl?: string | undefined;
};

/** Throws a HarnessError where the control API does not answer as ours does. */
export const openRunningMock = async (
  told: RunningMock,
): Promise<{ readonly target: Target; readonly close: () => void }> => {
  const wire = openWire();
  const control = openControl(told.controlUrl, told.controlToken, wire);
  try {
    // It shows that address and token are right before anything else is said.
    await control.clock();
    const key = told.key ?? (await control.createAccount({ balanceUsd: 10_000 })).key;
    return {
      target: {
        baseUrl: told.baseUrl,
        key,
        control,
        webhooks: { header: told.signatureHeader, port: told.webhookPort, publicUrl: told.publicUrl },
        inputs: { ...(await usualInputs()), ...told.inputs },
        timeScale: 1,
        requestsPerMinute: 'off',
        spend: { budgetUsd: Number.POSITIVE_INFINITY },
      },
      close: wire.close,
    };
  } catch (error) {
    wire.close();
    throw error;
  }
};
