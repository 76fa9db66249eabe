import {
  EVENT_EXCLUSIVITIES,
  FILL_SETTLEMENTS,
  impliedSettlementPrice,
  MARKET_STATUSES,
  mapped,
  NO_FEES,
  ORDER_TYPES,
  renderDecimal,
  SETTLEMENT_RESULTS,
  TIMES_IN_FORCE,
  VENUE_CLOSE_REASONS,
  type VenueClientId,
  type VenueEvent,
  type VenueInstrument,
} from '#contract';
import {
  defaultWhenAbsent,
  type Format,
  format,
  integer,
  listOf,
  nullable,
  oneOf,
  record,
  text,
} from '#domain';
import {
  type DemoCounters,
  type DemoListing,
  type DemoOrder,
  type DemoTransition,
  VENUE_ORDER_STATUSES,
  type VenueFill,
} from '#ports';
import {
  booleanColumn,
  decimalColumn,
  feeColumn,
  integerColumn,
  jsonColumn,
  nullableColumn,
  type Table,
  table,
  textColumn,
} from './table-mapping.ts';

const clientIdColumn = textColumn(text<VenueClientId>());
const name = textColumn(text());
const count = integerColumn(integer());
const timestamp = integerColumn(format.timestamp);
const price = decimalColumn(renderDecimal, format.price);
const qty = decimalColumn(renderDecimal, format.qty);
const side = textColumn(format.side);
const outcome = textColumn(format.outcome);

export const COUNTERS = table<DemoCounters>('demo_counters', 0, {
  startedAt: timestamp,
  isHistoryPublished: { ...booleanColumn, name: 'history_told' },
  orderNumber: count,
  change: count,
  tradeNumberMax: count,
});

export const ORDERS = table<DemoOrder>('demo_orders', 1, {
  clientId: clientIdColumn,
  venueOrderId: textColumn(format.venueOrderId),
  venueInstrumentId: name,
  side,
  outcome,
  type: textColumn(oneOf(ORDER_TYPES)),
  tif: textColumn(oneOf(TIMES_IN_FORCE)),
  price: nullableColumn(price),
  qty,
  expiresAt: nullableColumn(timestamp),
  filledQty: qty,
  status: textColumn(oneOf(VENUE_ORDER_STATUSES)),
  reason: nullableColumn(textColumn(oneOf(VENUE_CLOSE_REASONS))),
  priority: count,
  change: count,
  at: timestamp,
});

export const DEMO_FILLS = table<{ readonly clientId: VenueClientId } & VenueFill>('demo_fills', 2, {
  clientId: clientIdColumn,
  venueTradeId: name,
  side,
  outcome,
  price,
  qty,
  fee: feeColumn,
  liquidity: textColumn(oneOf(['MAKER', 'TAKER'])),
  settlement: textColumn(oneOf(FILL_SETTLEMENTS)),
  at: timestamp,
});

const status = oneOf(MARKET_STATUSES);
const result = nullable(oneOf(SETTLEMENT_RESULTS));
const settlementPrice = defaultWhenAbsent(null, nullable(format.price));
const event = record<Pick<VenueEvent, 'venueEventId' | 'title' | 'series' | 'exclusive'>>({
  venueEventId: text(),
  title: nullable(text()),
  series: nullable(text()),
  exclusive: oneOf(EVENT_EXCLUSIVITIES),
});

/** Demo charges no fees, and has one tick size and one text of rules. */
const NOT_STORED = { priceBands: null, fees: NO_FEES, rulesSecondary: null, venueTerms: {} } as const;

type ListedInstrument = Omit<VenueInstrument, keyof typeof NOT_STORED>;

const listed = record<ListedInstrument>({
  venue: format.venueName,
  venueInstrumentId: text(),
  ticker: text(),
  slug: text(),
  title: text(),
  description: nullable(text()),
  category: text(),
  status,
  priceTick: format.price,
  priceMin: format.price,
  priceMax: format.price,
  qtyStep: format.qty,
  qtyMin: format.qty,
  openTime: nullable(format.timestamp),
  closeTime: nullable(format.timestamp),
  result,
  settlementPrice,
  updatedAt: format.timestamp,
  event: defaultWhenAbsent(null, nullable(event)),
  outcomeName: defaultWhenAbsent(null, nullable(text())),
});

/** Records of earlier versions have a result without its price. */
const withSettlementPrice = <T extends Pick<DemoTransition, 'result' | 'settlementPrice'>>(stored: T): T => ({
  ...stored,
  settlementPrice: stored.settlementPrice ?? impliedSettlementPrice(stored.result),
});

const instrument: Format<VenueInstrument> = {
  write: listed.write,
  ...mapped(listed, (stored) => ({ ...withSettlementPrice(stored), ...NOT_STORED })),
};

const storedTransition = record<DemoTransition>({ at: format.timestamp, status, result, settlementPrice });
const transition: Format<DemoTransition> = {
  write: storedTransition.write,
  ...mapped(storedTransition, withSettlementPrice),
};

export const LISTINGS = table<DemoListing & { readonly venueInstrumentId: string }>('demo_listings', 1, {
  venueInstrumentId: name,
  number: count,
  code: name,
  edition: count,
  instrument: jsonColumn(instrument),
  ahead: jsonColumn(listOf(transition)),
});

/** The table with its leading key column: the venue section of the settings that owns the row. */
export const inSection = <Shape>({ name, columns, keyColumns }: Table<Shape>) => ({
  name,
  columns: ['section', ...columns],
  keyColumns: keyColumns + 1,
});
