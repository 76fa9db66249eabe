import { useMemo } from 'react';
import type { Outcome } from '../../../../sdk/src/index.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { placeTrades, type TradedVolume } from './ladder-view.ts';
import type { PriceAxis } from './price-axis.ts';

const TRADES_MAX = 200;
const REFRESH_MS = 5_000;

/** The quantity of the market's latest trades at each row of the ladder. */
export function useTraded(instrumentId: number, outcome: Outcome, axis: PriceAxis): TradedVolume {
  const { client } = useSession();
  const { data } = useQuery(
    `traded/${instrumentId}`,
    (signal) => client.markets.trades(instrumentId, { limit: TRADES_MAX }, { signal }),
    { everyMs: REFRESH_MS },
  );
  return useMemo(() => placeTrades(data ?? [], outcome, axis), [data, outcome, axis]);
}
