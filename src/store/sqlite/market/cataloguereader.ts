import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { nameKey } from '../../../core/instruments/fold.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { isMatch, type MatchKeys } from '../../../core/instruments/match.ts';
import {
  type SearchPosition,
  type SearchRule,
  TIERS,
  type Tier,
  tierOf,
} from '../../../core/instruments/search.ts';
import { textTerms, titleTerms } from '../../../core/instruments/terms.ts';
import type { InstrumentId } from '../../../core/kernel/ids.ts';
import type { InstrumentBinding } from '../../../ports/journal.ts';
import type { SearchHits } from '../../../ports/marketstore.ts';
import { Candidates } from './candidates.ts';
import { instrumentOf } from './rows.ts';
import { onSnapshot } from './transaction.ts';

/** Reads the catalogue. The search index proposes ids in order; the rule looks at each record and decides. */
export class CatalogueReader {
  readonly #database: DatabaseSync;
  readonly #candidates: Candidates;
  readonly #select: StatementSync;
  readonly #byTicker: StatementSync;
  readonly #bySlug: StatementSync;
  readonly #bindings: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#candidates = new Candidates(database);
    this.#select = database.prepare('SELECT * FROM instruments WHERE instrument_id = ?');
    this.#byTicker = database.prepare(
      'SELECT * FROM instruments WHERE ticker_key = ? ORDER BY instrument_id',
    );
    this.#bySlug = database.prepare('SELECT * FROM instruments WHERE slug_key = ? ORDER BY instrument_id');
    this.#bindings = database.prepare(
      'SELECT instrument_id, venue, venue_instrument_id FROM instruments WHERE instrument_id > ? ORDER BY instrument_id LIMIT ?',
    );
  }

  bindings(afterId: number, limit: number): readonly InstrumentBinding[] {
    return this.#bindings.all(afterId, limit).map((row) => ({
      instrumentId: row['instrument_id'] as InstrumentId,
      venue: row['venue'] as InstrumentBinding['venue'],
      venueInstrumentId: row['venue_instrument_id'] as string,
    }));
  }

  instruments(ids: readonly InstrumentId[]): readonly Instrument[] {
    return ids.flatMap((id) => this.#instrument(id) ?? []);
  }

  matches(keys: MatchKeys): readonly Instrument[] {
    const rows =
      keys.ticker === null
        ? this.#bySlug.all(nameKey(keys.slug ?? ''))
        : this.#byTicker.all(nameKey(keys.ticker));
    return rows.map(instrumentOf).filter((instrument) => isMatch(keys, instrument));
  }

  /** Goes on after `position`, tier by tier, and stops one answer beyond the page to know whether it is the last. */
  search(rule: SearchRule, position: SearchPosition, limit: number): SearchHits {
    return onSnapshot(this.#database, () => {
      const items: Instrument[] = [];
      let last = position;
      for (const tier of TIERS) {
        if (tier < position.tier) continue;
        const afterId = tier === position.tier ? position.instrumentId : 0;
        for (const item of this.#tier(rule, tier, afterId)) {
          if (items.length === limit) return { items, next: last };
          items.push(item);
          last = { tier, instrumentId: item.instrumentId };
        }
      }
      return { items, next: null };
    });
  }

  list(rule: SearchRule, afterId: number, limit: number): readonly Instrument[] {
    return onSnapshot(this.#database, () => {
      const items: Instrument[] = [];
      for (const id of this.#candidates.withAll(textTerms(rule), afterId)) {
        const item = this.#instrument(id);
        if (item !== null && tierOf(rule, item) !== null) items.push(item);
        if (items.length === limit) break;
      }
      return items;
    });
  }

  *#tier(rule: SearchRule, tier: Tier, afterId: number): Generator<Instrument> {
    for (const id of this.#proposed(rule, tier, afterId)) {
      const item = this.#instrument(id);
      if (item !== null && tierOf(rule, item) === tier) yield item;
    }
  }

  #proposed(rule: SearchRule, tier: Tier, afterId: number): Iterable<number> {
    if (tier === 2) return this.#candidates.withAll(textTerms(rule), afterId);
    if (rule.words.length === 0) return [];
    if (tier === 1) return this.#candidates.withAll(titleTerms(rule), afterId);
    const rows = this.#byTicker.all(rule.tickerKey);
    return rows.map((row) => Number(row['instrument_id'])).filter((id) => id > afterId);
  }

  #instrument(id: number): Instrument | null {
    const row = this.#select.get(id);
    return row === undefined ? null : instrumentOf(row);
  }
}
