import { afterEach, expect, test } from 'vitest';
import type { Ports } from '../ports.ts';
import { pollute } from './pollution.case.ts';

test('1,000 names that reach for the objects of the language change none of them, and no answer is a failure (B3)', () =>
  pollute(1_000));

afterEach(() => {
  delete (Object.prototype as { polluted?: unknown }).polluted;
});

const everything: object = Object.prototype;

type Any = { [name: string]: unknown };

/** As many have merged what came into what they had. */
const merge = (into: Any, from: Any): void => {
  for (const [name, value] of Object.entries(from)) {
    if (typeof value === 'object' && value !== null && typeof into[name] === 'object')
      merge(into[name] as Any, value as Any);
    else if (name === 'polluted') into[name] = value;
  }
};

test('a mock that merges what comes into an object of its own is caught', async () => {
  const ports: Ports = {
    validate: (next) => (raw) => {
      if (raw.text?.startsWith('{') === true) merge({}, JSON.parse(raw.text) as Any);
      return next(raw);
    },
  };
  await expect(pollute(1_000, ports)).rejects.toThrow();
});

test('a mock that puts something of its own under every object is caught', async () => {
  const ports: Ports = {
    validate: (next) => (raw) => {
      Object.defineProperty(everything, 'polluted', { value: 1, configurable: true });
      return next(raw);
    },
  };
  await expect(pollute(100, ports)).rejects.toThrow();
});
