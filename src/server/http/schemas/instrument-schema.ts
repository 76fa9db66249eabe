import { Type } from 'typebox';
import type { FeeSchedule } from '../../../domain/model/fee-schedule.ts';
import {
  type GenericAsset,
  type Instrument,
  MARKET_STATUSES,
  type MarketStatus,
  type PriceBand,
} from '../../../domain/model/instrument.ts';
import { renderDecimal, renderNotional } from '../../../domain/model/money.ts';
import { renderTime } from '../../../domain/model/time.ts';
import {
  Amount,
  Cursor,
  describedAmount,
  GenericAssetId,
  InstrumentId,
  InstrumentRef,
  Nullable,
  PageLimit,
  renderOptionalTime,
  Time,
  VenueName,
} from './common-schema.ts';

export const MarketStatusSchema = Type.Enum([...MARKET_STATUSES]);
const SEARCH_TEXT_MAX = 200;
const SEARCH_PAGE_MAX = 200;

const PriceBandSchema = Type.Object({ from: Amount, to: Amount, step: Amount });

const FeesSchema = Type.Object(
  {
    taker_rate: Amount,
    maker_rate: Amount,
    exponent: Type.Integer({ minimum: 1 }),
    fill_step: Amount,
    fill_rounding: Type.Enum(['up', 'half_up']),
    cash_step: Nullable(Amount),
  },
  {
    description:
      'The fee of a fill is rate · qty · (price · (1 − price))^exponent, rounded to a multiple of `fill_step`. The total cash of an order is rounded to `cash_step` in favour of the venue. Null: the fees are unknown, and the router does not choose this instrument by cost.',
  },
);

export const InstrumentSchema = Type.Object(
  {
    instrument_id: InstrumentId,
    venue: VenueName,
    venue_instrument_id: Type.String({ description: 'Id of the instrument at the venue.' }),
    ticker: Type.String(),
    slug: Type.String(),
    title: Type.String(),
    description: Nullable(Type.String()),
    category: Type.String(),
    status: MarketStatusSchema,
    market_type: Type.Enum(['binary']),
    outcomes: Type.Array(Type.Enum(['YES', 'NO'])),
    generic_asset_id: Nullable(GenericAssetId),
    price_tick: Amount,
    min_price: Amount,
    max_price: Amount,
    price_bands: Nullable(
      Type.Array(PriceBandSchema, {
        description:
          'Price ranges with different steps, in YES terms. Null: `price_tick` applies to all prices.',
      }),
    ),
    qty_step: Amount,
    min_qty: Amount,
    fees: Nullable(FeesSchema),
    open_time: Nullable(Time),
    close_time: Nullable(Time),
    result: Nullable(
      Type.Enum(['YES', 'NO', 'VOID', 'FRACTION'], {
        description:
          'FRACTION: YES pays `settlement_price` and NO one minus it. VOID: nothing is won or lost.',
      }),
    ),
    settlement_price: Nullable(
      describedAmount(
        'What one YES contract pays: 1 for YES, 0 for NO. Null before the result, and for VOID.',
      ),
    ),
    updated_at: Time,
  },
  {
    description: 'A contract listed on one venue.',
    examples: [
      {
        instrument_id: 1001,
        venue: 'Demo',
        venue_instrument_id: 'RAIN-LON-JUL01',
        ticker: 'RAIN-LON-JUL01',
        slug: 'rain-in-london-on-july-1',
        title: 'Will it rain in London on July 1?',
        description: 'Resolves YES if the Met Office records 0.2 mm or more.',
        category: 'Weather',
        status: 'OPEN',
        market_type: 'binary',
        outcomes: ['YES', 'NO'],
        generic_asset_id: 501,
        price_tick: '0.01',
        min_price: '0.01',
        max_price: '0.99',
        price_bands: null,
        qty_step: '1',
        min_qty: '1',
        fees: {
          taker_rate: '0.07',
          maker_rate: '0',
          exponent: 1,
          fill_step: '0.000001',
          fill_rounding: 'up',
          cash_step: '0.01',
        },
        open_time: '2026-06-01T00:00:00.000Z',
        close_time: '2026-07-01T23:00:00.000Z',
        result: null,
        settlement_price: null,
        updated_at: '2026-06-30T09:00:00.000Z',
      },
    ],
  },
);

export const SearchPageSchema = Type.Object(
  { items: Type.Array(InstrumentSchema), next_cursor: Nullable(Type.String()) },
  { description: 'One page of search results; `next_cursor` is null on the last page.' },
);

const SearchTextSchema = Type.String({
  maxLength: SEARCH_TEXT_MAX,
  expects: `must be at most ${SEARCH_TEXT_MAX} characters`,
});
const LabelSchema = Type.String({ minLength: 1, maxLength: 256, expects: 'must be 1 to 256 characters' });

