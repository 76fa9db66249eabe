import { Checkbox, Group, SegmentedControl, Text, useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Candle, CandleInterval, Instrument, Outcome } from '../../../../sdk/src/index.ts';
import { Legend } from '../../components/legend.tsx';
import { ErrorNote } from '../../components/notes.tsx';
import { flipPrice, showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useQuery } from '../../components/use-query.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { fillMarks, toBars } from './chart-data.ts';
import { type BookPlace, restingIn, toLevels } from './open-orders.ts';
import { type ChartLook, type ChartPicture, PriceChart } from './price-chart.ts';
import { useOverlays } from './use-overlays.ts';

const INTERVALS: readonly CandleInterval[] = ['1m', '5m', '15m', '1h', '4h', '1d'];
const FIRST_INTERVAL = { interval: '1h' } as const;
const REFRESH_MS = 10_000;
const FILLS_MAX = 500;

export interface ChartProps {
  readonly market: Instrument;
  readonly outcome: Outcome;
  readonly view: 'candles' | 'line';
  readonly place: BookPlace; // the market's own book
}

/** The price of the outcome over time, here and at other venues, with the user's fills and orders. */
export function Chart({ market, outcome, view, place }: ChartProps) {
  const { client } = useSession();
  const [choice, choose] = useUrlState(FIRST_INTERVAL);
  const interval = INTERVALS.find((each) => each === choice.interval) ?? FIRST_INTERVAL.interval;
  const [isOverlaid, setOverlaid] = useState(true);
  const { instrument_id: id } = market;
  const candles = useQuery(
    `candles/${id}/${interval}`,
    (signal) => client.candles.list({ instrument_id: id, interval, limit: 500 }, { signal }),
    { everyMs: REFRESH_MS },
  );
  const others = useOverlays(market, interval, outcome);
  const own = useOwn(place, interval, outcome);
  const overlays = isOverlaid ? others : [];
  const picture: ChartPicture = useMemo(
    () => ({ view, bars: toBars(candles.data ?? [], outcome === 'NO'), overlays, ...own }),
    [view, candles.data, outcome, overlays, own],
  );
  return (
    <>
      <Group justify="space-between" mb={4} gap="xs">
        <Group gap="sm">
          {others.length > 0 && (
            <Checkbox
              size="xs"
              label="Other venues"
              checked={isOverlaid}
              onChange={(event) => setOverlaid(event.currentTarget.checked)}
            />
          )}
          <Legend entries={overlays} />
        </Group>
        <SegmentedControl
          size="xs"
          aria-label="Candle"
          value={interval}
          onChange={(value) => choose({ interval: value })}
          data={[...INTERVALS]}
        />
      </Group>
      {candles.error !== null && candles.data === null && (
        <ErrorNote error={candles.error} onRetry={candles.reload} />
      )}
      <Drawn key={interval} picture={picture} />
      <Summary candles={candles.data} outcome={outcome} picture={picture} />
    </>
  );
}

/** The user's fills and resting orders on this instrument, in terms of the shown outcome. */
function useOwn(
  place: BookPlace,
  interval: CandleInterval,
  outcome: Outcome,
): Pick<ChartPicture, 'fills' | 'resting'> {
  const { instrumentId: id } = place;
  const { client, subaccountId } = useSession();
  const orders = useAccount('orders');
  const fills = useAccount('fills');
  const latest = fills.find((fill) => fill.instrument_id === id)?.id ?? '';
  const query = { subaccount_id: subaccountId, instrument_id: id, limit: FILLS_MAX };
  const past = useQuery(`fills/${subaccountId}/${id}`, (signal) => client.fills.list(query, { signal }), {
    version: latest,
  });
  return useMemo(
    () => ({
      fills: fillMarks(past.data ?? [], outcome, interval),
      resting: toLevels(restingIn(orders, place, outcome)),
    }),
    [past.data, orders, place, outcome, interval],
  );
}

function Drawn({ picture }: { picture: ChartPicture }) {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<PriceChart | null>(null);
  const scheme = useComputedColorScheme();
  const [format] = usePriceFormat();
  useEffect(() => {
    if (frame.current === null) return;
    const made = new PriceChart(frame.current, LOOKS[scheme], format);
    chart.current = made;
    return () => {
      made.remove();
      chart.current = null;
    };
  }, [scheme, format]);
  useEffect(() => chart.current?.show(picture), [picture, scheme, format]);
  return <div ref={frame} className="chart" aria-hidden="true" />;
}

/** A text summary of the chart for screen readers. */
function Summary({
  candles,
  outcome,
  picture: { fills, resting },
}: {
  candles: readonly Candle[] | null;
  outcome: Outcome;
  picture: ChartPicture;
}) {
  const [format] = usePriceFormat();
  const [first, last] = [candles?.[0], candles?.at(-1)];
  const of = (price: string): string => showPrice(outcome === 'YES' ? price : flipPrice(price), format);
  const past =
    first === undefined || last === undefined
      ? 'No trades yet.'
      : `From ${of(first.o)} to ${of(last.c)} over ${count(candles?.length ?? 0, 'candle')}.`;
  const own = fills.reduce((sum, mark) => sum + mark.count, 0);
  const marks = own === fills.length ? '' : ` at ${count(fills.length, 'mark')}`;
  const ours = [
    own === 0 ? '' : ` ▲▼ ${count(own, 'fill')}${marks}.`,
    resting.length === 0
      ? ''
      : ` Your orders rest at ${resting.map(({ price }) => showPrice(price, format)).join(', ')}.`,
  ].join('');
  return (
    <Text size="xs" c="dimmed">
      {candles === null ? 'Loading candles …' : `${past}${ours}`} Chart by TradingView Lightweight Charts.
    </Text>
  );
}

const count = (number: number, name: string): string => `${number} ${name}${number === 1 ? '' : 's'}`;

const LOOKS: Readonly<Record<'light' | 'dark', ChartLook>> = {
  light: { text: '#495057', grid: '#f1f3f5', line: '#343a40', buy: '#087f5b', sell: '#c92a2a' },
  dark: { text: '#c9c9c9', grid: '#2e2e2e', line: '#dee2e6', buy: '#38d9a9', sell: '#ff8787' },
};
