import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Price, parsePrice, renderNotional } from '../../../contract/model/money.ts';
import { createListing } from '../polymarket-feed.fixture.ts';
import { readTokenCash } from './token-cash.ts';

const OPEN = createListing(1);
const OTHER = createListing(2);
const settled = (index: number, price: string | null) => {
  const listing = createListing(index);
  const settlementPrice = price === null ? null : (parsePrice(price) as Price);
  return { ...listing, instrument: { ...listing.instrument, status: 'SETTLED' as const, settlementPrice } };
};
const [YES_WON, NO_WON, HALVES, NO_PRICE] = [
  settled(3, '1'),
  settled(4, '0'),
  settled(5, '0.5'),
  settled(6, null),
];
const LISTINGS = [OPEN, OTHER, YES_WON, NO_WON, HALVES, NO_PRICE];

type Listed = (typeof LISTINGS)[number];
const row = (
  asset: string,
  conditionId: string,
  outcomeIndex: 0 | 1 | 999, // 999: not known
  size: number,
  redeemable = false,
) => ({
  asset,
  conditionId,
  outcomeIndex,
  size,
  redeemable,
});
const held = ({ instrument, yes, no }: Listed, yesSize: number, noSize: number, redeemable = false) => [
  row(yes, instrument.venueInstrumentId, 0, yesSize, redeemable),
  row(no, instrument.venueInstrumentId, 1, noSize, redeemable),
];

/** `pairs, redeemable` in dollars. */
async function read(rows: readonly unknown[], status = 200): Promise<string | null> {
  const cash = await readTokenCash({
    client: { dataApi: 'v1', read: async () => ({ kind: 'answer', status, value: rows, body: '' }) },
    wallet: { maker: '0xwallet' },
    listings: { byToken: (token) => LISTINGS.find(({ yes, no }) => [yes, no].includes(token)) ?? null },
  });
  if (cash === null) return null;
  const { lockedInPairs, redeemable } = cash;
  return `${renderNotional(lockedInPairs)}, ${redeemable === null ? 'not known' : renderNotional(redeemable)}`;
}

for (const [what, rows, expected] of [
  ['nothing', [], '0, 0'],
  ['one outcome alone', [...held(OPEN, 30, 0), ...held(OTHER, 0, 20)], '0, 0'],
  ['pairs of two open markets', [...held(OPEN, 30, 20), ...held(OTHER, 5, 7)], '25, 0'],
  ['both outcomes after YES', held(YES_WON, 30, 20), '0, 30'],
  ['both outcomes after NO', held(NO_WON, 30, 20), '0, 20'],
  ['both outcomes after a half', held(HALVES, 30, 20), '0, 25'],
  [
    'two settled markets and an open one',
    [...held(YES_WON, 1, 2), ...held(NO_WON, 4, 8), ...held(OPEN, 3, 3)],
    '3, 9',
  ],
  ['a settled market without its price', [...held(NO_PRICE, 30, 20), ...held(OPEN, 3, 3)], '3, not known'],
  ['a settled market in no list', [row('91', '0xgone', 0, 5, true), ...held(OPEN, 3, 3)], '3, not known'],
  ['an open market in no list', [row('91', '0xnew', 0, 5), row('92', '0xnew', 1, 4)], '4, 0'],
  [
    'outcomes that only the catalogue knows',
    [YES_WON, NO_WON, OPEN].flatMap((each) =>
      held(each, 30, 20).map((token) => ({ ...token, outcomeIndex: 999 })),
    ),
    '20, 50',
  ],
  ['a part of a contract', held(OPEN, 0.5, 0.000001), '0.000001, 0'],
] as const)
  test(`a wallet with ${what} pays: ${expected}`, async () => {
    assert.equal(await read(rows), expected);
  });

test('a list that cannot be read is not known, and neither is a token without its outcome', async () => {
  assert.equal(await read([], 500), null);
  assert.equal(await read([{ asset: '91', conditionId: '0xgone', size: 5, redeemable: false }]), null);
});
