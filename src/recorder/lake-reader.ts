import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import {
  assert,
  type GenericAssetId,
  type Instrument,
  type InstrumentId,
  type Price,
  parsePrice,
  parseQty,
  type Qty,
  type TimestampMs,
  type VenueName,
} from '#contract';
import {
  fees,
  parseJson,
  priceBands,
  type RecordedBook,
  type RecordedPrint,
  type RecordedStatus,
  type RecordedUpdate,
} from '#domain';
import type { InstrumentBinding } from '#ports';
import { compareParts, type LakeFile, listLakeFiles, type PartName, spoolName } from './lake-files.ts';

const HOUR_US = 3_600_000_000;

export interface ReplayedUpdate {
  readonly recvUs: number;
  readonly update: RecordedUpdate;
}

/**
 * The parts that a replay of these times needs, oldest first. A part can be read without the ones before it. The row
 * of a gap is written when the gap is over, into the next part, so the status files of that part belong to them.
 */
export function findParts(root: string, fromUs: number, toUs: number): readonly (readonly LakeFile[])[] {
  const files = listLakeFiles(root).filter(({ table }) => table !== 'spool');
  const parts = [...Map.groupBy(files, ({ part }) => spoolName(part)).values()].toSorted((a, b) =>
    compareParts(partOf(a), partOf(b)),
  );
  const first = parts.findLastIndex((part) => startUs(partOf(part)) <= fromUs);
  const later = parts.slice(Math.max(0, first));
  const needed = later.filter((part) => startUs(partOf(part)) < toUs);
  const venues = new Set(needed.flat().map(({ venue }) => venue));
  const next = later[needed.length] ?? [];
  const gaps = next.filter(({ table, venue }) => table === 'status' && venues.has(venue));
  return gaps.length === 0 ? needed : [...needed, gaps];
}

/** The ids of all recorded instruments, so that a replay gives them the same ones. */
export async function readInstrumentIds(
  parts: readonly (readonly LakeFile[])[],
): Promise<readonly InstrumentBinding[]> {
  const found = new Map<number, InstrumentBinding>();
  for (const { path, venue } of parts.flat().filter(({ table }) => table === 'instrument')) {
    for (const row of await readRows(path, ['instrument_id', 'venue_instrument_id'])) {
      const instrumentId = number(row, 'instrument_id') as InstrumentId;
      const venueInstrumentId = text(row, 'venue_instrument_id');
      found.set(instrumentId, { instrumentId, venue: venue as VenueName, venueInstrumentId });
    }
  }
  return [...found.values()];
}

/** All updates of the parts in their order, up to `toUs`. One part is in memory at a time. */
export async function* readUpdates(
  parts: readonly (readonly LakeFile[])[],
  toUs: number,
): AsyncGenerator<ReplayedUpdate> {
  for (const part of parts) {
    for (const each of await readPart(part)) if (each.recvUs <= toUs) yield each;
  }
}

async function readPart(files: readonly LakeFile[]): Promise<readonly ReplayedUpdate[]> {
  const updates: ReplayedUpdate[] = [];
  for (const { path, table, venue } of files) {
    const rows = await readRows(path);
    const name = venue as VenueName;
    if (table === 'book') for (const each of toBooks(rows, name)) updates.push(each);
    else
      for (const row of rows)
        updates.push({ recvUs: number(row, 'recv_us'), update: toUpdate(row, table, name) });
  }
  return updates.toSorted((a, b) => a.recvUs - b.recvUs);
}

const readRows = async (path: string, columns?: string[]): Promise<readonly Row[]> =>
  parquetReadObjects({ file: await asyncBufferFromFile(path), ...(columns && { columns }) });

const partOf = (files: readonly LakeFile[]): PartName => {
  const [first] = files;
  assert(first !== undefined, 'a part has files');
  return first.part;
};

const startUs = ({ date, hour, number }: PartName): number =>
  Date.parse(`${date}T${hour}:00:00Z`) * 1_000 + ((number * 1_000) % HOUR_US);

