/** The timeline of the story that is played now: made anew with each world. What reads and does its entries is loaded only where there are some. */
import type { Control } from './control/control.ts';
import type { Engine } from './engine/engine.ts';
import type { Opening } from './opening.ts';
import type { PlayedTimeline } from './played-timeline.ts';
import type { Journal } from './store/journal.ts';

export type TimelineParts = {
  readonly control: () => Pick<Control, 'revokeKey' | 'topUp' | 'setCapacity'>;
  readonly journal: Pick<Journal, 'follow'>;
  readonly reportFailure: (error: unknown) => void;
};

export class StoryTimeline {
  readonly #parts: TimelineParts;
  #played: PlayedTimeline | undefined;

  constructor(parts: TimelineParts) {
    this.#parts = parts;
  }

  /** For a world that has just begun; what was left of the one before does not happen any more. */
  async begin(engine: Engine, { story, accounts }: Opening): Promise<void> {
    this.end();
    const entries = story?.loaded.story.timeline ?? [];
    if (entries.length === 0) return;
    const { playTimeline } = await import('./played-timeline.ts');
    this.#played = playTimeline({ ...this.#parts, engine, entries, accounts });
  }

  /** Nothing of it happens any more: a world from elsewhere takes the place of the story's. */
  end(): void {
    this.#played?.end();
    this.#played = undefined;
  }

  /** Whether something waits for a request: its answer must not go out before that has happened. */
  get awaitsRequests(): boolean {
    return this.#played?.awaitsRequests() ?? false;
  }

  /** Until what has begun is done; undefined where nothing has. */
  settle(): Promise<unknown> | undefined {
    return this.#played?.settle();
  }
}
