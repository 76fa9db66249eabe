import type { Price, Qty } from '../../../domain/model/money.ts';
import { parseTime, type TimestampMs } from '../../../domain/model/time.ts';
import { decimalOf, type Fields, fieldsOf, millisecondsOf, textOf, textsOf } from './polymarket-decoder.ts';

/** A market's fee as the discovery service reports it. */
export interface WireFee {
  readonly rate: bigint; // 1e-8
  readonly exponent: number;
}

/** The fields that we use of a market record. Almost all may be missing in the source. */
export interface WireMarket {
  readonly conditionId: string;
  readonly version: string;
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
  readonly tick: Price | null;
  readonly qtyMin: Qty | null;
  readonly delaySeconds: number;
  readonly fee: WireFee | 'free' | null; // null: fees are charged by an unknown formula
  readonly resolution: string | null;
  readonly startsAt: TimestampMs | null;
  readonly endsAt: TimestampMs | null;
  readonly updatedAt: TimestampMs | null;
}

/** Parses a market record; null without a condition id, two outcomes and two tokens. */
export function parseMarket(value: unknown): WireMarket | null {
  const fields = fieldsOf(value);
  if (fields === null) return null;
  const conditionId = textOf(fields['conditionId']);
  const [yes, no] = textsOf(fields['clobTokenIds']);
  const [first, second] = textsOf(fields['outcomes']);
  if (conditionId === null || yes === undefined || no === undefined) return null;
  if (first === undefined || second === undefined) return null;
  return {
    conditionId,
    version: textOf(fields['version']) ?? 'v1',
    tokens: [yes, no],
    outcomes: [first, second],
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