type Row = Readonly<Record<string, unknown>>;

/** Rows of one update have the same time and follow each other. */
function toBooks(rows: readonly Row[], venue: VenueName): readonly ReplayedUpdate[] {
  const groups = Map.groupBy(rows, (row) => `${number(row, 'recv_us')}`);
  return [...groups.values()].flatMap((levels): ReplayedUpdate[] => {
    const [first] = levels;
    if (first === undefined) return [];
    const side = (name: string) =>
      levels.flatMap((row) =>
        row['side'] === name ? [{ price: price(row, 'price'), qty: qty(row, 'qty') }] : [],
      );
    const update: RecordedBook = {
      table: 'book',
      venue,
      venueMs: number(first, 'venue_ms') as TimestampMs,
      instrumentId: number(first, 'instrument_id') as InstrumentId,
      sequence: number(first, 'sequence'),
      kind: text(first, 'kind') as RecordedBook['kind'],
      bids: side('BUY'),
      asks: side('SELL'),
    };
    return [{ recvUs: number(first, 'recv_us'), update }];
  });
}

function toUpdate(row: Row, table: LakeFile['table'], venue: VenueName): RecordedUpdate {
  if (table === 'print')
    return {
      table,
      venue,
      venueMs: number(row, 'venue_ms') as TimestampMs,
      id: number(row, 'id'),
      instrumentId: number(row, 'instrument_id') as InstrumentId,
      price: price(row, 'price'),
      qty: qty(row, 'qty'),
      side: text(row, 'side') as RecordedPrint['side'],
    };
  if (table === 'status')
    return {
      table,
      venue,
      instrumentId: optional(row, 'instrument_id', number) as InstrumentId | null,
      kind: text(row, 'kind') as RecordedStatus['kind'],
      value: optional(row, 'value', text),
    };
  return { table: 'instrument', venue, instrument: toInstrument(row, venue) };
}

function toInstrument(row: Row, venue: VenueName): Instrument {
  const other = JSON.parse(text(row, 'other')) as Pick<
    Instrument,
    'slug' | 'description' | 'rulesSecondary' | 'venueTerms' | 'event' | 'outcomeName' | 'updatedAt'
  >;
  return {
    ...other,
    venue,
    instrumentId: number(row, 'instrument_id') as InstrumentId,
    venueInstrumentId: text(row, 'venue_instrument_id'),
    ticker: text(row, 'ticker'),
    title: text(row, 'title'),
    category: text(row, 'category'),
    status: text(row, 'status') as Instrument['status'],
    priceTick: price(row, 'price_tick'),
    priceMin: price(row, 'price_min'),
    priceMax: price(row, 'price_max'),
    priceBands: optional(row, 'price_bands', (each, name) => parseJson(priceBands, text(each, name))),
    qtyStep: qty(row, 'qty_step'),
    qtyMin: qty(row, 'qty_min'),
    fees: optional(row, 'fees', (each, name) => parseJson(fees, text(each, name))),
    openTime: optional(row, 'open_ms', number) as TimestampMs | null,
    closeTime: optional(row, 'close_ms', number) as TimestampMs | null,
    result: optional(row, 'result', text) as Instrument['result'],
    settlementPrice: optional(row, 'settlement_price', price),
    genericAssetId: optional(row, 'generic_asset_id', number) as GenericAssetId | null,
  };
}

const optional = <Value>(row: Row, name: string, read: (row: Row, name: string) => Value): Value | null =>
  row[name] === null || row[name] === undefined ? null : read(row, name);

const number = (row: Row, name: string): number => Number(row[name]);

const text = (row: Row, name: string): string => String(row[name]);

function price(row: Row, name: string): Price {
  const found = parsePrice(row[name]);
  assert(found !== null, `${name} of the recording is a decimal`);
  return found;
}

function qty(row: Row, name: string): Qty {
  const found = parseQty(row[name]);
  assert(found !== null, `${name} of the recording is a decimal`);
  return found;
}
