/** An account as the judge knows it: its key, and, where the judge made it, the rest. */
import type { InputRole } from './target.ts';

export type Account = {
  readonly key: string;
  /** Known of accounts that the judge made. */
  readonly id: string | undefined;
  readonly keyId: string | undefined;
  readonly secret: string | undefined;
  /** File keys of what was uploaded for it. */
  readonly files: Map<InputRole, Promise<string>>;
};

export const accountWith = (key: string, more: Partial<Omit<Account, 'key' | 'files'>> = {}): Account => ({
  id: undefined,
  keyId: undefined,
  secret: undefined,
  ...more,
  key,
  files: new Map(),
});
