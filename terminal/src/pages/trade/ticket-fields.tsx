import { SegmentedControl, TextInput } from '@mantine/core';
import { ApiError, type Instrument, type Outcome } from '../../../../sdk/src/index.ts';
import { flipPrice, showPrice } from '../../components/prices.ts';
import { type RejectionText, toRejectionText } from '../../components/rejection-text.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { readPrice } from './typed-figures.ts';
import type { TicketState } from './use-ticket.ts';

interface PriceFieldProps {
  readonly market: Instrument;
  readonly outcome: Outcome;
  readonly ticket: TicketState;
  readonly error: string | undefined;
  readonly label?: string;
}

/** The limit price as it is typed, with its meaning and the valid prices of the outcome below it. */
export function PriceField({
  market,
  outcome,
  ticket: { fields, change },
  error,
  label = `Limit price of ${outcome}`,
}: PriceFieldProps) {
  const [format] = usePriceFormat();
  const { min_price: min, max_price: max, price_tick: tick } = market;
  const [low, high] = outcome === 'YES' ? [min, max] : [flipPrice(max), flipPrice(min)];
  const { value, issue } = readPrice(fields.price, format, tick);
  const shown = (price: string): string => showPrice(price, format === 'odds' ? 'cents' : format);
  const meaning = value === null ? '' : `= ${showPrice(value, format)} (${value}) · `;
  return (
    <TextInput
      label={label}
      description={`${meaning}${shown(low)} to ${shown(high)}, tick ${shown(tick)}`}
      placeholder={PLACEHOLDERS[format]}
      inputMode="decimal"
      value={fields.price}
      error={issue ?? (error === undefined ? undefined : showPricesIn(error, shown))}
      onChange={(event) => change({ price: event.currentTarget.value })}
    />
  );
}

const PLACEHOLDERS = { cents: '46 or 0.46', percent: '46 or 0.46', odds: '2.17 or 46¢' } as const;

/** A message of the service with its prices as they are typed: `a multiple of 0.01` as `a multiple of 1¢`. */
export const showPricesIn = (message: string, shown: (price: string) => string): string =>
  message.replace(/\b0\.\d+\b/g, shown);

/** Why there is no preview. A preview that got no answer changed nothing and is requested again. */
export function toPreviewText(error: Error): RejectionText {
  if (error instanceof ApiError) return toRejectionText(error);
  return { title: 'No preview', message: 'the service does not answer; it is requested again.', fields: {} };
}

/** Buy or sell the shown outcome. */
export function SideChoice({
  ticket: { fields, change },
  outcome,
}: Pick<PriceFieldProps, 'ticket' | 'outcome'>) {
  return (
    <SegmentedControl
      fullWidth
      aria-label="Side"
      color={fields.side === 'BUY' ? 'teal' : 'red'}
      value={fields.side}
      onChange={(side) => change({ side })}
      data={[
        { value: 'BUY', label: `Buy ${outcome}` },
        { value: 'SELL', label: `Sell ${outcome}` },
      ]}
    />
  );
}
