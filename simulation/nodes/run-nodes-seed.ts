import { StoreOpenError } from '#ports';
import { chainHash } from '../../src/storage/shared/hash-chain.ts';
import { type MachineClock, settle, Time } from '../environment/simulated-clock.ts';
import { SeededChoice } from '../seeded-choice.ts';
import { type NodeEvents, NodeProcess } from './node-process.ts';
import { SimulatedDatabase } from './simulated-database.ts';
import { SimulatedLink } from './simulated-link.ts';

const NODES = ['a', 'b'] as const;
type NodeName = (typeof NODES)[number];

export const NODE_FAULTS = [
  'kill',
  'suspend',
  'cut',
  'refused',
  'requests lost',
  'answers lost',
  'primary',
  'standbys',
] as const;
type Fault = (typeof NODE_FAULTS)[number];

const FAULTS_MAX = 6;
const FAULT_MS_MAX = 9_000; // several leases
const PAUSE_MS_MAX = 6_000;
const RESTART_MS = 1_000;
const LIVENESS_MS = 30_000;
const BEHIND_CHANCE = 0.3;
const BEHIND_ENTRIES_MAX = [5, 50, 5_000]; // also back to an earlier owner
const BEHIND_MS = 20_000;

export interface NodesReport {
  readonly seed: number;
  readonly violation: string | null;
  readonly faults: ReadonlyMap<string, number>;
  readonly acknowledged: number;
  readonly takeovers: number;
  readonly refusals: number; // processes that refused a journal without entries that they know
}

/**
 * Runs two nodes on one simulated database: faults for a while, then liveness, and in some simulations the promotion of a
 * server that was behind. An acknowledged order is in the journal once, is sent at most once, and never by a former owner.
 */
export async function runNodesSeed(seed: number): Promise<NodesReport> {
  const simulation = new NodesSimulation(seed);
  await simulation.run();
  return simulation.report();
}

class NodesSimulation implements NodeEvents {
  readonly #seed: number;
  readonly #time: Time;
  readonly #outside: MachineClock;
  readonly #dice: SeededChoice;
  readonly #orderDice: SeededChoice;
  readonly #database: SimulatedDatabase;
  readonly #links: Readonly<Record<NodeName, SimulatedLink>>;
  readonly #processes: Record<NodeName, NodeProcess>;
  readonly #faults = new Map<string, number>();
  readonly #acknowledged = new Map<number, string>(); // by order: the node
  readonly #sent = new Set<number>();
  #orders = 0;
  #starts = 0;
  #refusals = 0;
  #violation: string | null = null;
  #isBehind = false; // a server without the last entries was promoted

