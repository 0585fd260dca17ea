/** One exchange in one line. */
import type { ShownExchange } from './exchange.ts';

export const line = ({ number, request, answer, failure, breaks }: ShownExchange): string => {
  const where = request.url.replace(/^\w+:\/\/[^/]+/, '');
  const came = answer === null ? `no answer (${failure ?? 'unknown'})` : `${answer.status} ${short(answer.body)}`;
  return `#${number} ${request.method} ${where}${breaks === null ? '' : ` (breaks ${breaks})`} → ${came}`;
};

const short = (body: string | null): string => {
  const text = (body ?? '').replaceAll(/\s+/g, ' ');
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
};
