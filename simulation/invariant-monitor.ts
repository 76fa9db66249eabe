import { createHash } from 'node:crypto';

const TRACE_MAX = 60;

export interface Violation {
  readonly invariant: string;
  readonly what: string;
  readonly step: number;
}

/** Observes one simulation, counts its events, and stores the first violation. */
export class InvariantMonitor {
  step = 0;
  readonly faults = new Map<string, number>();
  readonly moves = new Map<string, number>();
  readonly calls = new Map<string, number>();
  readonly crashes = new Map<string, number>(); // by the numbers of the crash points in the catalogue
  readonly #hash = createHash('sha256');
  readonly #trace: string[] = [];
  readonly #onLine: ((line: string) => void) | null;
  #violation: Violation | null = null;

  /** @param onLine  receives each line of the history as it happens; null: no receiver */
  constructor(onLine: ((line: string) => void) | null) {
    this.#onLine = onLine;
  }

  get violation(): Violation | null {
    return this.#violation;
  }

  get lastLines(): readonly string[] {
    return this.#trace;
  }

  note(line: string): void {
    const numbered = `${String(this.step).padStart(6)} ${line}`;
    this.#hash.update(`${numbered}\n`);
    this.#trace.push(numbered);
    if (this.#trace.length > TRACE_MAX) this.#trace.shift();
    this.#onLine?.(numbered);
  }

  countFault(kind: string): void {
    count(this.faults, kind);
    this.note(`fault ${kind}`);
  }

  /** Counts a fault that has an effect as long as it is active. It is too frequent for the history. */
  countActiveFault(kind: string): void {
    count(this.faults, kind);
  }

  countMove(from: string, to: string): void {
    count(this.moves, `${from} → ${to}`);
  }

  countCall(kind: string, outcome: string): void {
    count(this.calls, `${kind} ${outcome}`);
  }

  /** A process crashed at these crash points, numbered as in section 4 of the catalogue. */
  countCrash(points: Iterable<number>): void {
    for (const point of points) count(this.crashes, String(point));
  }

  /**
   * Records a broken invariant; the simulation ends after this step. Only the first is stored, because later
   * ones result from it.
   */
  violate(invariant: string, what: string): void {
    this.note(`VIOLATED ${invariant}: ${what}`);
    this.#violation ??= { invariant, what, step: this.step };
  }

  /** Requires that the invariant holds now; `what` describes the observation if it does not. */
  expect(holds: boolean, invariant: string, what: () => string): void {
    if (!holds) this.violate(invariant, what());
  }

  /** A digest of the whole history so far and of `state`: equal seeds give equal digests. */
  digest(state: string): string {
    return this.#hash.copy().update(state).digest('hex').slice(0, 16);
  }
}

const count = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};
