import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueClientId } from '../../../contract/model/ids.ts';
import type { Instrument } from '../../../contract/model/instrument.ts';
import { type Price, parsePrice, parseQty, type Qty, renderDecimal } from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { sides } from '../../../domain/order-books/book.fixture.ts';
import type { BookSides } from '../../../domain/order-books/live-order-book.ts';
import type { VenueOrder } from '../../../ports/venue.ts';
import { createListing } from '../polymarket-feed.fixture.ts';
import { KEY } from '../polymarket-harness.fixture.ts';
import { POLYMARKET_DEFAULTS } from '../polymarket-settings.ts';
import { Wallet } from '../signing/wallet.ts';
import { OrderBuilder, orderBody, type PreparedOrder } from './order-builder.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;
const NOW = 1_782_907_200_500 as TimestampMs; // half a second into its second
const NOW_SECONDS = 1_782_907_200;
const listing = createListing(1);
const settings = { ...POLYMARKET_DEFAULTS, privateKeyHex: KEY, space: 'c0ffee' };
const wallet = new Wallet(settings);

interface Around {
  readonly book: BookSides | null;
  readonly minSizeForTaking: boolean;
  readonly instrument: Partial<Instrument>;
}

/** An order builder with these dependencies. */
function open({
  book = sides(['10 @ 0.45'], ['10 @ 0.5']),
  instrument = {},
  minSizeForTaking = false,
}: Partial<Around> = {}) {
  const known = { ...listing, instrument: { ...listing.instrument, ...instrument } };
  const orderBuilder = new OrderBuilder({
    wallet,
    settings: { ...settings, minSizeForTaking },
    listing: (id) => (id === listing.instrument.venueInstrumentId ? known : null),
    book: () => book,
    now: () => NOW,
  });
  return { orderBuilder };
}

/** BUY YES, GTC, 10 at 0.40. */
const order = (change: Partial<VenueOrder> = {}): VenueOrder => ({
  clientId: 'leg-1' as VenueClientId,
  venueInstrumentId: listing.instrument.venueInstrumentId,
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  tif: 'GTC',
  price: price('0.4'),
  qty: qty('10'),
  expiresAt: null,
  ...change,
});

const MARKET = { type: 'MARKET', tif: 'IOC', price: null } as const;

function prepare(change: Partial<VenueOrder>, around: Partial<Around> = {}) {
  const { orderBuilder } = open(around);
  const prepared = orderBuilder.takePrepared(orderBuilder.prepare(order(change)));
  assert.ok(prepared !== null);
  return prepared;
}

function built(change: Partial<VenueOrder> = {}, around: Partial<Around> = {}): PreparedOrder {
  const prepared = prepare(change, around);
  assert.ok(prepared.kind === 'order', prepared.kind === 'unsent' ? prepared.reason : prepared.kind);
  return prepared;
}

const getCode = (change: Partial<VenueOrder>, around: Partial<Around> = {}): string => {
  const prepared = prepare(change, around);
  return prepared.kind === 'unsent' ? prepared.reason : prepared.kind;
};

/** `BUY YES 10 for 4`: what is signed, in shares and pUSD. */
function signed({ fields: { side, tokenId, makerAmount, takerAmount } }: PreparedOrder): string {
  const [shares, usd] = side === 'BUY' ? [takerAmount, makerAmount] : [makerAmount, takerAmount];
  const outcome = tokenId === BigInt(listing.yes) ? 'YES' : 'NO';
  return `${side} ${outcome} ${renderDecimal(shares * 100n)} for ${renderDecimal(usd * 100n)}`;
}

test('the signed fields are the order, in tokens of its outcome', () => {
  assert.equal(signed(built()), 'BUY YES 10 for 4');
  assert.equal(signed(built({ outcome: 'NO' })), 'BUY NO 10 for 4');
  assert.equal(signed(built({ side: 'SELL' })), 'SELL YES 10 for 4');
});

