import type { Random } from '../../src/ports/random.ts';

/**
 * The switches every sandbox exchange knows. An exchange adds its own names; an unknown name is refused,
 * so that a test never believes in a fault that does nothing.
 */
export const COMMON_FAULTS = {
  delay: 'the answer comes `ms` later; the request was done at once',
  delay_before: 'the request reaches the exchange `ms` later',
  lost_request: 'the exchange never sees the request; `how` is reset (default) or hang',
  drop_after_accept: 'done, but the answer is lost; `how` is reset (default), hang, or `status` is sent',
  status: 'answered with `status` (default 503) and `text`, nothing done',
  retired_path: 'the path is gone: 410',
  ws_refuse: 'a socket is refused with `status` (default 503)',
  ws_silent: 'the socket stays open and pinged, but no message comes',
  ws_gap: 'a message of `channel` is lost; its sequence number is used up',
  ws_duplicate: 'a message of `channel` is sent twice',
  ws_delay: 'a message of `channel` comes `ms` later, after those behind it',
  ws_drop: 'instead of a message of `channel` the socket ends without a close frame',
  ghost_fill: 'a fill is told that does not stand',
} as const satisfies Readonly<Record<string, string>>;

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

/** What a fault may strike. */
export interface FaultTarget {
  readonly method?: string;
  readonly path?: string;
  readonly channel?: string;
}

/** The faults that are on now. Set at run time, asked by the exchange wherever one may strike. */
export class FaultBoard {
  readonly names: Readonly<Record<string, string>>;
  readonly #random: Random;
  #faults: Fault[] = [];
  #lastId = 0;

  /** @param own  names and meanings that this exchange adds to the common ones */
  constructor(random: Random, own: Readonly<Record<string, string>> = {}) {
    this.#random = random;
    this.names = { ...COMMON_FAULTS, ...own };
  }

  list(): readonly Fault[] {
    return this.#faults;
  }

  /** Switches one on. Gives the fault with its id, or a sentence that says what is wrong with it. */
  put(input: unknown): Fault | string {
    const fault = this.#parse(input);
    if (typeof fault !== 'string') this.#faults.push(fault);
    return fault;
  }

  /** Switches off one id, or all of one name, or with null everything. */
  remove(which: number | string | null): void {
    this.#faults = this.#faults.filter(({ id, name }) => which !== null && id !== which && name !== which);
  }

  /** The fault of this name that strikes here and now, or null. One with `times` is used up by it. */
  strike(name: string, target: FaultTarget = {}): Fault | null {
    if (this.#faults.length === 0) return null;
    const fault = this.#faults.find((each) => each.name === name && matches(each, target));
    if (fault === undefined || this.#random.next() >= fault.probability) return null;
    this.#use(fault);
    return fault;
  }

  /** The fault as it stands, without a draw: for switches that hold while they are on. */
  standing(name: string, target: FaultTarget = {}): Fault | null {
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