export const SearchQuery = Type.Object({
  q: Type.Optional(SearchTextSchema),
  venue: Type.Optional(VenueName),
  status: Type.Optional(MarketStatusSchema),
  category: Type.Optional(LabelSchema),
  cursor: Type.Optional(Cursor),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: SEARCH_PAGE_MAX, description: 'Page size, default 50.' }),
  ),
});

export const ListQuery = Type.Object({
  q: Type.Optional(SearchTextSchema),
  venue: Type.Optional(VenueName),
  limit: PageLimit,
  cursor: Type.Optional(Cursor),
});

export const MatchQuery = Type.Object({
  ticker: Type.Optional(LabelSchema),
  slug: Type.Optional(LabelSchema),
  venue: Type.Optional(VenueName),
});

export const LookupBody = Type.Object({
  instrument_ids: Type.Array(InstrumentId, {
    expects: 'must be an array of instrument ids',
    examples: [[1002, 1001]],
  }),
});

export const GenericAssetSchema = Type.Object(
  {
    generic_asset_id: GenericAssetId,
    title: Type.String(),
    description: Nullable(Type.String()),
    category: Type.String(),
    status: MarketStatusSchema,
    venues: Type.Array(VenueName),
    members: Type.Array(
      Type.Object({
        venue: VenueName,
        instrument_id: InstrumentId,
        ticker: Type.String(),
        inverted: Type.Boolean({ description: 'True: YES of the asset is NO of this instrument.' }),
      }),
    ),
  },
  {
    description: 'The same contract on several venues. `OPEN` while at least one member is `OPEN`.',
    examples: [
      {
        generic_asset_id: 501,
        title: 'Rain in London, July 1 2026',
        description: null,
        category: 'Weather',
        status: 'OPEN',
        venues: ['Kalshi', 'Polymarket'],
        members: [
          { venue: 'Kalshi', instrument_id: 2001, ticker: 'KXRAINLON-26JUL01', inverted: false },
          { venue: 'Polymarket', instrument_id: 3001, ticker: 'rain-london-july-1', inverted: false },
        ],
      },
    ],
  },
);

export const AssetsQuery = Type.Object({
  q: Type.Optional(SearchTextSchema),
  venue: Type.Optional(VenueName),
  category: Type.Optional(LabelSchema),
  instrument_id: Type.Optional(InstrumentRef),
});

const OUTCOMES = ['YES', 'NO'] as const;

/** The instrument record. Source: contract, Records. */
export const renderInstrument = (instrument: Instrument) => ({
  instrument_id: instrument.instrumentId,
  venue: instrument.venue,
  venue_instrument_id: instrument.venueInstrumentId,
  ticker: instrument.ticker,
  slug: instrument.slug,
  title: instrument.title,
  description: instrument.description,
  category: instrument.category,
  status: instrument.status,
  market_type: 'binary' as const,
  outcomes: OUTCOMES,
  generic_asset_id: instrument.genericAssetId,
  price_tick: renderDecimal(instrument.priceTick),
  min_price: renderDecimal(instrument.priceMin),
  max_price: renderDecimal(instrument.priceMax),
  price_bands: instrument.priceBands?.map(renderBand) ?? null,
  qty_step: renderDecimal(instrument.qtyStep),
  min_qty: renderDecimal(instrument.qtyMin),
  fees: instrument.fees === null ? null : renderFees(instrument.fees),
  open_time: renderOptionalTime(instrument.openTime),
  close_time: renderOptionalTime(instrument.closeTime),
  result: instrument.result,
  settlement_price: instrument.settlementPrice === null ? null : renderDecimal(instrument.settlementPrice),
  updated_at: renderTime(instrument.updatedAt),
});

const renderBand = ({ from, to, step }: PriceBand) => ({
  from: renderDecimal(from),
  to: renderDecimal(to),
  step: renderDecimal(step),
});

const renderFees = (fees: FeeSchedule) => ({
  taker_rate: renderDecimal(fees.takerRate),
  maker_rate: renderDecimal(fees.makerRate),
  exponent: fees.exponent,
  fill_step: renderNotional(fees.fillStep),
  fill_rounding: fees.fillRounding,
  cash_step: fees.cashStep === null ? null : renderNotional(fees.cashStep),
});

/** The generic asset record; `venues` in the order of its members, each once. */
export const renderAsset = (asset: GenericAsset, status: MarketStatus) => ({
  generic_asset_id: asset.genericAssetId,
  title: asset.title,
  description: asset.description,
  category: asset.category,
  status,
  venues: [...new Set(asset.members.map(({ venue }) => venue))],
  members: asset.members.map((member) => ({
    venue: member.venue,
    instrument_id: member.instrumentId,
    ticker: member.ticker,
    inverted: member.inverted,
  })),
});
