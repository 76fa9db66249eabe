import { createHash } from 'node:crypto';
import { ONE, type Price, parseDecimal, type TimestampMs } from '#contract';
import { hashName, OrderBook } from '#matching-engine';
import type { CatalogueEvent, PolymarketListing } from '../../catalogue/event-catalogue.ts';
import { fairValue, resultAt } from '../../shared/fair-value.ts';
import { MICRO_ONE, type Micro } from './micro-units.ts';

/** Index of a token in its condition: 0 is the first outcome, our YES. */
export type Outcome = 0 | 1;

/** The result of a market. `payout` is the value of one token of the first outcome, 1e-8. */
export interface Resolution {
  readonly payout: Price;
  readonly at: number; // ms
  /** Null: Gamma has no status of the oracle for it, and only the CLOB names the winner. */
  readonly uma?: null;
}

/** One execution at one price, in terms of the taker's token. */
export interface Print {
  readonly outcome: Outcome;
  readonly side: 'BUY' | 'SELL'; // the taker's
  readonly price: Price;
  readonly shares: Micro;
  readonly at: number; // ms
  readonly hash: string;
  readonly wallet: string;
}

/** A market with its book. Fields that may change at run time are not readonly. */
export interface Market {
  readonly id: string; // the Gamma id
  readonly condition: string;
  readonly questionId: string;
  readonly tokens: readonly [string, string];
  readonly outcomes: readonly [string, string];
  readonly slug: string;
  readonly question: string;
  readonly event: { readonly id: string; readonly slug: string; readonly title: string };
  readonly tag: string;
  readonly version: 'v1' | 'v2';
  readonly negRisk: boolean;
  readonly groupItemTitle: string; // the outcome's name in an event of several markets; else empty
  readonly sharesMin: Micro;
  readonly fee: FeeTerms;
  readonly delaySeconds: number;
  readonly startsAt: number; // ms
  readonly endsAt: number; // ms
  readonly book: OrderBook; // in terms of the first outcome
  readonly prints: Print[]; // newest last
  readonly fairAt: (at: number) => number;
  /** Whether the first outcome wins if the market ends at that time. */
  readonly resultAt: (at: number) => boolean;
  /** Resolves to one half for each outcome when its time is over. */
  readonly endsEven: boolean;
  description: string;
  tick: Price;
  isAccepting: boolean;
  resolution: Resolution | null;
  changedAt: number; // ms; when its book last changed
}

/** Number of prints kept per market for public reads. */
export const PRINTS_KEPT_MAX = 2_000;
const DAY_MS = 86_400_000;
const FIRST_ID = 812_000;

export interface MarketSetting {
  readonly seed: number;
  readonly venue: string;
  readonly openedAt: TimestampMs; // first start of the exchange
}

/** Creates the markets that this venue lists. Ids are derived from slugs, so they never change. */
export function listMarkets(
  events: readonly CatalogueEvent[],
  setting: MarketSetting,
  before = 0, // number of markets listed already
): readonly Market[] {
  const listed = events.filter(({ polymarket }) => polymarket !== undefined);
  return listed.flatMap((event, index) => {
    const { polymarket } = event;
    return polymarket === undefined
      ? []
      : [createMarket(event, polymarket, FIRST_ID + before + index, setting)];
  });
}

