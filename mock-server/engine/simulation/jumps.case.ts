/**
 * The commands of a program once more, at the same instants, on an engine that nobody looks at between them: what happens by itself must
 * come to the same to the last byte, for nothing may depend on how often anyone looks.
 */
import type { Command } from '../../domain/commands.ts';
import { isRefused } from '../../domain/refusal.ts';
import type { Capacity } from '../../domain/world.ts';
import type { Outcome } from './answer.case.ts';
import { hold, same } from './hold.case.ts';
import { nextLeap, openServer, type ServerPorts } from './opening.case.ts';
import type { Program } from './program.case.ts';

/** What was done with a server: a command and what it was answered, a change of what is available, or the clock moved on. */
export type Order =
  | { readonly do: 'command'; readonly accountId: string; readonly command: Command; readonly answer: string }
  | { readonly do: 'capacity'; readonly capacity: Capacity }
  | { readonly do: 'advance'; readonly to: number };

export const answerOf = (outcome: Outcome): string =>
  isRefused(outcome) ? `${outcome.refusal.code}: ${outcome.refusal.message}` : JSON.stringify(outcome.reply);

/** @param logs of the two accounts, one line for each event */
export const holdInJumps = async (
  program: Omit<Program, 'steps'>,
  { orders, logs }: { readonly orders: readonly Order[]; readonly logs: readonly (readonly string[])[] },
  ports: ServerPorts = {},
): Promise<void> => {
  const heard = new Map<string, string[]>();
  const { engine, receivers, accountIds } = await openServer(program, ports, ({ id }, event) => {
    const log = heard.get(id) ?? [];
    heard.set(id, log);
    log.push(JSON.stringify(event));
  });
  for (const who of [0, 1] as const) receivers.open(accountIds[who], program.receivers[who]);
  for (const order of orders) {
    if (order.do === 'advance') await engine.advanceTo(order.to);
    else if (order.do === 'capacity') await engine.changeCapacity(() => order.capacity);
    else {
      const { accountId, command, answer } = order;
      const other = answerOf(await engine.execute(accountId, command));
      same(other, answer, 'looks', () => `what ${command.type} is answered in jumps`);
    }
  }
  for (let leap = nextLeap(engine); leap !== undefined; leap = nextLeap(engine)) await engine.advanceTo(leap);
  engine.close();
  for (const who of [0, 1] as const) {
    const other = heard.get(accountIds[who]) ?? [];
    const log = logs[who] ?? [];
    const index = log.findIndex((line, place) => line !== other[place]);
    hold(
      index < 0,
      'looks',
      () => `event ${index + 1} of ${accountIds[who]} is ${log[index]}, in jumps ${other[index]}`,
    );
    same(other.length, log.length, 'looks', `the number of events of ${accountIds[who]} in jumps`);
  }
};
