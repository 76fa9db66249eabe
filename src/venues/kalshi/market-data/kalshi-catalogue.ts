import { hash } from 'node:crypto';
import {
  type FeeSchedule,
  ShardedMap,
  type TimestampMs,
  type VenueEvent,
  type VenueInstrument,
  type VenueName,
} from '#contract';
import { renderVenueTerms } from '#domain';
import type { WireEvent, WireFeeChange, WireMarket, WireSeries } from '../codec/kalshi-messages.ts';
import type { AccountPrecision } from '../kalshi-settings.ts';
import type { Tradable } from '../orders/kalshi-order-validation.ts';
import { isHidden, toFeeSchedule, toInstrument } from './kalshi-listing.ts';

const RECHECK_MS = 5_000;

interface Listed extends Tradable {
  readonly event: string;
  readonly isPaused: boolean;
  readonly fingerprint: string;
  readonly nextChangeAt: TimestampMs | null; // when its status or fees change without a message from the venue
}

type Grid = Pick<Tradable, 'bands' | 'priceMin' | 'priceMax'>;

interface Event {
  readonly title: string | null;
  readonly isExclusive: boolean | null; // at most one of its markets resolves YES; null: the venue does not state it
  readonly netting: string | null;
  readonly series: string;
  readonly category: string | null;
  readonly feeType: string | null; // null: that of its series
  readonly feeMultiplier: number | null; // null: that of its series
}

/** Kalshi's listed markets: what order entry needs, and a fingerprint of each to detect changes. */
export class KalshiCatalogue {
  /** Of the account's cash; fees of markets read later use it. */
  precision: AccountPrecision;
  readonly #venue: VenueName;
  readonly #series = new Map<string, WireSeries>();
  readonly #events = new ShardedMap<Event>();
  readonly #listed = new ShardedMap<Listed>();
  readonly #missing = new Set<string>(); // events and series that a market was listed without
  // A hundred thousand markets share a few grids and fee schedules, so each is stored once.
  readonly #grids = new Map<string, Grid>();
  readonly #fees = new Map<string, FeeSchedule>();
  readonly #shards = new Set<number>();
  readonly #dueQueue = new DueQueue();

  constructor(venue: VenueName, precision: AccountPrecision) {
    this.#venue = venue;
    this.precision = precision;
  }

  get size(): number {
    return this.#listed.size;
  }

  getTradable(ticker: string): Tradable | null {
    return this.#listed.get(ticker) ?? null;
  }

  hasEvent(ticker: string): boolean {
    return this.#events.has(ticker);
  }

  isPaused(ticker: string): boolean {
    return this.#listed.get(ticker)?.isPaused ?? false;
  }

  findSeries(ticker: string): string | null {
    const event = this.#listed.get(ticker)?.event;
    return event === undefined ? null : (this.#events.get(event)?.series ?? null);
  }

  /** The shards that have a listed market. */
  shards(): ReadonlySet<number> {
    return this.#shards;
  }

  /** Removes and returns the markets that are due for a change that the venue does not announce. */
  takeDue(now: TimestampMs): readonly string[] {
    return this.#dueQueue.takeDue(now).filter((ticker) => {
      const at = this.#listed.get(ticker)?.nextChangeAt ?? null;
      return at !== null && at <= now;
    });
  }

  /** @returns the series whose listed markets have other fees or another category now */
  addSeries(series: readonly WireSeries[]): readonly string[] {
    return series.flatMap((each) => {
      const known = this.#series.get(each.ticker);
      this.#series.set(each.ticker, each);
      return this.#isChange(each.ticker, known && toInherited(known), toInherited(each)) ? each.ticker : [];
    });
  }

  /** @returns the series whose listed markets have other fees now */
  applyFeeChanges(changes: readonly WireFeeChange[]): readonly string[] {
    return changes.flatMap(({ series_ticker, fee_type, fee_multiplier }) => {
      const known = this.#series.get(series_ticker);
      return known === undefined ? [] : this.addSeries([{ ...known, fee_type, fee_multiplier }]);
    });
  }

  /** @returns the events whose listed markets inherit something else now */
  addEvents(events: readonly WireEvent[]): readonly string[] {
    return events.flatMap((event) => {
      const known = this.#events.get(event.event_ticker);
      const added: Event = {
        title: event.title,
        isExclusive: event.mutually_exclusive,
        netting: event.collateral_return_type || null,
        series: event.series_ticker,
        category: event.category,
        feeType: event.fee_type_override,
        feeMultiplier: event.fee_multiplier_override,
      };
      this.#events.set(event.event_ticker, added);
      return this.#isChange(event.event_ticker, known, added) ? event.event_ticker : [];
    });
  }

  #isChange(name: string, known: object | undefined, added: object): boolean {
    const wasMissing = this.#missing.delete(name);
    return wasMissing || (known !== undefined && JSON.stringify(known) !== JSON.stringify(added));
  }

  /** The series of this event, if it was not read yet. */
  findUnreadSeries(event: string): string | null {
    const series = this.#events.get(event)?.series;
    return series === undefined || this.#series.has(series) ? null : series;
  }

  /** @returns the instruments that are new or changed since they were last returned */
  addMarkets(markets: readonly WireMarket[], now: TimestampMs): readonly VenueInstrument[] {
    return markets.flatMap((market) => this.#add(market, now) ?? []);
  }

  #add(market: WireMarket, now: TimestampMs): VenueInstrument | null {
    if (isHidden(market)) return null;
    const event = this.#events.get(market.event_ticker);
    const series = event === undefined ? undefined : this.#series.get(event.series);
    if (event === undefined) this.#missing.add(market.event_ticker);
    else if (series === undefined) this.#missing.add(event.series);
    const waivedUntil = market.fee_waiver_expiration_time;
    const instrument = toInstrument(
      this.#venue,
      market,
      {
        event: toVenueEvent(market.event_ticker, event),
        category: series?.category ?? event?.category ?? null,
        fees: this.#shareFees(event, series, waivedUntil !== null && waivedUntil > now),
      },
      now,
    );
    if (instrument === null) return null;
    const grid = this.#shareGrid(instrument);
    const known = this.#listed.get(market.ticker);
    const nextChangeAt = computeNextChange(instrument, waivedUntil, now);
    if (nextChangeAt !== null && nextChangeAt !== known?.nextChangeAt)
      this.#dueQueue.add(market.ticker, nextChangeAt);
    this.#shards.add(market.exchange_index ?? 0);
    const fingerprint = computeFingerprint(instrument);
    this.#listed.set(market.ticker, {
      ...grid,
      shard: market.exchange_index,
      event: market.event_ticker,
      isPaused: instrument.status === 'PAUSED',
      fingerprint,
      nextChangeAt,
    });
    if (known?.fingerprint === fingerprint) return null;
    return { ...instrument, priceBands: instrument.priceBands === null ? null : grid.bands };
  }

  #shareFees(
    event: Event | undefined,
    series: WireSeries | undefined,
    isWaived: boolean,
  ): FeeSchedule | null {
    const type = event?.feeType ?? series?.fee_type;
    const multiplier = event?.feeMultiplier ?? series?.fee_multiplier;
    if (type === undefined || multiplier === undefined) return null;
    const key = `${type} ${multiplier} ${isWaived}`;
    const fees = this.#fees.get(key) ?? toFeeSchedule({ type, multiplier, isWaived }, this.precision);
    if (fees !== null) this.#fees.set(key, fees);
    return fees;
  }

  #shareGrid({ priceMin, priceMax, priceTick: step, priceBands }: VenueInstrument): Grid {
    const bands = priceBands ?? [{ from: priceMin, to: priceMax, step }];
    const key = bands.map((band) => `${band.from} ${band.to} ${band.step}`).join();
    const grid = this.#grids.get(key) ?? { bands, priceMin, priceMax };
    this.#grids.set(key, grid);
    return grid;
  }
}

