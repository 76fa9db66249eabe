import type { Caller } from '../../../src/contract/access/access.ts';
import { requirePresent } from '../../../src/contract/model/assert.ts';
import type { Book } from '../../../src/contract/model/book.ts';
import { NO_FEES } from '../../../src/contract/model/fee-schedule.ts';
import type {
  AccountId,
  ClientOrderId,
  EventId,
  FillId,
  GenericAssetId,
  InstrumentId,
  KeyId,
  OrderId,
  SubaccountId,
  VenueClientId,
  VenueName,
  VenueOrderId,
} from '../../../src/contract/model/ids.ts';
import { toParentId } from '../../../src/contract/model/ids.ts';
import type { GenericAsset, Instrument } from '../../../src/contract/model/instrument.ts';
import { type Limits, NO_LIMITS, toDayLimitFields } from '../../../src/contract/model/limits.ts';
import {
  type Notional,
  type Price,
  parsePrice,
  parseQty,
  type Qty,
} from '../../../src/contract/model/money.ts';
import { type Fill, type Leg, type Order } from '../../../src/contract/model/order.ts';
import { NO_FLAGS } from '../../../src/contract/model/order-flags.ts';
import { NO_PROGRESS } from '../../../src/contract/model/parent.ts';
import type { OperationId, PositionOperation } from '../../../src/contract/model/position-operation.ts';
import { parseTime, type TimestampMs } from '../../../src/contract/model/time.ts';
import { NO_CHILDREN } from '../../../src/domain/complex-orders/parent-projection.ts';
import type { MarketEvent, Print } from '../../../src/market-data/market-data-types.ts';
import type { Opportunity } from '../../../src/market-data/opportunities/opportunity-types.ts';
import type { OperationTerms } from '../../../src/orders/operations/operation-types.ts';
import type { OrderPreview } from '../../../src/orders/order-preview.ts';
import type { Receipt } from '../../../src/orders/order-receipt.ts';
import type { ParentPreview, WatchedParent } from '../../../src/orders/parent-types.ts';
import type { MarkedPosition, RiskState } from '../../../src/orders/trading-service.ts';
import type { OpportunityRecord } from '../../../src/relations/opportunities/opportunity-record.ts';

/** The contract's examples as records of order management and market data. */
export const price = (text: string): Price => requirePresent(parsePrice(text), text);
export const qty = (text: string): Qty => requirePresent(parseQty(text), text);
export const notional = (text: string): Notional => (qty(text) * 100_000_000n) as Notional;
export const at = (text: string): TimestampMs => requirePresent(parseTime(text), text);

export const DEMO = 'Demo' as VenueName;
export const ACCOUNT = 'acc_1' as AccountId;
export const SA_1 = 'sa_1' as SubaccountId;

export const CALLER: Caller = {
  keyId: 'key_demo_1' as KeyId,
  accountId: ACCOUNT,
  permissions: ['read', 'trade', 'risk'],
  subaccounts: '*',
};

export const INSTRUMENT: Instrument = {
  instrumentId: 1001 as InstrumentId,
  genericAssetId: 501 as GenericAssetId,
  venue: DEMO,
  venueInstrumentId: 'RAIN-LON-JUL01',
  ticker: 'RAIN-LON-JUL01',
  slug: 'rain-in-london-on-july-1',
  title: 'Will it rain in London on July 1?',
  description: 'Resolves YES if the Met Office records 0.2 mm or more.',
  category: 'Weather',
  status: 'OPEN',
  priceTick: price('0.01'),
  priceMin: price('0.01'),
  priceMax: price('0.99'),
  priceBands: null,
  qtyStep: qty('1'),
  qtyMin: qty('1'),
  fees: NO_FEES,
  openTime: at('2026-06-01T00:00:00.000Z'),
  closeTime: at('2026-07-01T23:00:00.000Z'),
  result: null,
  settlementPrice: null,
  event: null,
  outcomeName: null,
  rulesSecondary: null,
  venueTerms: {},
  updatedAt: at('2026-06-30T09:00:00.000Z'),
};

export const instrumentNumbered = (id: number): Instrument => ({
  ...INSTRUMENT,
  instrumentId: id as InstrumentId,
});

