import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Crossbook, NotFoundError } from '../../sdk/src/index.ts';
import { findTraded } from './instrument-names.ts';

const LISTED = [
  { instrument_id: 1, venue: 'Demo', ticker: 'RAIN', title: 'Rain?' },
  { instrument_id: 2, venue: 'Kalshi', ticker: 'RAIN', title: 'Will it rain?' },
  { instrument_id: 3, venue: 'Kalshi', ticker: 'SNOW', title: 'Will it snow?' },
];

/** A service with these instruments. */
const client = {
  venues: { list: async () => [{ name: 'Demo' }, { name: 'Kalshi' }] },
  markets: {
    match: async ({ ticker, venue }: { readonly ticker: string; readonly venue: string }) => {
      const found = LISTED.find((each) => each.ticker === ticker && each.venue === venue);
      if (found !== undefined) return found;
      throw new NotFoundError({ status: 404, error: 'not_found', message: 'instrument not found' });
    },
  },
} as unknown as Crossbook;

test('a ticker of one venue names its instrument for an order', async () => {
  assert.equal(await findTraded(client, 'SNOW'), 3);
});

test('a ticker of several venues is refused with the instruments that it can mean', async () => {
  await assert.rejects(findTraded(client, 'RAIN'), {
    message: 'RAIN is a ticker at several venues:\n  1  Demo:RAIN  Rain?\n  2  Kalshi:RAIN  Will it rain?',
    exitCode: 2,
  });
});

test('words of a title name no instrument for an order', async () => {
  await assert.rejects(findTraded(client, 'snow?'), { exitCode: 5 });
});
