import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import type { Instrument } from '../../../../sdk/src/index.ts';
import { computeCost, showAmount, showMoney } from '../../components/amounts.ts';
import { type PriceFormat, showPrice } from '../../components/prices.ts';
import { type Density, useDensity, usePriceFormat } from '../../components/settings.tsx';
import { showClock } from '../../components/times.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import type { TapePrint } from './tape-model.ts';

// As in tape.css.
const ROW_HEIGHT: Readonly<Record<'wide' | 'narrow', Readonly<Record<Density, number>>>> = {
  wide: { comfortable: 26, compact: 20 },
  narrow: { comfortable: 52, compact: 44 },
};

interface TapeListProps {
  readonly prints: readonly TapePrint[];
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly largeFrom: bigint; // money of a print that is highlighted
  readonly onHold: (cause: HoldCause, isOn: boolean) => void;
  readonly resumed: number; // changes when the list must show its first row
}

/** What keeps the rows in their place while new prints arrive. */
export type HoldCause = 'pointer' | 'focus' | 'scroll';

/** The prints, newest first. Only the rows in view are in the page. */
export function TapeList({ prints, markets, largeFrom, onHold, resumed }: TapeListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow('64em');
  const [format] = usePriceFormat();
  const [density] = useDensity();
  const height = ROW_HEIGHT[isNarrow ? 'narrow' : 'wide'][density];
  const rows = useVirtualizer({
    count: prints.length,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    getItemKey: (index) => prints[index]?.id ?? index,
    overscan: 6,
  });
  const items = rows.getVirtualItems();
  const { measure, scrollToOffset } = rows;
  useEffect(() => measure(), [measure, height]);
  useEffect(() => {
    if (resumed > 0) scrollToOffset(0);
  }, [resumed, scrollToOffset]);
  return (
    <div
      className="tape"
      role="table"
      aria-label="Prints"
      aria-rowcount={prints.length + 1}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onHold('pointer', true)}
      onPointerLeave={() => onHold('pointer', false)}
      onFocus={() => onHold('focus', true)}
      onBlur={() => onHold('focus', false)}
    >
      <div role="rowgroup">
        <div role="row" className="tape-row tape-head">
          {HEAD.map(([name, place]) => (
            <span key={name} role="columnheader" className={place}>
              {name}
            </span>
          ))}
        </div>
      </div>
      <div
        ref={frame}
        role="rowgroup"
        className="tape-rows"
        tabIndex={0}
        onScroll={({ currentTarget }) => onHold('scroll', currentTarget.scrollTop > 0)}
      >
        <div role="presentation" className="tape-all" style={{ height: rows.getTotalSize() }}>
          {/* One offset for all rows, so that a row that stays is not rendered again. */}
          <div role="presentation" style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
            {items.map(({ index, key }) => {
              const print = prints[index];
              return print === undefined ? null : (
                <Row
                  key={key}
                  print={print}
                  market={markets.get(print.instrument_id)}
                  isLarge={print.money >= largeFrom}
                  format={format}
                />
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

const HEAD = [
  ['Time', ''],
  ['Market', ''],
  ['Venue', ''],
  ['Taker', ''],
  ['Price', 'right'],
  ['Contracts', 'right'],
  ['Money', 'right'],
] as const;

interface RowProps {
  readonly print: TapePrint;
  readonly market: Instrument | undefined;
  readonly isLarge: boolean;
  readonly format: PriceFormat;
}

const Row = memo(function Row({ print, market, isLarge, format }: RowProps) {
  const { instrument_id: id, venue, side, price, qty, timestamp } = print;
  const isBuy = side === 'BUY';
  return (
    <div role="row" className={isLarge ? 'tape-row tape-large' : 'tape-row'}>
      <span role="cell" className="tape-time">
        {showClock(timestamp)}
      </span>
      <span role="cell" className="tape-market">
        <a href={`#/trade/${id}`}>{market?.title ?? `Instrument ${id}`}</a>
      </span>
      <span role="cell" className="tape-venue">
        {venue}
      </span>
      <span role="cell" className={`tape-side ${isBuy ? 'buy' : 'sell'}`}>
        {isBuy ? '▲ buys YES' : '▼ sells YES'}
      </span>
      <span role="cell" className="tape-price">
        {showPrice(price, format)}
      </span>
      <span role="cell" className="tape-qty">
        {showAmount(qty)}
      </span>
      <span role="cell" className="tape-money">
        {isLarge && <span title="large print">◆ </span>}
        {showMoney(computeCost(price, qty) ?? '0')}
      </span>
    </div>
  );
});
