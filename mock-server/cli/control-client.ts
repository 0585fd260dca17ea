/** A running mock, as commands call it: what goes wrong ends them with the code for wrong usage, or with the one for what broke. */
import { ControlRefused, type Query, WrongToken, openReach } from '../../contract-tests/suite/reach.ts';
import type { ControlFlags } from './control-flags.ts';
import { WrongUsage } from './wrong-usage.ts';

export type ControlClient = {
  /** The control API's address, without a slash at its end. */
  readonly url: string;
  /** @param path below `/__understudy`, such as `/journal`; put ids through `encodeURIComponent` */
  readonly get: <T>(path: string, query?: Query) => Promise<T>;
  readonly post: <T>(path: string, body?: object) => Promise<T>;
};

/**
 * Every call throws `WrongUsage` (exit code 2) for a request that the mock refuses, with the refusal as its cause, and for a wrong token;
 * and another error (3) if there is no mock or if it fails.
 */
export const openControl = ({ controlUrl, controlToken }: ControlFlags): ControlClient => {
  if (controlUrl === undefined) {
    throw new WrongUsage(
      'say which mock: --control-url or UNDERSTUDY_CONTROL_URL. Its ready line has it as control_url',
    );
  }
  if (controlToken === undefined) {
    throw new WrongUsage(
      'the mock wants its token: --control-token or UNDERSTUDY_CONTROL_TOKEN. Its ready line has it as control_token',
    );
  }
  const reach = openReach({ controlUrl, controlToken, fetch });
  return {
    url: controlUrl,
    get: <T>(path: string, query?: Query) => reach<T>('GET', path, { ...(query && { query }) }).catch(asUsage),
    post: <T>(path: string, body?: object) => reach<T>('POST', path, { ...(body && { body }) }).catch(asUsage),
  };
};

/** What was typed is to be put right; the rest is not the user's fault. */
const asUsage = (error: unknown): never => {
  if (error instanceof ControlRefused || error instanceof WrongToken) {
    throw new WrongUsage(error.message, { cause: error });
  }
  throw error;
};
