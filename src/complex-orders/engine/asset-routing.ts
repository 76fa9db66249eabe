import {
  type AssetMember,
  findRoutedVenues,
  type NewOrder,
  NO_FLAGS,
  type Notional,
  oppositeOutcome,
  type Parent,
  type Price,
  type Qty,
  toRouted,
  type VenueName,
} from '#contract';
import { type BookView, describeRouting, routeOrder, type StateStore, type VenueRegistry } from '#orders';
import type { MarketView } from '#ports';
import type { Gain } from '../rules/parent-rules.ts';
import { toTouch } from '../rules/trigger.ts';
import { isRoutedTo } from '../types/smart-route/smart-route-rules.ts';

export interface AssetRoutingDeps {
  readonly store: StateStore;
  readonly market: MarketView;
  readonly venues: VenueRegistry;
  readonly venueNames: readonly VenueName[];
}

type OnAsset = Pick<Parent, 'genericAssetId' | 'params'>;

/**
 * What a complex order on a generic asset sees of its members.
 *
 * Source  docs/decisions/complex-orders.md
 */
export class AssetRouting {
  readonly #deps: AssetRoutingDeps;

  constructor(deps: AssetRoutingDeps) {
    this.#deps = deps;
  }

  /** Those at the venues to which the order may go; none without an asset. */
  members({ genericAssetId, params }: OnAsset): readonly AssetMember[] {
    const asset = genericAssetId === null ? null : this.#deps.market.asset(genericAssetId);
    return asset?.members.filter(({ venue }) => isRoutedTo(findRoutedVenues(params), venue)) ?? [];
  }

  /** The best prices of the live books of all members, in terms of the outcome. The sequence is that of the best price. */
  view(parent: OnAsset & Pick<Parent, 'outcome' | 'side'>): BookView {
    const { market } = this.#deps;
    const { outcome, side } = parent;
    let best: BookView = { touch: null, watched: null, book: null };
    for (const { instrumentId, inverted } of this.members(parent)) {
      const quoted = market.book(instrumentId);
      const instrument = market.instrument(instrumentId);
      if (quoted === null || !quoted.usable || instrument === null) continue;
      if (instrument.status !== 'OPEN' || !market.isVenueHealthy(instrument.venue)) continue;
      const { bids, asks, sequence } = quoted.book;
      const own = inverted ? oppositeOutcome(outcome) : outcome;
      const { bid, ask } = toTouch(own, bids[0]?.price ?? null, asks[0]?.price ?? null);
      const touch = { bid: higher(best.touch?.bid ?? null, bid), ask: lower(best.touch?.ask ?? null, ask) };
      const watched = side === 'BUY' ? touch.ask : touch.bid;
      const known = best.book !== null && watched === best.watched ? best.book : null;
      const seen = known ?? { sequence, ageMs: Math.round(quoted.ageMs) };
      best = { touch, watched, book: { ...touch, sequence: seen.sequence, ageMs: seen.ageMs, watched } };
    }
    return best;
  }

  /** What the order would save at another member, compared with resting where it is. */
  findGain(parent: Parent): Gain | null {
    const child = parent.children.find(({ liveQty }) => liveQty > 0n);
    const leg = child === undefined ? undefined : this.#deps.store.state.orders.get(child.orderId)?.legs[0];
    if (child === undefined || leg === undefined || parent.price === null) return null;
    const order = toRequest(parent, parent.price, child.liveQty);
    const routed = routeOrder(order, this.#deps);
    if (!routed.ok) return null;
    const [best] = routed.value.decision?.legs ?? [];
    if (best === undefined || best.instrumentId === leg.instrumentId) return null;
    const { instrumentId, outcome, price } = leg;
    const here = {
      ...order,
      instrumentId,
      genericAssetId: null,
      outcome,
      price,
      routing: { mode: 'DIRECT', venues: null },
    } as const;
    const stays = { legs: [{ ...leg, qty: child.liveQty }], decision: null, unroutable: null };
    const [present] = describeRouting(here, stays, this.#deps).legs ?? [];
    if (present === undefined) return null; // what happens there is not known
    return {
      saved: (present.cost - best.cost) as Notional,
      qty: best.takes > 0n ? best.takes : child.liveQty,
    };
  }
}

const toRequest = (parent: Parent, price: Price, qty: Qty): NewOrder => ({
  ...NO_FLAGS,
  ...toRouted(parent),
  subaccountId: parent.subaccountId,
  side: parent.side,
  outcome: parent.outcome,
  type: 'LIMIT',
  tif: parent.tif,
  expiresAt: parent.expiresAt,
  price,
  priceText: parent.priceText,
  qty,
  qtyText: parent.qtyText,
  clientOrderId: null,
  postOnly: parent.postOnly,
  reduceOnly: parent.reduceOnly,
  tag: parent.tag,
});

const higher = (a: Price | null, b: Price | null): Price | null =>
  a === null || (b !== null && b > a) ? b : a;
const lower = (a: Price | null, b: Price | null): Price | null =>
  a === null || (b !== null && b < a) ? b : a;
