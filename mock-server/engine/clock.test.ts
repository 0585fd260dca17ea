import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { Clock, type ClockMode, parseClockMode } from './clock.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a manual clock begins with 2026 and stands still until it is moved', () => {
  const machine = fakeMachine();
  const clock = new Clock('manual');
  expect(new Date(clock.now()).toISOString()).toBe('2026-01-01T00:00:00.000Z');
  machine.pass(60_000);
  expect(new Date(clock.now()).toISOString()).toBe('2026-01-01T00:00:00.000Z');
  clock.moveTo(clock.now() + 5);
  expect(new Date(clock.now()).toISOString()).toBe('2026-01-01T00:00:00.005Z');
});

test('a real clock begins at the time of the machine, and no change of the wall clock moves it (F14)', () => {
  const machine = fakeMachine();
  const wall = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
  const clock = new Clock('real');
  expect(clock.now()).toBe(1_000_000);
  wall.mockReturnValue(5);
  machine.pass(250);
  expect(clock.now()).toBe(1_000_250);
});

test.each([
  ['manual', 0],
  ['real', 1_000],
  ['60x', 60_000],
  ['0.5x', 500],
  ['1000x', 1_000_000],
] as const)('on a clock that is %s a second of the machine is %d ms', (mode, ms) => {
  const machine = fakeMachine();
  const clock = new Clock(mode, 7_000);
  machine.pass(1_000);
  expect(clock.now()).toBe(7_000 + ms);
});

test('the time is whole milliseconds and never goes back, whatever is done to the clock (F14)', () => {
  const mode = fc.constantFrom<ClockMode>('real', 'manual', '60x', '0.25x', '1000x');
  const step = fc.oneof(
    fc.record({ do: fc.constant('pass' as const), ms: fc.double({ min: 0, max: 1e6, noNaN: true }) }),
    fc.record({ do: fc.constant('move' as const), by: fc.integer({ min: -1e6, max: 1e6 }) }),
    fc.record({ do: fc.constant('mode' as const), mode }),
  );
  fc.assert(
    fc.property(mode, fc.array(step, { maxLength: 30, size: 'max' }), (first, steps) => {
      const machine = fakeMachine();
      const clock = new Clock(first, 1_000_000_000);
      let before = clock.now();
      for (const action of steps) {
        if (action.do === 'pass') machine.pass(action.ms);
        if (action.do === 'move') {
          clock.moveTo(before + action.by);
          expect(clock.now()).toBe(before + Math.max(0, action.by));
        }
        if (action.do === 'mode') {
          clock.setMode(action.mode);
          expect([clock.mode, clock.now()]).toEqual([action.mode, before]);
        }
        const now = clock.now();
        expect(Number.isInteger(now) && now >= before).toBe(true);
        before = now;
      }
    }),
  );
});

test('after a restart mode and time are those of the beginning', () => {
  const machine = fakeMachine();
  const clock = new Clock('manual', 500);
  clock.moveTo(9_000);
  clock.setMode('10x');
  machine.pass(1_000);
  clock.restart();
  expect([clock.mode, clock.now()]).toEqual(['manual', 500]);
  machine.pass(1_000);
  expect(clock.now()).toBe(500);
});

test.each([
  ['real', 1_000],
  ['10x', 100],
  ['0.5x', 2_000],
  ['manual', undefined],
] as const)('on a clock that is %s a second ahead is %s real ms away', (mode, real) => {
  fakeMachine();
  const clock = new Clock(mode, 0);
  expect(clock.realMsUntil(1_000)).toBe(real);
  expect(clock.realMsUntil(-5)).toBe(0);
});

test.each([
  ['real', 'real'],
  ['manual', 'manual'],
  ['60x', '60x'],
  ['060x', '60x'],
  ['0.5x', '0.5x'],
  ['999999.999999x', '999999.999999x'],
  ['0.000001x', '0.000001x'],
  ['0x', undefined],
  ['0.0x', undefined],
  ['-1x', undefined],
  ['1e3x', undefined],
  ['Infinityx', undefined],
  ['1000000x', undefined],
  ['60', undefined],
  ['x', undefined],
  ['60X', undefined],
  ['Real', undefined],
  ['', undefined],
])('the mode %s is read as %s', (text, mode) => {
  expect(parseClockMode(text)).toBe(mode);
});

/** Time of the machine that passes when it is told to. */
const fakeMachine = (): { pass: (ms: number) => void } => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return { pass: (ms) => void (now += ms) };
};
