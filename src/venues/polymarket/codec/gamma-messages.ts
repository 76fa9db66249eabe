import {
  boolean,
  type Decoder,
  decode,
  mapped,
  object,
  oneOf,
  type Price,
  parsed,
  parseTime,
  type Qty,
  type TimestampMs,
  tolerated,
  type ValueOf,
  type VenueTerms,
} from '#contract';
import { pickVenueTerms } from '#domain';
import type { ListPage } from '#venues/shared';
import { parseText, parseTexts, parseWireTime, price, qty, text, toFields } from './polymarket-decoder.ts';

/** A market's fee as the discovery service reports it. */
export interface WireFee {
  readonly rate: bigint; // 1e-8
  readonly exponent: number;
}

/** The protocol of a market: it decides on the ids of its outcomes and on the contract that orders are signed for. */
export type Protocol = 'v1' | 'v2';

/** Markets of v1 may have position ids too, which have no book: only the version decides. */
const ID_FIELDS = { v1: 'clobTokenIds', v2: 'positionIds' } as const satisfies Record<Protocol, string>;
const TOKEN_ID = /^\d{1,78}$/;
const SHORT_CONDITION_LENGTH = 64; // 31 bytes, in v2; elsewhere a zero byte follows

const TERM_NAMES = ['gameId', 'gameStartTime', 'sportsMarketType', 'line', 'groupItemTitle', 'negRisk'];

/** The event of a market. */
export interface WireMarketEvent {
  readonly id: string;
  readonly title: string | null;
  readonly series: string | null;
  readonly isAugmented?: boolean | null; // null or absent: not stated
}

/** The fields that we use of a market record. Almost all may be missing in the source. */
export interface WireMarket {
  readonly conditionId: string;
  readonly protocol: Protocol;
  readonly tokens: readonly [string, string]; // the first outcome is our YES, whatever its label
  readonly outcomes: readonly [string, string];
  readonly prices: readonly string[];
  readonly question: string;
  readonly slug: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly isActive: boolean;
  readonly isClosed: boolean;
  readonly isArchived: boolean;
  readonly acceptsOrders: boolean;
  readonly hasBook: boolean;
  readonly isNegRisk: boolean;
  readonly event: WireMarketEvent | null;
  readonly groupItemTitle: string | null; // the outcome within its event
  readonly terms: VenueTerms;
  readonly tick: Price | null;
  readonly qtyMin: Qty | null;
  readonly delaySeconds: number;
  readonly fee: WireFee | 'free' | null; // null: unknown
  readonly resolution: string | null;
  readonly startsAt: TimestampMs | null;
  readonly endsAt: TimestampMs | null;
  readonly updatedAt: TimestampMs | null;
}

/** Two texts, as a list or as JSON inside a text. */
const twoTexts = parsed('two texts', parsePair);
const texts = parsed('a list of texts', parseTexts);
const flag = parsed('a flag', (value) => value === true);
const amount = tolerated(mapped(text, Number));
const venueTime = tolerated(parsed('a time', parseVenueTime));

/** The first item of a list. */
const firstOf = <Value>(item: Decoder<Value>): Decoder<Value> => ({
  expects: `a list that begins with ${item.expects}`,
  read: (value, path, onIssue) => item.read(Array.isArray(value) ? value[0] : undefined, path, onIssue),
});

export const MARKET = object({
  version: oneOf('v1', 'v2'),
  conditionId: mapped(text, toFullConditionId),
  clobTokenIds: tolerated(twoTexts),
  positionIds: tolerated(twoTexts),
  outcomes: twoTexts,
  outcomePrices: texts,
  question: tolerated(text),
  slug: tolerated(text),
  description: tolerated(text),
  category: tolerated(text),
  tags: tolerated(firstOf(object({ label: text }))),
  active: flag,
  closed: flag,
  archived: flag,
  acceptingOrders: flag,
  enableOrderBook: flag,
  negRisk: flag,
  // A market belongs to one event; if it lists several, the first one is its event and the others are collections.
  events: tolerated(
    firstOf(
      object({
        id: text,
        title: tolerated(text),
        seriesSlug: tolerated(text),
        negRiskAugmented: tolerated(boolean),
      }),
    ),
  ),
  groupItemTitle: tolerated(text),
  orderPriceMinTickSize: tolerated(price),
  orderMinSize: tolerated(qty),
  secondsDelay: amount,
  feesEnabled: tolerated(boolean),
  feeSchedule: tolerated(
    object({ rate: price, exponent: amount, takerOnly: parsed('a flag', (value) => value !== false) }),
  ),
  umaResolutionStatus: tolerated(text),
  startDate: venueTime,
  endDate: venueTime,
  updatedAt: venueTime,
});

