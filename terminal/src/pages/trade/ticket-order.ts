import type {
  Instrument,
  NewOrder,
  Outcome,
  Position,
  RoutingMode,
  Side,
  Tif,
} from '../../../../sdk/src/index.ts';
import { heldOutcome } from '../../components/held-outcome.ts';
import type { PriceFormat } from '../../components/prices.ts';
import { type Matched, outcomeIn } from './matched-listings.ts';
import { readPrice, readQty } from './typed-figures.ts';

/** The ticket's fields, as typed. */
export interface TicketFields {
  readonly side: Side;
  readonly type: 'LIMIT' | 'MARKET';
  readonly tif: Tif;
  readonly expiresAt: string; // of a GTD order, in local time, as `2027-01-31T18:00`
  readonly price: string;
  readonly qty: string;
  readonly mode: RoutingMode;
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  readonly cancelOnPause: boolean;
  readonly selfTrade: NewOrder['self_trade']; // undefined: nothing is checked
}

export const FRESH: TicketFields = {
  side: 'BUY',
  type: 'LIMIT',
  tif: 'GTC',
  expiresAt: '',
  price: '',
  qty: '',
  mode: 'DIRECT',
  postOnly: false,
  reduceOnly: false,
  cancelOnPause: false,
  selfTrade: undefined,
};

/** The fields of a market order that closes a position; in terms of the shown outcome of its market. */
export const toClosingFields = (
  held: Pick<Position, 'side' | 'qty'>,
  outcome: Outcome,
): Partial<TicketFields> => ({
  side: heldOutcome(held) === outcome ? 'SELL' : 'BUY',
  type: 'MARKET',
  tif: 'IOC',
  mode: 'DIRECT',
  qty: held.qty,
});

/** The time in force for a resting limit order. Those of a MARKET order do not rest. */
export const restingTif = ({ type, tif }: TicketFields): Tif => (type === 'LIMIT' ? tif : 'GTC');

/** Post-only needs an order that can rest at one venue. */
export const canBePostOnly = ({ type, tif, mode }: TicketFields): boolean =>
  type === 'LIMIT' && (tif === 'GTC' || tif === 'GTD') && mode !== 'SPLIT';

export interface TicketPlace {
  readonly subaccountId: string;
  readonly market: Instrument;
  readonly matched: Matched | null;
  readonly outcome: Outcome; // of the shown market
  readonly format: PriceFormat; // that the price is typed in
}

/** The order request of the ticket; null while a figure is missing. The service validates everything else. */
export function ticketOrder(fields: TicketFields, place: TicketPlace): NewOrder | null {
  const { side } = fields;
  const qty = readQty(fields.qty).value;
  const terms = toTerms(fields, place);
  if (qty === null || terms === null) return null;
  return {
    subaccount_id: place.subaccountId,
    side,
    qty,
    ...toTarget(fields, place),
    ...terms,
    ...(fields.postOnly && canBePostOnly(fields) ? { post_only: true } : {}),
    ...(fields.reduceOnly && fields.mode !== 'SPLIT' ? { reduce_only: true } : {}),
    ...(fields.cancelOnPause ? { cancel_on_pause: true } : {}),
    ...(fields.selfTrade === undefined ? {} : { self_trade: fields.selfTrade }),
  };
}

function toTerms(fields: TicketFields, { format, market }: TicketPlace) {
  const { type, tif, expiresAt } = fields;
  if (type === 'MARKET') return { type, tif: tif === 'FOK' ? tif : ('IOC' as const) };
  const price = readPrice(fields.price, format, market.price_tick).value;
  if (price === null) return null;
  if (tif !== 'GTD') return { type, tif, price };
  const at = new Date(expiresAt);
  return Number.isNaN(at.getTime()) ? null : { type, tif, price, expires_at: at.toISOString() };
}

function toTarget({ mode }: TicketFields, { market, matched, outcome }: TicketPlace) {
  if (mode === 'DIRECT' || matched === null)
    return { instrument_id: market.instrument_id, outcome, routing: { mode: 'DIRECT' as const } };
  const { asset, isInverted } = matched;
  return {
    generic_asset_id: asset.generic_asset_id,
    outcome: outcomeIn(outcome, isInverted),
    routing: { mode },
  };
}
