/** One active fault. A null filter matches everything. */
export interface Fault {
  readonly id: number;
  readonly name: string;
  readonly method: string | null;
  readonly path: string | null; // matches paths that contain it
  readonly channel: string | null;
  readonly probability: number; // 0..1, per matching operation
  readonly times: number | null; // remaining activations; null is unlimited
  readonly ms: number;
  readonly status: number | null;
  readonly how: string | null;
  readonly text: string | null;
}

/** Random numbers with 0 ≤ x < 1. */
interface Random {
  next(): number;
}

/** The operation that a fault may apply to. */
export interface FaultTarget {
  readonly method?: string;
  readonly path?: string;
  readonly channel?: string;
}

/**
 * The active faults of a simulated exchange. They are set at run time and evaluated wherever a fault may apply.
 * An unknown name is rejected, so that a misspelled fault does not go unnoticed.
 */
export class FaultInjector {
  readonly names: Readonly<Record<string, string>>;
  readonly #random: Random;
  #faults: Fault[] = [];
  #lastId = 0;

  /** @param names  the faults that the exchange supports, with descriptions */
  constructor(random: Random, names: Readonly<Record<string, string>>) {
    this.#random = random;
    this.names = names;
  }

  list(): readonly Fault[] {
    return this.#faults;
  }

  /** Activates a fault. Returns it with its id, or an error message. */
  add(input: unknown): Fault | string {
    const fault = this.#parse(input);
    if (typeof fault !== 'string') this.#faults.push(fault);
    return fault;
  }

  /** Deactivates the fault with this id, or all with this name, or with null all faults. */
  remove(which: number | string | null): void {
    this.#faults = this.#faults.filter(({ id, name }) => which !== null && id !== which && name !== which);
  }

  /** Draws whether a fault with this name applies now; returns it or null. Uses one of its `times`. */
  trigger(name: string, target: FaultTarget = {}): Fault | null {
    if (this.#faults.length === 0) return null;
    const fault = this.#faults.find((each) => each.name === name && matches(each, target));
    if (fault === undefined || this.#random.next() >= fault.probability) return null;
    this.#use(fault);
    return fault;
  }

  /** Returns a matching active fault without a random draw. */
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
    const filters = { method: text('method'), path: text('path'), channel: text('channel') };
    this.#lastId += 1;
    const details = { how: text('how'), text: text('text'), times: times as number | null };
    return { id: this.#lastId, name, ...filters, probability, ms, status, ...details };
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && value >= 0;

const matches = (fault: Fault, { method, path, channel }: FaultTarget): boolean =>
  (fault.method === null || fault.method === method) &&
  (fault.path === null || path?.includes(fault.path) === true) &&
  (fault.channel === null || fault.channel === channel);
