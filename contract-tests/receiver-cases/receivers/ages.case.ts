/** Receivers that look at the age wrongly. */
import type { Broken } from './broken.case.ts';
import { parsed } from './frame.case.ts';

const old = 'events.signature.old-rejected';
const future = 'events.signature.future-rejected';
const tolerance = 'limits.webhook-signature-age';

export const ages: readonly Broken[] = [
  { id: 'age.not-looked-at', clause: old, also: [future], mistake: () => ({ fresh: () => true }) },
  { id: 'age.past-only', clause: future, mistake: () => ({ fresh: (t, now) => now - t <= 300 }) },
  { id: 'age.future-only', clause: old, mistake: () => ({ fresh: (t, now) => t - now <= 300 }) },
  { id: 'age.thirty-seconds', clause: tolerance, mistake: () => ({ fresh: (t, now) => Math.abs(now - t) <= 30 }) },
  { id: 'age.four-minutes', clause: tolerance, mistake: () => ({ fresh: (t, now) => Math.abs(now - t) <= 240 }) },
  {
    id: 'age.no-future-at-all',
    clause: tolerance,
    mistake: () => ({ fresh: (t, now) => now - t <= 300 && t <= now + 5 }),
  },
  {
    id: 'age.thirty-minutes',
    clause: old,
    also: [future],
    mistake: () => ({ fresh: (t, now) => Math.abs(now - t) <= 1_800 }),
  },
  {
    id: 'age.330-seconds',
    clause: old,
    also: [future],
    mistake: () => ({ fresh: (t, now) => Math.abs(now - t) <= 330 }),
  },
  { id: 'age.a-day', clause: old, also: [future], mistake: () => ({ fresh: (t, now) => Math.abs(now - t) < 86_400 }) },
  {
    id: 'age.now-in-milliseconds',
    clause: 'events.signature.valid-accepted',
    mistake: () => ({ fresh: (t) => Math.abs(Date.now() - t) <= 300 }),
  },
  {
    id: 'age.tolerance-in-milliseconds',
    clause: old,
    also: [future],
    mistake: () => ({ fresh: (t, now) => Math.abs(now - t) <= 300_000 }),
  },
  {
    id: 'age.either-unit',
    clause: future,
    // It was seen in milliseconds once.
    mistake: () => ({ fresh: (t, now) => Math.abs(now - (t > 1e12 ? t / 1_000 : t)) <= 300 }),
  },
  {
    id: 'age.zero-is-none',
    clause: old,
    mistake: () => ({ fresh: (t, now) => t === 0 || Math.abs(now - t) <= 300 }),
  },
  {
    id: 'age.of-the-body',
    clause: old,
    also: [future, 'events.signature.valid-accepted'],
    mistake: () => ({ fresh: (_, now, body) => Math.abs(now - Date.parse(parsed(body).sent_at ?? '') / 1_000) <= 300 }),
  },
  {
    id: 'age.of-the-body-too',
    clause: 'events.signature.valid-accepted',
    mistake: () => ({
      fresh: (t, now, body) =>
        Math.abs(now - t) <= 300 && !(now - Date.parse(parsed(body).sent_at ?? '') / 1_000 > 600),
    }),
  },
  {
    id: 'age.not-a-number-passes',
    clause: old,
    // No comparison with NaN is true.
    mistake: (_, right) => ({
      verify: (request, body) => {
        const { t, v1 } = right.parse(String(request.headers['service-signature'] ?? ''));
        const age = Date.now() / 1_000 - Number(t);
        if (age > 300 || age < -300) return false;
        return t !== '' && v1.some((given) => right.equal(right.digest(right.signed(t, body)), given));
      },
    }),
  },
  {
    id: 'age.of-the-first-t',
    clause: old,
    mistake: (_, right) => ({
      verify: (request, body) => {
        const times = [...String(request.headers['service-signature'] ?? '').matchAll(/t=(\d+)/g)].map(
          ([, t = '']) => t,
        );
        const { v1 } = right.parse(String(request.headers['service-signature'] ?? ''));
        const [first = '', ...more] = times;
        const isFresh = Math.abs(Date.now() / 1_000 - Number(first)) <= 300;
        // The last one is what stays in a map.
        return (
          isFresh && v1.some((given) => right.equal(right.digest(right.signed(more.at(-1) ?? first, body)), given))
        );
      },
    }),
  },
];
