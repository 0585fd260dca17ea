/** The faults of a stream: those that its session was made with, and those of rules that its connection meets. */
import { familyOf } from '../spec/faults.ts';
import type { Chance } from './engine/random.ts';
import type { FaultBook } from './faults/book.ts';
import type { SocketFaults } from './sockets/sockets.ts';

export const socketFaults = (faults: () => FaultBook, chance: Chance): SocketFaults => ({
  ofSession: ({ faults: own = [] }) => own.filter(({ name }) => familyOf(name) === 'socket'),
  meet: (engine, session, accountId, now) => {
    const feature = session.feature === 'voice_changer' ? session.feature : 'full_live_swap';
    return faults().meet({ family: 'socket', on: 'connect', accountId, feature, now }, engine.world.faults);
  },
  draw: (session, purpose) => chance.moment(session.id, 0, 0).draw(purpose),
});
