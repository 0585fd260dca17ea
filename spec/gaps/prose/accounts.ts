/** Accounts, keys and secrets. */
import type { ProseGapTable } from '../../gap.ts';

export const accounts = {
  'job-owner': {
    kind: 'silent',
    section: 'endpoints',
    question: 'Is the owner of a job the account or the one key that submitted it?',
    accept: 'Visible or `not_found` for another key of the same account.',
    ours: 'The account: all its keys see all its jobs.',
    others: 'The key.',
  },
  'foreign-file-key': {
    kind: 'silent',
    section: 'endpoints',
    question: 'Can a file key of another account be used?',
    accept: 'A refusal as for an unknown key; checks never rely on its success.',
    ours: 'It is an unknown key.',
    others: 'It works for whoever has it.',
  },
  'revoked-key-jobs': {
    kind: 'silent',
    section: 'authentication',
    question: 'What becomes of the running jobs and due webhooks of a key that is revoked?',
    accept: 'They go on, or the jobs fail and are refunded.',
    ours: 'They belong to the account and go on.',
    others: 'They are cancelled and refunded.',
  },
  'secret-form': {
    kind: 'silent',
    section: 'authentication',
    question: 'Is the signing secret used as the text it is shown as, or decoded first?',
    accept: 'The text as UTF-8 bytes; a mismatch by decoding is reported as such.',
    ours: 'The text as UTF-8 bytes, prefix included.',
    others: 'Decoded from base64 or hexadecimal, with or without its prefix.',
  },
  'top-up': {
    kind: 'silent',
    section: 'service',
    question: 'How is the balance topped up, from which amount on, and when does it show?',
    accept: 'Nothing is checked: no endpoint does it.',
    ours: 'By the control API, at once.',
    others: 'In the console, by a payment that takes time.',
  },
} as const satisfies ProseGapTable;
