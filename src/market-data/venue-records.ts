import {
  createLruCache,
  type Instrument,
  type InstrumentId,
  type Qty,
  type TimestampMs,
  type VenueName,
} from '#contract';
import { type CandleInterval, INTERVAL_MS, toBucketStart } from '#domain';
import type {
  Clock,
  Log,
  PublicRecords,
  VenueCandle,
  VenueCandleMinutes,
  VenueCandleQuery,
  VenueStats,
} from '#ports';
import type { MarketVenue, SeriesQuery } from './market-data-types.ts';

interface VenueRecordsDeps {
  readonly venues: readonly MarketVenue[];
  readonly clock: Clock;
  readonly log: Log;
}

const GATHER_MS = 5; // calls within this time share one request of a venue
const STATS_FRESH_MS = 5_000;
const CANDLES_FRESH_MS = 10_000;
const WAIT_MS_MAX = 5_000; // an answer does not wait longer for a venue
const STATS_KEPT = 10_000;
const SERIES_KEPT = 200;
const CANDLES_MAX = 10_000; // of the venue's periods, in one answer

/** The period of the venue's candles from which those of an interval are built. */
const VENUE_MINUTES: Readonly<Record<CandleInterval, VenueCandleMinutes>> = {
  '1m': 1,
  '5m': 1,
  '15m': 1,
  '1h': 60,
  '4h': 60,
  '1d': 1_440,
};

/** All candles of [start, end) as the venue published them at `atMs`, monotonic. */
interface Series {
  readonly start: number;
  readonly end: number;
  readonly isToPresent: boolean; // `end` was the present then
  readonly atMs: number;
  readonly candles: readonly VenueCandle[];
}

