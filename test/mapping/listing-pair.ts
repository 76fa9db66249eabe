import type { Listing } from '../../src/domain/mapping/listing.ts';

export type Label = 'same' | 'inverted' | 'different';

/** Two listings, what they are to each other, and what makes the pair hard. */
export interface Pair {
  readonly id: string; // `family/number`
  readonly kind: string; // the trap, or how the wording differs
  readonly label: Label;
  readonly kalshi: Listing;
  readonly polymarket: Listing;
}

/** A question as both venues word it, and its near-twins: each changes words of one side. */
export interface Family {
  readonly id: string;
  readonly category: string;
  readonly close: string; // day on which both close
  readonly kalshi: readonly [event: string, outcome: string, rules: string];
  readonly polymarket: readonly [question: string, description: string];
  readonly label?: Label; // of the two as they stand; `same` when left out
  readonly variants: readonly Variant[];
}

/** `K` or `P` is the side that changes: words for words, or all of its words. */
export type Variant = readonly [
  kind: string,
  label: Label,
  side: 'K' | 'P',
  change: readonly (readonly [from: string, to: string])[] | readonly string[],
  close?: string,
];
