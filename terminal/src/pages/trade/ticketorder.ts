import type { Instrument, NewOrder, Outcome, Side } from '../../../../sdk/src/index.ts';
import { isDecimal } from '../../kit/amounts.ts';
import type { Target } from './usetargets.ts';

/** What stands in the ticket, as typed. */
export interface TicketFields {
  readonly side: Side;
  readonly type: 'LIMIT' | 'MARKET';
  readonly tif: 'GTC' | 'IOC' | 'FOK';
  readonly price: string;
  readonly qty: string;
  readonly mode: 'BEST_PRICE' | 'SPLIT';
}

export interface TicketPlace {
  readonly subaccountId: string;
  readonly market: Instrument;
  readonly target: Target;
  readonly outcome: Outcome; // of the market shown
}

/** The order that the ticket means; null while a figure is missing. What else is wrong the service says. */
export function ticketOrder(
  fields: TicketFields,
  { subaccountId, market, target, outcome }: TicketPlace,
): NewOrder | null {
  const { side, type, tif, price, qty, mode } = fields;
  if (!isDecimal(qty) || (type === 'LIMIT' && !isDecimal(price))) return null;
  const where =
    target.asset === null
      ? { instrument_id: market.instrument_id, routing: { mode: 'DIRECT' as const } }
      : { generic_asset_id: target.asset.generic_asset_id, routing: { mode } };
  const what = { subaccount_id: subaccountId, side, outcome: outcomeOf(outcome, target), qty };
  return type === 'LIMIT' ? { ...what, ...where, type, tif, price } : { ...what, ...where, type, tif };
}

/** An asset may speak of its contract the other way round than this market does. */
const outcomeOf = (outcome: Outcome, { isInverted }: Target): Outcome =>
  isInverted ? (outcome === 'YES' ? 'NO' : 'YES') : outcome;
