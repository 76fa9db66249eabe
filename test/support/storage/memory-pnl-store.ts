import { type CandleInterval, toBucketStart } from '../../../src/domain/market-data/candles.ts';
import { positionKey } from '../../../src/domain/model/ids.ts';
import type { TimestampMs } from '../../../src/domain/model/time.ts';
import { computePnlCurve, type PnlKey, type PnlRow } from '../../../src/domain/positions/pnl-curve.ts';
import type { PnlChange, PnlScope, PnlStore } from '../../../src/ports/pnl-store.ts';

/** A PnL store that lives as long as the object, and the model that the one on disk is compared with. */
export function createMemoryPnlStore(): PnlStore {
  let rows: readonly PnlRow[] = []; // by instrument and time
  let through = 0;
  const within = (scope: PnlScope, end: TimestampMs | null) =>
    rows.filter((row) => isWithin(row, scope, end));
  return {
    lastFillNumber: async () => through,
    openRows: async () => newestOf(rows).filter(({ net }) => net !== 0n),
    newest: async (key) => rows.findLast((row) => keyOf(row) === keyOf(key)) ?? null,
    clear: async () => {
      [rows, through] = [[], 0];
    },
    save: async (changes, throughFill) => {
      for (const change of changes) rows = sorted(applied(rows, change));
      through = throughFill;
    },
    rows: async (scope, end) => newestOf(within(scope, end)),
    curve: async (query) => computePnlCurve(within(query, query.end), query.interval, query.from),
    downsample: async (minutesBefore, hoursBefore) => {
      rows = thinned(thinned(rows, '1h', minutesBefore), '1d', hoursBefore);
    },
  };
}

function applied(rows: readonly PnlRow[], { kind, row: told }: PnlChange): readonly PnlRow[] {
  const isSame = (row: PnlRow): boolean => keyOf(row) === keyOf(told) && row.t === told.t;
  if (kind === 'minute') return [...rows.filter((row) => !isSame(row)), told];
  const made = rows.some(isSame) ? rows : [...rows, told];
  return made.map((row) =>
    keyOf(row) === keyOf(told) && row.t >= told.t ? { ...told, t: row.t, mark: row.mark } : row,
  );
}

const isWithin = (row: PnlRow, scope: PnlScope, end: TimestampMs | null): boolean =>
  row.accountId === scope.accountId &&
  row.subaccountId === scope.subaccountId &&
  (scope.instrumentIds?.includes(row.instrumentId) ?? true) &&
  (end === null || row.t < end);

const newestOf = (rows: readonly PnlRow[]): PnlRow[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
];

function thinned(rows: readonly PnlRow[], span: CandleInterval, before: TimestampMs): readonly PnlRow[] {
  const spanOf = (row: PnlRow): string => `${keyOf(row)} ${toBucketStart(row.t, span)}`;
  const last = new Map(rows.map((row) => [spanOf(row), row]));
  return rows.filter((row) => row.t >= before || last.get(spanOf(row)) === row);
}

const keyOf = ({ accountId, subaccountId, instrumentId }: PnlKey): string =>
  positionKey(accountId, subaccountId, instrumentId);

const sorted = (rows: readonly PnlRow[]): readonly PnlRow[] =>
  rows.toSorted((a, b) => a.instrumentId - b.instrumentId || a.t - b.t);
