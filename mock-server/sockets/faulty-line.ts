/** How faults meet a stream: a line that holds back, drops, doubles, cuts or changes what leaves it, or ends it early. */
import { type Fault, type FaultName, type FaultParams, faultNamed } from '../../spec/faults.ts';
import type { Session } from '../domain/session.ts';
import type { Line } from './frame.ts';

/** A number in [0, 1) that is the same for the same seed, session and purpose. */
export type DrawForSession = (session: Session, purpose: string) => number;

/** Held back until its time has come, and until nothing before it is held back any more. */
type Held = { readonly data: Buffer | string; readonly isBinary: boolean; ready: boolean };
type Message = Pick<Held, 'data' | 'isBinary'>;

export class FaultyLine implements Line {
  readonly #line: Line;
  readonly #session: Session;
  readonly #faults: readonly Fault[];
  readonly #draw: DrawForSession;
  /** Messages that answer one of the client's. */
  #count = 0;
  /** In order; nothing overtakes them. */
  readonly #held: Held[] = [];
  #heldBytes = 0;
  #stalled = false;
  #formatDue: boolean;
  #half: Buffer | undefined;
  readonly #timers = new Set<NodeJS.Timeout>();
  #over = false;

  constructor(line: Line, session: Session, faults: readonly Fault[], draw: DrawForSession) {
    this.#line = line;
    this.#session = session;
    this.#faults = faults;
    this.#draw = draw;
    this.#formatDue = session.feature === 'voice_changer';
    // The stream is not open yet.
    this.#after(0, () => this.#endEarly());
  }

  send(data: Buffer | string, isBinary: boolean): void {
    if (this.#formatDue && !isBinary) {
      this.#formatDue = false;
      return this.#sendFormat({ data, isBinary });
    }
    this.#count++;
    const stall = this.#fault('socket-stall');
    if (stall && this.#count === stall.after_messages + 1) this.#stall(stall.ms);
    const jitter = this.#fault('socket-jitter');
    const ms = jitter === undefined ? 0 : Math.ceil(jitter.ms * this.#draw(this.#session, `jitter/${this.#count}`));
    for (const message of this.#chunksOf({ data, isBinary })) this.#hold(message, ms);
    this.#endEarly();
  }

  close(code: number, reason: string): void {
    this.#line.close(code, reason);
  }

  reset(): void {
    this.#line.reset();
  }

  silence(): void {
    this.#line.silence();
  }

  wait(on: boolean): void {
    this.#line.wait(on);
  }

  ended(): void {
    this.#over = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#held.length = 0;
    this.#line.ended();
  }

  #sendFormat(format: Message): void {
    if (this.#fault('socket-format-missing')) return;
    const malformed = this.#fault('socket-format-malformed');
    const data = malformed ? String(format.data).slice(0, -1) : format.data;
    this.#hold({ ...format, data }, this.#fault('socket-format-late')?.ms ?? 0);
  }

  /** What becomes of one message. */
  #chunksOf(message: Message): Message[] {
    if (isNth(this.#count, this.#fault('socket-drop-chunk'))) return [];
    const whole = this.#split(message);
    return isNth(this.#count, this.#fault('socket-duplicate-chunk')) ? [whole, whole] : [whole];
  }

  /** The last byte of one message of every so many begins the next. */
  #split({ data, isBinary }: Message): Message {
    if (typeof data === 'string') return { data, isBinary };
    const joined = this.#half === undefined ? data : Buffer.concat([this.#half, data]);
    this.#half = undefined;
    if (!isNth(this.#count, this.#fault('socket-split-sample'))) return { data: joined, isBinary };
    this.#half = Buffer.from(joined.subarray(-1));
    return { data: joined.subarray(0, -1), isBinary };
  }

  /** Lets a message go after a time of its own, or at once. */
  #hold({ data, isBinary }: Message, ms: number): void {
    const held: Held = { data, isBinary, ready: ms === 0 };
    this.#held.push(held);
    this.#heldBytes += data.length;
    if (ms > 0) {
      this.#after(ms, () => {
        held.ready = true;
        this.#flush();
      });
    }
    this.#flush();
    // Who sends on is not read from, as a client that does not read.
    if (this.#heldBytes >= heldBytesMax) this.#line.wait(true);
  }

  #flush(): void {
    while (!this.#stalled && this.#held[0]?.ready === true) {
      const [{ data, isBinary }] = this.#held.splice(0, 1) as [Held];
      this.#heldBytes -= data.length;
      this.#line.send(data, isBinary);
    }
    if (this.#heldBytes < heldBytesMax) this.#line.wait(false);
  }

  /** For a while nothing goes out. */
  #stall(ms: number): void {
    this.#stalled = true;
    this.#after(ms, () => {
      this.#stalled = false;
      this.#flush();
    });
  }

  /** The stream ends before its time, or is as good as dead, once so many messages have gone. */
  #endEarly(): void {
    const due = (fault: { readonly after_messages: number } | undefined): boolean =>
      fault !== undefined && this.#count === fault.after_messages;
    const close = this.#fault('socket-close');
    if (close && due(close)) this.#line.close(close.code, 'a fault that was asked for');
    if (due(this.#fault('socket-reset'))) this.#line.reset();
    if (due(this.#fault('socket-half-open'))) this.#line.silence();
  }

  #after(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#over) run();
    }, ms);
    this.#timers.add(timer);
  }

  #fault<N extends FaultName>(name: N): FaultParams<N> | undefined {
    return faultNamed(this.#faults, name);
  }
}

const isNth = (count: number, fault: { readonly every: number } | undefined): boolean =>
  fault !== undefined && count % fault.every === 0;

const heldBytesMax = 2 ** 20;
