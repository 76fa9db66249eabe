import { Text } from '@mantine/core';
import type { Candle } from '../../../../sdk/src/index.ts';
import { Curve } from '../../components/curve.tsx';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { computeDayChange, showChange, takeDay } from './day-change.ts';

const CANDLES_MAX = 48; // those of the last 24 hours, and one before them even if some hours had no trades
const REFRESH_MS = 5_000;

/** The price of the last 24 hours. */
export function Sparkline({ instrumentId }: { instrumentId: number }) {
  return <PriceCurve candles={useHourlyCandles(instrumentId)} />;
}

/** The price of the last 24 hours as a curve, and its change. */
export function PriceTrend({ instrumentId }: { instrumentId: number }) {
  const candles = useHourlyCandles(instrumentId);
  const change = computeDayChange(candles, Date.now());
  return (
    <>
      <div className="sparkline">
        <PriceCurve candles={candles} />
      </div>
      <Text size="xs" ff="monospace" className={`day-change ${change === null ? '' : colorOf(change)}`}>
        {change === null ? '' : `24 h ${showChange(change)}`}
      </Text>
    </>
  );
}

function useHourlyCandles(instrumentId: number): readonly Candle[] {
  const { client } = useSession();
  const { data } = useQuery(`spark/${instrumentId}`, (signal) =>
    client.candles.list({ instrument_id: instrumentId, interval: '1h', limit: CANDLES_MAX }, { signal }),
  );
  return data ?? [];
}

const PriceCurve = ({ candles }: { candles: readonly Candle[] }) => (
  <Curve points={takeDay(candles, Date.now()).map(({ t, c }) => [t, Number(c)])} />
);

const colorOf = (change: string): string => (change === '0' ? '' : change.startsWith('-') ? 'sell' : 'buy');

/** The edge of one set of an opportunity since it opened. */
export function EdgeSparkline({ id }: { id: string }) {
  const { client } = useSession();
  const { data } = useQuery(`edge/${id}`, (signal) => client.opportunities.curve(id, { signal }), {
    everyMs: REFRESH_MS,
  });
  return <Curve points={(data?.points ?? []).map(({ t, edge_per_set }) => [t, Number(edge_per_set)])} />;
}
