import {
  absolute,
  type Caller,
  type ClientOrderId,
  err,
  type GenericAssetId,
  type InstrumentId,
  notFound,
  ok,
  type Rejection,
  type Result,
  rejection,
  renderDecimal,
  type SubaccountId,
} from '#contract';
import { sumAssetNet } from '#domain';
import type { MarketView } from '#ports';
import type { Ownership } from './order-ownership.ts';
import type { StateStore } from './state-store.ts';

/** The position to close: of one instrument or of one asset. */
export interface CloseRequest {
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId | null;
  readonly genericAssetId: GenericAssetId | null; // set exactly when `instrumentId` is null
  readonly clientOrderId: ClientOrderId | null;
}

export interface PositionClosingDeps {
  readonly store: StateStore;
  readonly market: MarketView;
  readonly ownership: Ownership;
}

export interface ClosingTerms {
  readonly side: 'BUY' | 'SELL';
  readonly qty: string;
}

/**
 * The side and the quantity of the order that closes a position, in YES terms of the instrument or of the asset. Of an
 * asset it is the net of its members. A repeat of an earlier request has the terms of the order that it placed.
 *
 * Refuses `not_found`, `nothing_to_reduce`, and as `Ownership.check`.
 */
export async function findClosingTerms(
  caller: Caller,
  request: CloseRequest,
  { store, market, ownership }: PositionClosingDeps,
): Promise<Result<ClosingTerms, Rejection>> {
  const owned = ownership.check(caller, request.subaccountId);
  if (!owned.ok) return owned;
  const earlier = await findEarlier(caller, request, store);
  if (earlier !== null) return ok(earlier);
  const members = await listMembers(request, market);
  if (members === null) return err(notFound('generic_asset'));
  const owner = { accountId: caller.accountId, subaccountId: request.subaccountId };
  const net = sumAssetNet(store.state.positions, owner, members);
  if (net === 0n) {
    const isHeld = members.some((member) => sumAssetNet(store.state.positions, owner, [member]) !== 0n);
    const message = isHeld
      ? 'the positions at the members of the asset offset each other; close each one by its instrument_id'
      : 'there is no position to close';
    return err(rejection('nothing_to_reduce', message, { position: '0' }));
  }
  return ok({ side: net > 0n ? 'SELL' : 'BUY', qty: renderDecimal(absolute(net)) });
}

async function findEarlier(
  { accountId }: Caller,
  { subaccountId, clientOrderId }: CloseRequest,
  { journal }: StateStore,
): Promise<ClosingTerms | null> {
  if (clientOrderId === null) return null;
  const [order] = await journal.orders({ accountId, subaccountId, clientOrderId, limit: 1 });
  return order === undefined ? null : { side: order.side, qty: order.qtyText };
}

async function listMembers(
  { instrumentId, genericAssetId }: CloseRequest,
  market: MarketView,
): Promise<readonly { readonly instrumentId: InstrumentId; readonly inverted: boolean }[] | null> {
  if (instrumentId !== null) return [{ instrumentId, inverted: false }];
  const asset = genericAssetId === null ? null : await market.prefetchAsset(genericAssetId);
  return asset?.members ?? null;
}
