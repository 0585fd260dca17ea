/** What `test` judges: a deployment, a mock that runs already, or one in this process. */
import type { Order } from '../../contract-tests/judge-server.ts';
import { openMockTarget } from '../../contract-tests/targets/mock.ts';
import { openRunningMock } from '../../contract-tests/targets/running-mock.ts';
import { HarnessError } from '../../contract-tests/verdict.ts';
import { deploymentOf, inputsOf, runningMockOf } from './target-flags.ts';
import type { TestFlags } from './test-flags.ts';

export type OpenedTarget = Pick<Order, 'target' | 'kind'> & { readonly close: () => Promise<void> };

/** @param seed of the mock in this process, as are the choices */
export const openTarget = async (
  flags: TestFlags,
  { choices, seed }: Pick<Order, 'choices' | 'seed'>,
): Promise<OpenedTarget> => {
  if (flags.controlUrl !== undefined) return openRunning(flags, flags.controlUrl);
  if (flags.url !== undefined) return openDeployment(flags, flags.url);
  const inputs = await inputsOf(flags);
  const { signatureHeader } = flags;
  const { target, close } = await openMockTarget({ seed, signatureHeader, ...(choices && { choices }) });
  return { target: { ...target, inputs: { ...target.inputs, ...inputs } }, kind: 'mock', close };
};

const openRunning = async (flags: TestFlags, controlUrl: string): Promise<OpenedTarget> => {
  const { target, close } = await openRunningMock({
    ...(await runningMockOf(flags, controlUrl)),
    baseUrl: flags.url ?? new URL('/api/v1', controlUrl).href,
    key: flags.apiKey,
  }).catch((error: unknown) => {
    if (!(error instanceof HarnessError)) throw error;
    const hint = 'see whether --control-url and --control-token are those that the mock printed';
    throw new Error(`${error.message}: ${hint}`, { cause: error });
  });
  return { target, kind: 'running-mock', close: async () => close() };
};

const openDeployment = async (flags: TestFlags, url: string): Promise<OpenedTarget> => {
  const { spend, ...target } = await deploymentOf(flags, url);
  return {
    target: {
      ...target,
      revokedKey: flags.revokedApiKey,
      lowBalanceKey: flags.lowBalanceApiKey,
      timeScale: flags.timeScale,
      // The profile smoke pays for nothing, whatever it may.
      ...(flags.profile !== 'smoke' && { spend }),
    },
    kind: 'deployment',
    close: async () => undefined,
  };
};
