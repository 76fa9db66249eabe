import type { DatabaseSync } from 'node:sqlite';
import type { VenueClientId } from '../../src/contract/model/ids.ts';
import type { DemoCommit, DemoOrder, DemoStore } from '../../src/ports/demo-store.ts';
import type { VenueFill } from '../../src/ports/venue.ts';
import { DEMO_FILLS, ORDERS } from '../../src/storage/shared/demo-tables.ts';
import { createMemoryDemoStore } from '../../test/support/storage/memory-demo-store.ts';
import type { SimulatedDisk } from '../../test/support/storage/simulated-disk.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import type { SeededChoice } from '../seeded-choice.ts';
import type { CrashPoint, Options } from '../simulation-options.ts';
import type { RequestInProgress } from './crash-points.ts';
import type { MachineClock } from './simulated-clock.ts';

/** The owner of a disk: a process that can crash and then receives nothing. */
export interface Machine {
  readonly clock: MachineClock;
  readonly isAlive: boolean;
  /** Crashes here at random. `about`: the request in progress. */
  mayCrash(point: CrashPoint, about?: RequestInProgress): void;
}

export const never = <Value>(): Promise<Value> => new Promise<Value>(() => undefined);

/** A simulated disk: slow, sometimes failing, with a crash before or after the sync. */
export function seededDisk(
  machine: Machine,
  options: Options,
  dice: SeededChoice,
  monitor: InvariantMonitor,
  faultsOn: () => boolean,
): SimulatedDisk {
  const pause = async (): Promise<void> => {
    const ms = options.diskMs === 0 || !faultsOn() ? 0 : dice.whole(0, options.diskMs);
    if (ms > 0) await new Promise<void>((resolve) => machine.clock.after(ms, resolve));
  };
  const mayFail = (): void => {
    if (!faultsOn() || !dice.chance(options.diskFails)) return;
    monitor.countFault('diskFails');
    throw new Error('EIO: injected disk failure');
  };
  return {
    beforeSync: async () => {
      machine.mayCrash('beforeSync');
      await pause();
      mayFail();
    },
    afterSync: async () => {
      machine.mayCrash('afterSync');
      if (dice.chance(0.3)) await pause();
      mayFail();
    },
  };
}

/** The durable state of Demo, as the checkers read it. */
export interface DemoRecord {
  readonly orders: ReadonlyMap<VenueClientId, DemoOrder>;
  readonly fills: ReadonlyMap<VenueClientId, readonly VenueFill[]>;
}

/** The durable state of Demo in the ledger of the service. */
export class LedgerDemoRecord implements DemoRecord {
  readonly #database: DatabaseSync;
  #changes = -1; // of the database when it was read
  #record: DemoRecord = { orders: new Map(), fills: new Map() };

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get orders(): DemoRecord['orders'] {
    return this.#read().orders;
  }

  get fills(): DemoRecord['fills'] {
    return this.#read().fills;
  }

  #read(): DemoRecord {
    const changes = Number(this.#database.prepare('SELECT total_changes() AS count').get()?.['count']);
    if (changes === this.#changes) return this.#record;
    this.#changes = changes;
    const orders = this.#database.prepare('SELECT * FROM demo_orders').all().map(ORDERS.toRecord);
    const fills = this.#database
      .prepare('SELECT * FROM demo_fills ORDER BY rowid')
      .all()
      .map(DEMO_FILLS.toRecord);
    this.#record = {
      orders: new Map(orders.map((order) => [order.clientId, order])),
      fills: Map.groupBy(fills, ({ clientId }) => clientId),
    };
    return this.#record;
  }
}

/** The durable state of Demo on another machine than the service, as of an external venue. */
export class DemoDisk implements DemoRecord {
  readonly orders = new Map<VenueClientId, DemoOrder>();
  readonly fills = new Map<VenueClientId, VenueFill[]>();
  readonly #durable = createMemoryDemoStore();

  /** The store of the exchange. Commits become durable in the order of the calls. */
  open(): DemoStore {
    let tail: Promise<void> = Promise.resolve();
    return {
      ...this.#durable,
      commit: (change) => {
        tail = tail.then(() => this.#commit(change));
        return tail;
      },
    };
  }

  async #commit(change: DemoCommit): Promise<void> {
    for (const order of change.orders) this.orders.set(order.clientId, order);
    for (const { clientId, fill } of change.fills) {
      const known = this.fills.get(clientId);
      if (known === undefined) this.fills.set(clientId, [fill]);
      else known.push(fill);
    }
    await this.#durable.commit(change);
  }
}

/** The same methods for one process: after its end nothing is written and no call returns. */
export function bindToProcess<Store extends object>(store: Store, machine: Pick<Machine, 'isAlive'>): Store {
  const parts = Object.entries(store).map(([name, part]: [string, Method | object]) => [
    name,
    typeof part === 'function' ? bindMethod(part as Method, machine) : bindToProcess(part, machine),
  ]);
  return Object.fromEntries(parts) as Store;
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

const bindMethod =
  (method: Method, machine: Pick<Machine, 'isAlive'>): Method =>
  async (...args) => {
    if (!machine.isAlive) return never();
    const answer = await method(...args);
    return machine.isAlive ? answer : never();
  };
