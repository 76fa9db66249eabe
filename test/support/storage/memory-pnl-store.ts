import { positionKey } from '../../../src/contract/model/ids.ts';
import type { TimestampMs } from '../../../src/contract/model/time.ts';
import { type CandleInterval, toBucketStart } from '../../../src/domain/market-data/candles.ts';
import { computePnlCurve, type PnlKey, type PnlRow } from '../../../src/domain/positions/pnl-curve.ts';
import type { PnlChange, PnlScope, PnlStore } from '../../../src/ports/pnl-store.ts';

/** An in-memory PnL store, and the reference model for the SQLite store. */
export function createMemoryPnlStore(): PnlStore {
  let rows: readonly PnlRow[] = []; // by instrument and time
  let through = 0;
  const within = (scope: PnlScope, end: TimestampMs | null) =>
    rows.filter((row) => isWithin(row, scope, end));
  return {
    lastFillNumber: async () => through,
    openRows: async () => findNewest(rows).filter(({ net }) => net !== 0n),
    newest: async (key) => rows.findLast((row) => toKey(row) === toKey(key)) ?? null,
    clear: async () => {
      [rows, through] = [[], 0];
    },
    save: async (changes, throughFill) => {
      for (const change of changes) rows = sortRows(applyChange(rows, change));
      through = throughFill;
    },
    rows: async (scope, end) => findNewest(within(scope, end)),
    curve: async (query) => computePnlCurve(within(query, query.end), query.interval, query.from),
    downsample: async (minutesBefore, hoursBefore) => {
      rows = thinRows(thinRows(rows, '1h', minutesBefore), '1d', hoursBefore);
    },
  };
}

function applyChange(rows: readonly PnlRow[], { kind, row: changed }: PnlChange): readonly PnlRow[] {
  const isSame = (row: PnlRow): boolean => toKey(row) === toKey(changed) && row.t === changed.t;
  if (kind === 'minute') return [...rows.filter((row) => !isSame(row)), changed];
  const made = rows.some(isSame) ? rows : [...rows, changed];
  return made.map((row) =>
    toKey(row) === toKey(changed) && row.t >= changed.t ? { ...changed, t: row.t, mark: row.mark } : row,
  );
}

const isWithin = (row: PnlRow, scope: PnlScope, end: TimestampMs | null): boolean =>
  row.accountId === scope.accountId &&
  row.subaccountId === scope.subaccountId &&
  (scope.instrumentIds?.includes(row.instrumentId) ?? true) &&
  (end === null || row.t < end);

const findNewest = (rows: readonly PnlRow[]): PnlRow[] => [
  ...new Map(rows.map((row) => [toKey(row), row])).values(),
];

function thinRows(rows: readonly PnlRow[], span: CandleInterval, before: TimestampMs): readonly PnlRow[] {
  const toSpan = (row: PnlRow): string => `${toKey(row)} ${toBucketStart(row.t, span)}`;
  const last = new Map(rows.map((row) => [toSpan(row), row]));
  return rows.filter((row) => row.t >= before || last.get(toSpan(row)) === row);
}

const toKey = ({ accountId, subaccountId, instrumentId }: PnlKey): string =>
  positionKey(accountId, subaccountId, instrumentId);

const sortRows = (rows: readonly PnlRow[]): readonly PnlRow[] =>
  rows.toSorted((a, b) => a.instrumentId - b.instrumentId || a.t - b.t);