export const OPPORTUNITY: Opportunity = {
  id: 'opp_91',
  kind: 'INTERNAL',
  genericAssetId: null,
  eventId: null,
  legs: [],
  qty: qty('40'),
  edgeTotal: notional('0.4'),
  capital: notional('39.6'),
  figures: { edgePerSet: price('0.01'), returnRate: price('0.01'), days: null, annualised: null },
  settlement: {
    risk: 'NONE',
    differences: [],
    mayBeVoid: [false, false],
    worstCase: notional('0.4'),
    approval: null,
  },
  oldestBookMs: 12,
  openedAt: at('2026-07-01T12:00:00.000Z'),
  lastedMs: 400,
  blockedBy: [],
};

const EDGE = {
  at: at('2026-07-01T12:00:00.000Z'),
  edgePerSet: price('0.01'),
  edgeTotal: notional('0.4'),
  qty: qty('40'),
};

export const OPPORTUNITY_RECORD: OpportunityRecord = {
  number: 91,
  kind: 'INTERNAL',
  genericAssetId: null,
  eventId: null,
  legs: [],
  openedAt: at('2026-07-01T12:00:00.000Z'),
  closedAt: null,
  lastedMs: 400,
  best: EDGE,
  last: EDGE,
  points: [EDGE],
};

export const EVENT: MarketEvent = {
  eventId: 'evt_31' as EventId,
  venue: DEMO,
  event: { venueEventId: 'RAIN-LON', title: 'Rain in London', series: null, exclusive: 'NONE' },
  status: 'OPEN',
  members: [
    {
      instrument: INSTRUMENT,
      quote: {
        instrumentId: INSTRUMENT.instrumentId,
        status: 'OPEN',
        book: null,
        isLive: false,
        ageMs: null,
      },
    },
  ],
  sums: {
    yesBid: null,
    yesAsk: null,
    mid: null,
    qtyAtAsk: null,
    ageMs: null,
    missing: [INSTRUMENT.instrumentId],
  },
  closeTime: null,
};

export const ASSET: GenericAsset = {
  genericAssetId: 501 as GenericAssetId,
  title: 'Rain in London, July 1 2026',
  description: null,
  category: 'Weather',
  members: [
    {
      venue: 'Kalshi' as VenueName,
      instrumentId: 2001 as InstrumentId,
      ticker: 'KXRAINLON-26JUL01',
      inverted: false,
    },
    {
      venue: 'Polymarket' as VenueName,
      instrumentId: 3001 as InstrumentId,
      ticker: 'rain-london-july-1',
      inverted: false,
    },
  ],
};

export const BOOK: Book = {
  instrumentId: INSTRUMENT.instrumentId,
  bids: [
    { price: price('0.47'), qty: qty('120') },
    { price: price('0.46'), qty: qty('300') },
  ],
  asks: [{ price: price('0.49'), qty: qty('80') }],
  timestamp: 1782907200000 as TimestampMs,
  sequence: 88121,
};

export const PRINT: Print = {
  id: 70012,
  instrumentId: INSTRUMENT.instrumentId,
  venue: DEMO,
  price: price('0.47'),
  qty: qty('4'),
  side: 'BUY',
  timestamp: 1782907200008 as TimestampMs,
};

export const LEG: Leg = {
  leg: 1,
  generation: 1,
  venue: DEMO,
  instrumentId: INSTRUMENT.instrumentId,
  venueInstrumentId: INSTRUMENT.venueInstrumentId,
  outcome: 'YES',
  tokenSide: null,
  clientId: 'c-1' as VenueClientId,
  venueOrderId: 'D-77' as VenueOrderId,
  status: 'PARTIAL',
  reason: null,
  price: price('0.48'),
  qty: qty('10'),
  filledQty: qty('4'),
  venueCode: null,
  venueMessage: null,
  atVenue: null,
  arrival: null,
  filledNotional: notional('1.88'),
};

export const ORDER: Order = {
  id: 'ord_1042' as OrderId,
  accountId: ACCOUNT,
  keyId: CALLER.keyId,
  fingerprint: 'f',
  status: 'PARTIAL',
  legs: [LEG],
  fees: notional('0'),
  pendingAction: null,
  pendingAmend: null,
  reason: null,
  loosestPrice: null,
  cancelReason: null,
  createdAt: at('2026-07-01T12:00:00.004Z'),
  updatedAt: at('2026-07-01T12:00:00.011Z'),
  answer: null,
  subaccountId: SA_1,
  instrumentId: INSTRUMENT.instrumentId,
  genericAssetId: null,
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  tif: 'GTC',
  expiresAt: null,
  price: price('0.48'),
  priceText: '0.48',
  qty: qty('10'),
  qtyText: '10',
  routing: { mode: 'DIRECT', venues: null },
  ...NO_FLAGS,
  clientOrderId: 'desk-1' as ClientOrderId,
};

