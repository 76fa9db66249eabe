import { useMemo } from 'react';
import type { Candle, CandleInterval, GenericAsset, Instrument, Outcome } from '../../../../sdk/src/index.ts';
import { useAssets } from '../../components/use-assets.ts';
import { useQuery } from '../../components/use-query.ts';
import { assignColours } from '../../components/venue-colors.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { toBars } from './chart-data.ts';
import type { OverlayLine } from './price-chart.ts';

const REFRESH_MS = 10_000;

type Member = GenericAsset['members'][number];

/** Prices of the same contract at other venues, flipped if a member is inverted against this market. */
export function useOverlays(
  market: Instrument,
  interval: CandleInterval,
  outcome: Outcome,
): readonly (OverlayLine & { readonly name: string })[] {
  const { client } = useSession();
  const { generic_asset_id: assetId, instrument_id: id } = market;
  const asset = useAssets().get(assetId ?? 0);
  const others = useMemo(() => asset?.members.filter((each) => each.instrument_id !== id) ?? [], [asset, id]);
  const isInverted = asset?.members.find((each) => each.instrument_id === id)?.inverted ?? false;
  const ask =
    (signal: AbortSignal) =>
    async (member: Member): Promise<readonly Candle[]> => {
      const query = { instrument_id: member.instrument_id, interval, limit: 500 };
      // If one venue fails, only its line is missing.
      return client.candles.list(query, { signal }).catch(() => []);
    };
  const { data } = useQuery(
    `overlays/${others.map(({ instrument_id: each }) => each).join(',')}/${interval}`,
    (signal) => Promise.all(others.map(ask(signal))),
    { everyMs: REFRESH_MS },
  );
  return useMemo(() => {
    const colours = assignColours([market.venue, ...others.map(({ venue }) => venue)]);
    return others.map(({ venue, ticker, inverted, instrument_id: key }, index) => ({
      key: String(key),
      name: others.some((other) => other.instrument_id !== key && other.venue === venue) ? ticker : venue,
      color: colours.get(venue) ?? '',
      bars: toBars(data?.[index] ?? [], (outcome === 'NO') !== (inverted !== isInverted)),
    }));
  }, [data, others, isInverted, market.venue, outcome]);
}
