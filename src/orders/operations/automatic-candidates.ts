import {
  type AccountId,
  type ClientOrderId,
  type InstrumentId,
  isKillSwitchOn,
  isLive,
  isParentOver,
  listTargets,
  type Notional,
  type OperationFailure,
  type PositionOperation,
  positionKey,
  type Qty,
  type SubaccountId,
  type TimestampMs,
  type TokenClaim,
  type VenueName,
} from '#contract';
import { computeMergeable, type LedgerState, toPairCash } from '#domain';
import type { MarketView } from '#ports';
import { findTokens } from '../token-legs.ts';
import { getOperationNumber } from './operation-types.ts';

/** The least cash for which the service begins an operation by itself; null: never. */
export interface AutomaticMinimums {
  readonly redeemMin: Notional | null;
  readonly mergeMin: Notional | null;
}

/** Tokens that can become cash, worth at least the minimum. */
export interface AutomaticCandidate {
  readonly kind: 'MERGE' | 'REDEEM';
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly qty: Qty | null; // pairs; null for REDEEM
}

/** An automatic operation that failed is begun again after this, doubled by each further failure. */
export const RETRY_MS = 300_000;
export const RETRY_MS_MAX = 6 * 3_600_000;

/**
 * The markets of a venue whose claims together reach the minimum, since a redemption takes the tokens of all subaccounts. The
 * subaccount with the largest claim has the operation.
 */
export function listRedeemable(
  state: Pick<LedgerState, 'claims'>,
  venue: VenueName,
  redeemMin: Notional,
): readonly AutomaticCandidate[] {
  const markets = Map.groupBy(
    [...state.claims.values()].filter((claim) => claim.venue === venue),
    ({ instrumentId }) => instrumentId,
  );
  return [...markets.values()]
    .filter((claims) => claims.reduce((sum, { payout }) => sum + payout, 0n) >= redeemMin)
    .map((claims) => {
      const { accountId, subaccountId, instrumentId } = claims.reduce(selectLarger);
      return { kind: 'REDEEM', accountId, subaccountId, instrumentId, venue, qty: null };
    });
}

const selectLarger = (one: TokenClaim, other: TokenClaim): TokenClaim =>
  other.payout > one.payout ? other : one;

/** The pairs of a venue that are settled, promised to no sale, and worth at least the minimum. */
export function listMergeable(
  state: LedgerState,
  { venue, qtyStep }: { readonly venue: VenueName; readonly qtyStep: Qty },
  mergeMin: Notional,
): readonly AutomaticCandidate[] {
  return [...state.tokenPairs.values()].flatMap((row): AutomaticCandidate[] => {
    if (row.venue !== venue) return [];
    const { accountId, subaccountId, instrumentId } = row;
    const [yes, no] = [
      findTokens(state, row, instrumentId, 'YES'),
      findTokens(state, row, instrumentId, 'NO'),
    ];
    const qty = computeMergeable(yes, no, qtyStep);
    if (qty === 0n || toPairCash(qty) < mergeMin) return [];
    return [{ kind: 'MERGE', accountId, subaccountId, instrumentId, venue, qty }];
  });
}

/** Whether pairs are worth the minimum, promised or not: their sale may end without a change of the pairs. */
export const hasPairs = (
  { tokenPairs }: Pick<LedgerState, 'tokenPairs'>,
  mergeMin: Notional | null,
): boolean =>
  mergeMin !== null && [...tokenPairs.values()].some(({ pairs }) => toPairCash(pairs) >= mergeMin);

/**
 * Whether a subaccount trades the market now: a live order (quotes and children included) or a complex order that is not over,
 * also one of an asset with this market. Such pairs may be part of a plan, even where no sale promises them.
 */
export function isTraded(
  state: LedgerState,
  { accountId, subaccountId, instrumentId }: AutomaticCandidate,
  market: Pick<MarketView, 'asset'>,
): boolean {
  const isOwn = (of: Pick<AutomaticCandidate, 'accountId' | 'subaccountId'>): boolean =>
    of.accountId === accountId && of.subaccountId === subaccountId;
  for (const order of state.orders.values())
    if (isLive(order.status) && isOwn(order) && order.legs.some((leg) => leg.instrumentId === instrumentId))
      return true;
  for (const parent of state.parents.values()) {
    if (isParentOver(parent.status) || !isOwn(parent)) continue;
    const { genericAssetId } = parent;
    const asset = genericAssetId === null ? null : market.asset(genericAssetId);
    if (genericAssetId !== null && asset === null) return true; // its markets are not known now
    const targets = [...listTargets(parent), ...(asset?.members ?? [])];
    if (targets.some((target) => target.instrumentId === instrumentId)) return true;
  }
  return false;
}

/** A redemption changes the cash of every subaccount with a claim, so each of their kill switches pauses it. */
export function isPaused(state: LedgerState, { kind, instrumentId, ...owner }: AutomaticCandidate): boolean {
  const owners =
    kind === 'MERGE'
      ? [owner]
      : [...state.claims.values()].filter((claim) => claim.instrumentId === instrumentId);
  return owners.some(({ accountId, subaccountId }) => isKillSwitchOn(state, accountId, subaccountId));
}

/** What came of the automatic operations of a candidate so far. */
export interface AutomaticHistory {
  /** Names the next one by the one before it, so that a second beginning in the same state is a repeat. */
  readonly idempotencyKey: ClientOrderId;
  readonly failure: {
    readonly why: OperationFailure;
    readonly venueMessage: string | null;
    readonly retryAt: TimestampMs;
  } | null; // null: the last one was confirmed, or there was none
}

export function findHistory(
  { operations }: Pick<LedgerState, 'operations'>,
  candidate: AutomaticCandidate,
): AutomaticHistory {
  const earlier = [...operations.values()]
    .filter((operation) => operation.keyId === null && isSame(operation, candidate))
    .toSorted((a, b) => getOperationNumber(a.id) - getOperationNumber(b.id));
  const last = earlier.at(-1);
  const { kind, subaccountId, instrumentId } = candidate;
  const name = `automatic:${kind}:${subaccountId}:${instrumentId}:after:${last?.id ?? 'none'}`;
  const idempotencyKey = name as ClientOrderId;
  if (last === undefined || last.failure === null || last.endedAt === null)
    return { idempotencyKey, failure: null };
  const failures = earlier.length - 1 - earlier.findLastIndex(({ status }) => status !== 'FAILED');
  const waitMs = Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MS_MAX);
  const retryAt = (last.endedAt + waitMs) as TimestampMs;
  return { idempotencyKey, failure: { why: last.failure, venueMessage: last.venueMessage, retryAt } };
}

/** A redemption is of the whole market; which subaccount had it last does not matter. */
const isSame = (operation: PositionOperation, candidate: AutomaticCandidate): boolean =>
  operation.kind === candidate.kind &&
  operation.instrumentId === candidate.instrumentId &&
  (operation.kind === 'REDEEM' ||
    positionKey(operation.accountId, operation.subaccountId, operation.instrumentId) ===
      positionKey(candidate.accountId, candidate.subaccountId, candidate.instrumentId));