  constructor(seed: number) {
    this.#seed = seed;
    this.#time = new Time(new SeededChoice(seed, 'nodes: time'));
    this.#outside = this.#time.machine(0);
    this.#dice = new SeededChoice(seed, 'nodes: faults');
    this.#orderDice = new SeededChoice(seed, 'nodes: orders');
    const dice = new SeededChoice(seed, 'nodes: network');
    this.#database = new SimulatedDatabase(dice, (ms, run) => void this.#outside.after(ms, run));
    const link = (): SimulatedLink => new SimulatedLink(this.#database, this.#outside, dice);
    this.#links = { a: link(), b: link() };
    this.#processes = { a: this.#startNode('a'), b: this.#startNode('b') };
  }

  nextOrder(): number {
    this.#orders += 1;
    return this.#orders;
  }

  onAcknowledged(order: number, node: string): void {
    this.#acknowledged.set(order, node);
    if (this.#isBehind)
      this.#violate(`node ${node} has acknowledged order ${order} without the entries before`);
  }

  onSent(order: number, owner: string): void {
    if (this.#sent.has(order)) this.#violate(`order ${order} was sent twice`);
    this.#sent.add(order);
    const { owner: now } = this.#database.state;
    if (now !== owner && !this.#isBehind)
      this.#violate(`${owner} has sent order ${order}, and ${now} owns the journal`);
  }

  async run(): Promise<void> {
    await this.#pass(5_000);
    for (let left = this.#dice.whole(1, FAULTS_MAX); left > 0 && this.#violation === null; left -= 1) {
      this.#inflict(this.#dice.pick(NODE_FAULTS), this.#dice.pick(NODES));
      await this.#pass(this.#dice.whole(0, PAUSE_MS_MAX));
    }
    await this.#pass(FAULT_MS_MAX);
    const before = this.#acknowledged.size;
    await this.#pass(LIVENESS_MS);
    if (this.#acknowledged.size === before) this.#violate('no order is acknowledged after the faults');
    this.#checkJournal();
    if (this.#violation === null && this.#dice.chance(BEHIND_CHANCE)) await this.#promoteBehind();
  }

  report(): NodesReport {
    return {
      seed: this.#seed,
      violation: this.#violation,
      faults: this.#faults,
      acknowledged: this.#acknowledged.size,
      takeovers: this.#database.owners - 1,
      refusals: this.#refusals,
    };
  }

  onEnded(node: string, why: unknown): void {
    if (why instanceof StoreOpenError) this.#refusals += 1;
    else this.#restart(node as NodeName);
  }

  #restart(node: NodeName): void {
    this.#outside.after(RESTART_MS, () => {
      this.#processes[node] = this.#startNode(node);
    });
  }

  #startNode(node: NodeName): NodeProcess {
    this.#starts += 1;
    const parts = {
      node,
      start: String(this.#starts),
      machine: this.#time.machine(0),
      link: this.#links[node],
    };
    return new NodeProcess({ ...parts, events: this, dice: this.#orderDice });
  }

  #inflict(fault: Fault, node: NodeName): void {
    this.#faults.set(fault, (this.#faults.get(fault) ?? 0) + 1);
    const later = (run: () => void): void =>
      void this.#outside.after(this.#dice.whole(100, FAULT_MS_MAX), run);
    const process = this.#processes[node];
    const link = this.#links[node];
    switch (fault) {
      case 'kill':
        process.kill();
        return this.#restart(node);
      case 'suspend':
        process.suspend();
        return later(() => process.resume());
      case 'cut':
        return link.cut();
      case 'primary':
        this.#database.kill();
        for (const each of Object.values(this.#links)) each.cut();
        return later(() => this.#database.promote());
      case 'standbys':
        this.#database.loseStandby();
        return later(() => this.#database.restoreStandby());
      case 'refused':
      case 'requests lost':
      case 'answers lost':
        link.set(fault);
        return later(() => link.set('up'));
    }
  }

  /** The owner has acknowledged what the new primary lacks: nothing may be acknowledged after that. */
  async #promoteBehind(): Promise<void> {
    const { entries } = this.#database.state;
    const lost = Math.min(entries.length, this.#dice.whole(1, this.#dice.pick(BEHIND_ENTRIES_MAX)));
    this.#faults.set('behind', 1);
    this.#database.promoteBehind(lost);
    const stored = this.#readStored();
    this.#isBehind = [...this.#acknowledged.keys()].some((order) => !stored.has(order));
    for (const link of Object.values(this.#links)) link.cut();
    await this.#pass(BEHIND_MS);
    for (const process of Object.values(this.#processes)) if (process.refusal !== null) this.#refusals += 1;
    if (this.#isBehind && this.#refusals === 0)
      this.#violate('no process has refused the server that was behind');
  }

  /** Every acknowledged order is in the journal once, and so is every sent one; the chain is unbroken. */
  #checkJournal(): void {
    const { entries } = this.#database.state;
    let hash = '';
    for (const [index, entry] of entries.entries()) {
      hash = chainHash(hash, entry);
      if (entry.seq !== index + 1 || entry.hash !== hash)
        this.#violate(`entry ${index + 1} breaks the chain`);
    }
    const stored = this.#readStored();
    if (stored.size !== entries.length) this.#violate('an order is in the journal twice');
    for (const order of [...this.#acknowledged.keys(), ...this.#sent])
      if (!stored.has(order)) this.#violate(`order ${order} was acknowledged or sent, and is lost`);
  }

  #readStored(): ReadonlySet<number> {
    return new Set(this.#database.state.entries.map(({ events }) => Number(events)));
  }

  #violate(what: string): void {
    this.#violation ??= `at ${this.#time.nowMs} ms: ${what}`;
  }

  async #pass(ms: number): Promise<void> {
    const until = this.#time.nowMs + ms;
    for (let isMore = true; isMore && this.#violation === null; ) {
      isMore = this.#time.step(until);
      await settle();
      await settle(); // the writer collects the writes of one iteration of the event loop
    }
  }
}
