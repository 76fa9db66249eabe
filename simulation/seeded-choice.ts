import { hashName, seededRandom } from '../src/domain/matching-engine/seeded-noise.ts';
import type { Random } from '../src/ports/environment.ts';

/**
 * Randomness for one purpose. Each purpose has its own sequence, so that a new draw in one of them leaves
 * what the others throw as it was.
 */
export class SeededChoice {
  readonly #next: () => number;

  constructor(seed: number, purpose: string) {
    const random = seededRandom(hashName(seed, purpose));
    this.#next = () => random.next();
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  /** Whole, both ends included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.#next() * (max - min + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#next() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** One name, each as likely as its weight says. */
  weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name {
    const named = Object.entries<number | undefined>(weights) as [Name, number][];
    let left = this.#next() * named.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of named) {
      left -= weight;
      if (left < 0) return name;
    }
    return this.pick(named)[0];
  }
}

/** Dice as the port that production code takes its randomness from. */
export class DiceRandom implements Random {
  readonly #dice: SeededChoice;

  constructor(seed: number, purpose: string) {
    this.#dice = new SeededChoice(seed, purpose);
  }

  next(): number {
    return this.#dice.whole(0, 2 ** 31 - 1) / 2 ** 31;
  }

  hex(length: number): string {
    return Array.from({ length }, () => this.#dice.whole(0, 255).toString(16).padStart(2, '0')).join('');
  }
}
