import type { GenericAsset, Instrument } from '../../../../sdk/src/index.ts';
import type { Subject } from '../../feed/messages.ts';
import { useQuery } from '../../kit/usequery.ts';
import { useSession } from '../../session/session.tsx';

/** Where an order of this page can go: to the market's own venue, or over all venues of its asset. */
export interface Target {
  readonly key: 'direct' | 'asset';
  readonly label: string;
  readonly subject: Subject;
  readonly asset: GenericAsset | null;
  readonly isInverted: boolean; // the asset's YES is this market's NO
}

export function useTargets(market: Instrument): readonly Target[] {
  const { client } = useSession();
  const { generic_asset_id: assetId, instrument_id: id, venue } = market;
  const asset = useQuery(`asset/${assetId}`, async (signal) =>
    assetId === null ? null : client.genericAssets.get(assetId, { signal }),
  );
  const direct: Target = {
    key: 'direct',
    label: venue,
    subject: `instrument/${id}`,
    asset: null,
    isInverted: false,
  };
  if (asset.data === null) return [direct];
  const member = asset.data.members.find((each) => each.instrument_id === id);
  const all: Target = {
    key: 'asset',
    label: 'All venues',
    subject: `asset/${asset.data.generic_asset_id}`,
    asset: asset.data,
    isInverted: member?.inverted ?? false,
  };
  return [direct, all];
}
