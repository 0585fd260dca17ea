/** The uploads and submits of a program: what each of them says, and that a repeat says the same as the first. */
import type { JobEndpoint } from '../../spec/vocabulary.ts';
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import { failingField, jobCalls } from '../job-calls.ts';
import { textIn } from '../reading/members.ts';
import type { Mailbox } from '../receiver.ts';
import { isSuccess } from '../wire/exchange.ts';
import type { Notes, Submit, UploadLog } from './log.ts';
import type { StepOf, UploadRole, Who } from './program.ts';

/** A submit or several of them. */
type SubmitStep = StepOf<'submit' | 'submit-with-callback' | 'burst' | 'other-body'>;

/** What a submit says beside its endpoint; a repeat says the same. */
type Said = Pick<Submit, 'endpoint' | 'uploads' | 'callbackUrl'>;

export class Submitter {
  /** The addresses to which webhooks were asked for. */
  readonly boxes: Mailbox[] = [];
  readonly #actor: Actor;
  readonly #notes: Notes;
  /** Keys of another run, or of another program, are never these. */
  readonly #name: string;

  constructor(actor: Actor, notes: Notes) {
    this.#actor = actor;
    this.#notes = notes;
    this.#name = actor.run.uniqueName('h');
  }

  /** @param account as it is used now */
  async perform(step: SubmitStep, account: Account): Promise<void> {
    const { who, key } = step;
    const known = this.#known(who, key);
    switch (step.do) {
      case 'submit':
      case 'submit-with-callback': {
        const said = known ?? (await this.#saidFirst(who, step.endpoint, step.do === 'submit-with-callback'));
        await this.#submit(who, account, said, key, known === undefined ? 'first' : 'again');
        return;
      }
      case 'burst': {
        const said = known ?? (await this.#saidFirst(who, step.endpoint, false));
        await this.#actor.bodyOf(account, said.endpoint);
        await Promise.all(Array.from({ length: step.count }, () => this.#submit(who, account, said, key, 'together')));
        return;
      }
      case 'other-body':
        if (known !== undefined) await this.#submit(who, account, known, key, 'other-body');
        return;
      default:
        step satisfies never;
    }
  }

  /** The first submit of a key that was accepted. */
  #known(who: Who, key: string | null): Submit | undefined {
    return this.#notes.submits.find(
      (one) => key !== null && one.who === who && one.key === key && isSuccess(one.exchange),
    );
  }

  /** A file that the submits of its account name from now on. */
  async upload(who: Who, role: UploadRole, account: Account): Promise<void> {
    const exchange = await this.#actor.upload(account, this.#actor.target.inputs[role]);
    this.#notes.uploads.push({ who, role, exchange, fileKey: textIn(exchange, 'file_key') });
  }

  /** What a submit says that is no repeat: the newest files of its account, and an address where it is to have one. */
  async #saidFirst(who: Who, endpoint: JobEndpoint, isCalled: boolean): Promise<Said> {
    const roles: readonly string[] = Object.values(jobCalls[endpoint].inputs);
    const newest = new Map(
      this.#notes.uploads.filter((one) => one.who === who && one.fileKey !== undefined).map((one) => [one.role, one]),
    );
    const uploads = [...newest.values()].filter(({ role }) => roles.includes(role));
    if (!isCalled || this.#actor.target.webhooks === undefined) return { endpoint, uploads, callbackUrl: undefined };
    // Of a clock that is moved, what is tried again costs no time.
    const box = await this.#actor.mailbox(this.#actor.target.control === undefined ? [200] : [503, 200]);
    this.boxes.push(box);
    return { endpoint, uploads, callbackUrl: box.url };
  }

  /** A submit with a file that makes its job fail; none where there is no such file for it. */
  async submitFailing({ who, outcome }: StepOf<'submit-failing'>, account: Account): Promise<void> {
    const { control, inputs } = this.#actor.target;
    const input = inputs[outcome];
    if (control !== undefined || input === undefined) return;
    const endpoint = 'face-swap-image';
    const field = failingField(endpoint, input);
    if (field === undefined) return;
    const fileKey = textIn(await this.#actor.upload(account, input), 'file_key');
    if (fileKey === undefined) return;
    const said = await this.#saidFirst(who, endpoint, true);
    await this.#submit(who, account, { ...said, uploads: [] }, null, 'first', { [field]: fileKey });
    const job = this.#notes.jobs.at(-1);
    if (job?.acknowledgement === this.#notes.submits.at(-1)?.exchange && job !== undefined) job.forced = outcome;
  }

  async #submit(
    who: Who,
    account: Account,
    said: Said,
    name: string | null,
    kind: Submit['kind'],
    more: { readonly [field: string]: unknown } = {},
  ): Promise<void> {
    const key = name ?? undefined;
    const { endpoint, uploads, callbackUrl } = said;
    const isOther = kind === 'other-body';
    const exchange = await this.#actor.submit(account, endpoint, {
      body: { ...filesOf(endpoint, uploads), ...(isOther && (await this.#otherBody(account, endpoint))), ...more },
      ...(callbackUrl !== undefined && { callbackUrl }),
      ...(key !== undefined && { idempotencyKey: `${this.#name}-${key}` }),
      ...(isOther && { breaks: 'gap:resubmit-other-body' }),
    });
    this.#notes.submits.push({ who, endpoint, key, kind, uploads, callbackUrl, exchange });
    const id = textIn(exchange, 'id');
    const { jobs } = this.#notes;
    if (!isSuccess(exchange) || id === undefined || jobs.some((job) => job.id === id && job.who === who)) return;
    jobs.push({
      who,
      id,
      by: account,
      callbackUrl,
      acknowledgement: exchange,
      looks: [],
      forced: undefined,
      late: undefined,
      isHidden: false,
    });
  }

  /** Lawful, and not what was sent before. */
  async #otherBody(account: Account, endpoint: JobEndpoint): Promise<{ readonly [name: string]: unknown }> {
    if ('script' in (await this.#actor.bodyOf(account, endpoint))) return { script: 'Something else is said now.' };
    const again = await this.#actor.upload(account, this.#actor.target.inputs.face);
    return { face_key: this.#actor.wanted(textIn(again, 'file_key'), 'an upload that gives a file_key', again) };
  }
}

/** The fields of an endpoint that name uploaded files. */
const filesOf = (endpoint: JobEndpoint, uploads: readonly UploadLog[]): { readonly [field: string]: unknown } =>
  Object.fromEntries(
    Object.entries(jobCalls[endpoint].inputs).flatMap(([field, role]) => {
      const upload = uploads.find((one) => one.role === role);
      return upload === undefined ? [] : [[field, upload.fileKey]];
    }),
  );
