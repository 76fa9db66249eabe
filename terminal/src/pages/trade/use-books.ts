import { useMemo } from 'react';
import type { Instrument } from '../../../../sdk/src/index.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import type { Matched } from './matched-listings.ts';
import type { BookPlace } from './open-orders.ts';

/** The books that a market's page can show: its own, and the aggregated book if the market is matched. */
export interface Books {
  readonly own: BookPlace;
  readonly all: BookPlace | null;
  readonly matched: Matched | null;
}

export function useBooks(market: Instrument): Books {
  const { client } = useSession();
  const { generic_asset_id: assetId, instrument_id: instrumentId } = market;
  const { data: asset } = useQuery(`asset/${assetId}`, async (signal) =>
    assetId === null ? null : client.genericAssets.get(assetId, { signal }),
  );
  return useMemo(() => {
    const members = asset?.members ?? [];
    const own: BookPlace = { subject: `instrument/${instrumentId}`, instrumentId, members };
    if (asset === null) return { own, all: null, matched: null };
    const member = members.find((each) => each.instrument_id === instrumentId);
    return {
      own,
      all: { subject: `asset/${asset.generic_asset_id}`, instrumentId, members },
      matched: { asset, isInverted: member?.inverted ?? false },
    };
  }, [asset, instrumentId]);
}
