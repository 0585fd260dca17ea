/**
 * What a run knows of its target for certain: which keys are good, and what the target gave for what it was sent. By this a request is held against
 * its claim where its text alone does not tell: a key that works, a file that exists, a job of somebody else.
 */
import type { MediaKind } from '../../spec/vocabulary.ts';
import type { Control } from '../control.ts';
import type { Target } from '../target.ts';

type Keys = Pick<Target, 'baseUrl' | 'key' | 'secondKey' | 'lowBalanceKey' | 'revokedKey'>;

export class Known {
  readonly baseUrl: string;
  /** Uploads by their key, with the kinds under which it was given: one, unless the target gives a key twice. */
  readonly files = new Map<string, Set<MediaKind | undefined>>();
  /** Every text in a list of voices. */
  readonly voices = new Set<string>();
  /** Of good keys the account, as far as it is known; else the key stands for it. */
  readonly #accounts = new Map<string, string>();
  readonly #keyIds = new Map<string, string>();
  readonly #revoked = new Set<string>();
  /** Accounts that a job was acknowledged to, by its id. */
  readonly #owners = new Map<string, Set<string>>();
  /** What was first submitted under an idempotency key. */
  readonly #submits = new Map<string, string>();

  constructor({ baseUrl, key, secondKey, lowBalanceKey, revokedKey }: Keys) {
    this.baseUrl = baseUrl;
    for (const good of [key, secondKey, lowBalanceKey]) if (good !== undefined) this.#accounts.set(good, good);
    if (revokedKey !== undefined) this.#revoked.add(revokedKey);
  }

  isLive(key: string): boolean {
    return this.#accounts.has(key);
  }

  isRevoked(key: string): boolean {
    return this.#revoked.has(key);
  }

  noteKey(key: string, keyId: string, accountId: string): void {
    this.#accounts.set(key, accountId);
    this.#keyIds.set(keyId, key);
  }

  noteRevoked(keyId: string): void {
    const key = this.#keyIds.get(keyId);
    if (key === undefined) return;
    this.#accounts.delete(key);
    this.#revoked.add(key);
  }

  noteFile(key: string, kind: MediaKind | undefined): void {
    this.files.set(key, (this.files.get(key) ?? new Set()).add(kind));
  }

  noteJob(id: string, key: string): void {
    this.#owners.set(id, (this.#owners.get(id) ?? new Set()).add(this.#accountOf(key)));
  }

  /** Undefined for one that was acknowledged to nobody. */
  isForeignJob(id: string, key: string): boolean | undefined {
    const owners = this.#owners.get(id);
    return owners && [...owners].some((one) => one !== this.#accountOf(key));
  }

  /** The first submit with an idempotency key stands. */
  noteSubmit(key: string, idempotencyKey: string, what: string): void {
    const name = `${this.#accountOf(key)} ${idempotencyKey}`;
    if (!this.#submits.has(name)) this.#submits.set(name, what);
  }

  /** What was first submitted with that idempotency key; undefined where it is a new one. */
  firstSubmit(key: string, idempotencyKey: string): string | undefined {
    return this.#submits.get(`${this.#accountOf(key)} ${idempotencyKey}`);
  }

  #accountOf(key: string): string {
    return this.#accounts.get(key) ?? key;
  }
}

/** The same control, whose keys are noted as they are made and revoked. */
export const noting = (control: Control, known: Known): Control => ({
  ...control,
  createAccount: async (wanted) => {
    const made = await control.createAccount(wanted);
    known.noteKey(made.key, made.keyId, made.id);
    return made;
  },
  createKey: async (accountId) => {
    const made = await control.createKey(accountId);
    known.noteKey(made.key, made.keyId, accountId);
    return made;
  },
  revokeKey: async (accountId, keyId) => {
    await control.revokeKey(accountId, keyId);
    known.noteRevoked(keyId);
  },
});
