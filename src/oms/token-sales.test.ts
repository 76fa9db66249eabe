import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InstrumentId, OrderId, SubaccountId } from '../contract/model/ids.ts';
import { renderDecimal, renderNotional } from '../contract/model/money.ts';
import type { FillSettlement, Order, Outcome, Side } from '../contract/model/order.ts';
import { findTokens } from '../orders/token-legs.ts';
import { verifyLedger } from '../storage/sqlite/journal/verify-ledger.ts';
import {
  getOrder,
  type OmsHarness,
  openInstrument,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';
import { price, qty } from './scripted-venue.fixture.ts';
import { TokenVenue } from './token-venue.fixture.ts';

interface Tokens extends OmsHarness {
  readonly tokenVenue: TokenVenue;
}

async function openTokens(): Promise<Tokens> {
  const tokenVenue = new TokenVenue();
  const harness = await openOms({ venue: tokenVenue });
  return Object.assign(harness, { tokenVenue });
}

/** An IOC order at 0.4 of its outcome that fills. */
const trade = async (
  harness: Tokens,
  side: Side,
  outcome: Outcome,
  size: string,
  change: object = {},
): Promise<Order> => {
  const order = await submit(harness, { side, outcome, qty: size, price: '0.4', tif: 'IOC', ...change });
  await settle();
  return order;
};

/** Submits without waiting for the answer. */
async function begin(harness: Tokens, change: object): Promise<OrderId> {
  const answered = harness.oms.orders.submit(
    TRADER,
    orderBody({ price: '0.4', tif: 'IOC', ...change }),
    null,
  );
  answered.catch(() => undefined);
  await settle();
  return `ord_${harness.oms.state.orderNumber}` as OrderId;
}

/** Reports the end of all trades of the first order of the account. */
async function endTrades(harness: Tokens, order: Order, settlement: FillSettlement): Promise<void> {
  for (const { clientId } of order.legs)
    harness.oms.onVenueReport(harness.venue.name, harness.tokenVenue.end(clientId, settlement));
  await settle();
  await settle();
}

const describeOrder = (harness: Tokens, id: OrderId): string => {
  const { status, reason } = getOrder(harness, id);
  return reason === null ? status : `${status} ${reason}`;
};

const pass = async (harness: Tokens, ms: number): Promise<void> => {
  harness.clock.advance(ms);
  await settle();
};

const opposite = (outcome: Outcome): Outcome => (outcome === 'YES' ? 'NO' : 'YES');
const both = ['YES', 'NO'] as const;

describe('a venue where YES and NO are separate tokens', () => {
  for (const outcome of both) {
    const other = opposite(outcome);

    test(`${outcome} that is held is sold, whether the order says SELL ${outcome} or BUY ${other}`, async () => {
      for (const [side, named, at] of [
        ['SELL', outcome, '0.3'],
        ['BUY', other, '0.7'],
      ] as const) {
        const harness = await openTokens();
        await trade(harness, 'BUY', outcome, '10');
        assert.deepEqual(harness.tokenVenue.takeSent(), [`BUY ${outcome} 10 @ 0.4`]);
        await trade(harness, side, named, '4', { price: at });
        await trade(harness, side, named, '6', { price: at, tif: 'FOK' });
        assert.deepEqual(harness.tokenVenue.takeSent(), [
          `SELL ${outcome} 4 @ 0.3`,
          `SELL ${outcome} 6 @ 0.3`,
        ]);
        assert.equal(harness.oms.state.positions.size, 0);
        assert.equal(harness.oms.state.tokenPairs.size, 0);
        assert.deepEqual(verifyLedger(harness.storage.database).problems, []);
      }
    });

    test(`${outcome} that is not held is sold by buying ${other}, and covered by selling that`, async () => {
      const harness = await openTokens();
      await trade(harness, 'SELL', outcome, '10');
      await trade(harness, 'BUY', outcome, '10', { price: '0.5', reduce_only: true });
      assert.deepEqual(harness.tokenVenue.takeSent(), [`BUY ${other} 10 @ 0.6`, `SELL ${other} 10 @ 0.5`]);
      assert.equal(harness.oms.state.positions.size, 0);
    });

    test(`an order for more ${outcome} than is held sells that first, and buys ${other} for the rest`, async () => {
      for (const [side, named, at] of [
        ['SELL', outcome, '0.3'],
        ['BUY', other, '0.7'],
      ] as const) {
        const harness = await openTokens();
        await trade(harness, 'BUY', outcome, '10');
        harness.tokenVenue.takeSent();
        const order = await trade(harness, side, named, '25', { price: at });
        assert.deepEqual(harness.tokenVenue.takeSent(), [
          `SELL ${outcome} 10 @ 0.3`,
          `BUY ${other} 15 @ 0.7`,
        ]);
        assert.deepEqual([order.status, order.legs.length], ['FILLED', 2]);
        assert.ok(order.legs.every((leg) => leg.price === price(at) && leg.outcome === named));
        const [position] = harness.oms.state.positions.values();
        assert.equal(position?.net, outcome === 'YES' ? 0n - qty('15') : qty('15'));
      }
    });

    test(`${outcome} that is held is sold below the minimum of the market unless the order may rest`, async () => {
      for (const [side, named, at] of [
        ['SELL', outcome, '0.3'],
        ['BUY', other, '0.7'],
      ] as const) {
        const harness = await openTokens();
        await trade(harness, 'BUY', outcome, '3');
        harness.market.set(openInstrument(1001, { qtyMin: qty('5') }));
        harness.tokenVenue.takeSent();
        const terms = { side, outcome: named, price: at, qty: '1' };
        const answer = async (change: object): Promise<string> =>
          resultCode(await harness.oms.orders.submit(TRADER, orderBody({ ...terms, ...change }), null));
        assert.equal(await answer({ tif: 'GTC' }), 'validation');
        assert.equal(await answer({ tif: 'IOC', qty: '4' }), 'validation', 'more than is held');
        assert.equal(await answer({ tif: 'GTC', qty: '7', reduce_only: true }), 'nothing_to_reduce');
        await trade(harness, side, named, '1', { price: at });
        await trade(harness, side, named, '1', { price: at, tif: 'FOK' });
        await trade(harness, side, named, '9', { price: at, reduce_only: true });
        assert.deepEqual(
          harness.tokenVenue.takeSent(),
          [1, 2, 3].map(() => `SELL ${outcome} 1 @ 0.3`),
        );
        assert.equal(harness.oms.state.positions.size, 0);
      }
    });

    test(`a reduce-only STOP sells ${outcome} below the minimum of the market`, async () => {
      const harness = await openTokens();
      harness.market.setTouch(1001, '0.47', '0.49');
      await trade(harness, 'BUY', outcome, '3');
      harness.market.set(openInstrument(1001, { qtyMin: qty('5') }));
      harness.tokenVenue.takeSent();
      const stop = {
        subaccount_id: 'sa_1',
        type: 'STOP',
        instrument_id: 1001,
        side: 'SELL',
        outcome,
        qty: '3',
        reduce_only: true,
        params: { trigger_price: '0.4', max_slippage: '0.03' },
      };
      value(await harness.oms.complexOrders.submit(TRADER, stop, null));
      if (outcome === 'YES') harness.market.setTouch(1001, '0.39', '0.41');
      else harness.market.setTouch(1001, '0.59', '0.61');
      await settle();
      await pass(harness, 1_000);
      assert.deepEqual(harness.tokenVenue.takeSent(), [`SELL ${outcome} 3 @ 0.36`]);
    });

    test(`${outcome} bought twice with ${other} resting becomes pairs, which can be sold`, async () => {
      const harness = await openTokens();
      const resting = await submit(harness, { outcome, price: '0.48', qty: '10' });
      await trade(harness, 'BUY', other, '10');
      const [leg] = resting.legs;
      assert.ok(leg !== undefined);
      harness.oms.onVenueReport(harness.venue.name, harness.tokenVenue.fill(leg.clientId, 'late', '10'));
      await settle();
      assert.equal(harness.oms.state.positions.size, 0);
      assert.deepEqual(
        [...harness.oms.state.tokenPairs.values()].map(({ pairs }) => pairs),
        [qty('10')],
      );
      assert.deepEqual(verifyLedger(harness.storage.database).problems, []);
      harness.tokenVenue.takeSent();
      await trade(harness, 'SELL', outcome, '10');
      await trade(harness, 'BUY', outcome, '10', { price: '0.6' });
      assert.deepEqual(harness.tokenVenue.takeSent(), [`SELL ${outcome} 10 @ 0.4`, `SELL ${other} 10 @ 0.4`]);
      assert.equal(harness.oms.state.tokenPairs.size, 0);
      assert.deepEqual(verifyLedger(harness.storage.database).problems, []);
    });
  }

  test('a sale of tokens needs no cash, also to cover a short position', async () => {
    const harness = await openTokens();
    await trade(harness, 'SELL', 'YES', '10');
    harness.tokenVenue.balance = async () => ({ currency: 'pUSD', total: 0n, available: 0n }) as never;
    harness.clock.advance(2_000);
    await settle();
    assert.equal(
      resultCode(
        await harness.oms.orders.submit(TRADER, orderBody({ outcome: 'NO', qty: '10', price: '0.4' }), null),
      ),
      'insufficient_balance',
    );
    assert.equal(
      (await trade(harness, 'BUY', 'YES', '10', { price: '0.5', reduce_only: true })).status,
      'FILLED',
    );
    const balances = value(harness.oms.balances.list(TRADER, 'sa_1' as never));
    assert.deepEqual(
      balances.map(({ reserved }) => renderNotional(reserved)),
      ['0'],
    );
  });

  test('other subaccounts neither lend nor take tokens', async () => {
    const harness = await openTokens();
    await trade(harness, 'BUY', 'YES', '10');
    harness.tokenVenue.takeSent();
    await trade(harness, 'SELL', 'YES', '10', { subaccount_id: 'sa_2' });
    await trade(harness, 'SELL', 'YES', '10');
    assert.deepEqual(harness.tokenVenue.takeSent(), ['BUY NO 10 @ 0.6', 'SELL YES 10 @ 0.4']);
  });

  test('what a resting sale has promised cannot be sold again', async () => {
    const harness = await openTokens();
    await trade(harness, 'BUY', 'YES', '10');
    harness.tokenVenue.takeSent();
    await begin(harness, { side: 'SELL', price: '0.9', qty: '6', tif: 'GTC' });
    await begin(harness, { side: 'SELL', price: '0.8', qty: '6', tif: 'GTC' });
    assert.deepEqual(harness.tokenVenue.takeSent(), [
      'SELL YES 6 @ 0.9',
      'SELL YES 4 @ 0.8',
      'BUY NO 2 @ 0.2',
    ]);
    const reduce = orderBody({ side: 'SELL', price: '0.4', qty: '1', reduce_only: true });
    assert.equal(resultCode(await harness.oms.orders.submit(TRADER, reduce, null)), 'nothing_to_reduce');
  });

  test('a sale is raised by what is free only', async () => {
    const harness = await openTokens();
    await trade(harness, 'BUY', 'YES', '10');
    const sale = await submit(harness, { side: 'SELL', price: '0.9', qty: '6' });
    const raise = async (size: string): Promise<string> => {
      let code = 'no answer';
      harness.oms.orders.amend(TRADER, sale.id, { qty: size }).then(
        (result) => void (code = resultCode(result)),
        () => undefined,
      );
      await settle();
      return code;
    };
    assert.equal(await raise('11'), 'qty_increase_unsupported');
    harness.tokenVenue.takeSent();
    assert.equal(await raise('10'), 'ok');
    assert.deepEqual(harness.tokenVenue.takeSent(), ['SELL YES 10 @ 0.9']);
  });
});

describe('tokens whose purchase may still fail', () => {
  /** Ten YES bought by a trade that is not final. */
  async function openUnsettled(): Promise<Tokens & { readonly bought: Order }> {
    const harness = await openTokens();
    harness.tokenVenue.settlement = 'PENDING';
    const bought = await trade(harness, 'BUY', 'YES', '10');
    harness.tokenVenue.settlement = 'FINAL';
    harness.tokenVenue.takeSent();
    return Object.assign(harness, { bought });
  }

  for (const [side, outcome, reduceOnly] of [
    ['SELL', 'YES', false],
    ['SELL', 'YES', true],
    ['BUY', 'NO', false],
    ['BUY', 'NO', true],
  ] as const) {
    const at = side === 'SELL' ? '0.3' : '0.7';
    const words = `${side} ${outcome}${reduceOnly ? ' reduce_only' : ''}`;

    test(`${words} waits until they are final, and is then a sale`, async () => {
      const harness = await openUnsettled();
      const id = await begin(harness, { side, outcome, price: at, qty: '6', reduce_only: reduceOnly });
      await pass(harness, 10_000);
      assert.deepEqual(
        [describeOrder(harness, id), harness.tokenVenue.takeSent()],
        ['PENDING_SUBMISSION', []],
      );
      await endTrades(harness, harness.bought, 'FINAL');
      assert.deepEqual(
        [describeOrder(harness, id), harness.tokenVenue.takeSent()],
        ['FILLED', ['SELL YES 6 @ 0.3']],
      );
    });

    test(`${words} opens no position when the purchase fails`, async () => {
      const harness = await openUnsettled();
      const id = await begin(harness, { side, outcome, price: at, qty: '6', reduce_only: reduceOnly });
      await endTrades(harness, harness.bought, 'VOID');
      await settle();
      const expected = reduceOnly
        ? ['CANCELLED reduce_only', 'REJECTED unsettled_holding']
        : ['REJECTED unsettled_holding'];
      assert.ok(expected.includes(describeOrder(harness, id)), describeOrder(harness, id));
      assert.deepEqual([harness.tokenVenue.takeSent(), harness.oms.state.positions.size], [[], 0]);
    });
  }

  test('a purchase that fails takes its tokens out of the pairs', async () => {
    for (const outcome of both) {
      const harness = await openTokens();
      const resting = await submit(harness, { outcome, price: '0.48', qty: '10' });
      harness.tokenVenue.settlement = 'PENDING';
      const bought = await trade(harness, 'BUY', opposite(outcome), '10');
      const [leg] = resting.legs;
      assert.ok(leg !== undefined);
      harness.oms.onVenueReport(harness.venue.name, harness.tokenVenue.fill(leg.clientId, 'late', '10'));
      await settle();
      assert.equal(harness.oms.state.tokenPairs.size, 1);
      await endTrades(harness, bought, 'VOID');
      assert.equal(harness.oms.state.tokenPairs.size, 0);
      const nets = [...harness.oms.state.positions.values()].map(({ net }) => net);
      assert.deepEqual(nets, [outcome === 'YES' ? qty('10') : 0n - qty('10')]);
      assert.deepEqual(verifyLedger(harness.storage.database).problems, []);
    }
  });

  test('the wait ends after 30 seconds: the order is rejected, never turned round', async () => {
    const harness = await openUnsettled();
    const id = await begin(harness, { side: 'SELL', qty: '6' });
    await pass(harness, 29_999);
    assert.equal(describeOrder(harness, id), 'PENDING_SUBMISSION');
    await pass(harness, 1);
    assert.equal(describeOrder(harness, id), 'REJECTED unsettled_holding');
    await endTrades(harness, harness.bought, 'FINAL');
    assert.deepEqual(harness.tokenVenue.takeSent(), []);
  });

  test('a cancel ends the wait, and so does the kill switch: nothing is sent', async () => {
    const harness = await openUnsettled();
    const id = await begin(harness, { side: 'SELL', qty: '6' });
    const cancelled = harness.oms.orders.cancel(TRADER, id);
    await settle();
    assert.equal(describeOrder(harness, id), 'CANCELLED user_cancel');
    await cancelled;
    const second = await begin(harness, { side: 'SELL', qty: '6' });
    await harness.oms.risk.setKillSwitch(TRADER, { enabled: true });
    await settle();
    await endTrades(harness, harness.bought, 'FINAL');
    assert.match(describeOrder(harness, second), /^CANCELLED|^REJECTED kill_switch/);
    assert.deepEqual(harness.tokenVenue.takeSent(), []);
  });

  test('settled tokens are sold at once while another sale waits for others', async () => {
    const harness = await openTokens();
    await trade(harness, 'BUY', 'YES', '10');
    harness.tokenVenue.settlement = 'PENDING';
    const pending = await trade(harness, 'BUY', 'YES', '10');
    harness.tokenVenue.settlement = 'FINAL';
    harness.tokenVenue.takeSent();
    const large = await begin(harness, { side: 'SELL', qty: '15' });
    const small = await begin(harness, { side: 'SELL', qty: '5' });
    assert.deepEqual(
      [describeOrder(harness, large), describeOrder(harness, small)],
      ['PENDING_SUBMISSION', 'FILLED'],
    );
    await endTrades(harness, pending, 'FINAL');
    assert.equal(describeOrder(harness, large), 'FILLED');
    assert.deepEqual(harness.tokenVenue.takeSent(), ['SELL YES 5 @ 0.4', 'SELL YES 15 @ 0.4']);
  });

  test('tokens of a sale that is being cancelled are sold once it has ended, and not if it filled', async () => {
    for (const isFilled of [false, true]) {
      const harness = await openTokens();
      await trade(harness, 'BUY', 'YES', '10');
      const resting = await submit(harness, { side: 'SELL', price: '0.48', qty: '10' });
      const { onCancel } = harness.tokenVenue;
      const answer = Promise.withResolvers<void>();
      harness.tokenVenue.onCancel = async (clientId) => {
        await answer.promise;
        return onCancel(clientId);
      };
      const cancelled = harness.oms.orders.cancel(TRADER, resting.id);
      await settle();
      harness.tokenVenue.takeSent();
      const id = await begin(harness, { side: 'SELL', qty: '10' });
      assert.deepEqual(
        [describeOrder(harness, id), harness.tokenVenue.takeSent()],
        ['PENDING_SUBMISSION', []],
      );
      const clientId = resting.legs[0]?.clientId;
      assert.ok(clientId !== undefined);
      if (isFilled) harness.tokenVenue.fill(clientId, 'late', '10');
      answer.resolve();
      await settle();
      await settle();
      await cancelled;
      assert.deepEqual(
        [describeOrder(harness, id), harness.tokenVenue.takeSent()],
        isFilled ? ['REJECTED unsettled_holding', []] : ['FILLED', ['SELL YES 10 @ 0.4']],
      );
    }
  });

  test('pairs, promises and unsettled tokens are the same after a restart', async () => {
    const harness = await openUnsettled();
    const resting = await submit(harness, { price: '0.48', qty: '3', subaccount_id: 'sa_2' });
    await trade(harness, 'BUY', 'NO', '5', { subaccount_id: 'sa_2' });
    const [leg] = resting.legs;
    assert.ok(leg !== undefined);
    harness.oms.onVenueReport(harness.venue.name, harness.tokenVenue.fill(leg.clientId, 'late', '3'));
    await settle();
    await submit(harness, { side: 'SELL', outcome: 'NO', price: '0.9', qty: '4', subaccount_id: 'sa_2' });
    const { market, clock } = harness;
    const next = await openOms({
      storage: await harness.storage.restart(),
      market,
      clock,
      venue: new TokenVenue(),
    });
    const read = ({ oms }: OmsHarness): string[] =>
      ['sa_1', 'sa_2'].flatMap((subaccountId) =>
        both.map((outcome) => {
          const owner = { accountId: TRADER.accountId, subaccountId: subaccountId as SubaccountId };
          const tokens = findTokens(oms.state, owner, 1001 as InstrumentId, outcome);
          return `${subaccountId} ${outcome} ${Object.values(tokens).map(renderDecimal).join(' ')}`;
        }),
      );
    assert.deepEqual(read(harness), [
      'sa_1 YES 10 10 0 0',
      'sa_1 NO 0 0 0 0',
      'sa_2 YES 3 0 0 0',
      'sa_2 NO 5 0 4 0',
    ]);
    assert.deepEqual(read(next), read(harness));
  });
});
