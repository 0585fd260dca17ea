/** The mock's clock: real, N times as fast, or standing still until it is moved. The only reader of the machine's time. */

/** `real`, `manual`, or a speed such as `60x`. */
export type ClockMode = 'real' | 'manual' | `${number}x`;

/** Where a clock is, for others that are to go with it: its time at an instant of the machines' wall clocks. */
export type ClockPlace = { readonly mode: ClockMode; readonly now: number; readonly wall: number };

const manualStart = Date.UTC(2026, 0, 1);

export class Clock {
  readonly #listeners: (() => void)[] = [];
  #first: { readonly mode: ClockMode; readonly start: number | undefined };
  #mode: ClockMode;
  #speed: number;
  /** The mock's time at the moment of `#machine`. */
  #base: number;
  #machine: number;

  /** @param start the mock's time now, in milliseconds; by default 2026-01-01T00:00:00Z on a manual clock, else the machine's. */
  constructor(mode: ClockMode, start?: number) {
    this.#first = { mode, start };
    this.#mode = mode;
    this.#speed = speedOf(mode);
    this.#base = beginning(mode, start);
    this.#machine = performance.now();
  }

  /** Back to the mode and the time of the beginning. @param first another beginning, from now on */
  restart(first?: { readonly mode: ClockMode; readonly start: number | undefined }): void {
    this.#first = first ?? this.#first;
    this.#mode = this.#first.mode;
    this.#speed = speedOf(this.#mode);
    this.#rebase(beginning(this.#mode, this.#first.start));
    this.#tell();
  }

  place(): ClockPlace {
    return { mode: this.#mode, now: this.now(), wall: Date.now() };
  }

  /** Where it would be after a restart at this moment. */
  placeOfStart({ mode, start } = this.#first): ClockPlace {
    return { mode, now: beginning(mode, start), wall: Date.now() };
  }

  /** Goes with another clock from now on. */
  join({ mode, now, wall }: ClockPlace): void {
    this.#mode = mode;
    this.#speed = speedOf(mode);
    this.#rebase(now + Math.max(0, Date.now() - wall) * this.#speed);
    this.#tell();
  }

  /** Told when the clock changes its pace or jumps: whoever waits for an instant has to wait anew. Listeners must not throw. */
  follow(listener: () => void): void {
    this.#listeners.push(listener);
  }

  get mode(): ClockMode {
    return this.#mode;
  }

  /** The mock's time in milliseconds since 1970, whole. It never goes back, whatever the machine's wall clock does. */
  now(): number {
    return this.#speed === 0 ? this.#base : Math.floor(this.#base + (performance.now() - this.#machine) * this.#speed);
  }

  /** Changes the pace; the time goes on from where it is. */
  setMode(mode: ClockMode): void {
    this.#rebase(this.now());
    this.#mode = mode;
    this.#speed = speedOf(mode);
    this.#tell();
  }

  /** Jumps ahead; a time that has passed changes nothing. */
  moveTo(time: number): void {
    if (time <= this.now()) return;
    this.#rebase(time);
    this.#tell();
  }

  /** How fast it runs: 1 is real time, 0 stands still. */
  get speed(): number {
    return this.#speed;
  }

  /** How many real milliseconds pass until then; undefined on a clock that stands still before it. */
  realMsUntil(time: number): number | undefined {
    if (this.#speed === 0) return time <= this.#base ? 0 : undefined;
    return Math.max(0, (time - this.now()) / this.#speed);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #rebase(time: number): void {
    this.#base = time;
    this.#machine = performance.now();
  }
}

/** The machine's own time, in milliseconds since 1970: what is signed for the outside is judged by clocks outside. */
export const wallNow = (): number => Date.now();

/** Reads a mode as it is typed; undefined if it is none. */
export const parseClockMode = (text: string): ClockMode | undefined => {
  if (text === 'real' || text === 'manual') return text;
  const speed = /^(\d{1,6}(?:\.\d{1,6})?)x$/.exec(text)?.[1];
  return speed !== undefined && Number(speed) > 0 ? `${Number(speed)}x` : undefined;
};

/** Reads an ISO 8601 date or date-time, in UTC unless it says otherwise: the machine's own zone has no say. Undefined if it is none. */
export const parseInstant = (text: string): number | undefined => {
  const form = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;
  const [, date, time = '00:00', zone = 'Z'] = form.exec(text) ?? [];
  // Date.parse takes the 31st of February for the 3rd of March.
  if (date === undefined || new Date(`${date}T00:00Z`).getUTCDate() !== Number(date.slice(8))) return undefined;
  const instant = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(instant) ? undefined : instant;
};

/** The last instant that a clock is set to: a year before dates of ISO 8601 get a fifth digit. */
export const latestInstant = Date.UTC(9999, 0, 1) - 1;

/** Reads an instant that a clock may begin with, which is one from 1970 to 9998; undefined if it is none. */
export const parseStart = (text: string): number | undefined => {
  const instant = parseInstant(text);
  return instant !== undefined && instant >= 0 && instant <= latestInstant ? instant : undefined;
};

const beginning = (mode: ClockMode, start?: number): number => start ?? (mode === 'manual' ? manualStart : Date.now());

const speedOf = (mode: ClockMode): number => (mode === 'manual' ? 0 : mode === 'real' ? 1 : Number.parseFloat(mode));

/** The machine's time in whole seconds since 1970: for what is compared with other machines' clocks, such as the age of a signature. */
export const wallSeconds = (): number => Math.floor(Date.now() / 1000);
