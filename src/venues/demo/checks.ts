import { checkTerms } from '../../core/exchange/terms.ts';
import { refuse } from '../../core/kernel/result.ts';
import type { VenueOrder } from '../../ports/venue.ts';
import type { Market } from './market.ts';
import { mirrored } from './terms.ts';

export interface DemoRefusal {
  readonly code: string;
  readonly message: string;
}

export const no = (code: string, message: string): { readonly ok: false; readonly error: DemoRefusal } =>
  refuse({ code, message });

/** What is wrong with an order before any book is asked; null when nothing is. */
export const checkOrder = (market: Market, asked: VenueOrder): DemoRefusal | null =>
  checkShape(asked) ?? checkGrid(market, asked);

function checkShape(asked: VenueOrder): DemoRefusal | null {
  if ((asked.price === null) !== (asked.type === 'MARKET')) {
    return { code: 'invalid_order', message: 'LIMIT needs a price and MARKET has none' };
  }
  if ((asked.expiresAt === null) === (asked.tif === 'GTD')) {
    return { code: 'invalid_order', message: 'GTD needs a time and no other tif has one' };
  }
  return null;
}

function checkGrid(market: Market, asked: VenueOrder): DemoRefusal | null {
  const price = asked.price === null ? null : mirrored(asked.price, asked.outcome);
  const code = checkTerms(market.listing.instrument, price, asked.qty);
  return code === null ? null : { code, message: gridMessage(market) };
}

export const gridMessage = ({ entry }: Market): string =>
  `prices step by ${entry.grid.tick}, quantities by ${entry.grid.lot} from ${entry.grid.min}`;
