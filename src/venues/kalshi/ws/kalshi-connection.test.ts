import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFrame } from './kalshi-connection.ts';

test('a snapshot with an order at each price of the finest grid is read, on both sides', () => {
  const levels = Array.from({ length: 9_999 }, (_, index) => [
    `0.${String(index + 1).padStart(4, '0')}`,
    '123456.78',
  ]);
  const msg = { market_ticker: 'KXFINE-26DEC31', yes_dollars_fp: levels, no_dollars_fp: levels };
  const frame = parseFrame(`\n${JSON.stringify({ type: 'orderbook_snapshot', sid: 1, seq: 1, msg })}`);
  assert.deepEqual(frame, { type: 'orderbook_snapshot', id: null, sid: 1, seq: 1, msg });
});

test('a longer frame is not parsed', () => {
  const frame = (chars: number): string => `{"type":"${'x'.repeat(chars - '{"type":""}'.length)}"}`;
  assert.deepEqual(
    [524_288, 524_289].map((chars) => parseFrame(frame(chars)) !== null),
    [true, false],
  );
});