test('a FOK sale is sent as FOK, with the precision of the venue', () => {
  const sale = { side: 'SELL', tif: 'FOK', price: price('0.4') } as const;
  const sold = built(sale);
  assert.deepEqual([sold.orderType, sold.terms.kill, sold.expirationSeconds], ['FOK', 'whole', 0]);
  assert.equal(signed(sold), 'SELL YES 10 for 4');
  assert.equal(signed(built({ ...sale, ...MARKET, tif: 'FOK' })), 'SELL YES 10 for 4.3');
  assert.equal(getCode({ tif: 'FOK' }), 'tif_unsupported');
});

test('invalid orders are refused without a request', () => {
  assert.equal(getCode({ venueInstrumentId: 'other' }), 'unknown_instrument');
  assert.equal(getCode({}, { instrument: { status: 'PAUSED' } }), 'market_closed');
  assert.equal(getCode({ price: price('0.405') }), 'price_off_tick');
  assert.equal(getCode({ price: price('0.005') }), 'price_out_of_range');
  assert.equal(getCode({ qty: qty('4.99') }), 'qty_below_min');
  assert.equal(getCode({ qty: qty('5.001') }), 'qty_off_lot');
  assert.equal(getCode({ tif: 'FOK' }), 'tif_unsupported');
  assert.equal(getCode({ price: null }), 'invalid_order');
  assert.equal(getCode({ type: 'MARKET', tif: 'IOC' }), 'invalid_order');
  assert.equal(getCode({ ...MARKET, tif: 'GTC' }), 'invalid_order');
  assert.equal(getCode({ tif: 'GTD' }), 'invalid_order');
  assert.equal(getCode({ expiresAt: NOW }), 'invalid_order');
});

test('the minimum size binds what may rest and purchases; sales that must not rest by a setting only', () => {
  for (const outcome of ['YES', 'NO'] as const)
    for (const minSizeForTaking of [false, true]) {
      const codes = (['GTC', 'IOC', 'FOK'] as const).map((tif) =>
        (['BUY', 'SELL'] as const)
          .map((side) => getCode({ side, outcome, tif, qty: qty('4.99') }, { minSizeForTaking }))
          .join(' '),
      );
      const small = 'qty_below_min';
      const taking = minSizeForTaking ? small : 'order';
      assert.deepEqual(codes, [`${small} ${small}`, `${small} ${taking}`, `tif_unsupported ${taking}`]);
      const market = { ...MARKET, side: 'SELL', outcome, qty: qty('3') } as const;
      assert.equal(getCode(market, { minSizeForTaking }), taking);
      assert.equal(getCode({ ...market, qty: qty('0.001') }, { minSizeForTaking: false }), 'qty_below_min');
    }
});

test('an order that expires within two minutes is refused; a longer one states a minute more', () => {
  const gtd = (seconds: number): Partial<VenueOrder> => ({
    tif: 'GTD',
    expiresAt: ((NOW_SECONDS + seconds) * 1_000) as TimestampMs,
  });
  assert.equal(getCode(gtd(119)), 'expiry_too_soon');
  const { orderType, expirationSeconds } = built(gtd(120));
  assert.deepEqual([orderType, expirationSeconds], ['GTD', NOW_SECONDS + 180]);
});

test('an IOC sale is killed by the venue; an IOC purchase gets a short expiry and is cancelled', () => {
  const bought = built({ tif: 'IOC' });
  assert.deepEqual(
    [bought.orderType, bought.terms.kill, bought.expirationSeconds],
    ['GTD', 'cancel', NOW_SECONDS + 190],
  );
  const sold = built({ tif: 'IOC', side: 'SELL' });
  assert.deepEqual([sold.orderType, sold.terms.kill, sold.expirationSeconds], ['FAK', 'part', 0]);
  const rests = built();
  assert.deepEqual([rests.orderType, rests.terms.kill, rests.expirationSeconds], ['GTC', null, 0]);
});

