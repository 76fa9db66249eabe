import { Button } from '@mantine/core';
import type { Side } from '../../../../sdk/src/index.ts';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { type QuickPlace, useQuickPrices } from './quick-buttons.tsx';

interface PhoneTradeProps extends QuickPlace {
  /** Opens the ticket with this side and price; the price is null without a book. */
  readonly onTrade: (side: Side, price: string | null) => void;
}

/** On a phone: buttons above the pages that stay in view and lead to the ticket. They send nothing. */
export function PhoneTrade({ onTrade, ...where }: PhoneTradeProps) {
  const [format] = usePriceFormat();
  const { bid, ask } = useQuickPrices(where, 'BUY');
  const label = (price: string | null): string => (price === null ? '' : ` ${showPrice(price, format)}`);
  return (
    <div className="phone-trade" role="group" aria-label="Trade">
      <Button color="teal" onClick={() => onTrade('BUY', ask)}>
        Buy {where.outcome}
        {label(ask)}
      </Button>
      <Button color="red" onClick={() => onTrade('SELL', bid)}>
        Sell {where.outcome}
        {label(bid)}
      </Button>
    </div>
  );
}
