/** One exchange in one line. */
import { type ShownExchange, isDelivery } from './exchange.ts';

export const line = (exchange: ShownExchange): string => {
  const { number, request, answer, failure, breaks } = exchange;
  const where = request.url.replace(/^\w+:\/\/[^/]+/, '');
  if (isDelivery(exchange)) return `webhook ${request.method} ${where} ${short(request.body)}`.trim();
  const came =
    answer === null ? `no answer (${failure ?? 'unknown'})` : `${answer.status} ${short(answer.body)}`.trim();
  return `#${number} ${request.method} ${where}${breaks === null ? '' : ` (breaks ${breaks})`} → ${came}`;
};

const short = (body: string | null): string => {
  const text = (body ?? '').replaceAll(/\s+/g, ' ');
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
};
