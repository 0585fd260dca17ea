/** A bar for each moment, to both sides of a line in the middle: the newest at the right end. */
import { useEffect, useRef } from 'preact/hooks';
import { isDark } from '../theme.ts';

export const WaveForm = ({
  label,
  levels,
  colour,
}: {
  /** What is to be seen, in words: it is all that a screen reader has. */
  label: string;
  /** 0 to 1, oldest first. */
  levels: readonly number[];
  /** The name of a variable in the style sheet. */
  colour: `--${string}`;
}) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = isDark();
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, levels, colour);
  }, [levels, colour, dark]);
  return <canvas ref={canvas} class="wave-form" role="img" aria-label={label} data-loudest={loudest(levels)} />;
};

const barWidth = 3;
const barPace = 4;
/** Silence is a line, and not nothing. */
const leastHeight = 1.5;

const draw = (canvas: HTMLCanvasElement, levels: readonly number[], colour: string): void => {
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = devicePixelRatio;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  pen.fillStyle = style.getPropertyValue('--line-strong');
  pen.fillRect(0, height / 2 - 0.5, width, 1);
  pen.fillStyle = style.getPropertyValue(colour);
  const shown = levels.slice(-Math.floor(width / barPace));
  shown.forEach((level, index) => {
    // Speech is quiet most of the time: the root shows it.
    const bar = Math.max(leastHeight, Math.sqrt(Math.min(1, level)) * (height - 4));
    pen.fillRect(width - (shown.length - index) * barPace, (height - bar) / 2, barWidth, bar);
  });
};

const loudest = (levels: readonly number[]): string => Math.max(0, ...levels.slice(-100)).toFixed(2);
