import { createHash } from 'node:crypto';
import {
  type GenericAsset,
  type GenericAssetId,
  type InstrumentId,
  type MarketStatus,
  renderTime,
  type TimestampMs,
  type VenueInstrument,
  type VenueName,
} from '#contract';
import { renderVenueTerms } from './venue-terms.ts';

/**
 * APPROVED: a generic asset, listed and routed. SUSPENDED: a member's text or dates changed; neither listed
 * nor routed until it is reviewed again. REJECTED: not the same contract, or withdrawn.
 */
export const REVIEW_STATUSES = ['APPROVED', 'SUSPENDED', 'REJECTED'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** A member at the time of its review. */
export interface ReviewedMember {
  readonly venue: VenueName;
  readonly venueInstrumentId: string;
  readonly instrumentId: InstrumentId;
  readonly ticker: string;
  readonly inverted: boolean;
  readonly fingerprint: string; // of its texts, terms and dates, see computeListingFingerprint
}

/** A decision on a set of instruments, with its author, time and reason. A later decision replaces it. */
export interface AssetReview {
  readonly genericAssetId: GenericAssetId; // of the asset or of the rejection; never assigned twice
  readonly status: ReviewStatus;
  readonly simulated: boolean; // the same for all members
  readonly title: string;
  readonly description: string | null;
  readonly category: string;
  readonly members: readonly ReviewedMember[];
  readonly by: string;
  readonly why: string;
  readonly at: TimestampMs;
}

/** Above all ids of assets that venues declare, so that ids stay unique when the market file is lost. */
export const FIRST_REVIEW_ID = 1_000_001;

const VERSION = 'v2:';

/**
 * Hash of title, rules, secondary rules, structured terms and dates. A different fingerprint means that the listing
 * changed after its approval.
 */
export const computeListingFingerprint = (listing: VenueInstrument): string =>
  VERSION +
  digest([
    ...toBasicParts(listing),
    toPlainText(listing.rulesSecondary ?? ''),
    renderVenueTerms(listing.venueTerms),
  ]);

/** True when the listing is as it was fingerprinted. Older fingerprints cover title, rules and dates only. */
export const hasFingerprint = (listing: VenueInstrument, fingerprint: string): boolean =>
  fingerprint ===
  (fingerprint.startsWith(VERSION) ? computeListingFingerprint(listing) : digest(toBasicParts(listing)));

const toBasicParts = ({ title, description, openTime, closeTime }: VenueInstrument): readonly string[] => [
  toPlainText(title),
  toPlainText(description ?? ''),
  ...[openTime, closeTime].map((time) => (time === null ? '' : renderTime(time))),
];

const toPlainText = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

const TRADING: ReadonlySet<MarketStatus> = new Set(['UNOPENED', 'OPEN', 'PAUSED']);

/** True while a change of the listing matters. An exchange that closes a market early changes its dates. */
export const isStillTrading = (status: MarketStatus): boolean => TRADING.has(status);

/** Converts an approved review to the generic asset that is listed. */
export const toGenericAsset = (review: AssetReview): GenericAsset => ({
  genericAssetId: review.genericAssetId,
  title: review.title,
  description: review.description,
  category: review.category,
  members: review.members.map(({ venue, instrumentId, ticker, inverted }) => ({
    venue,
    instrumentId,
    ticker,
    inverted,
  })),
});
