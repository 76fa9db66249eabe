import type { GenericAsset, InstrumentId, VenueName } from '#contract';
import type { InstrumentBinding, SharedIds } from '#ports';
import { type Row, removal, type SqlReader, type SqlWriter, type WriteOp } from '#storage/shared';

const OPS_MAX = 2_000; // of one write, so that orders do not wait for a large catalogue

/** Ids of market data in the tables of the journal, written in its fenced commits. */
export function createSharedIds(writer: SqlWriter, reader: SqlReader): SharedIds {
  const write = async (ops: readonly WriteOp[]): Promise<void> => {
    for (let from = 0; from < ops.length; from += OPS_MAX)
      await writer.write(ops.slice(from, from + OPS_MAX));
  };
  const value = async (name: string): Promise<string | null> => {
    const row = await reader.get('SELECT value FROM shared_values WHERE name = ?', name);
    return row === null ? null : String(row['value']);
  };
  return {
    highestId: async () => {
      const row = await reader.get('SELECT max(instrument_id) AS highest FROM instrument_ids');
      return Number(row?.['highest'] ?? 0);
    },
    bindings: async (afterId, limit) => (await reader.all(BINDINGS_AFTER, [afterId, limit])).map(toBinding),
    addBindings: (bindings) =>
      write(
        bindings.map(({ instrumentId, venue, venueInstrumentId }) => [
          'instrument_ids',
          instrumentId,
          venue,
          venueInstrumentId,
        ]),
      ),
    removeBindings: (ids) => write(ids.map((id) => [removal('instrument_ids'), id])),
    assets: async () =>
      (await reader.all('SELECT key, asset FROM venue_assets ORDER BY key', [])).map(({ key, asset }) => ({
        key: String(key),
        asset: JSON.parse(String(asset)) as GenericAsset,
      })),
    saveAssets: (assets) =>
      write(assets.map(({ key, asset }) => ['venue_assets', key, JSON.stringify(asset)])),
    value,
    setValue: (name, text) => writer.write([['shared_values', name, text]]),
    getOrSet: async (name, proposed) => {
      await writer.write([['shared_value_once', name, proposed]]);
      return (await value(name)) ?? proposed;
    },
  };
}

const BINDINGS_AFTER = `SELECT instrument_id, venue, venue_instrument_id FROM instrument_ids
  WHERE instrument_id > ? ORDER BY instrument_id LIMIT ?`;

const toBinding = (row: Row): InstrumentBinding => ({
  instrumentId: Number(row['instrument_id']) as InstrumentId,
  venue: String(row['venue']) as VenueName,
  venueInstrumentId: String(row['venue_instrument_id']),
});