/** What the markets of a series inherit from it. */
const toInherited = ({ category, fee_type, fee_multiplier }: WireSeries) => ({
  category,
  fee_type,
  fee_multiplier,
});

function toVenueEvent(ticker: string, event: Event | undefined): VenueEvent {
  const { title = null, series = null, isExclusive = null, netting = null } = event ?? {};
  const exclusive = isExclusive === null ? 'UNKNOWN' : isExclusive ? 'AT_MOST_ONE' : 'NONE';
  return { venueEventId: ticker, title, series, exclusive, ...(netting === null ? {} : { netting }) };
}

/** A hash of every published field except `updatedAt`. */
function computeFingerprint(instrument: VenueInstrument): string {
  const { status, title, description, category, priceMin, priceMax, priceTick, priceBands, fees } =
    instrument;
  const { openTime, closeTime, result, settlementPrice } = instrument;
  const { event, outcomeName, rulesSecondary, venueTerms } = instrument;
  const parts = [
    status,
    title,
    description,
    category,
    priceMin,
    priceMax,
    priceTick,
    openTime,
    closeTime,
    result,
    settlementPrice,
    event?.venueEventId,
    event?.title,
    event?.series,
    event?.exclusive,
    event?.netting,
    outcomeName,
    rulesSecondary,
    renderVenueTerms(venueTerms),
  ];
  const grid = priceBands?.map(({ from, step }) => `${from}/${step}`);
  return hash('sha1', [...parts, grid, fees?.takerRate, fees?.makerRate].join('|'), 'base64');
}

/** The stream announces neither a scheduled open or close nor the end of a fee waiver. */
function computeNextChange(
  { status, openTime, closeTime }: VenueInstrument,
  waivedUntil: TimestampMs | null,
  now: TimestampMs,
): TimestampMs | null {
  if (status === 'CLOSED' || status === 'SETTLED') return null;
  const waiver = waivedUntil !== null && waivedUntil > now ? waivedUntil : null;
  const times = status === 'UNOPENED' ? [openTime] : [closeTime, waiver];
  const known = times.filter((time): time is TimestampMs => time !== null);
  if (known.length === 0) return null;
  // A time that passed without the change is checked again soon.
  const next = Math.min(...known);
  return (next > now ? next : now + RECHECK_MS) as TimestampMs;
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/**
 * Names by the second in which they are due. Seconds are grouped by hour, so that `takeDue` does not scan
 * every time of a large catalogue.
 */
export class DueQueue {
  readonly #hours = new Map<number, Map<number, string[]>>();

  add(name: string, at: TimestampMs): void {
    const second = Math.ceil(at / SECOND_MS);
    const hour = toHour(second);
    const seconds = this.#hours.get(hour) ?? new Map<number, string[]>();
    this.#hours.set(hour, seconds);
    const names = seconds.get(second);
    if (names === undefined) seconds.set(second, [name]);
    else names.push(name);
  }

  /** Removes and returns the names that are due, each once for each time it was added. */
  takeDue(now: TimestampMs): readonly string[] {
    const due: string[] = [];
    for (const [hour, seconds] of this.#hours) {
      if (hour * HOUR_MS > now) continue;
      for (const [second, names] of seconds) {
        if (second * SECOND_MS > now) continue;
        seconds.delete(second);
        for (const name of names) due.push(name);
      }
      if (seconds.size === 0) this.#hours.delete(hour);
    }
    return due;
  }
}

const toHour = (second: number): number => Math.floor((second * SECOND_MS) / HOUR_MS);
