import type { Instrument, NewOrder, Outcome, RoutingMode, Side, Tif } from '../../../../sdk/src/index.ts';
import { isDecimal } from '../../components/amounts.ts';
import { type Matched, outcomeIn } from './matched-listings.ts';

/** What stands in the ticket, as typed. */
export interface TicketFields {
  readonly side: Side;
  readonly type: 'LIMIT' | 'MARKET';
  readonly tif: Tif;
  readonly expiresAt: string; // of a GTD order, in this computer's time, as `2027-01-31T18:00`
  readonly price: string;
  readonly qty: string;
  readonly mode: RoutingMode;
}

export const FRESH: TicketFields = {
  side: 'BUY',
  type: 'LIMIT',
  tif: 'GTC',
  expiresAt: '',
  price: '',
  qty: '',
  mode: 'DIRECT',
};

/** What a limit order of this ticket lives by: a MARKET's own lives do not rest. */
export const restingTif = ({ type, tif }: TicketFields): Tif => (type === 'LIMIT' ? tif : 'GTC');

export interface TicketPlace {
  readonly subaccountId: string;
  readonly market: Instrument;
  readonly matched: Matched | null;
  readonly outcome: Outcome; // of the market shown
}

/** The order that the ticket means; null while a figure is missing. What else is wrong the service says. */
export function ticketOrder(fields: TicketFields, place: TicketPlace): NewOrder | null {
  const { side, qty } = fields;
  const terms = termsOf(fields);
  if (!isDecimal(qty) || terms === null) return null;
  return { subaccount_id: place.subaccountId, side, qty, ...whereOf(fields, place), ...terms };
}

function termsOf({ type, tif, price, expiresAt }: TicketFields) {
  if (type === 'MARKET') return { type, tif: tif === 'FOK' ? tif : ('IOC' as const) };
  if (!isDecimal(price)) return null;
  if (tif !== 'GTD') return { type, tif, price };
  const at = new Date(expiresAt);
  return Number.isNaN(at.getTime()) ? null : { type, tif, price, expires_at: at.toISOString() };
}

function whereOf({ mode }: TicketFields, { market, matched, outcome }: TicketPlace) {
  if (mode === 'DIRECT' || matched === null)
    return { instrument_id: market.instrument_id, outcome, routing: { mode: 'DIRECT' as const } };
  const { asset, isInverted } = matched;
  return {
    generic_asset_id: asset.generic_asset_id,
    outcome: outcomeIn(outcome, isInverted),
    routing: { mode },
  };
}
