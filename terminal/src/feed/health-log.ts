import type { Crossbook, VenueHealth } from '../../../sdk/src/index.ts';
import { asError } from '../components/rejection-text.ts';

/** One health check of a venue. */
export interface HealthSample {
  readonly at: number;
  readonly isWell: boolean;
  readonly latencyMs: number | null;
}

export interface HealthState {
  readonly venues: readonly VenueHealth[]; // from the latest check, without disabled venues
  readonly samples: ReadonlyMap<string, readonly HealthSample[]>; // by venue, oldest first
  readonly since: number;
  readonly isKnown: boolean; // a check has succeeded or failed
  readonly problem: Problem | null; // why the latest request failed
  readonly clockOffMs: number; // how far this computer's clock is ahead of the service's
}

/** Why the service does not respond, and since when. */
export interface Problem {
  readonly error: Error;
  readonly since: number;
}

const EVERY_MS = 5_000;
const SAMPLES_MAX = 720; // an hour
const CLOCK_EVERY = 12; // in health checks

/** Polls the venues' health while the terminal is open and keeps the samples of the last hour. */
export class HealthLog {
  readonly #client: Crossbook;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #timer: ReturnType<typeof setInterval>;
  #requestCount = 0;
  #state: HealthState = {
    venues: [],
    samples: new Map(),
    since: Date.now(),
    isKnown: false,
    problem: null,
    clockOffMs: 0,
  };

  constructor(client: Crossbook) {
    this.#client = client;
    this.#timer = setInterval(() => void this.#poll(), EVERY_MS);
    void this.#poll();
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

  async #poll(): Promise<void> {
    try {
      if (this.#requestCount++ % CLOCK_EVERY === 0) await this.#readClock();
      const checks = await this.#client.venues.health({ signal: this.#stop.signal });
      const venues = checks.filter(({ reason }) => reason !== 'disabled');
      this.#set({ venues, samples: withSamples(this.#state.samples, venues), isKnown: true, problem: null });
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      const since = this.#state.problem?.since ?? Date.now();
      this.#set({ isKnown: true, problem: { error: asError(error), since } });
    }
  }

  /** Assumes that the service read its clock halfway between request and response. */
  async #readClock(): Promise<void> {
    const requestedAt = Date.now();
    const { timestamp } = await this.#client.time({ signal: this.#stop.signal });
    this.#set({ clockOffMs: Math.round((requestedAt + Date.now()) / 2) - timestamp });
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

/** Start of the current unhealthy period within the samples; null while the venue is healthy. */
export function unhealthySince(samples: readonly HealthSample[]): number | null {
  const lastWell = samples.findLastIndex(({ isWell }) => isWell);
  return samples[lastWell + 1]?.at ?? null;
}
