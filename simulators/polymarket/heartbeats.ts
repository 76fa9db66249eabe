import type { Clock, Random } from '../../src/ports/environment.ts';
import { randomUuid } from '../shared/process-environment.ts';

interface Beat {
  readonly id: string;
  readonly at: number; // ms
}

/** Silence after a first heartbeat that costs an API key all its open orders. */
const SILENCE_MAX_MS = 10_000;

/** The dead man's switch of each API key that uses it. */
export class Heartbeats {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #beats = new Map<string, Beat>();

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** The id to send next, and whether the one that came was the expected one. */
  beat(apiKey: string, id: string): { readonly isExpected: boolean; readonly next: string } {
    const last = this.#beats.get(apiKey);
    if (last !== undefined && id !== last.id) return { isExpected: false, next: last.id };
    const next = randomUuid(this.#random);
    this.#beats.set(apiKey, { id: next, at: this.#clock.now() });
    return { isExpected: true, next };
  }

  /** The keys that have fallen silent; each is told once. */
  takeSilent(): readonly string[] {
    const since = this.#clock.now() - SILENCE_MAX_MS;
    const silent = [...this.#beats].filter(([, { at }]) => at < since).map(([apiKey]) => apiKey);
    for (const apiKey of silent) this.#beats.delete(apiKey);
    return silent;
  }
}
