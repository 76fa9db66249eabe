import { createHash } from 'node:crypto';
import type { GenericAssetId, InstrumentId, VenueName } from '../model/ids.ts';
import type { GenericAsset, MarketStatus, VenueInstrument } from '../model/instrument.ts';
import { renderTime, type TimestampMs } from '../model/time.ts';

/**
 * APPROVED: a generic asset, listed and routed. SUSPENDED: a member's text or dates changed; neither
 * listed nor routed until somebody has looked. REJECTED: not one contract, or no longer wanted as one.
 */
export type ReviewStatus = 'APPROVED' | 'SUSPENDED' | 'REJECTED';

/** A member as it was when somebody looked at it. */
export interface ReviewedMember {
  readonly venue: VenueName;
  readonly venueInstrumentId: string;
  readonly instrumentId: InstrumentId;
  readonly ticker: string;
  readonly inverted: boolean;
  readonly fingerprint: string; // of its words and dates, see fingerprintOf
}

/** What was decided of a set of instruments: by whom, when and why. A later decision replaces it. */
export interface AssetReview {
  readonly genericAssetId: GenericAssetId; // of the asset, or the number of a rejection; never given twice
  readonly status: ReviewStatus;
  readonly simulated: boolean; // of all members alike
  readonly title: string;
  readonly description: string | null;
  readonly category: string;
  readonly members: readonly ReviewedMember[];
  readonly by: string;
  readonly why: string;
  readonly at: TimestampMs;
}

/** Above every id that the market gives to what venues declare, so that a lost market file makes no two alike. */
export const FIRST_REVIEW_ID = 1_000_001;

/** Title, rules and dates in one short text: when it changes, what was approved is no longer what is listed. */
export function computeListingFingerprint({
  title,
  description,
  openTime,
  closeTime,
}: VenueInstrument): string {
  const words = [title, description ?? ''].map((text) =>
    text.normalize('NFC').replaceAll(/\s+/g, ' ').trim(),
  );
  const times = [openTime, closeTime].map((time) => (time === null ? '' : renderTime(time)));
  return createHash('sha256')
    .update(JSON.stringify([...words, ...times]))
    .digest('hex')
    .slice(0, 32);
}

const TRADING: ReadonlySet<MarketStatus> = new Set(['UNOPENED', 'OPEN', 'PAUSED']);

/** True while a change of words still matters; an exchange that closes a market early moves its dates. */
export const isStillTrading = (status: MarketStatus): boolean => TRADING.has(status);

/** The asset as the market lists it. */
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
