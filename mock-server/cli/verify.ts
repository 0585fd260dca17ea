/** `understudy verify`: whether a signature fits a body, and where it does not, what may have happened on the way. */
import { wallSeconds } from '../engine/clock.ts';
import { readSignatureHeader } from '../webhooks/signature-header.ts';
import { digest } from '../webhooks/signature.ts';
import { changeOf } from './changed-body.ts';
import { printJson } from './json-lines.ts';
import { readBody } from './read-body.ts';
import { type SignatureVerdict, judgeSignature } from './signature-verdict.ts';
import { shown } from './told.ts';
import type { VerifyFlags } from './verify-flags.ts';
import { neededSecret } from './webhook-secret.ts';
import { WrongUsage } from './wrong-usage.ts';

/** The exit code is 1 for a signature that is not valid. Throws `WrongUsage` without a secret, and for a file that cannot be read. */
export const verify = async (file: string | undefined, flags: VerifyFlags): Promise<void> => {
  const secret = neededSecret(flags.secret);
  const header = withoutName(flags.signature, flags.signatureHeader);
  const body = await readBody(file);
  const asked = { header: [header], secret, tolerance: flags.tolerance, now: flags.now ?? wallSeconds() };
  const judged = judgeSignature({ ...asked, body });
  const hint =
    judged.verdict === 'mismatch'
      ? (changeOf(body, (other) => judgeSignature({ ...asked, body: other }).verdict !== 'mismatch') ??
        (secret === secret.trim() ? undefined : 'The secret has white space at an end, which is part of it.'))
      : undefined;
  const read = judged.verdict === 'malformed_header' ? undefined : partsOf(header);
  // Whoever has the secret can make it, and holds it against what another program made.
  const expected =
    read === undefined || judged.verdict !== 'mismatch' ? null : digest(body, secret, read.t).toString('hex');
  const report = {
    valid: judged.verdict === 'ok',
    verdict: judged.verdict,
    reason: judged.text,
    hint: hint ?? null,
    t: judged.t,
    age_seconds: judged.age_seconds,
    given: read?.given ?? [],
    expected,
    bytes: body.length,
  };
  if (flags.json === true) printJson(report, 2);
  else process.stdout.write(textOf(report, judged));
  process.exitCode = report.valid ? 0 : 1;
};

type Report = {
  readonly valid: boolean;
  readonly hint: string | null;
  readonly given: readonly string[];
  readonly expected: string | null;
  readonly bytes: number;
};

const textOf = ({ valid, hint, given, expected, bytes }: Report, { text, t, age_seconds }: SignatureVerdict): string =>
  [
    valid ? 'valid' : `not valid: ${shown(text)}`,
    ...(t === null || age_seconds === null ? [] : [`  t         ${t}${ageOf(t, age_seconds)}`]),
    ...given.map((one) => `  v1        ${one}`),
    ...(expected === null ? [] : [`  expected  ${expected}`]),
    `  body      ${bytes} bytes`,
    ...(hint === null ? [] : [`  ${hint}`]),
    '',
  ].join('\n');

const ageOf = (t: number, age: number): string => {
  const date = new Date(t * 1000);
  const when = Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 19)}Z, `;
  return ` (${when}${age < 0 ? `in ${-age} s` : `${age} s ago`})`;
};

/** As `understudy sign` prints it, or as a server shows it. */
const withoutName = (text: string, name: string): string => {
  const [, typed, value] = /^([\w-]+):\s*(.*)$/s.exec(text.trim()) ?? [];
  if (typed === undefined || value === undefined) return text.trim();
  if (typed.toLowerCase() === name.toLowerCase()) return value;
  throw new WrongUsage(
    `--signature is of the header ${shown(typed)}, and ${name} is looked at: say --signature-header`,
  );
};

const partsOf = (header: string): { readonly t: string; readonly given: readonly string[] } | undefined => {
  try {
    const { t, signatures } = readSignatureHeader(header);
    return { t, given: signatures.map((one) => one.toString('hex')) };
  } catch {
    return undefined;
  }
};
