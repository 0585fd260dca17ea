/** Why something happened just then: by itself, since the clock was moved past its instant, or since somebody said so. */
import { type Subject, iso } from './subject.ts';

/** The move of the clock in which an instant lay, said as a cause; undefined if time went by itself. */
export const movedPast = ({ world }: Subject, at: number): string | undefined => {
  for (const { event } of world) {
    if (event.type === 'clock.moved' && event.from < at && at <= event.at) {
      return `the clock was moved to ${iso(event.at)}`;
    }
  }
  return undefined;
};

/** Of something that was due. @param plan why it was due then */
export const dueBy = (subject: Subject, at: number, plan: string): string => {
  const moved = movedPast(subject, at);
  return moved === undefined ? plan : `${plan}; ${moved}`;
};
