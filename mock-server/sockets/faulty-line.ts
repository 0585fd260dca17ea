/** How faults meet a stream: a line that holds back, drops, doubles, cuts or changes what leaves it, or ends it early. */
import { type Fault, type FaultName, type FaultParams, faultNamed } from '../../spec/faults.ts';
import type { Session } from '../domain/session.ts';
import type { Line } from './frame.ts';

/** A number in [0, 1) that is the same for the same seed, session and purpose. */
export type DrawForSession = (session: Session, purpose: string) => number;

type Message = { readonly data: Buffer | string; readonly isBinary: boolean };

export class FaultyLine implements Line {
  readonly #line: Line;
  readonly #session: Session;
  readonly #faults: readonly Fault[];
  readonly #draw: DrawForSession;
  /** Messages that answer one of the client's. */
  #count = 0;
  /** Held back, in order; nothing overtakes them. */
  readonly #held: Message[] = [];
  #holding = false;
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
    this.#chunksOf({ data, isBinary }).forEach((message) => this.#hold(message));
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
    const sent = malformed ? { ...format, data: String(format.data).slice(0, -1) } : format;
    const late = this.#fault('socket-format-late');
    this.#held.push(sent);
    if (late) this.#wait(late.ms);
    else this.#flush();
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

  #hold(message: Message): void {
    this.#held.push(message);
    if (this.#holding) return;
    const stall = this.#fault('socket-stall');
    const jitter = this.#fault('socket-jitter');
    if (stall && this.#count === stall.after_messages + 1) this.#wait(stall.ms);
    else if (jitter) this.#wait(jitter.ms * this.#draw(this.#session, `jitter/${this.#count}`), 1);
    else this.#flush();
  }

  /** Lets nothing out for a while, and then all of it, or as much as is said. */
  #wait(ms: number, most = Number.POSITIVE_INFINITY): void {
    this.#holding = true;
    this.#after(ms, () => {
      this.#holding = false;
      this.#flush(most);
      if (this.#held.length === 0) return;
      const jitter = this.#fault('socket-jitter');
      if (jitter) this.#wait(jitter.ms * this.#draw(this.#session, `jitter/${this.#count}/${this.#held.length}`), 1);
    });
  }

  #flush(most = Number.POSITIVE_INFINITY): void {
    for (const { data, isBinary } of this.#held.splice(0, most)) this.#line.send(data, isBinary);
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
