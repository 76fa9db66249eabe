import { PRICE_ONE, type Price, type Qty, requirePresent, type Side } from '#contract';
import { OrderBook } from '#matching-engine';
import { fairValue, resultAt } from '../shared/fair-value.ts';
import type { QuotedMarket } from '../shared/market-maker.ts';
import { type Band, type Grid, uniformGrid } from '../shared/price-steps.ts';
import type { Trade } from './exchange-records.ts';
import type { Listing } from './kalshi-catalogue-rows.ts';
import { COUNT_STEP } from './wire-units.ts';

export type MarketStatus = 'initialized' | 'active' | 'inactive' | 'closed' | 'determined' | 'finalized';

/** The stored fields of a market that can change. */
export interface MarketRow {
  readonly ticker: string;
  readonly status: MarketStatus;
  readonly structure: string;
  readonly createdAt: number;
  readonly openAt: number;
  readonly closeAt: number;
  readonly updatedAt: number;
  readonly result: '' | 'yes' | 'no' | 'scalar';
  readonly value: Price | null; // what one YES pays, once determined
  readonly determinedAt: number | null;
  readonly settledAt: number | null;
  readonly volume: Qty;
  readonly openInterest: Qty;
  readonly rulesSecondary?: string; // replaces those of the listing
}

export interface LevelChange {
  readonly side: Side;
  readonly price: Price;
  readonly delta: bigint; // signed
}

const DAY_MS = 86_400_000;
const LISTED_BEFORE_DAYS = 14;
const WHOLE = 100_000_000n as Qty;

/** One market: listing data, order book and trade history. */
export class Market implements QuotedMarket {
  readonly listing: Listing;
  readonly book = new OrderBook();
  readonly tradeHistory = new TradeHistory();
  readonly lot: Qty;
  readonly qtyMin: Qty;
  readonly fairAt: (at: number) => number;
  /** Whether YES wins if the market closes at that time. */
  readonly resultAt: (at: number) => boolean;
  /** Quantities by price as subscribers know them. */
  readonly publishedLevels: Readonly<Record<Side, Map<Price, Qty>>> = { BUY: new Map(), SELL: new Map() };
  row: MarketRow;

  constructor(listing: Listing, row: MarketRow, seed: number) {
    this.listing = listing;
    this.row = row;
    const { key, fair, volatility } = listing.event;
    this.fairAt = fairValue(seed, key, 'kalshi', fair, volatility);
    this.resultAt = resultAt(seed, listing.event);
    // Some markets trade fractions, to expose readers that expect whole contracts.
    this.lot = listing.marketId < '4' ? COUNT_STEP : WHOLE;
    this.qtyMin = this.lot;
  }

  get name(): string {
    return this.listing.ticker;
  }

  get ticker(): string {
    return this.listing.ticker;
  }

  get grid(): Grid {
    return requirePresent(findGrid(this.row.structure), 'a listed price structure');
  }

  /** Best prices; an empty side is 0 (bid) or 1 (ask). */
  get bid(): Price {
    return this.book.best('BUY')?.price ?? (0n as Price);
  }

  get ask(): Price {
    return this.book.best('SELL')?.price ?? PRICE_ONE;
  }

  /** Returns the changes since the last call, which subscribers do not know yet. */
  takeChanges(): readonly LevelChange[] {
    return [...this.#takeChanges('BUY'), ...this.#takeChanges('SELL')];
  }

  #takeChanges(side: Side): readonly LevelChange[] {
    const changes: LevelChange[] = [];
    const published = this.publishedLevels[side];
    const now = new Map(this.book.levels(side).map(({ price, qty }) => [price, qty]));
    for (const [price, qty] of published) if (!now.has(price)) changes.push({ side, price, delta: 0n - qty });
    for (const [price, qty] of now) {
      const delta = qty - (published.get(price) ?? 0n);
      if (delta !== 0n) changes.push({ side, price, delta });
    }
    published.clear();
    for (const [price, qty] of now) published.set(price, qty);
    return changes;
  }
}

