import { pickVenueTerms } from '../../../domain/instruments/venue-terms.ts';
import type { VenueTerms } from '../../../domain/model/instrument.ts';
import type { Price, Qty } from '../../../domain/model/money.ts';
import { parseTime, type TimestampMs } from '../../../domain/model/time.ts';
import { decimalOf, type Fields, fieldsOf, millisecondsOf, textOf, textsOf } from './polymarket-decoder.ts';

/** A market's fee as the discovery service reports it. */
export interface WireFee {
  readonly rate: bigint; // 1e-8
  readonly exponent: number;
}

/** The protocol of a market: it decides on the ids of its outcomes and on the contract that orders are signed for. */
export type Protocol = 'v1' | 'v2';

/** Markets of v1 may have position ids too, which have no book: only the version decides. */
const ID_FIELDS: Readonly<Record<Protocol, string>> = { v1: 'clobTokenIds', v2: 'positionIds' };
const TOKEN_ID = /^\d{1,78}$/;
const SHORT_CONDITION_LENGTH = 64; // 31 bytes, in v2; elsewhere a zero byte follows

const TERM_NAMES = ['gameId', 'gameStartTime', 'sportsMarketType', 'line', 'groupItemTitle', 'negRisk'];

/** The event of a market. */
export interface WireMarketEvent {
  readonly id: string;
  readonly title: string | null;
  readonly series: string | null;
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
  readonly fee: WireFee | 'free' | null; // null: fees are charged by an unknown formula
  readonly resolution: string | null;
  readonly startsAt: TimestampMs | null;
  readonly endsAt: TimestampMs | null;
  readonly updatedAt: TimestampMs | null;
}

/**
 * Parses a market record; null without a known version, a condition id, two outcomes and their two ids.
 *
 * Source  docs.polymarket.com/migrate/polymarket-v2/api-integrations (2026-10): a missing version is not v1
 */
export function parseMarket(value: unknown): WireMarket | null {
  const fields = fieldsOf(value);
  const protocol = parseProtocol(fields?.['version']);
  if (fields === null || protocol === null) return null;
  const conditionId = parseConditionId(fields['conditionId']);
  const tokens = parsePair(fields[ID_FIELDS[protocol]]);
  const outcomes = parsePair(fields['outcomes']);
  if (conditionId === null || outcomes === null) return null;
  if (tokens === null || tokens[0] === tokens[1] || !tokens.every((id) => TOKEN_ID.test(id))) return null;
  return {
    conditionId,
    protocol,
    tokens,
    outcomes,
    prices: textsOf(fields['outcomePrices']),
    question: textOf(fields['question']) ?? textOf(fields['slug']) ?? conditionId,
    slug: textOf(fields['slug']) ?? conditionId,
    description: textOf(fields['description']),
    category: parseCategory(fields),
    isActive: fields['active'] === true,
    isClosed: fields['closed'] === true,
    isArchived: fields['archived'] === true,
    acceptsOrders: fields['acceptingOrders'] === true,
    hasBook: fields['enableOrderBook'] === true,
    isNegRisk: fields['negRisk'] === true,
    event: parseEvent(fields['events']),
    groupItemTitle: textOf(fields['groupItemTitle']),
    terms: pickVenueTerms(fields, TERM_NAMES),
    tick: decimalOf(fields['orderPriceMinTickSize']) as Price | null,
    qtyMin: decimalOf(fields['orderMinSize']) as Qty | null,
    delaySeconds: Number(textOf(fields['secondsDelay']) ?? 0) || 0,
    fee: parseFee(fields),
    resolution: textOf(fields['umaResolutionStatus']),
    startsAt: parseVenueTime(fields['startDate']),
    endsAt: parseVenueTime(fields['endDate']),
    updatedAt: parseVenueTime(fields['updatedAt']),
  };
}

/** The version of a market record that `parseMarket` refuses for it, or `missing`; null if the version is known. */
export function findUnknownVersion(value: unknown): string | null {
  const fields = fieldsOf(value);
  if (fields === null || textOf(fields['conditionId']) === null) return null;
  if (parseProtocol(fields['version']) !== null) return null;
  return textOf(fields['version']) ?? 'missing';
}

const parseProtocol = (version: unknown): Protocol | null =>
  version === 'v1' || version === 'v2' ? version : null;

function parsePair(value: unknown): readonly [string, string] | null {
  const [first, second, ...others] = textsOf(value);
  if (first === undefined || second === undefined || others.length > 0) return null;
  return [first, second];
}

function parseConditionId(value: unknown): string | null {
  const id = textOf(value);
  return id?.length === SHORT_CONDITION_LENGTH ? `${id}00` : id;
}

/** Parses one page of markets; null if it is not one. `next` is null on the last page. */
export function parseMarketPage(
  value: unknown,
): { readonly items: readonly unknown[]; readonly next: string | null } | null {
  const fields = fieldsOf(value);
  if (fields === null || !Array.isArray(fields['markets'])) return null;
  return { items: fields['markets'] as readonly unknown[], next: textOf(fields['next_cursor']) };
}

/** The category field is mostly empty now, so the first tag is the fallback. */
function parseCategory(fields: Fields): string | null {
  const tags: unknown = fields['tags'];
  const first = Array.isArray(tags) ? fieldsOf(tags[0]) : null;
  return textOf(fields['category']) ?? textOf(first?.['label']);
}

/** A market belongs to one event; a list of several is a part of it in a collection, and the first is its own. */
function parseEvent(events: unknown): WireMarketEvent | null {
  const fields = Array.isArray(events) ? fieldsOf(events[0]) : null;
  const id = textOf(fields?.['id']);
  return id === null
    ? null
    : { id, title: textOf(fields?.['title']), series: textOf(fields?.['seriesSlug']) };
}

function parseFee(fields: Fields): WireFee | 'free' | null {
  const schedule = fieldsOf(fields['feeSchedule']);
  if (fields['feesEnabled'] !== true) return 'free';
  const rate = decimalOf(schedule?.['rate']);
  const exponent = Number(textOf(schedule?.['exponent']) ?? Number.NaN);
  // An unknown formula is not guessed: the router does not route there by cost.
  if (rate === null || !Number.isInteger(exponent) || exponent < 0 || exponent > 8) return null;
  return schedule?.['takerOnly'] === false ? null : { rate, exponent };
}

function parseVenueTime(value: unknown): TimestampMs | null {
  const text = textOf(value);
  if (text === null) return null;
  // Some records use the form `2026-06-01 00:00:00+00`.
  const usual = text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00');
  return parseTime(usual) ?? (millisecondsOf(value) as TimestampMs | null);
}
