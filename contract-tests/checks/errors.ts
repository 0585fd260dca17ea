/** HTTP errors: for each code what calls for it, what it is called, and the status it goes with. */
import { type HttpErrorCode, httpErrors } from '../../spec/errors.ts';
import { type Check, type Need, type Profile, check } from '../check.ts';
import { clauseNamed } from '../clause-named.ts';
import { needsUnmet } from '../offers.ts';
import { gapCalls } from '../probes/gap-calls.ts';
import { causes, tooManyMinutes, unknownJobs } from '../probes/refusals.ts';
import type { Due } from '../probes/watched.ts';
import { noteError } from '../seen-gaps.ts';
import { readError } from '../reading/error.ts';
import { codeIn, codesDue, isRefusal, isRefusedAs } from '../reading/refusal.ts';
import type { Trial } from '../trial.ts';
import { NotTestable } from '../verdict.ts';
import { statusOf } from '../wire/exchange.ts';

const codes = Object.keys(httpErrors) as HttpErrorCode[];

/** Those for which much is sent come last. */
const quickFirst = codes.toSorted((one, other) => costOf(one) - costOf(other));

/** Those that everybody can provoke with a few requests. */
const atHand: readonly HttpErrorCode[] = ['unauthorized', 'not_found', 'unsupported_format', 'invalid_input'];

function profileOf(code: HttpErrorCode): Profile {
  return atHand.includes(code) ? 'smoke' : 'standard';
}

function costOf(code: HttpErrorCode): number {
  return code === 'input_too_large' ? 2 : code === 'invalid_input' ? 1 : 0;
}

export const errorChecks: readonly Check[] = [
  ...codes.flatMap((code) => [codeCheck(code), statusCheck(code)]),
  check({
    id: 'errors.at-a-glance',
    title: 'two simple mistakes are refused with the right code, status and a message',
    clauses: [
      'errors.invalid-input-code',
      'errors.invalid-input-status',
      'errors.not-found-code',
      'errors.not-found-status',
      'errors.message-present',
    ],
    profile: 'smoke',
    run: async (t) => {
      const [unknown] = await t.once(unknownJobs);
      for (const [code, exchange] of [
        ['invalid_input', await t.once(tooManyMinutes)],
        ['not_found', unknown?.exchange],
      ] as const) {
        if (exchange === undefined) continue;
        const { status } = httpErrors[code];
        t.expect(clauseNamed(`errors.${wordOf(code)}-code`), codeIn(exchange) === code, {
          expected: `the code ${code}`,
          at: exchange,
        });
        t.expect(clauseNamed(`errors.${wordOf(code)}-status`), statusOf(exchange) === status, {
          expected: `the status ${status}`,
          at: exchange,
        });
        const message = readError(exchange.answer?.json)?.message;
        t.expect('errors.message-present', typeof message === 'string' && message !== '', {
          expected: 'a message',
          at: exchange,
        });
      }
    },
  }),
  check({
    id: 'errors.code-present',
    title: 'every error carries one of the codes of the document',
    clauses: ['errors.code-present'],
    profile: 'smoke',
    run: async (t) => {
      for await (const { says, exchange } of everything(t)) {
        if (!isRefusal(exchange)) continue;
        noteError(t.run, exchange);
        const code = readError(exchange.answer?.json)?.code;
        t.expect('errors.code-present', typeof code === 'string' && code !== '', {
          expected: `a code in the answer to ${says}`,
          at: exchange,
          gaps: ['error-body'],
        });
      }
    },
  }),
  check({
    id: 'errors.message-present',
    title: 'every error carries a message for people',
    clauses: ['errors.message-present'],
    profile: 'smoke',
    run: async (t) => {
      for await (const { says, exchange } of everything(t)) {
        const error = readError(exchange.answer?.json);
        if (!isRefusal(exchange) || error === undefined) continue;
        t.expect('errors.message-present', typeof error.message === 'string' && error.message.trim() !== '', {
          expected: `a message in the answer to ${says}`,
          at: exchange,
          gaps: ['error-body', 'message-wording'],
        });
      }
    },
  }),
  check({
    id: 'errors.invalid-input-for-open-points',
    title: 'what the document leaves open is accepted, or refused with a code that fits',
    clauses: ['errors.invalid-input-code'],
    run: async (t) => {
      for (const { says, exchange, codes: allowed, gap, value } of await t.once(gapCalls)) {
        if (exchange.answer === undefined) continue;
        if (value !== undefined) t.run.observe(gap, value);
        t.expect('errors.invalid-input-code', !isRefusal(exchange) || isRefusedAs(exchange, allowed), {
          expected: `${says} to be accepted, or refused as ${allowed.join(' or ')}`,
          at: exchange,
          gaps: [gap],
        });
      }
    },
  }),
];

