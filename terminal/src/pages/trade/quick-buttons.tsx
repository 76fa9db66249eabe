import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Instrument, Outcome } from '../../../../sdk/src/index.ts';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { stepPrice } from '../../components/ticks.ts';
import { useBalances } from '../../components/use-balances.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useBook } from '../../feed/use-book.ts';
import type { BookPlace } from './open-orders.ts';
import { buildAxis } from './price-axis.ts';
import { type QuickPrices, quickPrices, shareOf, sizeBasis } from './quick-figures.ts';
import { readPrice, toTypedPrice } from './typed-figures.ts';
import type { TicketState } from './use-ticket.ts';

/** Where the ticket takes its prices from. */
export interface QuickPlace {
  readonly market: Instrument;
  readonly outcome: Outcome; // of the market
  readonly place: BookPlace;
  readonly bookOutcome: Outcome; // the same outcome in terms of the shown book
}

export function useQuickPrices(
  { market, outcome, place, bookOutcome }: QuickPlace,
  side: TicketState['fields']['side'],
): QuickPrices {
  const shown = useBook(place.subject);
  const axis = useMemo(() => buildAxis(market, outcome), [market, outcome]);
  return quickPrices(shown, bookOutcome, axis, side);
}

/** Buttons for the best bid, the middle and the best ask, and one tick down and up. */
export function PriceButtons({ ticket, ...where }: QuickPlace & { readonly ticket: TicketState }) {
  const { fields, change } = ticket;
  const [format] = usePriceFormat();
  const prices = useQuickPrices(where, fields.side);
  const { market, outcome } = where;
  const typed = readPrice(fields.price, format, market.price_tick).value;
  const set = (price: string): void => change({ price: toTypedPrice(price) });
  const step = (direction: 1 | -1): void => {
    if (typed !== null) set(stepPrice(market, typed, outcome, direction));
  };
  return (
    <Group gap={4} mt={-4} role="group" aria-label="Price">
      {(['bid', 'mid', 'ask'] as const).map((name) => {
        const price = prices[name];
        return (
          <Button
            key={name}
            {...LOOK}
            flex="1 0 auto"
            disabled={price === null}
            onClick={() => price !== null && set(price)}
          >
            {NAMES[name]} {price === null ? '–' : showPrice(price, format)}
          </Button>
        );
      })}
      <Button {...LOOK} px={8} aria-label="One tick down" disabled={typed === null} onClick={() => step(-1)}>
        −
      </Button>
      <Button {...LOOK} px={8} aria-label="One tick up" disabled={typed === null} onClick={() => step(1)}>
        +
      </Button>
    </Group>
  );
}

const NAMES = { bid: 'Bid', mid: 'Mid', ask: 'Ask' } as const;
const LOOK = { size: 'compact-xs', variant: 'default', px: 3, type: 'button' } as const;
const SHARE_OF = { position: 'what is held', cash: 'the cash' } as const;
const SHARES = { position: [25, 50, 100], cash: [5, 10, 25, 50] } as const; // all of the cash would not pay for fees

/** Buttons for shares of the position that the order closes, else of the cash at the venue. */
export function SizeButtons({ ticket, ...where }: QuickPlace & { readonly ticket: TicketState }) {
  const { fields, change } = ticket;
  const { market, outcome } = where;
  const [format] = usePriceFormat();
  const positions = useAccount('positions');
  const balances = useBalances();
  const { bid, ask } = useQuickPrices(where, fields.side);
  const best = fields.side === 'BUY' ? ask : bid;
  const price =
    fields.type === 'MARKET' ? best : (readPrice(fields.price, format, market.price_tick).value ?? best);
  const position = positions.find(({ instrument_id: id }) => id === market.instrument_id);
  const balance = balances.data?.find(({ venue }) => venue === market.venue);
  const basis = sizeBasis(fields.side, outcome, price, position, balance);
  if (basis === null) return null;
  return (
    <Group gap={4} mt={-4} role="group" aria-label={`Share of ${SHARE_OF[basis.name]}`} wrap="nowrap">
      {SHARES[basis.name].map((percent) => {
        const qty = shareOf(basis, percent, market);
        return (
          <Button
            key={percent}
            {...LOOK}
            flex={1}
            disabled={qty === null}
            onClick={() => qty !== null && change({ qty })}
          >
            {percent} %
          </Button>
        );
      })}
      <Text size="xs" c="dimmed" className="one-line">
        of {basis.name}
      </Text>
    </Group>
  );
}
