import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fakeTerminal } from '../cli-fakes.fixture.ts';
import { FORMATS, openTableFile } from './table-file.ts';

describe('openTableFile', () => {
  for (const format of FORMATS) {
    test(`a file in ${format} is readable by its owner only, from its first byte on`, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'crossbook-export-'));
      t.after(() => rmSync(folder, { recursive: true }));
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

    test(`a missing folder is an error in ${format} that names it`, async () => {
      const path = join(tmpdir(), 'crossbook-none', 'fills.out');
      await assert.rejects(
        () => openTableFile(fakeTerminal({}), 'fills', format, path),
        (error: Error) => error.name === 'Failure' && /crossbook-none/.test(error.message),
      );
    });
  }
});
