/** How a session begins, ends and is settled. */
import { must, type ClauseTable } from '../../clause.ts';

export const sessionStates = {
  'states.full-live-swap.creation-debits-nothing': must(
    'server',
    'Creating a Full Live Swap session takes nothing from the balance.',
  ),
  'states.full-live-swap.unstarted-costs-nothing': must(
    'server',
    'A Full Live Swap session whose socket is never connected is never charged.',
  ),
  'states.full-live-swap.connect-starts-stream': must(
    'server',
    'Connecting the socket of a Full Live Swap session starts its stream.',
  ),
  'states.full-live-swap.connect-starts-billing': must(
    'server',
    'The billed time of a Full Live Swap session starts at the connect, not at the creation.',
  ),
  'states.full-live-swap.close-ends-session': must(
    'server',
    'When the client closes its socket, the Full Live Swap session is over.',
  ),
  'states.full-live-swap.close-settles': must(
    'server',
    'A closed Full Live Swap session is settled: its charge appears without a further call.',
  ),
  'states.full-live-swap.billed-per-second': must(
    'server',
    'The charge of a Full Live Swap session follows the seconds streamed, not the minutes funded.',
  ),
  'states.full-live-swap.hard-stop': must(
    'server',
    'A Full Live Swap stream that the client leaves open is stopped by the service at `max_duration_sec`.',
  ),
  'states.full-live-swap.closed-by-client': must(
    'client',
    'A client that is done with a Full Live Swap stream closes the socket, since only that ends the billing early.',
  ),
  'states.voice-changer.creation-debits-nothing': must(
    'server',
    'Creating a Voice Changer session takes nothing from the balance.',
  ),
  'states.voice-changer.unstarted-costs-nothing': must(
    'server',
    'A Voice Changer session whose socket is never connected is never charged.',
  ),
  'states.voice-changer.connect-starts-stream': must(
    'server',
    'Connecting the socket of a Voice Changer session starts its stream.',
  ),
  'states.voice-changer.connect-starts-billing': must(
    'server',
    'The billed time of a Voice Changer session starts at the connect, not at the creation.',
  ),
  'states.voice-changer.close-ends-session': must(
    'server',
    'When the client closes its socket, the Voice Changer session is over.',
  ),
  'states.voice-changer.close-settles': must(
    'server',
    'A closed Voice Changer session is settled: its charge appears without a further call.',
  ),
  'states.voice-changer.billed-per-second': must(
    'server',
    'The charge of a Voice Changer session follows the seconds streamed, not the minutes funded.',
  ),
  'states.voice-changer.hard-stop': must(
    'server',
    'A Voice Changer stream that the client leaves open is stopped by the service at `max_duration_sec`.',
  ),
  'states.voice-changer.closed-by-client': must(
    'client',
    'A client that is done with a Voice Changer stream closes the socket, since only that ends the billing early.',
  ),
} as const satisfies ClauseTable;
