import type { Client } from 'pg';
import type { Clock } from '../../src/ports/environment.ts';
import type { Connect } from '../../src/storage/postgres/postgres-connection.ts';
import type { MachineClock } from '../environment/simulated-clock.ts';
import type { SeededChoice } from '../seeded-choice.ts';
import type { Rows, SimulatedDatabase, Statement } from './simulated-database.ts';

/** What happens on the way between a node and the database. */
export type LinkState = 'up' | 'refused' | 'requests lost' | 'answers lost';

const TRANSIT_MS_MAX = 4;
const CONNECT_MS_MAX = 5_000;
const STATEMENT_MS_MAX = 60_000;

/** A process at the end of a link. What reaches it while it is stopped waits until it goes on. */
export interface LinkEnd {
  readonly clock: Clock;
  deliver(run: () => void): void;
}

/** The network between one node and the database, with the connections of the driver that the product uses. */
export class SimulatedLink {
  readonly #database: SimulatedDatabase;
  readonly #outside: MachineClock;
  readonly #dice: SeededChoice;
  readonly #open = new Set<(why: Error) => void>(); // ends what waits on a connection
  #state: LinkState = 'up';

  constructor(database: SimulatedDatabase, outside: MachineClock, dice: SeededChoice) {
    this.#database = database;
    this.#outside = outside;
    this.#dice = dice;
  }

  set(state: LinkState): void {
    this.#state = state;
    if (state === 'refused') this.cut();
  }

  /** Ends all connections. What has reached the server takes effect. */
  cut(): void {
    for (const end of this.#open) end(new Error('Connection terminated unexpectedly'));
  }

  /** The driver of one process. */
  connect(process: LinkEnd): Connect {
    return async (_: string, limits?: { readonly query_timeout?: number }) => {
      const timeoutMs = limits?.query_timeout ?? STATEMENT_MS_MAX;
      await this.#exchange(process, CONNECT_MS_MAX, (answer) => this.#database.isUp && answer([]));
      let isEnded = false;
      const query = async (given: string | Statement, params: readonly unknown[] = []) => {
        const statement = typeof given === 'string' ? { text: given, values: params } : given;
        if (isEnded) throw new Error('Client was closed');
        try {
          const rows = await this.#exchange(process, timeoutMs, (answer) =>
            this.#database.isUp ? this.#database.run(statement, answer) : undefined,
          );
          return { rows };
        } catch (error) {
          isEnded = true;
          throw error;
        }
      };
      const end = async (): Promise<void> => {
        isEnded = true;
      };
      return { query, end } as unknown as Client;
    };
  }

  #exchange(
    process: LinkEnd,
    timeoutMs: number,
    serve: (answer: (rows: Rows) => void) => unknown,
  ): Promise<Rows> {
    const { promise, resolve, reject } = Promise.withResolvers<Rows>();
    const timer = process.clock.after(timeoutMs, () => end(new Error('timeout expired')));
    const end = (why: Error): void => {
      this.#open.delete(end);
      timer.cancel();
      process.deliver(() => reject(why));
    };
    const answer = (rows: Rows): void => {
      if (this.#state === 'answers lost') return;
      this.#outside.after(this.#dice.whole(0, TRANSIT_MS_MAX), () => {
        if (!this.#open.delete(end)) return;
        timer.cancel();
        process.deliver(() => resolve(rows));
      });
    };
    this.#open.add(end);
    const state = this.#state;
    this.#outside.after(this.#dice.whole(0, TRANSIT_MS_MAX), () => {
      if (state === 'refused' || !this.#database.isUp) end(new Error('ECONNREFUSED'));
      else if (state !== 'requests lost') serve(answer);
    });
    return promise;
  }
}
