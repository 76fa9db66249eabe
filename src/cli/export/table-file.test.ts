import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { fakeTerminal } from '../cli-fakes.fixture.ts';
import { FIELDS, type Kind } from './export-sources.ts';
import { FORMATS, openTableFile } from './table-file.ts';

function createFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-export-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The columns of Parquet that are not text. All others are text, money too. */
const TYPED: Readonly<Record<Kind, object>> = {
  orders: { instrument_id: 'INTEGER', generic_asset_id: 'INTEGER' },
  fills: { instrument_id: 'INTEGER', timestamp: 'TIMESTAMP' },
  positions: { instrument_id: 'INTEGER' },
  prints: { id: 'INTEGER', instrument_id: 'INTEGER', timestamp: 'TIMESTAMP' },
  candles: { t: 'TIMESTAMP' },
};

describe('openTableFile', () => {
  for (const kind of Object.keys(TYPED) as Kind[])
    test(`the columns of ${kind} in Parquet have their types, also without rows`, async (t) => {
      const path = join(createFolder(t), 'table.parquet');
      const file = await openTableFile(fakeTerminal({}), kind, 'parquet', path);
      await file.keep();
      const [, ...columns] = (await parquetMetadataAsync(await asyncBufferFromFile(path))).schema;
      assert.deepEqual(
        columns.map(({ name }) => name),
        FIELDS[kind],
      );
      const typed = columns.flatMap(({ name, type, converted_type: converted = '' }) => {
        if (converted.startsWith('TIMESTAMP')) return [[name, 'TIMESTAMP']];
        return type === 'INT64' ? [[name, 'INTEGER']] : [];
      });
      assert.deepEqual(Object.fromEntries(typed), TYPED[kind]);
    });

  for (const format of FORMATS) {
    test(`a file in ${format} is readable by its owner only, from its first byte on`, async (t) => {
      const folder = createFolder(t);
      const path = join(folder, 'fills.out');
      const file = await openTableFile(fakeTerminal({}), 'fills', format, path);
      const modes = () => readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
      assert.deepEqual(modes(), [0o600]);
      await file.write([{ id: 'fil_1', price: '0.5' }]);
      await file.keep();
      file.drop();
      assert.deepEqual(readdirSync(folder), ['fills.out']);
      assert.deepEqual(modes(), [0o600]);
    });

    test(`an export in ${format} that is not completed leaves the earlier file and no draft`, async (t) => {
      const folder = createFolder(t);
      const path = join(folder, 'fills.out');
      writeFileSync(path, 'earlier');
      const file = await openTableFile(fakeTerminal({}), 'fills', format, path);
      await file.write([{ id: 'fil_1', price: '0.5' }]);
      file.drop();
      assert.deepEqual(readdirSync(folder), ['fills.out']);
      assert.equal(readFileSync(path, 'utf8'), 'earlier');
    });

    test(`a missing folder is an error in ${format} that names it`, async () => {
      const path = join(tmpdir(), 'crossbook-none', 'fills.out');
      await assert.rejects(
        () => openTableFile(fakeTerminal({}), 'fills', format, path),
        (error: Error) => error.name === 'Failure' && /crossbook-none/.test(error.message),
      );
    });
  }
});
