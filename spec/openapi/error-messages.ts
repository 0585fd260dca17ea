/** A message for each code, as an example: what was wrong, where, and what to do. Clients never branch on it. */
import type { HttpErrorCode } from '../errors.ts';

export const errorMessages = {
  unauthorized: 'No API key was sent: put it into the header "Authorization: Bearer <API_KEY>".',
  insufficient_balance: 'The balance is 0.40 USD and this call may cost 1.20 USD: top up.',
  invalid_input: 'duration_minutes must be 1 to 120, got 240.',
  unsupported_format: 'A file of type text/html is neither image, audio nor video.',
  input_too_large: 'The image is 52 MB large, the limit is 45 MB.',
  capability_unavailable: 'lip-sync is switched off at the moment.',
  not_found: 'No job with this id belongs to your account.',
  rate_limited: 'More than 60 requests in a minute: slow down, then go on.',
  at_capacity: 'All workers are busy: send the same request again shortly.',
  capacity_unavailable: 'No engine of the standard tier is free; nothing was charged.',
  capacity_warming: 'Voice engines are starting: try again in about a minute.',
  internal_error: 'The request failed on our side; nothing was billed. Try again.',
} as const satisfies Record<HttpErrorCode, string>;
