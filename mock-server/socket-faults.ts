/** The faults of a stream: those that its session was made with, and those of rules that its connection meets. */
import { familyOf } from '../spec/faults.ts';
import type { Clock } from './engine/clock.ts';
import type { Chance } from './engine/random.ts';
import type { FaultBook } from './faults/book.ts';
import type { SocketFaults } from './sockets/sockets.ts';

export const socketFaults = (faults: () => FaultBook, clock: Clock, chance: Chance): SocketFaults => ({
  meet: (session, accountId) => {
    const feature = session.feature === 'voice_changer' ? session.feature : 'full_live_swap';
    const met = faults().meet({ family: 'socket', on: 'connect', accountId, feature, now: clock.now() });
    return [...(session.faults ?? []).filter(({ name }) => familyOf(name) === 'socket'), ...met];
  },
  draw: (session, purpose) => chance.moment(session.id, 0, 0).draw(purpose),
});
