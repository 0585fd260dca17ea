/** The timeline of the story that is played now: begun with each world, and gone on with where a world is. What reads and does its entries is loaded only where there are some. */
import { createHash } from 'node:crypto';
import type { Control } from './control/control.ts';
import type { StoryProgress } from './domain/world.ts';
import type { Engine } from './engine/engine.ts';
import type { Opening } from './opening.ts';
import type { PlayedTimeline } from './played-timeline.ts';
import type { Journal } from './store/journal.ts';
import type { Story } from './story.ts';

export type TimelineParts = {
  readonly control: () => Pick<Control, 'revokeKey' | 'topUp' | 'setCapacity' | 'addFault' | 'clearFaults' | 'restart'>;
  readonly journal: Pick<Journal, 'follow'>;
  readonly reportFailure: (error: unknown) => void;
};

export class StoryTimeline {
  readonly #parts: TimelineParts;
  #played: PlayedTimeline | undefined;

  constructor(parts: TimelineParts) {
    this.#parts = parts;
  }

  /** Writes into a world that is being made what it begins with. */
  async note(engine: Engine, { story }: Opening): Promise<void> {
    if (story === undefined) return;
    const { timelineAtStart } = await import('./played-timeline.ts');
    const timeline = timelineAtStart(story.loaded.story.timeline ?? [], engine.clock.now());
    await engine.moveStory(() => ({ digest: digestOf(story), timeline }));
  }

  /** For a world that is served from now on: what of it has not happened yet does, if it began with the story that is played. */
  async goOn(engine: Engine, opening: Opening): Promise<void> {
    this.end();
    if (isWorldOf(engine.world.story, opening.story)) await this.#play(engine, opening);
  }

  async #play(engine: Engine, { story, accounts }: Opening): Promise<void> {
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

  /** Until what has begun is done; undefined where nothing has. */
  settle(): Promise<unknown> | undefined {
    return this.#played?.settle();
  }
}

/** Whether a world began with what this story gives. What it claims, and what its driver does, may have changed since. */
export const isWorldOf = (progress: StoryProgress | undefined, story: Story | undefined): boolean =>
  story !== undefined && progress?.digest === digestOf(story);

const digestOf = ({ loaded: { story } }: Story): string => {
  const { given, faults, timeline } = story;
  return createHash('sha256')
    .update(JSON.stringify([given, faults, timeline]))
    .digest('hex')
    .slice(0, 16);
};