/**
 * Parses a market record; null without a known version, a condition id, two outcomes and their two ids.
 *
 * Source  docs.polymarket.com/migrate/polymarket-v2/api-integrations (2026-10): a missing version is not v1
 */
export function parseMarket(value: unknown): WireMarket | null {
  const market = decode(MARKET, value);
  if (market === null) return null;
  const { conditionId, version, outcomes, events } = market;
  const tokens = market[ID_FIELDS[version]];
  if (tokens === null || tokens[0] === tokens[1] || !tokens.every((id) => TOKEN_ID.test(id))) return null;
  return {
    conditionId,
    protocol: version,
    tokens,
    outcomes,
    prices: market.outcomePrices,
    question: market.question ?? market.slug ?? conditionId,
    slug: market.slug ?? conditionId,
    description: market.description,
    category: market.category ?? market.tags?.label ?? null, // the category is mostly empty now
    isActive: market.active,
    isClosed: market.closed,
    isArchived: market.archived,
    acceptsOrders: market.acceptingOrders,
    hasBook: market.enableOrderBook,
    isNegRisk: market.negRisk,
    event: events === null ? null : toMarketEvent(events),
    groupItemTitle: market.groupItemTitle,
    terms: pickVenueTerms(toFields(value) ?? {}, TERM_NAMES),
    tick: market.orderPriceMinTickSize,
    qtyMin: market.orderMinSize,
    delaySeconds: market.secondsDelay || 0,
    fee: market.feesEnabled === false ? 'free' : toFee(market.feeSchedule),
    resolution: market.umaResolutionStatus,
    startsAt: market.startDate,
    endsAt: market.endDate,
    updatedAt: market.updatedAt,
  };
}

const toMarketEvent = (event: {
  readonly id: string;
  readonly title: string | null;
  readonly seriesSlug: string | null;
  readonly negRiskAugmented: boolean | null;
}): WireMarketEvent => ({
  id: event.id,
  title: event.title,
  series: event.seriesSlug,
  ...(event.negRiskAugmented === null ? {} : { isAugmented: event.negRiskAugmented }),
});

/** The version of a market record that `parseMarket` refuses for it, or `missing`; null if the version is known. */
export function findUnknownVersion(value: unknown): string | null {
  const fields = toFields(value);
  if (fields === null || parseText(fields['conditionId']) === null) return null;
  if (parseProtocol(fields['version']) !== null) return null;
  return parseText(fields['version']) ?? 'missing';
}

const parseProtocol = (version: unknown): Protocol | null =>
  version === 'v1' || version === 'v2' ? version : null;

const PAGE_ITEMS_MAX = 1_000; // a page is stored in one step, and the venue's maximum is 100

/** Parses one page of markets; null if it is not one, or has too many. `next` is null on the last page. */
export function parseMarketPage(value: unknown): ListPage<unknown> | null {
  const fields = toFields(value);
  if (fields === null || !Array.isArray(fields['markets'])) return null;
  if (fields['markets'].length > PAGE_ITEMS_MAX) return null;
  return { items: fields['markets'] as readonly unknown[], next: parseText(fields['next_cursor']) };
}

function parsePair(value: unknown): readonly [string, string] | null {
  const [first, second, ...others] = parseTexts(value);
  if (first === undefined || second === undefined || others.length > 0) return null;
  return [first, second];
}

function toFullConditionId(id: string): string {
  return id.length === SHORT_CONDITION_LENGTH ? `${id}00` : id;
}

/** Only a market that says so is free: a missing or unknown schedule is not guessed. */
function toFee(schedule: ValueOf<typeof MARKET>['feeSchedule']): WireFee | null {
  if (schedule === null) return null;
  const { rate, exponent, takerOnly } = schedule;
  if (rate === 0n) return { rate, exponent: 1 };
  if (!takerOnly) return null;
  if (exponent === null || !Number.isInteger(exponent) || exponent < 0 || exponent > 8) return null;
  return { rate, exponent };
}

function parseVenueTime(value: unknown): TimestampMs | null {
  const given = parseText(value);
  if (given === null) return null;
  // Some records use the form `2026-06-01 00:00:00+00`.
  const usual = given.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00');
  return parseTime(usual) ?? (parseWireTime(value) as TimestampMs | null);
}
