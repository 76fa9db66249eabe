import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DEFAULT_CONFIG } from '../../../config/config.ts';
import { ORDER_REASONS } from '../../../domain/model/order.ts';
import { REJECTION_CODES } from '../../../domain/model/result.ts';
import { generatePages } from './generated-docs.ts';

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const { version } = JSON.parse(read('package.json'));

test('the generated pages are up to date (scripts/print-docs.ts)', () => {
  for (const [path, text] of Object.entries(generatePages(DEFAULT_CONFIG, version))) {
    assert.equal(read(path), text, path);
  }
});

test('the error page has a row for each code', () => {
  const page = read('docs/errors.md');
  for (const code of REJECTION_CODES)
    assert.match(page, new RegExp(`^\\| \`${code}\` \\| \\d{3} \\| \\w+ \\| .{20,} \\|$`, 'm'));
});

test('each error code is a code of the SDK', () => {
  const page = read('sdk/src/errors.ts');
  assert.deepEqual(
    REJECTION_CODES.filter((code) => !page.includes(`  | '${code}'\n`)),
    [],
  );
});

test('each reason of an order is in the documentation, in the SDK and in the terminal', () => {
  const places = {
    'docs/api/orders.md': (reason: string) => `\`${reason}\``,
    'sdk/src/types/order.ts': (reason: string) => `'${reason}'`,
    'terminal/src/components/labels.ts': (reason: string) => `  ${reason}: '`,
  };
  for (const [path, toText] of Object.entries(places)) {
    const page = read(path);
    assert.deepEqual(
      ORDER_REASONS.filter((reason) => !page.includes(toText(reason))),
      [],
      path,
    );
  }
});
