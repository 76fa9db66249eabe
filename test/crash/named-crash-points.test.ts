import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  COMPLEX_POINTS,
  POINTS,
  REPLACEMENT_POINTS,
  SENT_POINTS,
  VOID_POINTS,
} from './named-crash-points.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('the line of each crash point occurs once in its file', () => {
  for (const { name, file, line } of [
    ...POINTS,
    ...SENT_POINTS,
    ...REPLACEMENT_POINTS,
    ...VOID_POINTS,
    ...COMPLEX_POINTS,
  ])
    assert.equal(readFileSync(join(ROOT, file), 'utf8').split(line).length, 2, `${name}: ${line} in ${file}`);
});
