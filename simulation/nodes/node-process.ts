import type { Clock } from '../../src/ports/environment.ts';
import { JournalLostError } from '../../src/ports/journal.ts';
import { openPostgresWriter, type PostgresWriter } from '../../src/storage/postgres/postgres-writer.ts';
import type { LeaseOptions, ShardLease } from '../../src/storage/postgres/shard-lease.ts';
import { awaitShard } from '../../src/storage/postgres/shard-watch.ts';
import type { MachineClock } from '../environment/simulated-clock.ts';
import type { SeededChoice } from '../seeded-choice.ts';
import type { LinkEnd, SimulatedLink } from './simulated-link.ts';

/** What processes report to the simulation. */
export interface NodeEvents {
  nextOrder(): number;
  /** The order is durable, as this process knows: its caller is answered. */
  onAcknowledged(order: number, node: string): void;
  /** The order leaves for its venue. */
  onSent(order: number, owner: string): void;
  /** The process has ended by itself, and a supervisor starts the next one. */
  onEnded(node: string, why: unknown): void;
}

export interface NodeParts {
  readonly node: string;
  readonly start: string;
  readonly machine: MachineClock;
  readonly link: SimulatedLink;
  readonly events: NodeEvents;
  readonly dice: SeededChoice;
}

/** Makes the URL of each process different: a new process knows nothing of the journal. */
let processes = 0;

const ORDER_MS = 25;
const LOOK_MS = 50;
const RATE_LIMIT_MS_MAX = 4_000; // an order may wait for the rate limit of its venue

/**
 * One process of a node: the lease, the watch and the writer of the product. In the place of order management is its rule: an
 * order is durable before it is sent, and is sent only while the lease is held.
 */
export class NodeProcess implements LinkEnd {
  readonly clock: Clock;
  readonly #parts: NodeParts;
  readonly #ending = new AbortController();
  #postponed: (() => void)[] | null = null; // while it is stopped
  #isAlive = true;
  /** Why it writes nothing more, though it may still own the shard. */
  refusal: string | null = null;

  constructor(parts: NodeParts) {
    this.#parts = parts;
    const { machine } = parts;
    this.clock = {
      now: () => machine.now(),
      monotonicMs: () => machine.monotonicMs(),
      after: (ms, run) => machine.after(ms, () => this.deliver(run)),
      every: (ms, run) => machine.every(ms, () => this.deliver(run)),
    };
    this.#serve().catch((error: unknown) => this.#end(error));
  }

  deliver(run: () => void): void {
    if (!this.#isAlive) return;
    if (this.#postponed === null) run();
    else this.#postponed.push(run);
  }

  /** SIGSTOP. */
  suspend(): void {
    this.#postponed ??= [];
  }

  /** SIGCONT: what is due runs at once. */
  resume(): void {
    const postponed = this.#postponed ?? [];
    this.#postponed = null;
    for (const run of postponed) this.deliver(run);
  }

  /** kill -9. */
  kill(): void {
    this.#isAlive = false;
    this.#parts.machine.stop();
  }

  #end(error: unknown): void {
    if (!this.#isAlive) return;
    this.kill();
    this.#parts.events.onEnded(this.#parts.node, error);
  }

  async #serve(): Promise<void> {
    const { node, start, link } = this.#parts;
    const connect = link.connect(this);
    processes += 1;
    const url = `postgres://${node}/process${processes}`;
    for (let epoch = 1, hasOwned = false; ; epoch += 1, hasOwned = true) {
      const options: LeaseOptions = {
        url,
        node,
        start: `${start}.${epoch}`,
        clock: this.clock,
        connect,
      };
      const standby = { signal: this.#ending.signal, hasOwned, onOwner: () => {} };
      const lease = await awaitShard(options, standby);
      if (lease === null) return;
      const writer = await openPostgresWriter({ ...options, lease });
      await this.#trade(lease, writer);
    }
  }

  /** Places orders until the journal is lost. A journal that fails for another reason is refused until the process ends. */
  #trade(lease: ShardLease, writer: PostgresWriter): Promise<void> {
    const { events, node, dice } = this.#parts;
    let { seq } = lease.end;
    const place = (): void => {
      if (writer.failed !== null || !lease.isHeld || writer.isOutcomeUnknown) return;
      const order = events.nextOrder();
      seq += 1;
      const entry = ['entry', seq, lease.epoch, this.clock.now(), 'submit', node, String(order)] as const;
      writer.write([entry]).then(
        () => {
          if (!this.#isAlive) return;
          events.onAcknowledged(order, node);
          this.clock.after(dice.whole(0, RATE_LIMIT_MS_MAX), () => {
            if (lease.isHeld) events.onSent(order, lease.owner);
          });
        },
        () => undefined,
      );
    };
    const placing = this.clock.every(ORDER_MS, place);
    return new Promise((resolve) => {
      const looking = this.clock.every(LOOK_MS, () => {
        if (writer.failed instanceof JournalLostError) {
          placing.cancel();
          looking.cancel();
          resolve();
        } else if (writer.failed !== null) this.refusal = writer.failed.message;
      });
    });
  }
}
