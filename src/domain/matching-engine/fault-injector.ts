/** One switch that is on. What it does not name, matches everything. */
export interface Fault {
  readonly id: number;
  readonly name: string;
  readonly method: string | null;
  readonly path: string | null; // a part of the path
  readonly channel: string | null;
  readonly probability: number; // 0..1 of those that match
  readonly times: number | null; // how often it still strikes; null is without end
  readonly ms: number;
  readonly status: number | null;
  readonly how: string | null;
  readonly text: string | null;
}

/** Numbers of 0 ≤ x < 1. */
interface Chance {
  next(): number;
}

/** What a fault may strike. */
export interface FaultTarget {
  readonly method?: string;
  readonly path?: string;
  readonly channel?: string;
}

/**
 * The faults of a simulated exchange that are on now. Set at run time, asked wherever one may strike. An unknown
 * name is refused, so that nobody believes in a fault that does nothing.
 */
export class FaultInjector {
  readonly names: Readonly<Record<string, string>>;
  readonly #random: Chance;
  #faults: Fault[] = [];
  #lastId = 0;

  /** @param names  what the exchange knows, each with what it does */
  constructor(random: Chance, names: Readonly<Record<string, string>>) {
    this.#random = random;
    this.names = names;
  }

  list(): readonly Fault[] {
    return this.#faults;
  }

  /** Switches one on. Gives the fault with its id, or a sentence that says what is wrong with it. */
  add(input: unknown): Fault | string {
    const fault = this.#parse(input);
    if (typeof fault !== 'string') this.#faults.push(fault);
    return fault;
  }

  /** Switches off one id, or all of one name, or with null everything. */
  remove(which: number | string | null): void {
    this.#faults = this.#faults.filter(({ id, name }) => which !== null && id !== which && name !== which);
  }

  /** The fault of this name that strikes here and now, or null. One with `times` is used up by it. */
  trigger(name: string, target: FaultTarget = {}): Fault | null {
    if (this.#faults.length === 0) return null;
    const fault = this.#faults.find((each) => each.name === name && matches(each, target));
    if (fault === undefined || this.#random.next() >= fault.probability) return null;
    this.#use(fault);
    return fault;
  }

  /** The fault as it stands, without a draw: for switches that hold while they are on. */
  findActive(name: string, target: FaultTarget = {}): Fault | null {
    return this.#faults.find((each) => each.name === name && matches(each, target)) ?? null;
  }

  #use(fault: Fault): void {
    if (fault.times === null) return;
    const left = { ...fault, times: fault.times - 1 };
    this.#faults = this.#faults
      .map((each) => (each === fault ? left : each))
      .filter(({ times }) => times !== 0);
  }

  #parse(input: unknown): Fault | string {
    if (typeof input !== 'object' || input === null) return 'a fault is an object';
    const given = input as Record<string, unknown>;
    const { name, probability = 1, times = null, ms = 0, status = null } = given;
    if (typeof name !== 'string' || !Object.hasOwn(this.names, name)) {
      return `name must be one of ${Object.keys(this.names).join(', ')}`;
    }
    if (!isNumber(probability) || probability > 1) return 'probability is 0..1';
    if (times !== null && (!Number.isInteger(times) || Number(times) < 1)) return 'times is 1 or more';
    if (!isNumber(ms)) return 'ms is 0 or more';
    if (status !== null && !isNumber(status)) return 'status is a number';
    const text = (key: string): string | null => (typeof given[key] === 'string' ? given[key] : null);
    const words = { method: text('method'), path: text('path'), channel: text('channel') };
    this.#lastId += 1;
    const told = { how: text('how'), text: text('text'), times: times as number | null };
    return { id: this.#lastId, name, ...words, probability, ms, status, ...told };
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && value >= 0;

const matches = (fault: Fault, { method, path, channel }: FaultTarget): boolean =>
  (fault.method === null || fault.method === method) &&
  (fault.path === null || path?.includes(fault.path) === true) &&
  (fault.channel === null || fault.channel === channel);
