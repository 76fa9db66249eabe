import type { Random } from '../../src/ports/random.ts';
import { Dice } from '../dice.ts';

/** Dice as the port that production code takes its randomness from. */
export class DiceRandom implements Random {
  readonly #dice: Dice;

  constructor(seed: number, purpose: string) {
    this.#dice = new Dice(seed, purpose);
  }

  next(): number {
    return this.#dice.whole(0, 2 ** 31 - 1) / 2 ** 31;
  }

  hex(length: number): string {
    return Array.from({ length }, () => this.#dice.whole(0, 255).toString(16).padStart(2, '0')).join('');
  }
}
