import { type InstrumentId, parseInstrumentId, type VenueName } from '../../core/kernel/ids.ts';
import { notFound, type Refusal } from '../../core/kernel/refusal.ts';
import { ok, type Result, refuse } from '../../core/kernel/result.ts';
import type { MarketData } from '../../market/marketdata.ts';

/**
 * The instruments that a handshake names: digits, or `<Venue>:<native id>`.
 *
 * Refuses `not_found` when any of them is not known.
 */
export async function resolveInstruments(
  marketData: Pick<MarketData, 'lookup' | 'instrumentByNativeId'>,
  names: readonly string[],
): Promise<Result<readonly InstrumentId[], Refusal>> {
  const found: (InstrumentId | null)[] = [];
  for (const name of names) found.push(parseInstrumentId(name) ?? (await byNativeId(marketData, name)));
  const ids = found.filter((id) => id !== null);
  if (ids.length < names.length) return refuse(notFound('instrument'));
  const unknown = await unknownInstruments(marketData, ids);
  return unknown.length > 0 ? refuse(notFound('instrument')) : ok(ids);
}

/** Those of `ids` that the catalogue does not have. */
export async function unknownInstruments(
  marketData: Pick<MarketData, 'lookup'>,
  ids: readonly InstrumentId[],
): Promise<readonly InstrumentId[]> {
  const known = new Set((await marketData.lookup(ids)).map(({ instrumentId }) => instrumentId));
  return ids.filter((id) => !known.has(id));
}

async function byNativeId(
  marketData: Pick<MarketData, 'instrumentByNativeId'>,
  name: string,
): Promise<InstrumentId | null> {
  const colon = name.indexOf(':');
  if (colon === -1) return null;
  const venue = name.slice(0, colon) as VenueName;
  const instrument = await marketData.instrumentByNativeId(venue, name.slice(colon + 1));
  return instrument?.instrumentId ?? null;
}
