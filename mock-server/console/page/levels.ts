/** How loud the streams are, as the feed tells it: of each the latest, for its wave form. */
import { signal } from '@preact/signals';
import type { LevelNews } from '../../../spec/schemas/feed.ts';

/** Of one session, oldest first. */
const lines = new Map<string, LevelNews[]>();

/** Counts up when there is something new. */
const version = signal(0);

/** About twenty a second. */
const kept = 600;
const sessionsKept = 200;

export const takeLevels = (news: readonly LevelNews[]): void => {
  for (const level of news) {
    const line = lines.get(level.session_id) ?? [];
    // One that is heard of again is the newest.
    lines.delete(level.session_id);
    lines.set(level.session_id, line);
    line.push(level);
    if (line.length > 2 * kept) line.splice(0, line.length - kept);
  }
  for (const id of lines.keys()) {
    if (lines.size <= sessionsKept) break;
    lines.delete(id);
  }
  if (news.length > 0) version.value++;
};

export const forgetLevels = (): void => {
  lines.clear();
  version.value++;
};

/** To be read in a view: that is drawn anew when something is told. */
export const levelsOf = (sessionId: string): readonly LevelNews[] => {
  void version.value;
  return lines.get(sessionId) ?? none;
};

const none: readonly LevelNews[] = [];
