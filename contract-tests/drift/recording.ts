/** A run that remembers which check or probe each exchange, socket and webhook belongs to, so that two runs can be laid side by side. */
import type { Actor } from '../actor.ts';
import type { Check } from '../check.ts';
import type { Delivery, Mailbox, Receiver } from '../receiver.ts';
import { Run } from '../run.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Stream } from '../wire/stream.ts';

export type Recording = {
  readonly exchanges: readonly Placed<Exchange>[];
  readonly streams: readonly Placed<Socket>[];
  readonly deliveries: readonly Placed<Delivery>[];
  /** Name of the header with the signature, in lower case; undefined where no webhook can come. */
  readonly signatureHeader: string | undefined;
};

/** With the answer that it was opened by. */
export type Socket = { readonly stream: Stream; readonly session: Exchange };

/** Something that came, the probe or else the check that asked for it, and the check that was running. */
export type Placed<T> = { readonly of: T; readonly group: string; readonly check: Check };

export class RecordedRun extends Run {
  readonly #begins: { readonly check: Check; readonly exchanges: number; readonly streams: number }[] = [];
  readonly #probes: { readonly name: string; readonly exchanges: readonly Exchange[] }[] = [];
  readonly #boxes: { readonly check: Check; readonly box: Mailbox }[] = [];
  #receiver: Promise<Receiver> | undefined;

  override begin(check: Check): void {
    this.#begins.push({ check, exchanges: this.exchanges.length, streams: this.streams.length });
  }

  override once<T>(probe: (actor: Actor) => Promise<T>, name: unknown = probe): Promise<T> {
    return super.once((actor) => {
      this.#probes.push({ name: typeof name === 'function' ? name.name : String(name), exchanges: actor.exchanges });
      return probe(actor);
    }, name);
  }

  override receiver(): Promise<Receiver> {
    return (this.#receiver ??= super.receiver().then((receiver) => ({
      ...receiver,
      address: (replies) => {
        const box = receiver.address(replies);
        const check = this.#begins.at(-1)?.check;
        if (check !== undefined) this.#boxes.push({ check, box });
        return box;
      },
    })));
  }

  /** All until now. */
  recording(): Recording {
    const probeOf = new Map(
      this.#probes.flatMap(({ name, exchanges }) => exchanges.map((one) => [one, name] as const)),
    );
    return {
      exchanges: this.#placed(this.exchanges, 'exchanges').map((one) => ({
        ...one,
        group: probeOf.get(one.of) ?? one.group,
      })),
      streams: this.#placed(this.streams, 'streams'),
      deliveries: this.#boxes.flatMap(({ check, box }) => box.deliveries.map((of) => ({ of, group: check.id, check }))),
      signatureHeader: this.target.webhooks?.header.toLowerCase(),
    };
  }

  #placed<T>(all: readonly T[], kind: 'exchanges' | 'streams'): readonly Placed<T>[] {
    return this.#begins.flatMap(({ check, [kind]: from }, index) =>
      all.slice(from, this.#begins[index + 1]?.[kind]).map((of) => ({ of, group: check.id, check })),
    );
  }
}
