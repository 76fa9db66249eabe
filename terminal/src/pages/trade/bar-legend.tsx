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
      <span className="dimmed">{showDay(at)}</span> O {shown(open)} H {shown(high)} L {shown(low)} C{' '}
      {shown(close)}{' '}
      <span className={gainClass(change)}>
        {change.startsWith('-') ? '−' : '+'}
        {showPrice(change.replace('-', ''), format === 'odds' ? 'cents' : format)}
      </span>{' '}
      V {showAmount(volume)}
    </Text>
  );
}
