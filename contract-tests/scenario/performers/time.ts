/** Steps that let time go on, and what comes to a receiver meanwhile. */
import { secondsOf } from '../../../scenarios/duration.ts';
import { arrivalText, openHook } from '../hook.ts';
import type { Perform } from '../player.ts';

export const time = {
  advance: async (player, { advance = 0 }) => {
    const before = player.arrivals().length;
    await player.wait(secondsOf(advance));
    return { lines: player.arrivals().slice(before) };
  },
  receiver: async (player, { receiver = [200], as, by }) => {
    const hook = openHook(await player.run.receiver(), receiver, {
      secrets: () => [player.account(by).secret, player.account(by).nextSecret].filter((one) => one !== undefined),
      header: player.run.target.webhooks?.header ?? 'Service-Signature',
      seconds: ({ arrivedAt, clock }) => Math.floor((player.stage.isSignedByClock ? clock : arrivedAt) / 1_000),
    });
    player.hooks.push(hook);
    player.keep(as, { kind: 'receiver', hook });
    return { lines: [`listening, answers ${receiver.join(', ')}`] };
  },
  arrive: async (player, { arrive, times = 1, within = usualPatience }) => {
    const hook = player.hook(arrive);
    const { deliveries } = hook.mailbox;
    const from = await player.now();
    for (;;) {
      const left = secondsOf(within) - ((await player.now()) - from) / 1_000;
      if (deliveries.length >= times || left <= 0) break;
      await player.step(left, secondsOf(within));
    }
    // The last one is answered before the story goes on.
    await player.wait(0);
    const answered = hook.answered();
    return {
      lines: deliveries.map((delivery, index) => arrivalText(delivery, answered[index])),
      ...(deliveries.length < times && { expected: `${times} attempt${times === 1 ? '' : 's'} within ${within}` }),
    };
  },
} as const satisfies { readonly [verb: string]: Perform };

/** Longer than six attempts take. */
const usualPatience = '20m';
