import type { Cell, SpoolLine } from './recorded-update.ts';

export const LAKE_TABLES = ['book', 'print', 'status', 'instrument'] as const;
export type LakeTable = (typeof LAKE_TABLES)[number];

/** The columns of each table with their Parquet types. Prices and quantities are text, which is exact. */
export const LAKE_COLUMNS = {
  book: {
    recv_us: 'INT64',
    venue_ms: 'INT64',
    instrument_id: 'INT64',
    sequence: 'INT64',
    kind: 'STRING',
    side: 'STRING', // BUY: a bid; SELL: an ask; null: CLEAR
    price: 'STRING',
    qty: 'STRING',
  },
  print: {
    recv_us: 'INT64',
    venue_ms: 'INT64',
    id: 'INT64',
    instrument_id: 'INT64',
    price: 'STRING',
    qty: 'STRING',
    side: 'STRING',
  },
  status: { recv_us: 'INT64', instrument_id: 'INT64', kind: 'STRING', value: 'STRING' },
  instrument: {
    recv_us: 'INT64',
    instrument_id: 'INT64',
    venue_instrument_id: 'STRING',
    ticker: 'STRING',
    title: 'STRING',
    category: 'STRING',
    status: 'STRING',
    price_tick: 'STRING',
    price_min: 'STRING',
    price_max: 'STRING',
    price_bands: 'STRING',
    qty_step: 'STRING',
    qty_min: 'STRING',
    fees: 'STRING',
    open_ms: 'INT64',
    close_ms: 'INT64',
    result: 'STRING',
    settlement_price: 'STRING',
    generic_asset_id: 'INT64',
    other: 'STRING', // JSON of the texts and of the event
  },
} as const satisfies Readonly<Record<LakeTable, Readonly<Record<string, 'INT64' | 'STRING'>>>>;

export type LakeRow = Readonly<Record<string, Cell>>;

/** The rows of one update: one for each level of a book, else one. */
export function toLakeRows(line: SpoolLine): readonly LakeRow[] {
  if (line.table !== 'book') return [{ recv_us: line.recv_us, ...line.row }];
  const { recv_us, venue_ms, instrument_id, sequence, kind } = line;
  const head = { recv_us, venue_ms, instrument_id, sequence, kind };
  const rows = [
    ...line.bids.map(([price, qty]) => ({ ...head, side: 'BUY', price, qty })),
    ...line.asks.map(([price, qty]) => ({ ...head, side: 'SELL', price, qty })),
  ];
  return rows.length > 0 ? rows : [{ ...head, kind: 'CLEAR', side: null, price: null, qty: null }];
}

/** A time without recording, or with the venue out of reach. `toUs` null: it has not ended within the part. */
export interface CoverageGap {
  readonly fromUs: number;
  readonly toUs: number | null;
  readonly reason: string;
}

/** What was recorded of one venue, from its first update to its last. */
export interface Coverage {
  readonly venue: string;
  readonly fromUs: number;
  readonly toUs: number;
  readonly gaps: readonly CoverageGap[];
}

/** Collects the coverage of one part from its updates, in their order. */
export class CoverageTracker {
  readonly #venues = new Map<string, { fromUs: number; toUs: number; gaps: CoverageGap[] }>();

  add(line: Pick<SpoolLine, 'recv_us' | 'venue'>, status: LakeRow | null): void {
    const { recv_us: atUs, venue } = line;
    const found = this.#venues.get(venue) ?? { fromUs: atUs, toUs: atUs, gaps: [] };
    this.#venues.set(venue, found);
    found.fromUs = Math.min(found.fromUs, atUs);
    found.toUs = Math.max(found.toUs, atUs);
    if (status === null || status['instrument_id'] !== null) return;
    const last = found.gaps.at(-1);
    const isOpen = last !== undefined && last.toUs === null;
    if (status['kind'] === 'HEALTHY' && isOpen) found.gaps.splice(-1, 1, { ...last, toUs: atUs });
    if ((status['kind'] === 'GAP' || status['kind'] === 'DISCONNECT') && !isOpen)
      found.gaps.push({ fromUs: atUs, toUs: null, reason: String(status['value'] ?? status['kind']) });
  }

  /** The venues whose recording has not ended in a gap. */
  openVenues(): readonly string[] {
    return [...this.#venues].flatMap(([venue, { gaps }]) =>
      gaps.length > 0 && gaps.at(-1)?.toUs === null ? [] : [venue],
    );
  }

  coverage(): readonly Coverage[] {
    return [...this.#venues].map(([venue, { fromUs, toUs, gaps }]) => ({
      venue,
      fromUs,
      toUs,
      gaps: [...gaps],
    }));
  }
}

const JOIN_US = 5_000_000; // parts follow each other without a pause
const GAPS_MAX = 500;

/**
 * Joins the parts of each venue that follow each other, unless the earlier one ends in a gap. Sorted by venue and time;
 * the newest 500 gaps are kept.
 */
export function mergeCoverage(parts: readonly Coverage[]): readonly Coverage[] {
  const sorted = parts.toSorted((a, b) =>
    a.venue === b.venue ? a.fromUs - b.fromUs : a.venue < b.venue ? -1 : 1,
  );
  const merged: Coverage[] = [];
  for (const part of sorted) {
    const last = merged.at(-1);
    if (last === undefined || last.venue !== part.venue) merged.push(part);
    else merged.splice(-1, 1, ...join(last, part));
  }
  return merged;
}

function join(last: Coverage, part: Coverage): readonly Coverage[] {
  const isOpen = last.gaps.at(-1)?.toUs === null;
  if (isOpen) return [{ ...last, gaps: closeGap(last.gaps, part.fromUs) }, part];
  if (part.fromUs - last.toUs > JOIN_US) return [last, part];
  const gaps = [...last.gaps, ...part.gaps].slice(-GAPS_MAX);
  return [{ ...last, toUs: Math.max(last.toUs, part.toUs), gaps }];
}

const closeGap = (gaps: readonly CoverageGap[], toUs: number): readonly CoverageGap[] =>
  gaps.map((gap) => (gap.toUs === null ? { ...gap, toUs } : gap));
