import { Text } from '@mantine/core';
import { showAmount } from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { computeSpread, showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showDay } from '../../components/times.ts';
import type { ShownCandle } from './chart-data.ts';

/** Open, high, low, close and volume of the candle under the pointer, else of the last one. */
export function BarLegend({ candle }: { candle: ShownCandle | undefined }) {
  const [format] = usePriceFormat();
  if (candle === undefined) return <Text size="xs">&nbsp;</Text>;
  const { at, open, high, low, close, volume } = candle;
  const change = computeSpread(open, close);
  const shown = (price: string): string => showPrice(price, format);
  return (
    <Text size="xs" className="bar-legend" aria-label="Candle" role="group">
      <span className="dimmed">{showDay(at)}</span> <span>O {shown(open)}</span> <span>H {shown(high)}</span>{' '}
      <span>L {shown(low)}</span> <span>C {shown(close)}</span>{' '}
      <span className={gainClass(change)}>
        {change.startsWith('-') ? '−' : '+'}
        {showPrice(change.replace('-', ''), format === 'odds' ? 'cents' : format)}
      </span>{' '}
      <span>V {volume === null ? 'unknown' : showAmount(volume)}</span>
    </Text>
  );
}
