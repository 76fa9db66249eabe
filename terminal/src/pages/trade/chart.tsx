import { Checkbox, Group, SegmentedControl, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Candle, CandleInterval, Instrument, Outcome } from '../../../../sdk/src/index.ts';
import { Legend } from '../../components/legend.tsx';
import { ErrorNote } from '../../components/notes.tsx';
import { flipPrice, showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useQuery } from '../../components/use-query.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useComplexOrders } from '../../feed/use-complex-orders.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { BarLegend } from './bar-legend.tsx';
import { fillMarks, toBars, toShown } from './chart-data.ts';
import { ChartFrame } from './chart-frame.tsx';
import { ALL, fitInterval, INTERVALS, RANGES } from './chart-range.ts';
import { toTriggers } from './chart-triggers.ts';
import { type BookPlace, restingIn, toLevels } from './open-orders.ts';
import type { ChartPicture } from './price-chart.ts';
import { TriggerButtons } from './trigger-buttons.tsx';
import { useOverlays } from './use-overlays.ts';
import { useTriggerMove } from './use-trigger-move.ts';

const FIRST_INTERVAL = { interval: '1h', range: ALL } as const;
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
  const [hovered, setHovered] = useState<number | null>(null);
  const { orders: complex } = useComplexOrders();
  const triggers = useMemo(() => toTriggers(complex, id, outcome), [complex, id, outcome]);
  const move = useTriggerMove(triggers, market, outcome);
  const chooseRange = (range: string): void =>
    choose({
      range,
      interval:
        RANGES.find(({ key }) => key === range)?.interval ?? fitInterval(market.open_time, Date.now()),
    });
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
  const shown = candles.data?.find(({ t }) => t / 1_000 === hovered) ?? candles.data?.at(-1);
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
        <Group gap="xs" ml="auto">
          <SegmentedControl
            size="xs"
            aria-label="Range"
            value={choice.range}
            onChange={chooseRange}
            data={[...RANGES.map(({ key }) => key), ALL]}
          />
          <SegmentedControl
            size="xs"
            aria-label="Candle"
            value={interval}
            onChange={(value) => choose({ interval: value })}
            data={[...INTERVALS]}
          />
        </Group>
      </Group>
      {candles.error !== null && candles.data === null && (
        <ErrorNote error={candles.error} onRetry={candles.reload} />
      )}
      <BarLegend candle={shown === undefined ? undefined : toShown(shown, outcome === 'NO')} />
      <ChartFrame
        key={interval}
        picture={picture}
        range={choice.range}
        market={market}
        outcome={outcome}
        move={move}
        onHover={setHovered}
      />
      <TriggerButtons move={move} />
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
