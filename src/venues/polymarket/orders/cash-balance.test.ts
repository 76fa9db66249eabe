import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Notional, renderNotional } from '../../../contract/model/money.ts';
import { readCashBalance } from './cash-balance.ts';

/** `total, available` of an answer, with no open purchase. */
async function read(balance: unknown): Promise<string | null> {
  const cash = await readCashBalance({
    client: { readPrivate: async () => ({ kind: 'answer', status: 200, value: { balance }, body: '' }) },
    signatureType: 3,
    orders: { cashKept: 0n as Notional },
  });
  return cash === null
    ? null
    : [cash.total, cash.available].map((each) => each && renderNotional(each)).join();
}

for (const [balance, expected] of [
  ['250500000', '250.5,250.5'],
  [250_500_000, '250.5,250.5'],
  ['1', '0.000001,0.000001'],
  // Whole pUSD, read as millionths, would be nearly nothing.
  ['250.500000', null],
  ['250.000000', null],
  ['0.000001', null],
  ['', null],
  [undefined, null],
  ['-1', null],
] as const)
  test(`a balance of ${JSON.stringify(balance)} millionths is ${expected ?? 'not known'}`, async () => {
    assert.equal(await read(balance), expected);
  });
