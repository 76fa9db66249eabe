import { hashName, seededRandom } from '../src/matching-engine/seeded-noise.ts';
import type { Random } from '../src/ports/environment.ts';

/**
 * Random numbers for one purpose. Each purpose has a separate sequence, so that an additional draw in one
 * leaves the others unchanged.
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

  /** A whole number between both ends, inclusive. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.#next() * (max - min + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#next() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** One name, with a probability by weight. */
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

/** The random port of production code, fed from the seed. */
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