/** Creates one market. `id` is its unique Gamma id. */
function createMarket(
  event: CatalogueEvent,
  listing: PolymarketListing,
  id: number,
  setting: MarketSetting,
): Market {
  const { seed, venue, openedAt } = setting;
  const { key, fair, volatility } = event;
  const own = fairValue(seed, key, venue, fair, volatility);
  const answer = resultAt(seed, event);
  return {
    id: String(id),
    ...computeIds(listing),
    questionId: `0x${digest(listing.slug, 'question')}`,
    outcomes: listing.outcomes ?? ['Yes', 'No'],
    slug: listing.slug,
    question: listing.question,
    description: listing.description,
    event: { id: computeEventId(listing.eventSlug), slug: listing.eventSlug, title: listing.eventTitle },
    tag: listing.tag,
    version: listing.version ?? 'v1',
    negRisk: listing.negRisk ?? false,
    groupItemTitle: listing.groupItemTitle ?? '',
    sharesMin: (BigInt(listing.minSize) * MICRO_ONE) as Micro,
    fee: { rate: parseDecimal(listing.feeRate) ?? 0n, exponent: 1 },
    delaySeconds: listing.secondsDelay ?? 0,
    startsAt: openedAt + (listing.startInDays ?? -1) * DAY_MS,
    endsAt: openedAt + listing.endInDays * DAY_MS,
    book: new OrderBook(),
    prints: [],
    fairAt: event.inverted === true ? (at) => 1 - own(at) : own,
    resultAt: event.inverted === true ? (at) => !answer(at) : answer,
    endsEven: listing.endsEven ?? false,
    tick: (parseDecimal(listing.tickSize) ?? 1_000_000n) as Price,
    isAccepting: true,
    resolution: null,
    changedAt: openedAt,
  };
}

const computeEventId = (slug: string): string => String(30_000 + (hashName(0, slug) % 900_000));

function computeIds(listing: PolymarketListing): Pick<Market, 'condition' | 'tokens'> {
  const { slug } = listing;
  if (listing.version !== 'v2') {
    return { condition: `0x${digest(slug, 'condition')}`, tokens: computeTokens(slug) };
  }
  const [first, second] = computePositionIds(slug, listing.negRisk ?? false);
  return { condition: `0x${BigInt(first).toString(16).padStart(64, '0')}`, tokens: [first, second] };
}

/** A token id has 256 bits, more than a JavaScript number holds. */
const computeTokens = (slug: string): readonly [string, string] => [
  BigInt(`0x${digest(slug, 'token/0')}`).toString(),
  BigInt(`0x${digest(slug, 'token/1')}`).toString(),
];

/**
 * Position ids of Protocol V2: one byte for the module (1 binary, 2 neg-risk), 16 of a hash, 14 that are zero, and
 * one for the outcome. The condition is the first 31 bytes; where the venue writes 32, the last one is zero.
 *
 * Source: the venue's client 0.2.0, read on 2026-11-22.
 */
export function computePositionIds(slug: string, negRisk: boolean): readonly [string, string] {
  const condition = `0x0${negRisk ? 2 : 1}${digest(slug, 'position').slice(0, 32)}${'00'.repeat(14)}`;
  return [BigInt(`${condition}00`).toString(), BigInt(`${condition}01`).toString()];
}

/** The id that all markets of a neg-risk event share. */
export const computeNegRiskMarketId = (eventSlug: string): string => `0x${digest(eventSlug, 'neg-risk')}`;

const digest = (slug: string, what: string): string =>
  createHash('sha256').update(`polymarket/${slug}/${what}`).digest('hex');

/** The taker fee of a market: shares × rate × (p × (1 − p))^exponent. */
interface FeeTerms {
  readonly rate: bigint; // 1e-8
  readonly exponent: number;
}

/** Fees have five decimals: steps of ten micro units. */
const STEP = 10n;

/** What a taker got from one maker. */
interface TakenPart {
  readonly shares: Micro;
  readonly price: Price; // of the taker's token
}

/**
 * The taker's fee for one match, with all of its makers: the exact sum, cut off after five decimals.
 *
 * @returns  pUSD in 1e-6
 *
 * Source: 21 taker fills recorded on Polygon from 2026-09-24 to 2026-09-30.
 */
export function computeTakerFee({ rate, exponent }: FeeTerms, parts: readonly TakenPart[]): Micro {
  const curve = BigInt(exponent);
  const exact = parts.reduce(
    (sum, { shares, price }) => sum + shares * rate * (price * (ONE - price)) ** curve,
    0n,
  );
  return ((exact / (ONE * (ONE * ONE) ** curve * STEP)) * STEP) as Micro;
}
