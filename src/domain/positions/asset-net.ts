import { type AccountId, type AssetMember, type Position, positionKey, type SubaccountId } from '#contract';

interface Owner {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
}

/**
 * What a subaccount holds of an asset, in YES terms of the asset; 1e-8 contracts. Members are opposite where they are inverted.
 *
 * @param positions  by positionKey
 */
export function sumAssetNet(
  positions: ReadonlyMap<string, Position>,
  { accountId, subaccountId }: Owner,
  members: readonly Pick<AssetMember, 'instrumentId' | 'inverted'>[],
): bigint {
  let sum = 0n;
  for (const { instrumentId, inverted } of members) {
    const net = positions.get(positionKey(accountId, subaccountId, instrumentId))?.net ?? 0n;
    sum += inverted ? -net : net;
  }
  return sum;
}
