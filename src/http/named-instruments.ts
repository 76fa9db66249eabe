import { type InstrumentId, isJsonObject, type VenueName } from '#contract';
import type { MarketData } from '#market-data';

export type InstrumentFinder = Pick<MarketData, 'instrumentByNativeId'>;

/** The instrument of `Venue:native-id`; null for text without a colon, and for a name that no listing has. */
export async function findByName(marketData: InstrumentFinder, name: string): Promise<InstrumentId | null> {
  const colon = name.indexOf(':');
  if (colon === -1) return null;
  const venue = name.slice(0, colon) as VenueName;
  const instrument = await marketData.instrumentByNativeId(venue, name.slice(colon + 1));
  return instrument?.instrumentId ?? null;
}

const FIELD = 'instrument_id';
const LIST_FIELD = 'instrument_ids';
const DEPTH_MAX = 8; // the legs of the orders of a batch are 6 deep
const NAMES_MAX = 1_000; // in one request, so that it costs a bounded number of lookups
const NAME_CHARS_MAX = 512;

/** No instrument has this id: it stands for a name that no listing has, so that it is refused as an unknown id is. */
export const NO_INSTRUMENT = Number.MAX_SAFE_INTEGER as InstrumentId;

/**
 * A request with the id in the place of each `Venue:native-id`, wherever a field `instrument_id` or `instrument_ids` has one.
 * The handlers, the journal and the comparison of a repeated request see ids only.
 *
 * @returns the same value, without a promise, where no name is in it
 */
export function replaceInstrumentNames(value: unknown, marketData: () => InstrumentFinder): unknown {
  if (!hasName(value)) return value;
  const names = listInstrumentNames(value);
  return names.size === 0 || names.size > NAMES_MAX ? value : replace(value, names, marketData());
}

/** Each `Venue:native-id` in a request, once. */
export function listInstrumentNames(value: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  mapNames(value, (name) => {
    names.add(name);
    return name;
  });
  return names;
}

/** Copies nothing: most requests have ids only. */
function hasName(value: unknown, depth = 0): boolean {
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => isName(item) || hasName(item, depth + 1));
  for (const field in value) {
    const inner = (value as Readonly<Record<string, unknown>>)[field];
    if (field === FIELD ? isName(inner) : hasName(inner, depth + 1)) return true;
  }
  return false;
}

async function replace(
  value: unknown,
  names: ReadonlySet<string>,
  marketData: InstrumentFinder,
): Promise<unknown> {
  const found = await Promise.all(
    Array.from(names, async (name) => [name, (await findByName(marketData, name)) ?? NO_INSTRUMENT] as const),
  );
  const ids = new Map<string, InstrumentId>(found);
  return mapNames(value, (name) => ids.get(name) ?? NO_INSTRUMENT);
}

type Change = (name: string) => unknown;

function mapNames(value: unknown, change: Change, depth = 0): unknown {
  if (depth > DEPTH_MAX) return value;
  if (Array.isArray(value)) return value.map((item) => mapNames(item, change, depth + 1));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, mapField(field, inner, change, depth)]),
  );
}

function mapField(field: string, value: unknown, change: Change, depth: number): unknown {
  if (field === FIELD) return isName(value) ? change(value) : value;
  if (field === LIST_FIELD && Array.isArray(value))
    return value.map((item) => (isName(item) ? change(item) : item));
  return mapNames(value, change, depth + 1);
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.includes(':') && value.length <= NAME_CHARS_MAX;
