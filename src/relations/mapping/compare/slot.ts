import { gap, type Reason, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';

/**
 * One typed slot of a contract, such as the central bank that decides. Both listings of a class must fill it: a slot
 * that only one of them fills is a gap, because silence does not mean the usual value.
 */
export interface Slot {
  readonly name: string;
  readonly isUsed: (a: ListingFacts, b: ListingFacts) => boolean; // the class of market that has this slot
  readonly read: (facts: ListingFacts) => readonly string[]; // each value once
  readonly isRequired?: (a: ListingFacts, b: ListingFacts) => boolean; // false: silence is no gap
  readonly conflict: (one: readonly string[], other: readonly string[]) => 'veto' | 'gap';
}

/** Compares both listings slot by slot. No reason for a slot that both leave empty or fill alike. */
export const compareBySlots = (slots: readonly Slot[], a: ListingFacts, b: ListingFacts): readonly Reason[] =>
  slots.flatMap((slot) => {
    if (!slot.isUsed(a, b)) return [];
    const [one, other] = [slot.read(a), slot.read(b)];
    if (one.length + other.length === 0 || one.some((value) => other.includes(value))) return [];
    const words = [one, other].map((values) => values.join(', ') || 'not stated').join(' / ');
    if (one.length === 0 || other.length === 0)
      return slot.isRequired?.(a, b) === false ? [] : [gap(slot.name, -0.1, words)];
    return [slot.conflict(one, other) === 'veto' ? veto(slot.name, words) : gap(slot.name, -0.1, words)];
  });