export const orderNumbered = (number: number): Order => ({ ...ORDER, id: `ord_${number}` as OrderId });

export const FILL: Fill = {
  id: 'fil_9001' as FillId,
  orderId: ORDER.id,
  leg: 1,
  generation: 1,
  clientOrderId: 'desk-1' as ClientOrderId,
  accountId: ACCOUNT,
  subaccountId: SA_1,
  instrumentId: INSTRUMENT.instrumentId,
  venue: DEMO,
  venueTradeId: 'T-5531',
  side: 'BUY',
  outcome: 'YES',
  price: price('0.47'),
  qty: qty('4'),
  fee: notional('0'),
  liquidity: 'TAKER',
  realizedPnl: notional('0'),
  timestamp: 1782907200008 as TimestampMs,
  settlement: 'FINAL',
  voids: null,
  tokenSide: null,
  tag: null,
};

export const fillNumbered = (number: number): Fill => ({ ...FILL, id: `fil_${number}` as FillId });

export const POSITION: MarkedPosition = {
  position: {
    accountId: ACCOUNT,
    subaccountId: SA_1,
    instrumentId: INSTRUMENT.instrumentId,
    venue: DEMO,
    net: 0n - qty('10'),
    cost: notional('6'),
    realizedPnl: notional('0'),
    updatedAt: at('2026-07-01T12:00:00.011Z'),
  },
  avgPrice: price('0.6'),
  markPrice: price('0.55'),
  unrealizedPnl: notional('0.5'),
};

export const LIMITS: Limits = {
  ...NO_LIMITS,
  accountId: ACCOUNT,
  subaccountId: SA_1,
  maxOrderQty: qty('50'),
  maxOrderQtyText: '50',
  maxPositionQty: qty('100'),
  maxPositionQtyText: '100',
  maxOpenOrders: 20,
  dayCostMax: notional('100'),
  ordersPerMinuteMax: 60,
  updatedAt: at('2026-07-01T12:00:00.000Z'),
};

export const ACCOUNT_LIMITS: Limits = {
  accountId: ACCOUNT,
  subaccountId: null,
  ...NO_LIMITS,
  updatedAt: null,
};

const NO_DAY_USE = toDayLimitFields(() => ({ max: null, used: null }));

export const RISK: RiskState = {
  subaccountId: SA_1,
  breaches: [{ limit: 'max_position_qty', scope: 'subaccount', max: '100', value: '140' }],
  killSwitchActive: false,
  openOrders: 3,
  positionQty: qty('140'),
  limits: LIMITS,
  accountLimits: ACCOUNT_LIMITS,
  usage: [
    {
      scope: 'subaccount',
      positionQty: { max: qty('100'), used: qty('160') },
      openOrders: { max: 20, used: 3 },
      ...NO_DAY_USE,
      dayCostMax: { max: notional('100'), used: notional('40.5') },
      dayLossMax: { max: notional('50'), used: -35_000_000_000_000_000n as Notional },
      ordersPerMinuteMax: { max: 60, used: 2 },
    },
    {
      scope: 'account',
      positionQty: { max: null, used: qty('190') },
      openOrders: { max: null, used: 5 },
      ...NO_DAY_USE,
    },
  ],
  timestamp: 1782907200000 as TimestampMs,
};

export const PREVIEW: OrderPreview = {
  order: ORDER,
  legs: ORDER.legs.map((leg) => {
    const { venue, instrumentId, venueInstrumentId, outcome, tokenSide, price: limit, qty: amount } = leg;
    return { venue, instrumentId, venueInstrumentId, outcome, tokenSide, price: limit, qty: amount };
  }),
  opens: qty('100'),
  unroutable: null,
  decision: {
    candidates: [
      {
        venue: DEMO,
        instrumentId: INSTRUMENT.instrumentId,
        bookSequence: 88_121,
        bookAgeMs: 12,
        bestPrice: price('0.49'),
        dropped: null,
      },
    ],
    legs: [
      {
        instrumentId: INSTRUMENT.instrumentId,
        takes: qty('4'),
        takesNotional: notional('1.88'),
        rests: qty('6'),
        fee: notional('0'),
        cost: notional('4.76'),
      },
    ],
    isLeast: true,
  },
  headroom: [
    {
      scope: 'account',
      orderQty: { max: null, value: 0n, after: qty('10') },
      positionQty: { max: qty('1000'), value: qty('40'), after: qty('50') },
      openOrders: { max: null, value: 3, after: 4 },
    },
  ],
};

