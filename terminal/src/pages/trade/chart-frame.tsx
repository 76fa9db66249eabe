import { useComputedColorScheme } from '@mantine/core';
import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import type { Instrument, Outcome } from '../../../../sdk/src/index.ts';
import { renderDecimal } from '../../../../src/contract/model/money.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { buildAxis, type PriceAxis } from './price-axis.ts';
import { type ChartLook, type ChartPicture, PriceChart } from './price-chart.ts';
import type { TriggerMove } from './use-trigger-move.ts';

interface ChartFrameProps {
  readonly picture: ChartPicture;
  readonly range: string;
  readonly market: Instrument;
  readonly outcome: Outcome;
  readonly move: TriggerMove;
  readonly onHover: (at: number | null) => void; // the time in seconds of the candle under the pointer
}

/** The drawn chart. A trigger is dragged to another price; the drag ends with the button, or with Esc. */
export function ChartFrame({ picture, range, market, outcome, move, onHover }: ChartFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<PriceChart | null>(null);
  const scheme = useComputedColorScheme();
  const [format] = usePriceFormat();
  const axis = useMemo(() => buildAxis(market, outcome), [market, outcome]);
  const hover = useRef(onHover);
  hover.current = onHover;
  useEffect(() => {
    if (frame.current === null) return;
    const made = new PriceChart(frame.current, LOOKS[scheme], format, (at) => hover.current(at));
    chart.current = made;
    return () => {
      made.remove();
      chart.current = null;
    };
  }, [scheme, format]);
  useEffect(() => chart.current?.show(picture, range), [picture, range, scheme, format]);
  useEffect(() => chart.current?.showTriggers(move.triggers), [move.triggers, picture, scheme, format]);
  const isDragging = useRef(false);
  const { giveUp } = move;
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape' || !isDragging.current) return;
      isDragging.current = false;
      chart.current?.lock(false);
      giveUp();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [giveUp]);
  const toY = ({ clientY }: PointerEvent): number =>
    clientY - (frame.current?.getBoundingClientRect().top ?? 0);
  const onPointerDown = (event: PointerEvent): void => {
    const id = chart.current?.findTrigger(toY(event)) ?? null;
    if (id === null || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    isDragging.current = true;
    chart.current?.lock(true);
    move.start(id);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const y = toY(event);
    if (!isDragging.current) {
      frame.current?.classList.toggle('chart-grip', (chart.current?.findTrigger(y) ?? null) !== null);
      return;
    }
    const price = nearestTick(axis, chart.current?.priceAt(y) ?? null);
    if (price !== null) move.moveTo(price);
  };
  const onPointerUp = (): void => {
    if (!isDragging.current) return;
    isDragging.current = false;
    chart.current?.lock(false);
    move.send();
  };
  return (
    <div
      ref={frame}
      className="chart"
      aria-hidden="true"
      onPointerDownCapture={onPointerDown}
      onPointerMoveCapture={onPointerMove}
      onPointerUpCapture={onPointerUp}
      onPointerCancel={onPointerUp}
    />
  );
}

/** The valid price that is nearest to a price of the screen. */
function nearestTick({ prices, units }: PriceAxis, price: number | null): string | null {
  if (price === null || prices.length === 0) return null;
  const wanted = BigInt(Math.round(price * 1e8));
  const distance = (unit: bigint): bigint => (unit > wanted ? unit - wanted : wanted - unit);
  const nearest = units.reduce((best, unit) => (distance(unit) < distance(best) ? unit : best));
  return renderDecimal(nearest);
}

const LOOKS: Readonly<Record<'light' | 'dark', ChartLook>> = {
  light: {
    text: '#495057',
    grid: '#f1f3f5',
    line: '#343a40',
    buy: '#087f5b',
    sell: '#c92a2a',
    trigger: '#8a4b00',
    volume: '#ced4da',
  },
  dark: {
    text: '#c9c9c9',
    grid: '#2e2e2e',
    line: '#dee2e6',
    buy: '#38d9a9',
    sell: '#ff8787',
    trigger: '#ffd43b',
    volume: '#4a4a4a',
  },
};
