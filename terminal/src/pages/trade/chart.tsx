import { Group, SegmentedControl, Text, useComputedColorScheme } from '@mantine/core';
import {
  type CandlestickData,
  CandlestickSeries,
  createChart,
  type IChartApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef, useState } from 'react';
import type { Candle, CandleInterval, Instrument, Outcome } from '../../../../sdk/src/index.ts';
import { ErrorNote } from '../../kit/notes.tsx';
import { flipPrice } from '../../kit/prices.ts';
import { useQuery } from '../../kit/usequery.ts';
import { useSession } from '../../session/session.tsx';

const INTERVALS: readonly CandleInterval[] = ['1m', '5m', '15m', '1h', '4h', '1d'];
const REFRESH_MS = 10_000;
// The chart would take the browser's own name for its language, which need not be one that Intl knows.
const localization = { locale: new Intl.DateTimeFormat().resolvedOptions().locale };
const HEIGHT = 300;

/** What the outcome cost over time. */
export function Chart({ market, outcome }: { market: Instrument; outcome: Outcome }) {
  const { client } = useSession();
  const [interval, setInterval] = useState<CandleInterval>('1h');
  const { instrument_id: id } = market;
  const candles = useQuery(
    `candles/${id}/${interval}`,
    (signal) => client.candles.list({ instrument_id: id, interval, limit: 500 }, { signal }),
    { everyMs: REFRESH_MS },
  );
  return (
    <>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {outcome} probability
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Candle"
          value={interval}
          onChange={(value) => setInterval(value)}
          data={[...INTERVALS]}
        />
      </Group>
      {candles.error !== null && candles.data === null && (
        <ErrorNote error={candles.error} onRetry={candles.reload} />
      )}
      <Canvas candles={candles.data ?? []} outcome={outcome} />
      <Text size="xs" c="dimmed">
        {summaryOf(candles.data ?? [], outcome)} Chart by TradingView Lightweight Charts.
      </Text>
    </>
  );
}

function Canvas({ candles, outcome }: { candles: readonly Candle[]; outcome: Outcome }) {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<IChartApi | null>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    if (frame.current === null) return;
    const made = createChart(frame.current, {
      ...LOOKS[scheme],
      localization,
      height: HEIGHT,
      autoSize: true,
    });
    chart.current = made;
    return () => {
      made.remove();
      chart.current = null;
    };
  }, [scheme]);
  useEffect(() => {
    const target = chart.current;
    if (target === null) return;
    const series = target.addSeries(CandlestickSeries, {
      priceFormat: { type: 'price', precision: 3, minMove: 0.001 },
    });
    series.setData(candles.map((candle) => barOf(candle, outcome)));
    target.timeScale().fitContent();
    return () => {
      // The chart may be gone already, when the page is left or the colours change.
      if (chart.current === target) target.removeSeries(series);
    };
  }, [candles, outcome, scheme]);
  return <div ref={frame} className="chart" aria-hidden="true" />;
}

/** NO costs what YES does not: its highest is the lowest of YES turned round. */
function barOf({ t, o, h, l, c }: Candle, outcome: Outcome): CandlestickData {
  const of = (price: string): number => Number(outcome === 'YES' ? price : flipPrice(price));
  const [high, low] = outcome === 'YES' ? [h, l] : [l, h];
  return { time: (t / 1_000) as UTCTimestamp, open: of(o), high: of(high), low: of(low), close: of(c) };
}

/** The chart in words, for those who cannot see it. */
function summaryOf(candles: readonly Candle[], outcome: Outcome): string {
  const [first, last] = [candles[0], candles.at(-1)];
  if (first === undefined || last === undefined) return 'No trades yet.';
  const of = (price: string): string => (outcome === 'YES' ? price : flipPrice(price));
  return `From ${of(first.o)} to ${of(last.c)} over ${candles.length} candles.`;
}

const grid = (color: string) => ({ vertLines: { color }, horzLines: { color } });

const LOOKS = {
  light: {
    layout: { background: { color: 'transparent' }, textColor: '#495057', attributionLogo: false },
    grid: grid('#f1f3f5'),
  },
  dark: {
    layout: { background: { color: 'transparent' }, textColor: '#c9c9c9', attributionLogo: false },
    grid: grid('#2e2e2e'),
  },
};