export const RECEIPT: Receipt = {
  order: ORDER,
  traceId: null,
  decision: { mode: 'SPLIT', ...PREVIEW.decision },
  events: [
    {
      seq: 7,
      at: ORDER.createdAt,
      cause: 'venue_reply',
      event: {
        type: 'LegClosed',
        orderId: ORDER.id,
        leg: 1,
        status: 'CANCELLED',
        reason: 'ioc_remainder',
        venueCode: null,
        venueMessage: null,
        detail: null,
      },
    },
  ],
  isTruncated: false,
  slippage: { mid: notional('0.05'), midFills: 1, expected: notional('0'), expectedFills: 1 },
  phases: {
    acceptedAt: ORDER.createdAt,
    sentAt: ORDER.createdAt,
    acknowledgedAt: ORDER.updatedAt,
    firstFillAt: ORDER.updatedAt,
    doneAt: null,
  },
};

/** The complex order of the contract's example. */
export const COMPLEX_ORDER: WatchedParent = {
  parent: {
    ...NO_CHILDREN,
    id: toParentId(7),
    accountId: ACCOUNT,
    keyId: CALLER.keyId,
    idempotencyKey: 's-1' as ClientOrderId,
    fingerprint: '',
    subaccountId: SA_1,
    instrumentId: INSTRUMENT.instrumentId,
    side: 'SELL',
    outcome: 'YES',
    qty: qty('20'),
    qtyText: '20',
    price: null,
    priceText: null,
    tif: 'GTC',
    expiresAt: null,
    postOnly: false,
    reduceOnly: true,
    tag: null,
    params: {
      type: 'STOP',
      triggerPrice: price('0.4'),
      triggerSource: 'TOUCH',
      confirmMs: 0,
      maxSlippage: price('0.03'),
      afterPartial: 'REPEAT',
      fireIfMet: false,
      maxOutageMs: null,
    },
    status: 'WAITING',
    reason: null,
    endsAs: null,
    pausedBy: null,
    pausedAt: null,
    needsResume: false,
    triggeredAt: null,
    triggeredBy: null,
    nextAt: null,
    refusals: 0,
    handledChild: 0,
    progress: NO_PROGRESS,
    moves: 0,
    genericAssetId: null,
    actingKeyId: null,
    createdAt: at('2026-07-01T12:00:00.004Z'),
    updatedAt: at('2026-07-01T12:00:00.004Z'),
  },
  view: {
    touch: { bid: price('0.47'), ask: price('0.48') },
    watched: price('0.47'),
    book: { sequence: 88121, ageMs: 80, bid: price('0.47'), ask: price('0.48'), watched: price('0.47') },
    unprotectedQty: qty('0'),
  },
};

export const COMPLEX_PREVIEW: ParentPreview = {
  isMetNow: false,
  watchedPrice: price('0.47'),
  firstChild: PREVIEW,
  childrenMax: null,
  costMax: notional('0'),
  lossMax: notional('0'),
  reserved: qty('0'),
  warnings: [],
  hedge: null,
  entry: null,
  exits: [],
};

/** A merge of ten pairs, confirmed on the chain. */
export const OPERATION: PositionOperation = {
  id: 'pop_77' as OperationId,
  accountId: ACCOUNT,
  subaccountId: SA_1,
  keyId: CALLER.keyId,
  idempotencyKey: 'merge-1' as ClientOrderId,
  fingerprint: 'MERGE sa_1 1001 10',
  kind: 'MERGE',
  instrumentId: INSTRUMENT.instrumentId,
  venue: 'Polymarket' as VenueName,
  venueInstrumentId: INSTRUMENT.venueInstrumentId,
  qty: qty('10'),
  cash: notional('10'),
  redeems: [],
  status: 'CONFIRMED',
  seal: '{"nonce":"7","deadline":1782907800}',
  venueOperationId: '0190b317-a1d3-7bec-9b91-eeb6dcd3a620',
  transactionHash: `0x${'ab'.repeat(32)}`,
  failure: null,
  venueMessage: null,
  createdAt: at('2026-07-01T12:00:00.000Z'),
  sentAt: at('2026-07-01T12:00:01.000Z'),
  endedAt: at('2026-07-01T12:00:09.000Z'),
  updatedAt: at('2026-07-01T12:00:09.000Z'),
};

export const OPERATION_TERMS: OperationTerms = {
  kind: 'MERGE',
  instrument: INSTRUMENT,
  venue: 'Polymarket' as VenueName,
  qty: qty('10'),
  cash: notional('10'),
  walletCash: notional('10'),
  qtyMax: qty('12'),
};
