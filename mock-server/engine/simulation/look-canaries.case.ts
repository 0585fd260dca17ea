/** Mocks for which it matters when, or how often, anyone looks: each in one way. */
import { decide } from '../../domain/decide.ts';
import { due } from '../../domain/due.ts';
import { post } from '../../domain/ledger.ts';
import { Engine } from '../engine.ts';
import type { ServerPorts } from './opening.case.ts';

type LookCanary = {
  readonly does: string;
  /** Anew for each program, so that none remembers another's. */
  readonly ports: () => ServerPorts;
  /** The invariants of which one is to be named when it is caught. */
  readonly breaks: RegExp;
};

/** The longest time between two looks of a client that waits for something. */
const often = 20;

export const lookCanaries: readonly LookCanary[] = [
  {
    does: 'does what is due one look late, and says that nothing was due',
    ports: () => ({
      engine: class extends Engine {
        override async advanceTo(target: number): Promise<void> {
          await super.advanceTo(this.clock.now());
          this.clock.moveTo(target);
        }
        override nextDue(): number | undefined {
          const next = super.nextDue();
          return next === undefined ? undefined : Math.max(next, this.clock.now() + 1);
        }
      },
    }),
    breaks: /due/,
  },
  {
    does: 'does what is due within the next twenty milliseconds',
    ports: () => ({
      engine: class extends Engine {
        override async advanceTo(target: number): Promise<void> {
          await super.advanceTo(target);
          for (const account of this.atRest()) {
            const next = due(account, target + often);
            if (next !== undefined) await this.execute(account.id, next.command);
          }
        }
      },
    }),
    breaks: /due/,
  },
  {
    does: 'sends a webhook again when it is looked at again soon after',
    ports: () => ({
      engine: class extends Engine {
        override async advanceTo(target: number): Promise<void> {
          const isSoon = target - this.clock.now() <= often;
          await super.advanceTo(target);
          if (!isSoon) return;
          for (const { id, deliveries } of this.atRest()) {
            const [last] = [...deliveries.values()].filter(
              ({ attempts }) => (attempts[0]?.startedAt ?? 0) > target - often,
            );
            if (last !== undefined) await this.execute(id, { type: 'resend-delivery', deliveryId: last.id });
          }
        }
      },
    }),
    breaks: /D2|due: nobody asked/,
  },
  {
    does: 'puts off what is due next each time it is looked at',
    ports: () => ({
      engine: class extends Engine {
        override async advanceTo(target: number): Promise<void> {
          await super.advanceTo(target);
          for (const { agenda } of this.atRest()) {
            const next = agenda.next();
            if (next !== undefined) agenda.set(next.key, next.at + 1);
          }
        }
      },
    }),
    breaks: /L11|due/,
  },
  {
    does: 'takes a micro-USD for each look at an account',
    ports: () => ({
      engine: class extends Engine {
        override async advanceTo(target: number): Promise<void> {
          await super.advanceTo(target);
          for (const { ledger } of this.atRest()) post(ledger, { kind: 'top-up', micros: 1 });
        }
      },
    }),
    breaks: /L11|L1/,
  },
  {
    does: 'loses the parts of a hundredth of a second at each look',
    ports: () => ({
      engine: class extends Engine {
        override advanceTo(target: number): Promise<void> {
          const now = this.clock.now();
          return super.advanceTo(now + Math.floor((target - now) / 10) * 10);
        }
      },
    }),
    breaks: /due: the clock/,
  },
  {
    // Every wait that it draws is lawful: that it would have been another one is seen by living through the same again.
    does: 'draws anew for each look',
    ports: () => {
      let looks = 0;
      return {
        engine: class extends Engine {
          override advanceTo(target: number): Promise<void> {
            looks++;
            return super.advanceTo(target);
          }
        },
        decide: (account, world, command, moment) =>
          decide(account, world, command, { ...moment, draw: (purpose) => moment.draw(`${purpose} ${looks}`) }),
      };
    },
    breaks: /looks/,
  },
];