/** What can be provoked of a code on this target. Throws NotTestable if nothing can. */
async function* provoked(t: Trial, code: HttpErrorCode): AsyncGenerator<Due> {
  let reason: NotTestable | undefined;
  let isAny = false;
  for (const cause of causes[code]) {
    if (needsUnmet({ ...t.check, needs: cause.needs }, t.run) !== undefined) continue;
    if (t.run.profile === 'smoke' && cause.needs.length > 0) continue;
    try {
      for await (const due of await cause.provoke(t)) {
        isAny = true;
        yield due;
      }
    } catch (error) {
      if (!(error instanceof NotTestable)) throw error;
      reason = error;
    }
  }
  if (!isAny) throw reason ?? new NotTestable(`nothing calls for ${code} here`);
}

/** Every refusal that can be provoked without waiting long for it. */
async function* everything(t: Trial): AsyncGenerator<Due> {
  for (const code of t.run.profile === 'smoke' ? atHand : quickFirst) {
    if (code === 'rate_limited' && t.target.control === undefined) continue;
    try {
      yield* provoked(t, code);
    } catch (error) {
      if (!(error instanceof NotTestable)) throw error;
    }
  }
}

/** The needs of a code, if each of its causes has some; then nothing of it can be seen without. */
function needsOf(code: HttpErrorCode): readonly Need[] {
  return causes[code].every(({ needs }) => needs.length > 0) ? (causes[code][0]?.needs ?? []) : [];
}

function wordOf(code: HttpErrorCode): string {
  return code.replaceAll('_', '-');
}

function codeCheck(code: HttpErrorCode): Check {
  const clause = clauseNamed(`errors.${wordOf(code)}-code`);
  return check({
    id: `errors.${wordOf(code)}-code`,
    title: `what calls for ${code} is refused with that code`,
    clauses: [clause],
    needs: needsOf(code),
    profile: profileOf(code),
    run: async (t) => {
      for await (const { says, exchange, before = [], codes: allowed = [code], gaps = [] } of provoked(t, code)) {
        // That it is accepted is the finding of another check.
        if (!isRefusal(exchange)) t.tried();
        else {
          const named = codeIn(exchange);
          const due = codesDue(exchange, allowed);
          t.expect(clause, named !== undefined && due.includes(named), {
            expected: `the code ${allowed.join(' or ')} for ${says}`,
            at: [...before, exchange],
            gaps,
          });
        }
      }
    },
  });
}

function statusCheck(code: HttpErrorCode): Check {
  const clause = clauseNamed(`errors.${wordOf(code)}-status`);
  const { status } = httpErrors[code];
  return check({
    id: `errors.${wordOf(code)}-status`,
    title: `${code} goes with the status ${status}`,
    clauses: [clause],
    needs: needsOf(code),
    profile: profileOf(code),
    run: async (t) => {
      for await (const { says, exchange, before = [] } of provoked(t, code)) {
        if (codeIn(exchange) !== code) t.tried();
        else
          t.expect(clause, statusOf(exchange) === status, {
            expected: `${status} for ${says}`,
            at: [...before, exchange],
          });
      }
    },
  });
}
