import type { Crossbook, VenueHealth } from '../../../sdk/src/index.ts';
import { asError } from '../components/rejection-text.ts';

/** What a venue said of itself at one time. */
export interface HealthSample {
  readonly at: number;
  readonly isWell: boolean;
  readonly latencyMs: number | null;
}

export interface HealthState {
  readonly venues: readonly VenueHealth[]; // as last told; without those that are switched off
  readonly samples: ReadonlyMap<string, readonly HealthSample[]>; // by venue, oldest first
  readonly since: number;
  readonly problem: Problem | null; // why the last question had no answer
  readonly clockOffMs: number; // how far this computer's clock is ahead of the service's
}

/** Why the service does not answer us, and since when it has not. */
export interface Problem {
  readonly error: Error;
  readonly since: number;
}

const EVERY_MS = 5_000;
const SAMPLES_MAX = 720; // an hour
const CLOCK_EVERY = 12; // of those questions

/** Asks for the venues' health as long as the terminal is open, and remembers the last hour of it. */
export class HealthLog {
  readonly #client: Crossbook;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #timer: ReturnType<typeof setInterval>;
  #asked = 0;
  #state: HealthState = {
    venues: [],
    samples: new Map(),
    since: Date.now(),
    problem: null,
    clockOffMs: 0,
  };

  constructor(client: Crossbook) {
    this.#client = client;
    this.#timer = setInterval(() => void this.#ask(), EVERY_MS);
    void this.#ask();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): HealthState => this.#state;

  close(): void {
    clearInterval(this.#timer);
    this.#stop.abort();
  }

  async #ask(): Promise<void> {
    try {
      if (this.#asked++ % CLOCK_EVERY === 0) await this.#readClock();
      const told = await this.#client.venues.health({ signal: this.#stop.signal });
      const venues = told.filter(({ reason }) => reason !== 'disabled');
      this.#set({ venues, samples: withSamples(this.#state.samples, venues), problem: null });
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      const since = this.#state.problem?.since ?? Date.now();
      this.#set({ problem: { error: asError(error), since } });
    }
  }

  /** The service read its clock about half way between the question and its answer. */
  async #readClock(): Promise<void> {
    const askedAt = Date.now();
    const { timestamp } = await this.#client.time({ signal: this.#stop.signal });
    this.#set({ clockOffMs: Math.round((askedAt + Date.now()) / 2) - timestamp });
  }

  #set(change: Partial<HealthState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function withSamples(
  samples: HealthState['samples'],
  venues: readonly VenueHealth[],
): HealthState['samples'] {
  const at = Date.now();
  return new Map(
    venues.map(({ venue, healthy, latency_ms: latency }) => {
      const sample = { at, isWell: healthy, latencyMs: latency ?? null };
      return [venue, [...(samples.get(venue) ?? []), sample].slice(-SAMPLES_MAX)];
    }),
  );
}

/** Since when a venue has been ill without a break, as far as we have looked; null while it is well. */
export function illSince(samples: readonly HealthSample[]): number | null {
  const lastWell = samples.findLastIndex(({ isWell }) => isWell);
  return samples[lastWell + 1]?.at ?? null;
}
