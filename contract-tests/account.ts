/** An account as the judge knows it: its key, and, where the judge made it, the rest. */
import type { Input } from './target.ts';

export type Account = {
  readonly key: string;
  /** Known of accounts that the judge made. */
  readonly id: string | undefined;
  readonly keyId: string | undefined;
  readonly secret: string | undefined;
  /** What was uploaded for it: the file key, and when, in milliseconds of the target's clock. */
  readonly files: Map<Input, { readonly key: Promise<string>; readonly at: number }>;
};

export const accountWith = (key: string, more: Partial<Omit<Account, 'key' | 'files'>> = {}): Account => ({
  id: undefined,
  keyId: undefined,
  secret: undefined,
  ...more,
  key,
  files: new Map(),
});
