/** An instant of the mock's clock: the time of day, with the whole of it to be had by pointing. */
import { timeOfDay } from '../figures.ts';

export const When = ({ at }: { at: string | null }) =>
  at === null ? (
    <span class="faint">–</span>
  ) : (
    <time class="when" dateTime={at} title={at}>
      {timeOfDay(at)}
    </time>
  );
