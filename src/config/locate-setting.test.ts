import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLine } from './config-issues.ts';

const TEXT = `port = 1 # the port
# [orders] is below
[orders]
  batch_max = 5
rate.read.burst = 1

[ venues . "one" ]
name="A"
auth = { window_ms = 5 }`;

test('a setting is found in its table, under a dotted key and with quoted names', () => {
  assert.equal(findLine(TEXT, ['port']), 1);
  assert.equal(findLine(TEXT, ['orders', 'batch_max']), 4);
  assert.equal(findLine(TEXT, ['orders', 'rate', 'read', 'burst']), 5);
  assert.equal(findLine(TEXT, ['venues', 'one', 'name']), 8);
});

test('a key of an inline table is found at the line of that table', () => {
  assert.equal(findLine(TEXT, ['venues', 'one', 'auth', 'window_ms']), 9);
});

test('a setting that is not in the file has no line', () =>
  assert.equal(findLine(TEXT, ['log', 'level']), null));
