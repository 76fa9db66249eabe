import type { InstrumentId, SubaccountId } from '../../contract/model/ids.ts';
import type { Order } from '../../contract/model/order.ts';
import type { QuoteSide, QuoteTolerance } from '../../domain/quotes/quote-step.ts';
import { type OmsHarness, openOms, settle, TRADER, value } from '../../oms/oms.fixture.ts';
import { DEMO, price, qty, ReplacingVenue } from '../../oms/scripted-venue.fixture.ts';
import type { VenueCapabilities } from '../../ports/venue.ts';
import type { CommandContext } from '../command-context.ts';
import type { QuoteAnswer, QuotePut, QuoteState } from './quote-types.ts';

export const SA_1 = 'sa_1' as SubaccountId;

/** A venue with native amend that keeps its orders. It proves cancels at once, unless `holdsCancels`. */
export class QuoteVenue extends ReplacingVenue {
  holdsCancels = false;
  fillNumber = 0;

  constructor(change: Partial<VenueCapabilities> = {}) {
    super({ amend: 'native', ...change });
    this.onClientId = ({ clientId }) => clientId;
    const confirm = this.onCancel;
    this.onCancel = (clientId) =>
      this.holdsCancels ? { kind: 'unknown', why: 'timeout' } : confirm(clientId);
    this.onAmend = ({ clientId, price: to, qty: size }) => {
      const report = this.orders.get(clientId);
      if (report === undefined) return { kind: 'refused', code: 'unknown', message: 'unknown' };
      const terms = { price: to ?? report.price, qty: size ?? report.qty };
      return { kind: 'report', report: this.keep({ ...report, ...terms }) };
    };
  }
}

export interface QuoteHarness extends OmsHarness {
  readonly venue: QuoteVenue;
}

export async function openQuotes(venue = new QuoteVenue()): Promise<QuoteHarness> {
  return { ...(await openOms({ venue })), venue };
}

/** `46 x 50` is 50 at 0.46; null withdraws. */
type Text = `${number} x ${number}` | null;

const NO_TOLERANCE: QuoteTolerance = { priceMoveMin: price('0'), qtyChangeMin: qty('0') };

export function toPut(
  quoteSeq: number,
  sides: Partial<Record<QuoteSide, Text>>,
  tolerance: QuoteTolerance = NO_TOLERANCE,
  instrumentId = 1001,
): QuotePut {
  return {
    subaccountId: SA_1,
    quoteSeq,
    tolerance,
    tag: null,
    sides: Object.entries(sides).map(([side, text]) => {
      const [at, size] = text?.split(' x ') ?? [];
      const terms = text === null ? null : { price: price(`0.${at}`), qty: qty(String(size)) };
      return { instrumentId: instrumentId as InstrumentId, side: side as QuoteSide, terms };
    }),
  };
}

export const put = async (
  { oms }: QuoteHarness,
  quoteSeq: number,
  sides: Partial<Record<QuoteSide, Text>>,
  command?: CommandContext,
): Promise<QuoteAnswer> => value(await oms.quotes.put(TRADER, toPut(quoteSeq, sides), command));

/** `PLACED`, or the code of a refused side. */
export const actions = ({ sides }: QuoteAnswer): readonly string[] =>
  sides.map(({ action, refusal }) => refusal?.code ?? action);

export const quotesOf = ({ oms }: QuoteHarness): readonly QuoteState[] =>
  value(oms.quotes.list(TRADER, SA_1)).quotes;

/** The live order of the bid. */
export function bidOrder(harness: QuoteHarness): Order {
  const order = quotesOf(harness).find(({ side }) => side === 'bid')?.order;
  if (!order) throw new Error('there is no bid');
  return order;
}

/** Another trader takes this much of the newest order at the venue, and the venue reports it. */
export async function fillNewest({ oms, venue }: QuoteHarness, size: string): Promise<void> {
  const newest = venue.placed.at(-1);
  if (newest === undefined) throw new Error('nothing was placed');
  venue.fillNumber += 1;
  const report = venue.fill(newest.clientId, `T-${venue.fillNumber}`, size);
  const fills = report.fills.map((fill) => ({
    ...fill,
    price: report.price ?? fill.price,
    liquidity: 'MAKER' as const,
  }));
  oms.onVenueReport(DEMO, venue.keep({ ...report, fills }));
  await settle();
}

/** The venue proves the cancel of its newest order. */
export async function proveCancel({ oms, venue }: QuoteHarness): Promise<void> {
  const newest = venue.placed.at(-1);
  if (newest === undefined) throw new Error('nothing was placed');
  oms.onVenueReport(DEMO, venue.close(newest.clientId));
  await settle();
}
