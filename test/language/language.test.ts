import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findBanned } from './find-banned.ts';

const ROOT = dirname(dirname(import.meta.dirname));
const SKIPPED = ['**/node_modules/**', '**/dist/**', 'data/**', '.git/**', 'coverage/**', 'test/language/**'];

test('no file uses a banned word or identifier (test/language/banned.json)', () => {
  const files = globSync('**/*.{ts,tsx,mjs,py,md,toml,css,html}', { cwd: ROOT, exclude: SKIPPED });
  const found = files.flatMap((file) => findBanned(file, readFileSync(join(ROOT, file), 'utf8')));
  assert.deepEqual(
    found.map(({ file, line, text, instead }) => `${file}:${line}: ${text} (use: ${instead})`),
    [],
  );
});

test('the search finds words in prose and parts of identifiers, and leaves rounding and other words alone', () => {
  const found = (text: string, file = 'src/a.ts') => findBanned(file, text).map((use) => use.text);
  assert.deepEqual(found('// nobody has told us'), ['told', 'nobody']);
  assert.deepEqual(found('const orderDesk = deskOf(x);'), ['orderDesk', 'deskOf']);
  assert.deepEqual(found('floorToTick(price); Math.floor(1); gateway.send(); return turnover;'), []);
  assert.deepEqual(found('const tape = 1;', 'terminal/src/a.tsx'), []);
  assert.deepEqual(found('', 'src/oms/desk.ts'), ['desk']);
});
