import {
  type BasicType,
  type ColumnSource,
  fileWriter,
  ParquetWriter,
  schemaFromColumnData,
} from 'hyparquet-writer';
import { fieldOf, type Row } from '../output.ts';
import { FIELDS, type Kind } from './export-sources.ts';

const ROWS_PER_GROUP = 50_000; // rows buffered in memory

const TIMES: ReadonlySet<string> = new Set(['timestamp', 't']);
const NUMBERS: ReadonlySet<string> = new Set(['instrument_id', 'generic_asset_id']);

/** Writes a Parquet file by row groups. Money stays text, because text is exact. */
export function openParquet(path: string, kind: Kind) {
  const writer = fileWriter(path);
  const schema = schemaFromColumnData({ columnData: columnsOf([], kind) });
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'crossbook' });
  let waiting: Row[] = [];
  const flush = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    if (rows.length > 0) await parquet.write({ columnData: columnsOf(rows, kind) });
  };
  return {
    write: async (rows: readonly Row[]) => {
      waiting.push(...rows);
      if (waiting.length >= ROWS_PER_GROUP) await flush();
    },
    keep: async () => {
      await flush();
      await parquet.finish();
    },
    drop: () => {},
  };
}

const columnsOf = (rows: readonly Row[], kind: Kind): ColumnSource[] =>
  FIELDS[kind].map((name) => {
    const type = typeOf(name, kind);
    return { name, type, nullable: true, data: rows.map((row) => valueOf(fieldOf(row, name), type)) };
  });

/** Column type: numeric ids are INT64; order and fill ids are text. */
function typeOf(name: string, kind: Kind): BasicType {
  if (TIMES.has(name)) return 'TIMESTAMP';
  return NUMBERS.has(name) || (name === 'id' && kind === 'prints') ? 'INT64' : 'STRING';
}

function valueOf(value: unknown, type: BasicType): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'TIMESTAMP') return new Date(Number(value));
  if (type === 'INT64') return BigInt(Number(value));
  return typeof value === 'string' ? value : JSON.stringify(value);
}
