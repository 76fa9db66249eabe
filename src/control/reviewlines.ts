import type { Instrument } from '../core/instruments/instrument.ts';
import type { AssetReview } from '../core/instruments/review.ts';
import { renderTime, type TimestampMs } from '../core/kernel/time.ts';
import type { Match } from '../core/matching/score.ts';

const timeOf = (at: TimestampMs | null): string | null => (at === null ? null : renderTime(at));

/** An instrument as the operator reads it: what tells it from others, and its rules in full. */
export const renderInstrument = (instrument: Instrument) => ({
  instrument_id: instrument.instrumentId,
  venue: instrument.venue,
  ticker: instrument.ticker,
  title: instrument.title,
  rules: instrument.description,
  close_time: timeOf(instrument.closeTime),
  status: instrument.status,
});

export const renderMatch = ({ verdict, score, inverted, features }: Match) => ({
  verdict,
  score,
  inverted,
  features: features.map(({ name, kind, weight, words }) => ({
    name,
    kind,
    weight: Math.round(weight * 100) / 100,
    words,
  })),
});

/** A decision as it is exported, and read again by an import. */
export const renderReview = (review: AssetReview) => ({
  generic_asset_id: review.genericAssetId,
  status: review.status,
  simulated: review.simulated,
  title: review.title,
  members: review.members.map((member) => ({
    name: `${member.venue}:${member.venueInstrumentId}`,
    instrument_id: member.instrumentId,
    ticker: member.ticker,
    inverted: member.inverted,
    fingerprint: member.fingerprint,
  })),
  by: review.by,
  why: review.why,
  at: renderTime(review.at),
});

export type InstrumentLine = ReturnType<typeof renderInstrument>;
export type MatchLine = ReturnType<typeof renderMatch>;
export type ReviewLine = ReturnType<typeof renderReview>;
