import { diffWordsWithSpace } from 'diff';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { AssetReview } from '../../../core/instruments/review.ts';
import { renderTime } from '../../../core/kernel/time.ts';
import type { Match } from '../../../core/matching/score.ts';
import type { Comparison } from '../../../engine/reviewing/reviewing.ts';
import type { Proposal } from '../../../ports/assetdesk.ts';
import { renderOptionalTime } from './time.ts';

const EDITS_MAX = 2_000; // words; texts that differ by more have nothing to lay side by side

export const renderProposal = ({ a, b, match }: Proposal) => ({
  first: renderListing(a),
  other: renderListing(b),
  ...renderJudged(match),
});

export const renderComparison = ({ members, matches, reviews }: Comparison) => {
  const [first, ...others] = members as readonly [Instrument, ...Instrument[]];
  return {
    members: members.map(renderListing),
    comparisons: others.map((other, at) => ({
      other: other.instrumentId,
      ...renderJudged(matches[at] as Match),
      differences: differencesOf(first, other),
    })),
    reviews: reviews.map(renderReview),
  };
};

export const renderReview = (review: AssetReview) => ({
  generic_asset_id: review.genericAssetId,
  status: review.status,
  simulated: review.simulated,
  title: review.title,
  members: review.members.map(({ instrumentId, venue, ticker, inverted }) => ({
    instrument_id: instrumentId,
    venue,
    ticker,
    inverted,
  })),
  by: review.by,
  why: review.why,
  at: renderTime(review.at),
});

const renderListing = (instrument: Instrument) => ({
  instrument_id: instrument.instrumentId,
  venue: instrument.venue,
  ticker: instrument.ticker,
  title: instrument.title,
  rules: instrument.description,
  open_time: renderOptionalTime(instrument.openTime),
  close_time: renderOptionalTime(instrument.closeTime),
  status: instrument.status,
});

const renderJudged = ({ verdict, score, inverted, features }: Match) => ({
  verdict,
  score,
  inverted,
  reasons: features.map(({ name, kind, weight, words }) => ({
    name,
    kind,
    weight: Math.round(weight * 100) / 100,
    words,
  })),
});

function differencesOf(first: Instrument, other: Instrument) {
  const [a, b] = [renderListing(first), renderListing(other)];
  return (['title', 'rules', 'open_time', 'close_time'] as const).map((field) => {
    const [one, two] = [a[field] ?? '', b[field] ?? ''];
    return { field, same: one === two, segments: segmentsOf(one, two) };
  });
}

/** Both texts as one row of segments, word by word. */
function segmentsOf(one: string, two: string) {
  const changes = diffWordsWithSpace(one, two, { maxEditLength: EDITS_MAX });
  const whole = [
    { value: one, removed: true, added: false },
    { value: two, removed: false, added: true },
  ];
  return (changes ?? whole)
    .filter(({ value }) => value !== '')
    .map(({ value, removed, added }) => ({ in: removed ? 'first' : added ? 'other' : 'both', text: value }));
}
