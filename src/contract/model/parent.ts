import type { ParentParams } from './complex-order-types.ts';
import {
  type AccountId,
  type ClientOrderId,
  type GenericAssetId,
  type InstrumentId,
  type KeyId,
  type OrderId,
  type OrderTag,
  type ParentId,
  type SubaccountId,
  type VenueName,
} from './ids.ts';
import { type Notional, type Price, type Qty } from './money.ts';
import { type NewOrder, type OrderReason, type OrderStatus, type Outcome, type Side } from './order.ts';
import type { TimestampMs } from './time.ts';

// A complex order is a parent: it places ordinary orders, its children, and is never sent to a venue itself.

export const PARENT_STATUSES = [
  'WAITING',
  'WORKING',
  'PAUSED',
  'CANCELLING',
  'FILLED',
  'CANCELLED',
  'EXPIRED',
  'REJECTED',
] as const;
export type ParentStatus = (typeof PARENT_STATUSES)[number];

const OVER: ReadonlySet<ParentStatus> = new Set(['FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED']);
export const isParentOver = (status: ParentStatus): boolean => OVER.has(status);

/** Why a parent is PAUSED. Some end by themselves (parent-step.ts); the others end with a resume request. */
export const PAUSE_CAUSES = [
  'no_live_book',
  'market_paused',
  'kill_switch',
  'risk_limit',
  'venue_unhealthy',
  'outage',
  'fill_voided',
  'guard',
  'key_ended',
  'leg_risk',
] as const;
export type PauseCause = (typeof PAUSE_CAUSES)[number];

/** Why a parent ended, or is ending, without being filled. */
export const PARENT_REASONS = [
  'user_cancel',
  'cancel_all',
  'risk_cancel_all',
  'guard',
  'expired',
  'market_closed',
  'ioc_remainder',
  'below_minimum',
  'nothing_to_reduce',
  'entry_unfilled',
  'duration_over',
  'price_bound',
  'leg_risk',
] as const;
export type ParentReason = (typeof PARENT_REASONS)[number];

/** What a caller requests. `…Text` fields keep the caller's decimals for responses. */
export interface NewParent extends ParentTerms {
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId; // of an asset: the member that stands for it
  readonly genericAssetId: GenericAssetId | null; // its children are routed; null: they go to the instrument
  readonly side: Side;
  readonly outcome: Outcome;
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  readonly idempotencyKey: ClientOrderId | null;
  readonly tag: OrderTag | null; // its children have it too
}

/** The terms that an amend can change. */
export interface ParentTerms {
  readonly qty: Qty;
  readonly qtyText: string;
  readonly price: Price | null; // the worst price of any child; null: only where the type allows it
  readonly priceText: string | null;
  readonly tif: 'GTC' | 'GTD';
  readonly expiresAt: TimestampMs | null;
  readonly params: ParentParams;
}

/** What the decisions of the service have changed. Each decision is journaled with the complete state after it. */
export interface ParentState {
  readonly status: ParentStatus;
  readonly reason: ParentReason | null;
  readonly endsAs: 'CANCELLED' | 'EXPIRED' | null; // set while CANCELLING
  readonly pausedBy: PauseCause | null;
  readonly pausedAt: TimestampMs | null; // since when the cause holds
  readonly needsResume: boolean; // only a resume request continues, also once the kill switch is off
  readonly triggeredAt: TimestampMs | null;
  readonly triggeredBy: Price | null; // the watched price that met the trigger
  readonly nextAt: TimestampMs | null; // the next child is placed no earlier
  readonly refusals: number; // in succession
  readonly handledChild: number; // the end of the children up to this number is taken into account
  readonly moves: number; // children that replaced another one
  readonly progress: ParentProgress;
  readonly actingKeyId: KeyId | null; // key that resumed it; null: the key that created it
}

/** What types whose quantity becomes placeable step by step have reached. */
export interface ParentProgress {
  readonly releasedQty: Qty | null; // so much of `qty` may be filled or live by now; null: all
  readonly isReleaseFinal: boolean; // `releasedQty` does not grow any more
  readonly sizedFor: Qty | null; // `releasedQty` when the newest child was placed
  readonly staleUpTo: number; // live children up to this number must be cancelled
  readonly extreme: Price | null; // best price that a trailing stop has watched
  readonly volume: Qty | null; // traded by others since the acceptance of a POV
  readonly slice: number; // newest part of a TWAP, above `slices` once its duration is over; window of a POV
  readonly pair: PairProgress | null; // of a HEDGED_PAIR
  readonly pending: readonly number[]; // live children with a lower number than one whose end is taken into account
  readonly overlappedUpTo: number; // the stop of a TP_SL does not wait for the end of children up to this number
}

/** What a pair has decided so far. */
export interface PairProgress {
  readonly unhedgedAt: TimestampMs | null; // since when one leg lags, without a child in flight
  readonly isUnwound: boolean; // a leg was sold back: no new set is bought
  readonly pending: readonly number[]; // live children with a lower number than one whose end is taken into account
  readonly clip: PairClip | null; // newest
}

/** A part of a pair as it was expected when its first child was placed. */
export interface PairClip {
  readonly at: TimestampMs;
  readonly child: number; // of the leg that was sent first
  readonly isSecondFirst: boolean; // that leg is the second one
  readonly firstPrice: Price; // expected average
  readonly secondPrice: Price;
  readonly secondLimit: Price; // worst price of the leg that follows
  readonly firstFee: Price; // expected, for each contract
  readonly secondFee: Price;
}

