import { Buffer } from 'node:buffer';
import type { QueryPair } from '../../domain/access/request-signing.ts';
import { type InstrumentId, parseInstrumentId, type VenueName } from '../../domain/model/ids.ts';
import { err, notFound, ok, type Rejection, type Result } from '../../domain/model/result.ts';
import type { MarketData } from '../../market-data/market-data-types.ts';

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
  for (const name of names) found.push(parseInstrumentId(name) ?? (await findByNativeId(marketData, name)));
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

async function findByNativeId(
  marketData: Pick<MarketData, 'instrumentByNativeId'>,
  name: string,
): Promise<InstrumentId | null> {
  const colon = name.indexOf(':');
  if (colon === -1) return null;
  const venue = name.slice(0, colon) as VenueName;
  const instrument = await marketData.instrumentByNativeId(venue, name.slice(colon + 1));
  return instrument?.instrumentId ?? null;
}

/** The distinct values of a parameter that may be repeated or comma-separated; null when it is absent. */
export function readListParameter(query: readonly QueryPair[], name: string): readonly string[] | null {
  const values = readParameterValues(query, name);
  return values.length === 0 ? null : [...new Set(values.flatMap((value) => value.split(',')))];
}

/** All values of a parameter. Query pairs are byte strings of UTF-8 text. */
export const readParameterValues = (query: readonly QueryPair[], name: string): readonly string[] =>
  query.filter(({ key }) => key === name).map(({ value }) => Buffer.from(value, 'latin1').toString('utf8'));
