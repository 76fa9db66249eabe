import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveAt, UNRESOLVED } from '../../../contract/model/instrument.ts';
import { PRICE_ONE, type Price } from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { instrument } from '../../../domain/instruments/instrument.fixture.ts';
import type { DemoListing, DemoTransition } from '../../../ports/demo-store.ts';
import { LISTINGS } from '../../shared/demo-tables.ts';

const settled = (price: bigint): DemoTransition => ({
  at: 2 as TimestampMs,
  status: 'SETTLED',
  ...resolveAt(price as Price),
});

function listing(price: bigint): DemoListing & { readonly venueInstrumentId: string } {
  const { instrumentId: _, genericAssetId: __, ...fields } = instrument(1001, resolveAt(price as Price));
  const ahead = [{ at: 1 as TimestampMs, status: 'CLOSED', ...UNRESOLVED } as const, settled(price)];
  const { venueInstrumentId } = fields;
  return { number: 1, code: 'RAIN', edition: 2, instrument: fields, ahead, venueInstrumentId };
}

/** The row of a listing, as `columns` of the table. */
const toRow = (price: bigint) =>
  Object.fromEntries(
    LISTINGS.toParams(listing(price)).map((value, index) => [LISTINGS.columns[index], value]),
  );

for (const price of [0n, 37_000_000n, PRICE_ONE]) {
  test(`a listing that settles at ${price} is read as it was written`, () => {
    const { ahead, instrument: read } = LISTINGS.toRecord(toRow(price) as never);
    assert.deepEqual(ahead, listing(price).ahead);
    assert.deepEqual([read.result, read.settlementPrice], Object.values(resolveAt(price as Price)));
  });
}

test('a listing of an earlier version has the settlement price of its result', () => {
  const row = Object.fromEntries(
    Object.entries(toRow(PRICE_ONE)).map(([column, value]) => [
      column,
      typeof value === 'string' ? value.replaceAll(/,"settlementPrice":(null|"1")/g, '') : value,
    ]),
  );
  assert.ok(!JSON.stringify(row).includes('settlementPrice'));
  const { ahead, instrument: read } = LISTINGS.toRecord(row as never);
  assert.deepEqual(ahead, listing(PRICE_ONE).ahead);
  assert.equal(read.settlementPrice, PRICE_ONE);
});

test('a listing keeps its event; one of an earlier version has none', () => {
  const event = { venueEventId: 'rain-27JUL01', title: null, series: 'rain', exclusive: 'NONE' } as const;
  const stored = { ...listing(0n), instrument: { ...listing(0n).instrument, event, outcomeName: 'Rain' } };
  const row = Object.fromEntries(
    LISTINGS.toParams(stored).map((value, index) => [LISTINGS.columns[index], value]),
  );
  const { instrument: read } = LISTINGS.toRecord(row as never);
  assert.deepEqual([read.event, read.outcomeName], [event, 'Rain']);
  assert.ok(!String(toRow(0n)['instrument']).includes('event'));
  assert.equal(LISTINGS.toRecord(toRow(0n) as never).instrument.event, null);
});