/** The figures and candles that venues publish, kept for some seconds, so that reads of clients share requests. */
export class VenueRecords {
  readonly #deps: VenueRecordsDeps;
  readonly #stats = createLruCache<InstrumentId, { atMs: number; stats: Promise<VenueStats | null> }>(
    STATS_KEPT,
  );
  readonly #gathered = new Map<VenueName, Map<string, PromiseWithResolvers<VenueStats | null>>>();
  readonly #series = createLruCache<string, { whole: Promise<Series | null> }>(SERIES_KEPT);

  constructor(deps: VenueRecordsDeps) {
    this.#deps = deps;
  }

  /** Whether our own trades are not the complete figures of an instrument, because its venue has its own. */
  has({ venue }: Instrument): boolean {
    return this.#recordsOf(venue) !== null;
  }

  /** The venue's figures, at most some seconds old; null if it does not answer in time. */
  async stats(instrument: Instrument): Promise<VenueStats | null> {
    const nowMs = this.#deps.clock.monotonicMs();
    const { instrumentId, venue, venueInstrumentId } = instrument;
    let known = this.#stats.get(instrumentId);
    if (known === undefined || nowMs - known.atMs > STATS_FRESH_MS) {
      const stats = this.#gather(venue, venueInstrumentId);
      known = { atMs: nowMs, stats };
      this.#stats.set(instrumentId, known);
      void stats.then((found) => {
        if (found === null) this.#stats.delete(instrumentId);
      });
    }
    return this.#inTime(known.stats);
  }

  /** The venue's candles of an interval, ascending; empty if it has none or does not answer in time. */
  async candles(
    instrument: Instrument,
    {
      interval,
      limit,
      start,
      end,
    }: Pick<SeriesQuery, 'limit' | 'start' | 'end'> & { interval: CandleInterval },
  ): Promise<readonly VenueCandle[]> {
    const records = this.#recordsOf(instrument.venue);
    if (records === null) return [];
    const minutes = VENUE_MINUTES[interval];
    const now = this.#deps.clock.now();
    const until = Math.min(end ?? Number.POSITIVE_INFINITY, now + 1);
    const newest = toBucketStart((until - 1) as TimestampMs, interval) + INTERVAL_MS[interval];
    const from = Math.max(
      start ?? 0,
      newest - limit * INTERVAL_MS[interval],
      newest - CANDLES_MAX * minutes * 60_000,
      toBucketStart(instrument.openTime ?? (0 as TimestampMs), interval),
    );
    if (from >= until) return [];
    const query = { venueInstrumentId: instrument.venueInstrumentId, minutes };
    const series = await this.#inTime(
      this.#readSeries(
        records,
        instrument.instrumentId,
        { ...query, start: toBucketStart(from as TimestampMs, interval), end: until as TimestampMs },
        until > now,
      ),
    );
    const found = series?.candles.filter(({ t }) => t >= from && t < until) ?? [];
    return rollUp(found, interval);
  }

  #recordsOf(name: VenueName): PublicRecords | null {
    return this.#deps.venues.find((each) => each.name === name)?.venue?.publicRecords ?? null;
  }

  /** Null if the venue does not answer in time; the answer is then kept for the next call. */
  async #inTime<Value>(promise: Promise<Value | null>): Promise<Value | null> {
    const late = Promise.withResolvers<null>();
    const timer = this.#deps.clock.after(WAIT_MS_MAX, () => late.resolve(null));
    const value = await Promise.race([promise, late.promise]);
    timer.cancel();
    return value;
  }

  /** Collects the instruments of several calls into one request. */
  #gather(venue: VenueName, venueInstrumentId: string): Promise<VenueStats | null> {
    let gathered = this.#gathered.get(venue);
    if (gathered === undefined) {
      gathered = new Map();
      this.#gathered.set(venue, gathered);
      this.#deps.clock.after(GATHER_MS, () => this.#requestStats(venue));
    }
    const pending = gathered.get(venueInstrumentId) ?? Promise.withResolvers<VenueStats | null>();
    gathered.set(venueInstrumentId, pending);
    return pending.promise;
  }

  #requestStats(venue: VenueName): void {
    const gathered = [...(this.#gathered.get(venue) ?? [])];
    this.#gathered.delete(venue);
    const records = this.#recordsOf(venue);
    const size = records?.statsAtOnceMax ?? Math.max(1, gathered.length);
    for (let at = 0; at < gathered.length; at += size) {
      const part = gathered.slice(at, at + size);
      const read = records?.stats(part.map(([id]) => id)) ?? Promise.resolve([]);
      void read
        .catch((error: unknown) => {
          this.#deps.log.warn('figures of a venue could not be read', { venue, why: String(error) });
          return [] as readonly VenueStats[];
        })
        .then((found) => {
          const byId = new Map(found.map((stats) => [stats.venueInstrumentId, stats]));
          for (const [id, { resolve }] of part) resolve(byId.get(id) ?? null);
        });
    }
  }

  /** Past candles do not change: of a series that is known, only its last periods are read again, and what follows them. */
  async #readSeries(
    records: PublicRecords,
    id: InstrumentId,
    query: VenueCandleQuery,
    isToPresent: boolean,
  ): Promise<Series | null> {
    const key = `${id}/${query.minutes}`;
    const entry = this.#series.get(key);
    const known = (await entry?.whole) ?? null;
    const nowMs = this.#deps.clock.monotonicMs();
    const lengthMs = query.minutes * 60_000;
    // A series is continued without a hole, which would look like periods without a trade.
    const isContinued =
      known !== null && known.start <= query.start && query.start - known.end <= CANDLES_MAX * lengthMs;
    if (isContinued) {
      const isFresh = known.isToPresent && nowMs - known.atMs <= CANDLES_FRESH_MS;
      if (query.end <= known.end || (isFresh && query.start < known.end)) return known;
    }
    if (this.#series.get(key) !== entry) return this.#readSeries(records, id, query, isToPresent); // another call read it meanwhile
    const from = isContinued
      ? Math.max(known.start, known.end - (known.end % lengthMs) - lengthMs)
      : query.start;
    const whole = this.#request(records, { ...query, start: from as TimestampMs }).then(
      (read): Series | null => {
        if (read === null) return null;
        const before = isContinued ? known.candles.filter(({ t }) => t < from) : [];
        const candles = [...before, ...read].slice(-2 * CANDLES_MAX);
        const first = isContinued ? known.start : query.start;
        const isCut = candles.length < before.length + read.length;
        const start = isCut ? (candles[0]?.t ?? first) : first;
        return { start, end: query.end, isToPresent, atMs: nowMs, candles };
      },
    );
    this.#series.set(key, { whole });
    const read = await whole;
    if (read === null) this.#series.delete(key);
    return read;
  }

  async #request(records: PublicRecords, query: VenueCandleQuery): Promise<readonly VenueCandle[] | null> {
    try {
      return await records.candles(query);
    } catch (error) {
      this.#deps.log.warn('candles of a venue could not be read', { why: String(error) });
      return null;
    }
  }
}

/** Builds longer candles from ascending ones. */
function rollUp(candles: readonly VenueCandle[], interval: CandleInterval): readonly VenueCandle[] {
  const buckets = new Map<TimestampMs, VenueCandle>();
  for (const candle of candles) {
    const t = toBucketStart(candle.t, interval);
    const before = buckets.get(t);
    buckets.set(t, before === undefined ? { ...candle, t } : join(before, candle));
  }
  return [...buckets.values()];
}

const join = (a: VenueCandle, b: VenueCandle): VenueCandle => ({
  t: a.t,
  open: a.open,
  high: a.high > b.high ? a.high : b.high,
  low: a.low < b.low ? a.low : b.low,
  close: b.close,
  volume: a.volume === null || b.volume === null ? null : ((a.volume + b.volume) as Qty),
});
