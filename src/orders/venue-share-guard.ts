import {
  type KeyId,
  type OrderBudget,
  type Rejection,
  rejection,
  type ShareView,
  type VenueName,
  VenueShares,
} from '#contract';
import type { Clock, VenueBudget } from '#ports';
import type { VenueRegistry } from './venue-registry.ts';

interface Sent {
  readonly legs: readonly { readonly venue: VenueName }[];
}

/**
 * Keeps one key from spending the order budget of a venue for all keys. Only new orders of a caller are refused;
 * cancels, amends and the children of complex orders are not, but they are counted.
 */
export class VenueShareGuard {
  readonly #venues: VenueRegistry;
  readonly #clock: Clock;
  readonly #shares = new Map<VenueName, VenueShares>();

  constructor({ venues, clock }: { readonly venues: VenueRegistry; readonly clock: Clock }) {
    this.#venues = venues;
    this.#clock = clock;
  }

  /** Refuses `rate_limited` when the key is above its share of a venue; nothing is counted. */
  refuse(keyId: KeyId, order: Sent): Rejection | null {
    for (const [venue, count] of countByVenue(order)) {
      const retryAfterMs = this.#getShares(venue)?.findWaitMs(keyId, count) ?? 0;
      if (retryAfterMs === 0) continue;
      const message = `the key is above its share of the orders that can be sent to ${venue} now`;
      return rejection('rate_limited', message, { bucket: `venue:${venue}`, retry_after_ms: retryAfterMs });
    }
    return null;
  }

  /** Counts an accepted order, in the step that accepts it. */
  count(keyId: KeyId, order: Sent): void {
    for (const [venue, count] of countByVenue(order)) this.#getShares(venue)?.spend(keyId, count);
  }

  /** An order that was refused before anything was sent to the venue does not count. */
  restore(keyId: KeyId, venue: VenueName): void {
    if (this.#venues.has(venue)) this.#getShares(venue)?.restore(keyId, 1);
  }

  /** Null for a venue without a limit on orders. */
  view(keyId: KeyId, venue: VenueName): ShareView | null {
    return this.#venues.has(venue) ? (this.#getShares(venue)?.view(keyId) ?? null) : null;
  }

  #getShares(venue: VenueName): VenueShares | null {
    const budget = toOrderBudget(this.#venues.get(venue).budgets?.() ?? []);
    if (budget === null) return null;
    const nowMs = this.#clock.monotonicMs();
    const shares = this.#shares.get(venue) ?? new VenueShares(budget, nowMs);
    this.#shares.set(venue, shares);
    shares.refresh(budget, nowMs);
    return shares;
  }
}

function countByVenue({ legs }: Sent): ReadonlyMap<VenueName, number> {
  const counts = new Map<VenueName, number>();
  for (const { venue } of legs) counts.set(venue, (counts.get(venue) ?? 0) + 1);
  return counts;
}

/** The one with the least left counts where a venue has several budgets for orders. Null without one. */
function toOrderBudget(budgets: readonly VenueBudget[]): OrderBudget | null {
  const found = budgets.flatMap(({ left, burst, perSecond, orders }): readonly OrderBudget[] => {
    if (orders === undefined) return [];
    const { cost, waitMsMax } = orders;
    return [{ left: left / cost, burst: burst / cost, perSecond: perSecond / cost, waitMsMax }];
  });
  const [first, ...others] = found;
  if (first === undefined) return null;
  return others.reduce((least, each) => (each.left < least.left ? each : least), first);
}
