import {
  isOperationForgotten,
  type Notional,
  type PositionOperation,
  positionKey,
  type Qty,
  requirePresent,
  type TimestampMs,
  type TokenClaim,
} from '#contract';
import { assertOperation } from '../positions/operation-lifecycle.ts';
import { addClaim, subtractClaim, toPairCash } from '../positions/token-operations.ts';
import type { LedgerState, TouchedRecords, TouchedSettings } from './ledger-state.ts';

/** Applies the new state of an operation: a confirmed one changes pairs or claims. Drops those that ended long ago. */
export function applyOperation(
  state: LedgerState,
  touched: TouchedRecords,
  settings: TouchedSettings,
  after: PositionOperation,
  at: TimestampMs,
): void {
  const before = state.operations.get(after.id) ?? null;
  assertOperation(before, after);
  state.exposure.tokens.replaceOperation(before, after);
  state.operations.set(after.id, after);
  settings.operations.add(after.id);
  if (after.status === 'CONFIRMED') confirm(state, touched, settings, after);
  for (const [id, other] of state.operations) {
    if (!isOperationForgotten(other, at)) continue;
    state.operations.delete(id);
    settings.operations.add(id);
  }
}

function confirm(
  state: LedgerState,
  touched: TouchedRecords,
  settings: TouchedSettings,
  operation: PositionOperation,
): void {
  const { kind, accountId, subaccountId, instrumentId, redeems } = operation;
  const key = positionKey(accountId, subaccountId, instrumentId);
  if (kind === 'REDEEM') {
    for (const part of redeems) redeem(state, settings, instrumentId, part);
    return;
  }
  const qty = requirePresent(operation.qty, 'the quantity of a merge or split');
  const pairs = state.tokenPairs.get(key)?.pairs ?? 0n;
  if (kind === 'SPLIT') return setPairs(state, touched, operation, (pairs + qty) as Qty);
  // Pairs of a market that was settled meanwhile are part of its claim.
  const settled = qty > pairs ? qty - pairs : 0n;
  setPairs(state, touched, operation, (pairs - (qty - settled)) as Qty);
  if (settled > 0n)
    redeem(state, settings, instrumentId, { accountId, subaccountId, payout: toPairCash(settled as Qty) });
}

type Owner = Pick<TokenClaim, 'accountId' | 'subaccountId' | 'instrumentId' | 'venue'>;

export function setPairs(
  state: LedgerState,
  touched: TouchedRecords,
  { accountId, subaccountId, instrumentId, venue }: Owner,
  pairs: Qty,
): void {
  const key = positionKey(accountId, subaccountId, instrumentId);
  if (pairs === (state.tokenPairs.get(key)?.pairs ?? 0n)) return;
  const after = { accountId, subaccountId, instrumentId, venue, pairs };
  if (pairs === 0n) state.tokenPairs.delete(key);
  else state.tokenPairs.set(key, after);
  touched.tokenPairs.push(after);
}

/** The tokens of a settled market became a claim on its payout, which replaces the pairs. */
export function applyTokensSettled(
  state: LedgerState,
  touched: TouchedRecords,
  settings: TouchedSettings,
  claim: TokenClaim,
): void {
  const key = positionKey(claim.accountId, claim.subaccountId, claim.instrumentId);
  setPairs(state, touched, claim, 0n as Qty);
  setClaim(state, settings, key, addClaim(state.claims.get(key) ?? null, claim));
}

function redeem(
  state: LedgerState,
  settings: TouchedSettings,
  instrumentId: TokenClaim['instrumentId'],
  part: { readonly payout: Notional } & Pick<TokenClaim, 'accountId' | 'subaccountId'>,
): void {
  const key = positionKey(part.accountId, part.subaccountId, instrumentId);
  setClaim(state, settings, key, subtractClaim(state.claims.get(key) ?? null, part));
}

function setClaim(
  state: LedgerState,
  settings: TouchedSettings,
  key: string,
  claim: TokenClaim | null,
): void {
  const before = state.claims.get(key);
  if (claim !== null) state.claims.set(key, claim);
  else if (!state.claims.delete(key)) return;
  const row = claim ?? (before === undefined ? null : { ...before, payout: 0n as Notional });
  settings.claims.push(requirePresent(row, 'a changed claim'));
}