/** The row of a new market at an exchange that first started at `startedAt`. */
export function createMarketRow({ ticker, terms }: Listing, startedAt: number): MarketRow {
  const listedAt = startedAt + (terms.openInDays ?? -LISTED_BEFORE_DAYS) * DAY_MS;
  return {
    ticker,
    status: 'active',
    structure: terms.priceLevelStructure ?? 'linear_cent',
    createdAt: listedAt,
    openAt: listedAt,
    closeAt: startedAt + terms.closeInDays * DAY_MS,
    updatedAt: Math.max(startedAt, listedAt),
    result: '',
    value: null,
    determinedAt: null,
    settledAt: null,
    volume: 0n as Qty,
    openInterest: 0n as Qty,
  };
}

const CENT = 1_000_000n;
const STEPS: Readonly<Record<string, bigint>> = {
  whole: CENT,
  half: CENT / 2n,
  quint: CENT / 5n,
  deci: CENT / 10n,
  centi: CENT / 100n,
};

/** The price grid of a price level structure; null for an unknown name. */
export function findGrid(structure: string): Grid | null {
  if (structure === 'linear_cent') return uniformGrid(CENT as Price);
  if (structure === 'deci_cent') return uniformGrid((CENT / 10n) as Price);
  if (structure === 'tapered_deci_cent') return edged(CENT * 10n, CENT / 10n, CENT);
  if (structure === 'center_deci_edge_centi_cent') return edged(CENT, CENT / 100n, CENT / 10n);
  const named = /^center_(whole|half|quint)_edge_(half|quint|deci)_cent$/.exec(structure);
  const [center, edge] = [STEPS[named?.[1] ?? ''], STEPS[named?.[2] ?? '']];
  return center === undefined || edge === undefined ? null : edged(CENT * 10n, edge, center);
}

/** The name of the structure with this single step; null when there is none. */
export function findStructure(tick: string): string | null {
  if (tick === '0.01') return 'linear_cent';
  return tick === '0.001' ? 'deci_cent' : null;
}

function edged(width: bigint, edge: bigint, center: bigint): Grid {
  const band = (start: bigint, end: bigint, step: bigint): Band => ({
    start: start as Price,
    end: end as Price,
    step: step as Price,
  });
  return [
    band(0n, width, edge),
    band(width, PRICE_ONE - width, center),
    band(PRICE_ONE - width, PRICE_ONE, edge),
  ];
}

export interface Minute {
  readonly startMs: number;
  open: Price;
  high: Price;
  low: Price;
  close: Price;
  qty: bigint;
  value: bigint; // price × count, for the mean price
  bid: Price; // best bid at the minute's last trade
  ask: Price;
}

const MINUTE_MS = 60_000;
const TRADES_KEPT_MAX = 300;
const MINUTES_MAX = 2_000;

/** A market's recent trades, and minute bars made of them. */
class TradeHistory {
  readonly trades: Trade[] = []; // oldest first
  readonly minutes: Minute[] = []; // minutes with a trade, oldest first

  get last(): Trade | null {
    return this.trades.at(-1) ?? null;
  }

  /** Adds a trade. Returns the oldest one if it was dropped to keep the limit. */
  add(trade: Trade, bid: Price, ask: Price): Trade | null {
    this.trades.push(trade);
    this.#count(trade, bid, ask);
    return this.trades.length > TRADES_KEPT_MAX ? (this.trades.shift() ?? null) : null;
  }

  computeVolume24h(now: number): Qty {
    let volume = 0n;
    for (const minute of this.minutes) if (minute.startMs > now - DAY_MS) volume += minute.qty;
    return volume as Qty;
  }

  #count({ at, price, qty }: Trade, bid: Price, ask: Price): void {
    const startMs = at - (at % MINUTE_MS);
    let minute = this.minutes.at(-1);
    if (minute?.startMs !== startMs) {
      minute = { startMs, open: price, high: price, low: price, close: price, qty: 0n, value: 0n, bid, ask };
      this.minutes.push(minute);
      if (this.minutes.length > MINUTES_MAX) this.minutes.shift();
    }
    if (price > minute.high) minute.high = price;
    if (price < minute.low) minute.low = price;
    Object.assign(minute, { close: price, bid, ask });
    minute.qty += qty;
    minute.value += price * qty;
  }
}