test('MARKET trades up to the price that covers it plus the bound, within the grid', () => {
  const asks = (text: string) => ({ book: sides([], text.split(', ')) });
  assert.equal(signed(built(MARKET, asks('10 @ 0.5'))), 'BUY YES 10 for 5.2');
  assert.equal(signed(built(MARKET, asks('9 @ 0.5, 9 @ 0.6, 9 @ 0.7'))), 'BUY YES 10 for 6.2');
  assert.equal(signed(built(MARKET, asks('10 @ 0.98'))), 'BUY YES 10 for 9.9');
  const bids = (text: string) => ({ book: sides(text.split(', '), []) });
  assert.equal(signed(built({ ...MARKET, side: 'SELL' }, bids('10 @ 0.5'))), 'SELL YES 10 for 4.8');
  assert.equal(signed(built({ ...MARKET, side: 'SELL' }, bids('10 @ 0.02'))), 'SELL YES 10 for 0.1');
  assert.equal(signed(built({ ...MARKET, outcome: 'NO' }, bids('10 @ 0.5'))), 'BUY NO 10 for 5.2');
});

test('a purchase that would trade at once is worth at least 1 pUSD; a sale and one that rests need not be', () => {
  // YES is offered at 0.10, NO at 0.15.
  const cheap = { YES: sides(['50 @ 0.05'], ['50 @ 0.1']), NO: sides(['50 @ 0.85'], ['50 @ 0.95']) };
  const cases = [
    ['YES', '0.1', '5', {}, 'notional_below_min'],
    ['YES', '0.1', '10', {}, null],
    ['YES', '0.19', '5', {}, 'notional_below_min'],
    ['YES', '0.2', '5', {}, null],
    ['YES', '0.09', '5', {}, null],
    ['NO', '0.15', '5', {}, 'notional_below_min'],
    ['NO', '0.15', '7', {}, null],
    ['NO', '0.19', '5', {}, 'notional_below_min'],
    ['NO', '0.14', '5', {}, null],
    ['YES', '0.1', '5', { side: 'SELL' }, null],
    ['NO', '0.15', '5', { side: 'SELL' }, null],
    ['YES', '0.1', '5', { postOnly: true }, null],
    ['NO', '0.15', '5', { postOnly: true }, null],
    ['YES', '0.1', '5', { tif: 'IOC' }, 'notional_below_min'],
  ] as const;
  for (const [outcome, at, size, change, expected] of cases) {
    const given = order({ outcome, price: price(at), qty: qty(size), ...change });
    const found = open({ book: cheap[outcome] }).orderBuilder.findObstacle(given);
    const words = `${JSON.stringify(change)} ${outcome} ${size} @ ${at}`;
    assert.equal(found?.reason ?? null, expected, words);
    assert.equal(open({ book: sides([], []) }).orderBuilder.findObstacle(given), null, words);
    assert.equal(open({ book: null }).orderBuilder.findObstacle(given), null, words);
  }
});

test('MARKET without a book is refused, and into an empty side it is not sent', () => {
  assert.equal(getCode(MARKET, { book: null }), 'no_book');
  assert.equal(getCode(MARKET, { book: sides(['10 @ 0.45'], []) }), 'empty');
});

test('preparing an order twice gives the same id, and it can be taken once', () => {
  const { orderBuilder } = open();
  const name = orderBuilder.prepare(order());
  assert.equal(orderBuilder.prepare(order()), name);
  assert.notEqual(orderBuilder.prepare(order({ clientId: 'leg-2' as VenueClientId })), name);
  assert.equal(orderBuilder.takePrepared(name)?.kind, 'order');
  assert.equal(orderBuilder.takePrepared(name), null);
  const [refused, other] = ['leg-3', 'leg-4'].map((clientId) =>
    orderBuilder.prepare(order({ clientId: clientId as VenueClientId, tif: 'FOK' })),
  );
  assert.notEqual(refused, other);
});

test('the body of an order contains the signed fields', () => {
  const order = built({ outcome: 'NO' });
  const body = JSON.parse(orderBody(order, '0xsigned', 'key'));
  assert.deepEqual([body.owner, body.orderType, body.postOnly], ['key', 'GTC', false]);
  const posted = JSON.parse(orderBody(built({ postOnly: true }), '0xsigned', 'key'));
  assert.equal(posted.postOnly, true);
  const { tokenId, makerAmount, takerAmount, side, signature, expiration } = body.order;
  assert.deepEqual(
    { tokenId, makerAmount, takerAmount, side, signature, expiration },
    {
      tokenId: listing.no,
      makerAmount: '4000000',
      takerAmount: '10000000',
      side: 'BUY',
      signature: '0xsigned',
      expiration: '0',
    },
  );
});
