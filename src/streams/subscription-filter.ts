import { Buffer } from 'node:buffer';
import {
  err,
  type InstrumentId,
  notFound,
  ok,
  parseInstrumentId,
  type QueryPair,
  type Rejection,
  type Result,
  rejection,
} from '#contract';
import { findByName } from '#http';
import type { MarketData } from '#market-data';

/** The subscription of a connection: everything, or a set of ids. Adding an id replaces "everything". */
export class SubscriptionFilter<Id extends string | number> {
  readonly #namedMax: number;
  #named: Set<Id> | null;

  constructor(named: readonly Id[] | null, namedMax: number) {
    this.#named = named === null ? null : new Set(named);
    this.#namedMax = namedMax;
  }

  get isEverything(): boolean {
    return this.#named === null;
  }

  covers(id: Id): boolean {
    return this.#named === null || this.#named.has(id);
  }

  /** Adds ids and returns the new ones. Null, without a change, when the set would exceed its limit. */
  add(ids: readonly Id[]): readonly Id[] | null {
    const before = this.#named ?? new Set<Id>();
    const after = new Set([...before, ...ids]);
    if (after.size > this.#namedMax) return null;
    this.#named = after;
    return [...new Set(ids)].filter((id) => !before.has(id));
  }

  /** The number of named ids after `add`. */
  countWith(ids: readonly Id[]): number {
    return new Set([...(this.#named ?? []), ...ids]).size;
  }

  addAll(): void {
    this.#named = null;
  }

  /** Returns false while everything is subscribed, because there is no set to remove ids from. */
  remove(ids: readonly Id[]): boolean {
    if (this.#named === null) return false;
    for (const id of ids) this.#named.delete(id);
    return true;
  }

  removeAll(): void {
    this.#named = new Set();
  }

  get named(): readonly Id[] | null {
    return this.#named === null ? null : [...this.#named];
  }

  /** The value for frames: the complete set, or `*`. */
  render(): readonly Id[] | '*' {
    return this.named ?? '*';
  }
}

/**
 * Finds the instruments in a handshake query, by instrument id or `<Venue>:<native id>`.
 *
 * Rejects with `not_found` when any of them is unknown.
 */
export async function resolveInstruments(
  marketData: Pick<MarketData, 'lookup' | 'instrumentByNativeId'>,
  names: readonly string[],
): Promise<Result<readonly InstrumentId[], Rejection>> {
  const found: (InstrumentId | null)[] = [];
  for (const name of names) found.push(parseInstrumentId(name) ?? (await findByName(marketData, name)));
  const ids = found.filter((id) => id !== null);
  if (ids.length < names.length) return err(notFound('instrument'));
  const unknown = await unknownInstruments(marketData, ids);
  return unknown.length > 0 ? err(notFound('instrument')) : ok(ids);
}

/** The members of `ids` that do not exist. */
export async function unknownInstruments(
  marketData: Pick<MarketData, 'lookup'>,
  ids: readonly InstrumentId[],
): Promise<readonly InstrumentId[]> {
  const known = new Set((await marketData.lookup(ids)).map(({ instrumentId }) => instrumentId));
  return ids.filter((id) => !known.has(id));
}

/**
 * The fields of a frame with an id for each `Venue:native-id` in `instrument_ids`. The same fields, without a promise, where
 * there is none.
 *
 * Rejects with `validation` and the names that no listing has.
 */
export function resolveFrameNames(
  marketData: Pick<MarketData, 'instrumentByNativeId'>,
  fields: Fields,
): Result<Fields, Rejection> | Promise<Result<Fields, Rejection>> {
  const named = fields['instrument_ids'];
  if (!Array.isArray(named) || !named.some(isName)) return ok(fields);
  return resolveNames(marketData, fields, named);
}

type Fields = Readonly<Record<string, unknown>>;
const isName = (value: unknown): boolean => typeof value === 'string' && value.includes(':');

async function resolveNames(
  marketData: Pick<MarketData, 'instrumentByNativeId'>,
  fields: Fields,
  named: readonly unknown[],
): Promise<Result<Fields, Rejection>> {
  const ids = await Promise.all(
    named.map((value) => (isName(value) ? findByName(marketData, String(value)) : value)),
  );
  const unknown = named.filter((_, at) => ids[at] === null && named[at] !== null).map(String);
  if (unknown.length > 0)
    return err(rejection('validation', 'unknown instrument', { instrument_ids: unknown }));
  return ok({ ...fields, instrument_ids: ids });
}

/** The distinct values of a parameter that may be repeated or comma-separated; null when it is absent. */
export function readListParameter(query: readonly QueryPair[], name: string): readonly string[] | null {
  const values = readParameterValues(query, name);
  return values.length === 0 ? null : [...new Set(values.flatMap((value) => value.split(',')))];
}

/** All values of a parameter. Query pairs are byte strings of UTF-8 text. */
export const readParameterValues = (query: readonly QueryPair[], name: string): readonly string[] =>
  query.filter(({ key }) => key === name).map(({ value }) => Buffer.from(value, 'latin1').toString('utf8'));
