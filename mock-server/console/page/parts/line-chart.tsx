/** Lines over the time of the mock's clock, drawn as steps: money stays as it is until it moves. */
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { usd } from '../figures.ts';
import { isDark } from '../theme.ts';

export type ChartLine = {
  readonly name: string;
  /** Seconds since 1970, in order; USD. */
  readonly points: readonly (readonly [at: number, value: number])[];
};

export const LineChart = ({
  lines,
  label,
  height = 220,
}: {
  lines: readonly ChartLine[];
  label: string;
  height?: number;
}) => {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | undefined>(undefined);
  const names = lines.map(({ name }) => name).join(' ');
  const dark = isDark();
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const made = new uPlot(optionsFor(lines, current, height), joined(lines), current);
    chart.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: current.clientWidth, height }));
    observer.observe(current);
    return () => {
      observer.disconnect();
      made.destroy();
      chart.current = undefined;
    };
  }, [names, dark, height]);
  useEffect(() => chart.current?.setData(joined(lines)), [lines]);
  const last = lines.map(({ name, points }) => `${name}: ${usd(points.at(-1)?.[1] ?? 0)} USD`).join(', ');
  return <div ref={box} class="chart" role="img" aria-label={`${label}. ${last}`} />;
};

/** One column of instants for all lines: a line that has nothing new stays where it was. */
const joined = (lines: readonly ChartLine[]): uPlot.AlignedData => {
  const times = [...new Set(lines.flatMap(({ points }) => points.map(([at]) => at)))].sort((a, b) => a - b);
  const values = lines.map(({ points }) => {
    let next = 0;
    let value: number | null = null;
    return times.map((time) => {
      for (let point = points[next]; point !== undefined && point[0] <= time; point = points[++next]) value = point[1];
      return value;
    });
  });
  return [times, ...values] as uPlot.AlignedData;
};

/** @param step seconds from one mark to the next */
const timeAt = (at: number, step: number): string => {
  const text = new Date(at * 1_000).toISOString();
  if (step >= 86_400) return text.slice(5, 10);
  return step >= 60 ? text.slice(11, 16) : step >= 1 ? text.slice(11, 19) : text.slice(11, 22);
};

const optionsFor = (lines: readonly ChartLine[], box: HTMLElement, height: number): uPlot.Options => {
  const style = getComputedStyle(box);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const axis: uPlot.Axis = {
    stroke: colour('--text-faint'),
    font: `12px ${colour('--font')}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return {
    width: box.clientWidth,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    padding: [12, 18, 0, 0],
    legend: { show: lines.length > 1 },
    cursor: { y: false, points: { size: 7 } },
    axes: [
      {
        ...axis,
        space: 90,
        size: 34,
        values: (_, splits, __, ___, step) => splits.map((split) => timeAt(split, step)),
      },
      { ...axis, size: 64, values: (_, splits) => splits.map((split) => usd(split)) },
    ],
    series: [
      { value: (_, at) => (at === null ? '–' : timeAt(at, 1)) },
      ...lines.map(({ name }, index): uPlot.Series => {
        const stroke = colour(`--chart-${(index % 4) + 1}`);
        return {
          label: name,
          stroke,
          width: 2,
          points: { show: false },
          ...(stepped !== undefined && { paths: stepped }),
          ...(lines.length === 1 && { fill: colour('--chart-fill') }),
          value: (_, value) => (value === null ? '–' : usd(value)),
        };
      }),
    ],
  };
};
