/** A store whose every wait ends when a scheduler says so: what is on its way at once comes in whatever order that draws. */
import { MemoryStore } from '../../store/memory.ts';
import { type Stored, WorldReplaced } from '../../store/store.ts';
import type { EngineEvent } from '../streams.ts';

/** Resolves when it is the turn of what is named. */
export type Turn = (name: string) => Promise<void>;

export class ScheduledStore extends MemoryStore<EngineEvent> {
  readonly #turn: Turn;
  /** Another world has taken its place. */
  isReplaced = false;

  constructor(turn: Turn) {
    super();
    this.#turn = turn;
  }

  /** What is there before anybody waits. */
  begin(stream: string, events: readonly EngineEvent[]): Promise<void> {
    return this.write(stream, 0, events);
  }

  protected write(stream: string, version: number, events: readonly EngineEvent[]): Promise<void> {
    return super.append(stream, version, events);
  }

  override async append(stream: string, version: number, events: readonly EngineEvent[]): Promise<void> {
    await this.#turn(`${stream} is appended to after ${version}`);
    this.#checkThere();
    try {
      await this.write(stream, version, events);
    } finally {
      await this.#turn(`who appended to ${stream} after ${version} is answered`);
    }
  }

  override read(stream: string, from?: number): AsyncIterable<Stored<EngineEvent>> {
    return this.#slowly(super.read(stream, from), `${stream} is read`);
  }

  override follow(after: number, signal?: AbortSignal): AsyncIterable<Stored<EngineEvent>> {
    return this.#slowly(super.follow(after, signal), 'all is read');
  }

  async *#slowly(events: AsyncIterable<Stored<EngineEvent>>, name: string): AsyncIterable<Stored<EngineEvent>> {
    for await (const stored of events) {
      await this.#turn(name);
      this.#checkThere();
      yield stored;
    }
  }

  #checkThere(): void {
    if (this.isReplaced) throw new WorldReplaced();
  }
}
