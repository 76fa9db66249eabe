import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DEFAULT_CONFIG } from '../config/config.ts';
import { ORDER_REASON_NAMES } from '../contract/model/order-reasons.ts';
import { REJECTION_CODES } from '../contract/model/result.ts';
import { generatePages } from './generated-docs.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { version } = JSON.parse(read('package.json'));

test('the generated pages are up to date (scripts/generate.ts)', () => {
  for (const [path, text] of Object.entries(generatePages(DEFAULT_CONFIG, version))) {
    assert.equal(read(path), text, path);
  }
});

test('the error page has a row for each code', () => {
  const page = read('docs/errors.md');
  for (const code of REJECTION_CODES)
    assert.match(page, new RegExp(`^\\| \`${code}\` \\| \\d{3} \\| .{20,} \\|$`, 'm'));
});

test('the error page has a row for each reason of an order', () => {
  const page = read('docs/errors.md');
  for (const reason of ORDER_REASON_NAMES)
    assert.match(page, new RegExp(`^\\| \`${reason}\` \\| [A-Z, ]+ \\| .{20,} \\|$`, 'm'));
});
