import type { FeeSchedule } from '../../../core/fees/schedule.ts';
import type {
  GenericAsset,
  Instrument,
  MarketStatus,
  PriceBand,
} from '../../../core/instruments/instrument.ts';
import { renderDecimal, renderNotional } from '../../../core/kernel/decimal.ts';
import { renderTime } from '../../../core/kernel/time.ts';
import { renderOptionalTime } from './time.ts';

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
