import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ONE, type Price } from '../../../src/contract/model/money.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { systemRandom } from '../../shared/process-environment.ts';
import { createEvent } from '../polymarket-simulator.fixture.ts';
import { getVaultWallet } from './fill-plan.ts';
import { costDown, type Micro } from './micro-units.ts';
import type { VenueOrder, VenueTrade } from './order-records.ts';
import { listMarkets, type Market, type Outcome } from './outcome-market.ts';
import { PolymarketExchangeCore } from './polymarket-exchange-core.ts';
import { isMarketStyle, type OrderType } from './posted-order.ts';
import { PUSD, WalletBalances, Wallets } from './wallet-balances.ts';

const TRADERS = ['0xa', '0xb', '0xc'] as const;
const CENT = 1_000_000n;
const WELCOME = 100_000_000n as Micro;

interface OrderInput {
  readonly who: number;
  readonly outcome: Outcome;
  readonly side: 'BUY' | 'SELL';
  readonly cents: bigint;
  readonly shares: bigint; // hundredths
  readonly type: OrderType;
  readonly fate: 'mined' | 'failed' | 'unmined' | 'waits';
}

const orderInputs = fc.array(
  fc.record<OrderInput>({
    who: fc.nat({ max: 2 }),
    outcome: fc.constantFrom(0, 1),
    side: fc.constantFrom('BUY', 'SELL'),
    cents: fc.bigInt({ min: 30n, max: 70n }),
    shares: fc.bigInt({ min: 500n, max: 3_000n }),
    type: fc.constantFrom('GTC', 'GTC', 'FAK', 'FOK'),
    fate: fc.constantFrom('mined', 'mined', 'mined', 'failed', 'unmined', 'waits'),
  }),
  { minLength: 20, maxLength: 60, size: 'max' },
);

test('any trading keeps dollars constant, pairs backed, balances covered and books uncrossed', () => {
  fc.assert(
    fc.property(orderInputs, (script) => {
      const { core, balances, market, trades } = createCore();
      for (const input of script) {
        const order = createOrder(core, market, input);
        const checked = core.check(order);
        const done = checked.ok ? core.enter(order, checked.value) : null;
        const spends = order.side === 'BUY' && isMarketStyle(order.type);
        if (done !== null && spends) assert.ok(countSpent(done) <= order.usd, 'as signed');
        for (const trade of trades.splice(0)) end(balances, trade, input.fate);
        for (const wallet of TRADERS) core.cancelUncovered(wallet);
        checkMoney(balances, market);
        const [bid, ask] = [market.book.best('BUY')?.price ?? 0n, market.book.best('SELL')?.price ?? ONE];
        assert.ok(bid < ask);
      }
    }),
    { numRuns: 200 },
  );
});

/** What a buyer pays without the fee: a seller of its token gets the price, a buyer of the other token pays its own part. */
const countSpent = ({ outcome, makers }: VenueTrade): bigint =>
  makers.reduce((sum, { shares, price, outcome: made }) => {
    const usd = costDown(shares, price);
    return sum + (made === outcome ? usd : shares - usd);
  }, 0n);

/** Ends a trade in one of the possible ways. */
function end(balances: WalletBalances, trade: VenueTrade, fate: OrderInput['fate']): void {
  if (fate === 'failed') balances.forgive(trade.moves);
  if (fate === 'mined' || fate === 'unmined') balances.mine(trade.moves, true);
  if (fate === 'unmined') balances.unmine(trade.moves);
}

function checkMoney(balances: WalletBalances, market: Market): void {
  const holdings = balances.all();
  const sum = (asset: string): bigint =>
    holdings.filter(([, each]) => each === asset).reduce((total, [, , { chain }]) => total + chain, 0n);
  assert.equal(sum(PUSD), WELCOME * 3n);
  assert.equal(sum(market.tokens[0]), sum(market.tokens[1]));
  assert.equal(sum(market.tokens[0]), balances.holding(getVaultWallet(market.condition), PUSD).chain);
  for (const wallet of TRADERS) {
    for (const asset of [PUSD, ...market.tokens]) assert.ok(balances.available(wallet, asset) >= 0n);
  }
}

function createCore() {
  const clock = new ManualClock();
  const balances = new WalletBalances();
  const wallets = new Wallets(balances, WELCOME);
  for (const wallet of TRADERS) wallets.open(wallet, wallet);
  const trades: VenueTrade[] = [];
  const core = new PolymarketExchangeCore(balances, wallets, clock, systemRandom, {
    onOrder: () => undefined,
    onTrade: (trade) => trades.push(trade),
    onBook: () => undefined,
  });
  const setting = { seed: 1, venue: 'test', openedAt: clock.now() };
  const [market] = listMarkets([createEvent('rain', { feeRate: '0.05' })], setting);
  assert.ok(market !== undefined);
  core.addMarket(market);
  return { core, balances, market, trades };
}

function createOrder(
  core: PolymarketExchangeCore,
  market: Market,
  { who, outcome, side, cents, shares, type }: OrderInput,
): VenueOrder {
  const [price, size] = [(cents * CENT) as Price, (shares * 10_000n) as Micro];
  const wallet = TRADERS[who] ?? '0xa';
  const usd = costDown(size, price);
  const bookId = core.nextBookId();
  return {
    bookId,
    id: `0x${bookId}`,
    owner: wallet,
    wallet,
    makerAddress: wallet,
    condition: market.condition,
    token: market.tokens[outcome],
    outcome,
    side,
    price,
    shares: size,
    usd: (isMarketStyle(type) ? usd - (usd % 10_000n) : usd) as Micro,
    type,
    isPostOnly: false,
    expiration: 0,
    createdAt: 0,
    matched: 0n as Micro,
    status: 'LIVE',
    tradeIds: [],
  };
}
