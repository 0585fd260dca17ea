/** A state in a word, with the tone that it has: never by colour alone. */
export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'plain';

export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: string | number }) => (
  <span class={`badge ${tone}`}>{children}</span>
);

/** Of jobs, sessions, deliveries, and what else has a state. */
export const StatusBadge = ({ status }: { status: string }) => <Badge tone={toneOf(status)}>{status}</Badge>;

const tones: { readonly [status: string]: Tone } = {
  succeeded: 'good',
  delivered: 'good',
  failed: 'bad',
  abandoned: 'bad',
  processing: 'info',
  streaming: 'info',
  running: 'info',
  closing: 'warn',
  scheduled: 'warn',
};

const toneOf = (status: string): Tone => tones[status] ?? 'plain';

/** Of an answer. */
export const CodeBadge = ({ code }: { code: number | null }) => (
  <Badge tone={code === null ? 'bad' : toneOfCode(code)}>{code ?? 'none'}</Badge>
);

const toneOfCode = (code: number): Tone => {
  // Close codes of sockets begin with 1000.
  if (code >= 1_000) return code === 1_000 ? 'good' : 'warn';
  if (code >= 500) return 'bad';
  return code >= 400 ? 'warn' : 'good';
};
