import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createEvent,
  PolymarketSimulatorHarness,
  read,
  type Trader,
} from './polymarket-simulator.fixture.ts';
import { EXCHANGE_STANDARD } from './trading/order-signing.ts';

const BUY = { side: 'BUY', maker: '5', taker: '10' } as const; // 10 at 0.50

describe('the chain decides whether a trade is paid', () => {
  for (const [what, spoil] of [
    [
      'the dollars left the wallet',
      (buyer: Trader) => ({ verb: 'deposit', wallet: buyer.address, amount: '-9998' }),
    ],
    [
      'all dollars left the wallet',
      (buyer: Trader) => ({ verb: 'deposit', wallet: buyer.address, amount: '-20000' }),
    ],
    [
      'the allowance was withdrawn',
      (buyer: Trader) => ({ verb: 'allow', wallet: buyer.address, spender: EXCHANGE_STANDARD, amount: '0' }),
    ],
  ] as const)
    test(`a matched purchase fails if ${what} before it is mined`, async () => {
      const { harness, yes, buyer } = await open();
      harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.50', size: '10', type: 'GTC' });
      await buyer.placed({ token: yes, ...BUY });
      harness.act(spoil(buyer));
      harness.clock.advance(10_000);
      assert.deepEqual(await statuses(buyer), ['TRADE_STATUS_FAILED']);
      assert.ok(listHoldings(harness).every(({ chain }) => chain >= 0));
    });

  test('a matched sale fails if its tokens left the wallet, and takes the purchase with it', async () => {
    const { harness, yes, buyer, seller } = await open();
    harness.act({ verb: 'deposit', wallet: seller.address, asset: yes, amount: '10' });
    await seller.call('GET', `/balance-allowance/update?asset_type=CONDITIONAL&token_id=${yes}`);
    await seller.placed({ token: yes, side: 'SELL', maker: '10', taker: '5' });
    await buyer.placed({ token: yes, ...BUY });
    harness.act({ verb: 'deposit', wallet: seller.address, asset: yes, amount: '-1' });
    harness.clock.advance(10_000);
    assert.deepEqual(await statuses(buyer), ['TRADE_STATUS_FAILED']);
    assert.deepEqual(await statuses(seller), ['TRADE_STATUS_FAILED']);
    assert.equal(await buyer.balance(), '10000000000');
  });

  test('a reorganised purchase whose tokens are spent is confirmed after all', async () => {
    const { harness, yes, buyer } = await open();
    harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.50', size: '10', type: 'GTC' });
    harness.fault({ name: 'ghost_fill', how: 'mined', times: 1 });
    await buyer.placed({ token: yes, ...BUY });
    harness.clock.advance(2_000);
    harness.act({ verb: 'deposit', wallet: buyer.address, asset: yes, amount: '-10' });
    harness.clock.advance(10_000);
    assert.deepEqual(await statuses(buyer), ['TRADE_STATUS_CONFIRMED']);
    assert.ok(listHoldings(harness).every(({ chain }) => chain >= 0));
  });
});

describe('takers of markets on the direction of a price', () => {
  for (const [slug, tag, heldMs] of [
    ['btc-updown-5m-1782907200', 'Crypto', 250],
    ['bitcoin-up-or-down-on-july-1', 'Crypto', 250],
    ['spx-up-or-down-on-july-1', 'Finance', 250],
    ['btc-130000', 'Crypto', 0],
    ['cup-down-under', 'Crypto', 0],
    ['snow-up-or-down', 'Weather', 0],
  ] as const)
    test(`${slug} of ${tag} holds them for ${heldMs} ms`, async () => {
      const { harness, yes, buyer } = await open(slug, { tag });
      assert.equal(await findHeldMs(harness, buyer, yes), heldMs);
    });

  test('are held by a fault in all markets on prices, and what rests is not', async () => {
    const { harness, yes, buyer } = await open('btc-130000', { tag: 'Crypto' });
    harness.fault({ name: 'taker_delay' });
    assert.equal(await findHeldMs(harness, buyer, yes), 250);
    assert.equal((await buyer.placed({ token: yes, side: 'BUY', maker: '1', taker: '10' })).status, 'live');
  });
});

test('the root of the CLOB answers', async () => {
  const { harness } = await open();
  assert.equal((await harness.get('/')).body, '"OK"');
});

test('public prints survive a restart, oldest overwritten first', async () => {
  const { harness, yes, buyer } = await open();
  for (let count = 0; count < 3; count += 1) {
    harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.50', size: '10', type: 'GTC' });
    await buyer.placed({ token: yes, ...BUY });
    harness.clock.advance(1_000);
  }
  const before = (await harness.data('/trades')).body;
  assert.equal((JSON.parse(before) as unknown[]).length, 3);
  harness.restart();
  assert.equal((await harness.data('/trades')).body, before);
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.50', size: '10', type: 'GTC' });
  await buyer.placed({ token: yes, ...BUY });
  harness.restart();
  assert.equal((JSON.parse((await harness.data('/trades')).body) as unknown[]).length, 4);
});

async function open(slug = 'rain', more: Parameters<typeof createEvent>[1] = {}) {
  const harness = new PolymarketSimulatorHarness([createEvent(slug, more)]);
  const [yes] = await harness.tokens(slug);
  const [buyer, seller] = [await harness.trader('buyer'), await harness.trader('seller')];
  for (const trader of [buyer, seller]) await trader.call('GET', '/balance-allowance?asset_type=COLLATERAL');
  return { harness, yes, buyer, seller };
}

const statuses = async (trader: Trader): Promise<readonly string[]> =>
  (read(await trader.call('GET', '/data/trades')).data as { status: string }[]).map(({ status }) => status);

const listHoldings = (harness: PolymarketSimulatorHarness): readonly { readonly chain: number }[] => {
  const { holdings } = harness.simulator.controls.state() as {
    holdings: { chain: string; wallet: string }[];
  };
  return holdings
    .filter(({ wallet }) => wallet.startsWith('0x'))
    .map(({ chain }) => ({ chain: Number(chain) }));
};

/** How long the answer to a marketable order waits. */
async function findHeldMs(harness: PolymarketSimulatorHarness, buyer: Trader, yes: string): Promise<number> {
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.50', size: '10', type: 'GTC' });
  const { clock } = harness;
  const startedMs = clock.now();
  const answered = { afterMs: -1 };
  const placed = buyer.placed({ token: yes, ...BUY }).then(() => {
    answered.afterMs = clock.now() - startedMs;
  });
  for (let ms = 0; ms < 300 && answered.afterMs < 0; ms += 50) {
    await new Promise(setImmediate);
    if (answered.afterMs < 0) clock.advance(50);
  }
  await placed;
  return answered.afterMs;
}
