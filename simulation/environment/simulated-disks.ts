import type { VenueClientId } from '../../src/domain/model/ids.ts';
import type { DemoCommit, DemoOrder, DemoStore } from '../../src/ports/demo-store.ts';
import { JournalFailedError } from '../../src/ports/journal.ts';
import type { VenueFill } from '../../src/ports/venue.ts';
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

/**
 * Demo's durable state. It outlives the processes that write it, and lets the checkers read durable state
 * directly.
 */
export class DemoDisk {
  readonly orders = new Map<VenueClientId, DemoOrder>();
  readonly fills = new Map<VenueClientId, VenueFill[]>();
  readonly #durable = createMemoryDemoStore();
  #newest: Promise<void> = Promise.resolve();

  /**
   * The ledger's disk on the same machine. It waits for the commits made here before, and fails when they do.
   */
  afterDemo(disk: SimulatedDisk): SimulatedDisk {
    return {
      ...disk,
      beforeSync: async () => {
        await this.#newest;
        await disk.beforeSync?.();
      },
    };
  }

  /** A store for one process over the durable state. Commits become durable in the order of the calls. */
  open(machine: Pick<Machine, 'isAlive'>, disk: SimulatedDisk): DemoStore {
    let tail: Promise<void> = Promise.resolve();
    this.#newest = tail;
    let failure: Error | null = null;
    const commit = async (change: DemoCommit): Promise<void> => {
      if (failure !== null) throw failure;
      try {
        await disk.beforeSync?.();
        if (!machine.isAlive) return never();
        await this.#commit(change);
        await disk.afterSync?.();
      } catch (error) {
        failure = new JournalFailedError(String(error));
        throw failure;
      }
      return machine.isAlive ? undefined : never();
    };
    return {
      ...bindToProcess(this.#durable, machine),
      commit: (change) => {
        const done = tail.then(() => commit(change));
        if (machine.isAlive) this.#newest = done;
        tail = done.catch(() => undefined);
        return done;
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