export const NO_PROGRESS: ParentProgress = {
  releasedQty: null,
  isReleaseFinal: false,
  sizedFor: null,
  staleUpTo: 0,
  extreme: null,
  volume: null,
  slice: 0,
  pair: null,
  pending: [],
  overlappedUpTo: 0,
};

/** A child: an ordinary order. */
export interface ParentChild {
  readonly number: number; // 1, 2, …
  readonly leg: number; // of an OCO: its place in `listTargets`; 0 for all other types
  readonly orderId: OrderId;
  readonly status: OrderStatus;
  readonly reason: OrderReason | null;
  readonly cancelReason: OrderReason | null; // set once a cancel is requested
  readonly price: Price | null;
  readonly qty: Qty;
  readonly liveQty: Qty; // possibly live at a venue: also while in doubt or being cancelled
  readonly filledQty: Qty;
  readonly isAmending: boolean; // a change of its terms is not confirmed yet
}

/** Sums over all children, updated with each change of one. */
export interface ParentChildren {
  readonly childCount: number;
  readonly children: readonly ParentChild[]; // the live ones, and the newest one
  readonly childOrderIds: readonly OrderId[]; // the newest CHILD_IDS_MAX, oldest first
  readonly filledQty: Qty;
  readonly liveQty: Qty;
  readonly filledNotional: Notional;
  readonly fees: Notional | null; // null once the fee of a fill was not known
  readonly pair: PairSums | null; // of a HEDGED_PAIR
}

/** Sums over the children of one leg. Costs are those of holding the leg: 1 less the price for a SELL. */
export interface LegSums {
  readonly filledQty: Qty; // bought less sold back; below zero after a void
  readonly liveQty: Qty; // possibly live
  readonly unwindingQty: Qty; // of orders that sell back, possibly live
  readonly cost: Notional; // without fees
  readonly fees: Notional;
}

/** Sums of both legs. `filledQty` of the parent is the number of complete sets. */
export interface PairSums {
  readonly first: LegSums;
  readonly second: LegSums;
  readonly openCost: Notional; // of the quantity that is not hedged, with fees
  readonly slip: Notional; // paid above the expected price, on the leg that was sent first
  readonly delay: Notional; // on the leg that followed
  readonly excessFees: Notional; // above the expected fees
}

export const CHILD_IDS_MAX = 100;

/** A complex order. Immutable: each change creates a new value. */
export interface Parent extends NewParent, ParentState, ParentChildren {
  readonly id: ParentId;
  readonly accountId: AccountId;
  readonly keyId: KeyId; // API key of the request, for the audit
  readonly fingerprint: string; // normalised request, to detect idempotent repeats
  readonly createdAt: TimestampMs;
  readonly updatedAt: TimestampMs;
}

/** The kinds of decisions that the service journals. */
export const PARENT_DECISIONS = [
  'triggered',
  'crossed',
  'entry_changed',
  'ratcheted',
  'slice_due',
  'unhedged',
  'hedged',
  'child_placed',
  'child_refused',
  'child_ended',
  'child_cancelled',
  'child_moved',
  'overlapped',
  'paused',
  'continued',
  'reopened',
  'resumed',
  'cancel_requested',
  'ended',
] as const;
export type ParentDecision = (typeof PARENT_DECISIONS)[number];

/** The book that a decision saw, in terms of the parent's outcome. */
export interface SeenBook {
  readonly sequence: number;
  readonly ageMs: number;
  readonly bid: Price | null;
  readonly ask: Price | null;
  readonly watched: Price | null;
}

/** The end of this child is taken into account. Of two children that are live together, the later one may end first. */
export const isHandled = (
  { handledChild, progress: { pair, pending } }: Pick<Parent, 'handledChild' | 'progress'>,
  { number }: Pick<ParentChild, 'number'>,
): boolean => number <= handledChild && !(pair?.pending ?? pending).includes(number);

/** Where the children of a parent go: to its instrument, or to the best member of its asset. */
export const toRouted = ({
  instrumentId,
  genericAssetId,
  params,
}: Pick<NewParent, 'instrumentId' | 'genericAssetId' | 'params'>): Pick<
  NewOrder,
  'instrumentId' | 'genericAssetId' | 'routing'
> =>
  genericAssetId === null
    ? { instrumentId, genericAssetId, routing: { mode: 'DIRECT', venues: null } }
    : {
        instrumentId: null,
        genericAssetId,
        routing: { mode: 'BEST_PRICE', venues: findRoutedVenues(params) },
      };

/** The venues to which an order on an asset may go; null: all. */
export const findRoutedVenues = (params: ParentParams): readonly VenueName[] | null =>
  'venues' in params ? params.venues : null;

/** The order whose fills the parent exits; null for a type without entry. */
export const findEntryId = (params: ParentParams): OrderId | null =>
  'attachTo' in params ? params.attachTo : null;

/** The key that accounts for the children placed from now on. */
export const getActingKey = ({ keyId, actingKeyId }: Parent): KeyId => actingKeyId ?? keyId;

/** One of the two orders that may close what an entry fills. */
export interface PlannedExit {
  readonly kind: 'TAKE_PROFIT' | 'STOP_LOSS';
  readonly triggerPrice: Price | null;
  readonly price: Price | null; // null: an IOC order that follows the touch
  readonly qty: Qty;
}
