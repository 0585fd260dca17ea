/** A stream as it runs: wave forms of what comes and goes, and seconds and money against their ceilings. */
import type { ComponentChildren } from 'preact';
import type { LevelNews } from '../../../../spec/schemas/feed.ts';
import { bytes, count } from '../figures.ts';
import { levelsOf } from '../levels.ts';
import { now } from '../now.ts';
import { Card } from '../parts/card.tsx';
import { Money } from '../parts/money.tsx';
import { WaveForm } from '../parts/wave-form.tsx';
import { sessions } from '../store.ts';

export const LiveStream = ({ id }: { id: string }) => {
  const session = sessions.get(id);
  const levels = levelsOf(id);
  if (session === undefined || (session.connected_at === null && levels.length === 0)) return null;
  const { connected_at: began, max_duration_sec: most, max_cost_usd: ceiling, second_usd: price } = session;
  const seconds = began === null ? null : Math.min(most, Math.max(0, (now.value - Date.parse(began)) / 1000));
  return (
    <Card title={seconds === null ? 'What streamed' : 'On the line'} class="live-stream">
      {seconds !== null && (
        <div class="gauges">
          <Gauge name="Seconds" share={seconds / most}>
            <strong class="figure">{seconds.toFixed(1)}</strong> <span class="faint">of {count(most)} s</span>
          </Gauge>
          <Gauge name="Cost" share={ceiling === 0 ? 0 : (seconds * price) / ceiling}>
            <strong>
              <Money exact amount={seconds * price} />
            </strong>{' '}
            <span class="faint">
              of <Money amount={ceiling} /> USD
            </span>
          </Gauge>
        </div>
      )}
      <Direction title="From the client" colour="--chart-1" of={levels.map(({ received }) => received)} />
      <Direction title="To the client" colour="--chart-2" of={levels.map(({ sent }) => sent)} />
    </Card>
  );
};

const Gauge = ({ name, share, children }: { name: string; share: number; children: ComponentChildren }) => (
  <div class="gauge">
    <p>
      <span class="gauge-name">{name}</span> {children}
    </p>
    <progress aria-label={`${name} of what is funded`} max={1} value={Math.min(1, share)} />
  </div>
);

type Level = LevelNews['sent'];

const Direction = ({ title, colour, of }: { title: string; colour: `--${string}`; of: readonly Level[] }) => {
  const last = of.at(-1) ?? { peak: null, messages: 0, bytes: 0 };
  return (
    <div class="direction">
      <p>
        {title}
        <span class="faint figure">
          {count(last.messages)} messages, {bytes(last.bytes)}
        </span>
      </p>
      <WaveForm
        label={`${title}: ${last.messages === 0 ? 'nothing yet' : `loudness ${Math.round((last.peak ?? 0) * 100)} %`}`}
        levels={heights(of)}
        colour={colour}
      />
    </div>
  );
};

/** Loudness; where there is no sound, how much passed in the moment. */
const heights = (of: readonly Level[]): readonly number[] =>
  of.map(({ peak, bytes: total }, index) => peak ?? Math.min(1, (total - (of[index - 1]?.bytes ?? 0)) / fullBytes));

/** Of a moment: as high as the loudest sound. */
const fullBytes = 65_536;
