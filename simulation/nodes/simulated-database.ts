import type { SeededChoice } from '../seeded-choice.ts';

/** The row of the shard and the entries, as a server stores them. */
interface DatabaseState {
  readonly epoch: number;
  readonly renewals: number;
  readonly owner: string | null;
  readonly last_seq: number;
  readonly last_hash: string;
  readonly commits: number;
  readonly entries: readonly StoredEntry[];
}

export interface StoredEntry {
  readonly seq: number;
  readonly epoch: number;
  readonly at: number;
  readonly cause: string;
  readonly actor: string;
  readonly events: string;
  readonly hash: string;
}

const ENTRY_COLUMNS = ['seq', 'epoch', 'at', 'cause', 'actor', 'events', 'hash'] as const;

/** A statement as the driver receives it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export type Rows = readonly object[];

const EMPTY: DatabaseState = {
  epoch: 0,
  renewals: 0,
  owner: null,
  last_seq: 0,
  last_hash: '',
  commits: 0,
  entries: [],
};

const SYNC_MS_MAX = 15;

/**
 * One shard of a database with a synchronous standby: a statement that writes takes effect, for all nodes and on the standby,
 * when the standby has confirmed it. One such statement runs at a time, because all of them update the row of the shard.
 */
export class SimulatedDatabase {
  readonly #dice: SeededChoice;
  readonly #after: (ms: number, run: () => void) => void;
  readonly #history: DatabaseState[] = [EMPTY];
  readonly #queue: (() => void)[] = [];
  #isBusy = false;
  #server = 1; // the number of the server that is the primary
  #isUp = true;
  #hasStandby = true;

  constructor(dice: SeededChoice, after: (ms: number, run: () => void) => void) {
    this.#dice = dice;
    this.#after = after;
  }

  get state(): DatabaseState {
    return this.#history.at(-1) ?? EMPTY;
  }

  /** How often a node has taken the shard. */
  get owners(): number {
    return this.#history.reduce((count, { owner }, at, all) => {
      const isTaken = owner !== null && owner !== all[at - 1]?.owner;
      return count + (isTaken ? 1 : 0);
    }, 0);
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Runs a statement that has arrived. The answer is dropped with its server. */
  run(statement: Statement, answer: (rows: Rows) => void): void {
    const server = this.#server;
    const respond = (rows: Rows): void => {
      if (server === this.#server) answer(rows);
    };
    if (statement.text.startsWith('SELECT')) return respond([this.state]);
    this.#queue.push(() => respond(this.#write(statement)));
    this.#next();
  }

  /** The standbys are away until `restoreStandby`: no write is confirmed. */
  loseStandby(): void {
    this.#hasStandby = false;
  }

  restoreStandby(): void {
    this.#hasStandby = true;
    this.#next();
  }

  /** The primary ends. The write under way is on the standby, or not. */
  kill(): void {
    const running = this.#isBusy && this.#dice.chance(0.5) ? this.#queue[0] : undefined;
    this.#server += 1;
    running?.();
    this.#queue.length = 0;
    this.#isBusy = false;
    this.#isUp = false;
  }

  /** The standby, which has every confirmed write, or the restarted primary is the primary. */
  promote(): void {
    this.#isUp = true;
    this.#hasStandby = true;
  }

  /** An asynchronous standby is the primary: it lacks the last entries. */
  promoteBehind(entries: number): void {
    this.kill();
    const length = Math.max(0, this.state.entries.length - entries);
    const at = this.#history.findLastIndex((state) => state.entries.length <= length);
    this.#history.length = at + 1;
    this.promote();
  }

  #next(): void {
    if (this.#isBusy || !this.#hasStandby || !this.#isUp || this.#queue.length === 0) return;
    this.#isBusy = true;
    const server = this.#server;
    this.#after(this.#dice.whole(1, SYNC_MS_MAX), () => {
      if (server !== this.#server) return;
      this.#isBusy = false;
      if (this.#hasStandby) this.#queue.shift()?.();
      this.#next();
    });
  }

  #write(statement: Statement): Rows {
    const changed = applyStatement(this.state, statement);
    if (changed !== null) this.#history.push(changed);
    if (isCommit(statement)) return [{ count: changed === null ? 0 : 1 }];
    return changed === null ? [] : [{ ...changed, resign: false }];
  }
}

const isCommit = ({ text }: Statement): boolean => text.startsWith('WITH fence');

/** The statements of `shard-row.ts` and `commit-statement.ts`. Null: no row was found. */
function applyStatement(state: DatabaseState, { text, values }: Statement): DatabaseState | null {
  const { epoch, renewals, owner } = state;
  if (text.startsWith('WITH fence')) return commit(state, values);
  if (text.startsWith('WITH taken')) {
    if (epoch !== values[1] || renewals !== values[2]) return null;
    return { ...state, epoch: epoch + 1, renewals: renewals + 1, owner: String(values[3]) };
  }
  if (owner !== values[1]) return null;
  if (text.startsWith('UPDATE shards SET epoch'))
    return { ...state, epoch: epoch + 1, renewals: renewals + 1 };
  if (text.startsWith('UPDATE shards SET renewals')) return { ...state, renewals: renewals + 1 };
  if (text.startsWith('UPDATE shards SET owner = NULL'))
    return { ...state, owner: null, renewals: renewals + 1 };
  throw new Error(`the simulated database does not know: ${text}`);
}

function commit(state: DatabaseState, values: readonly unknown[]): DatabaseState | null {
  const [, epoch, from, to, fromHash, toHash, commits, ...columns] = values;
  const isFenced =
    state.epoch === epoch &&
    state.last_seq === from &&
    state.last_hash === fromHash &&
    state.commits === commits;
  if (!isFenced) return null;
  const lists = columns.slice(0, ENTRY_COLUMNS.length) as readonly (readonly unknown[])[];
  const added = (lists[0] ?? []).map((_, row) =>
    Object.fromEntries(ENTRY_COLUMNS.map((name, at) => [name, lists[at]?.[row]])),
  ) as unknown as readonly StoredEntry[];
  return {
    ...state,
    last_seq: Number(to),
    last_hash: String(toHash),
    commits: state.commits + 1,
    renewals: state.renewals + 1,
    entries: [...state.entries, ...added],
  };
}
