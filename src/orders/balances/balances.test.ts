import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SubaccountId } from '../../contract/model/ids.ts';
import { type Notional, ONE, parseDecimal, renderNotional } from '../../contract/model/money.ts';
import {
  type OmsHarness,
  openOms,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from '../../oms/oms.fixture.ts';
import { restingReply, ScriptedVenue, toReport, venueFill } from '../../oms/scripted-venue.fixture.ts';
import type { VenueBalance } from '../../ports/venue.ts';
import type { Balance } from './balance-feed.ts';

const [SA_1, SA_2] = ['sa_1' as SubaccountId, 'sa_2' as SubaccountId];
const cash = (available: string, total: string | null = null): VenueBalance => ({
  currency: 'USD',
  total: total === null ? null : notional(total),
  available: notional(available),
});
const notional = (text: string): Notional => ((parseDecimal(text) ?? assert.fail(text)) * ONE) as Notional;

/** A venue with a cash account; the test sets its answer. */
class CashVenue extends ScriptedVenue {
  answer: () => Promise<VenueBalance | null> = async () => cash('100', '120');
  reads = 0;
  override balance = (): Promise<VenueBalance | null> => {
    this.reads += 1;
    return this.answer();
  };
}

async function openWithCash(): Promise<OmsHarness & { readonly cashVenue: CashVenue }> {
  const cashVenue = new CashVenue();
  const harness = await openOms({ venue: cashVenue });
  await settle();
  return { ...harness, cashVenue };
}

/** A position of 10 from a filled order; later orders rest. */
async function openHolding(opening: object, venue = new ScriptedVenue()): Promise<OmsHarness> {
  const harness = await openOms({ venue });
  harness.venue.onPlace = (order) => {
    const fills = [venueFill(order, 'T-1', '10', '0.4')];
    return { kind: 'report', report: toReport(order, { status: 'FILLED', fills }) };
  };
  await submit(harness, opening);
  harness.venue.onPlace = (order) => restingReply(order);
  return harness;
}

const balanceOf = ({ oms }: OmsHarness, id = SA_1): Balance =>
  value(oms.balances.list(TRADER, id))[0] ?? assert.fail('one venue');

const figures = ({ total, available, reserved, scope, isStale }: Balance): string =>
  [total, available, reserved]
    .map((amount) => (amount === null ? 'null' : renderNotional(amount)))
    .concat(scope, isStale ? 'stale' : 'fresh')
    .join(' ');

async function pass(harness: OmsHarness, ms: number): Promise<void> {
  harness.clock.advance(ms);
  await settle();
}

describe('balances', () => {
  test('a venue without a cash account has no amounts, and is never stale', async () => {
    const harness = await openOms();
    await submit(harness);
    const balance = balanceOf(harness);
    assert.equal(figures(balance), 'null null 4.8 SUBACCOUNT fresh');
    assert.equal(balance.asOf, harness.clock.now());
  });

  test('the cash of a venue is one amount for all subaccounts; reservations belong to each', async () => {
    const harness = await openWithCash();
    await submit(harness);
    assert.equal(figures(balanceOf(harness)), '120 100 4.8 VENUE_ACCOUNT fresh');
    assert.equal(figures(balanceOf(harness, SA_2)), '120 100 0 VENUE_ACCOUNT fresh');
  });

  test('before the first answer there are no amounts, and the balance is stale', async () => {
    const cashVenue = new CashVenue();
    cashVenue.answer = async () => null;
    const harness = await openOms({ venue: cashVenue });
    await settle();
    assert.equal(figures(balanceOf(harness)), 'null null 0 VENUE_ACCOUNT stale');
    assert.equal(balanceOf(harness).asOf, null);
  });

  test('the venue is read every 15 seconds, and within two seconds after an order', async () => {
    const harness = await openWithCash();
    assert.equal(harness.cashVenue.reads, 1);
    await pass(harness, 14_000);
    assert.equal(harness.cashVenue.reads, 1);
    await pass(harness, 2_000);
    assert.equal(harness.cashVenue.reads, 2);
    await submit(harness);
    await settle();
    await pass(harness, 2_000);
    assert.equal(harness.cashVenue.reads, 3);
  });

  test('a balance read within a second after an order may not include it, so the venue is read once more', async () => {
    const harness = await openWithCash();
    await pass(harness, 1_400);
    await submit(harness);
    await settle();
    await pass(harness, 600);
    assert.equal(harness.cashVenue.reads, 2);
    harness.cashVenue.answer = async () => cash('95');
    await pass(harness, 2_000);
    assert.equal(figures(balanceOf(harness)), 'null 95 4.8 VENUE_ACCOUNT fresh');
    await pass(harness, 2_000);
    assert.equal(harness.cashVenue.reads, 3);
  });

  test('a failed read keeps the last amounts, which become stale, and the next answer ends that', async () => {
    const harness = await openWithCash();
    const { asOf } = balanceOf(harness);
    harness.cashVenue.answer = () => Promise.reject(new Error('down'));
    for (let step = 0; step < 24; step += 1) await pass(harness, 2_000);
    assert.equal(figures(balanceOf(harness)), '120 100 0 VENUE_ACCOUNT stale');
    assert.equal(balanceOf(harness).asOf, asOf);
    harness.cashVenue.answer = async () => cash('7');
    for (let step = 0; step < 8; step += 1) await pass(harness, 2_000);
    assert.equal(figures(balanceOf(harness)), 'null 7 0 VENUE_ACCOUNT fresh');
  });

  test('a slow read is not sent a second time', async () => {
    const harness = await openWithCash();
    harness.cashVenue.answer = () => new Promise(() => undefined);
    for (let step = 0; step < 20; step += 1) await pass(harness, 2_000);
    assert.equal(harness.cashVenue.reads, 2);
  });

  test('a cancelled order releases its reservation; a sale reserves one minus the price', async () => {
    const harness = await openOms();
    const order = await submit(harness, { side: 'SELL', price: '0.9' });
    assert.equal(renderNotional(balanceOf(harness).reserved), '1');
    harness.venue.onCancel = () => {
      const placed = harness.venue.placed[0] ?? assert.fail('placed');
      return restingReply(placed, { status: 'CANCELLED', reason: 'requested' });
    };
    value(await harness.oms.orders.cancel(TRADER, order.id));
    assert.equal(renderNotional(balanceOf(harness).reserved), '0');
  });

  for (const [opening, closing] of [
    [
      { side: 'BUY', outcome: 'YES', price: '0.4' },
      { side: 'SELL', outcome: 'YES', price: '0.9' },
    ],
    [
      { side: 'BUY', outcome: 'NO', price: '0.4' },
      { side: 'SELL', outcome: 'NO', price: '0.9' },
    ],
    [
      { side: 'BUY', outcome: 'YES', price: '0.4' },
      { side: 'BUY', outcome: 'NO', price: '0.1' },
    ],
    [
      { side: 'SELL', outcome: 'YES', price: '0.4' },
      { side: 'BUY', outcome: 'YES', price: '0.1' },
    ],
  ] as const) {
    const words = ({ side, outcome }: typeof opening | typeof closing): string => `${side} ${outcome}`;

    test(`${words(closing)} after ${words(opening)} reserves cash only beyond the position, over all orders`, async () => {
      const harness = await openHolding(opening);
      await submit(harness, { ...closing, qty: '6' });
      assert.equal(renderNotional(balanceOf(harness).reserved), '0');
      await submit(harness, { ...closing, qty: '6' });
      assert.equal(renderNotional(balanceOf(harness).reserved), '0.2', '2 of the 12 open a position');
      await submit(harness, { ...closing, qty: '3' });
      assert.equal(renderNotional(balanceOf(harness).reserved), '0.5');
      // The opening side closes nothing.
      await submit(harness, { ...opening, qty: '1' });
      const unit = opening.side === 'BUY' ? '0.9' : '1.1';
      assert.equal(renderNotional(balanceOf(harness).reserved), unit);
    });
  }

  test('where YES and NO are separate holdings, each token that is held pays for one order only', async () => {
    for (const [holdsTokens, reserved] of [
      [true, '0.2'],
      [false, '0'],
    ] as const) {
      const harness = await openHolding({ price: '0.4' }, new ScriptedVenue({ holdsTokens }));
      await submit(harness, { outcome: 'NO', price: '0.1', qty: '6' });
      assert.equal(renderNotional(balanceOf(harness).reserved), '0', 'it sells YES');
      await submit(harness, { side: 'SELL', price: '0.9', qty: '6' });
      assert.equal(renderNotional(balanceOf(harness).reserved), reserved, '2 of the 12 are not held');
    }
  });

  for (const holdsTokens of [true, false])
    test(`two sales of what is held reserve no cash, ${holdsTokens ? 'each of other tokens' : 'of one position'}`, async () => {
      const harness = await openHolding({ price: '0.4' }, new ScriptedVenue({ holdsTokens }));
      for (const size of ['6', '4']) {
        await submit(harness, { side: 'SELL', price: '0.9', qty: size });
        assert.equal(renderNotional(balanceOf(harness).reserved), '0');
      }
    });

  test('the tokens of a subaccount are its own: not those of another account, subaccount or venue', async () => {
    const harness = await openOms({ venue: new ScriptedVenue({ holdsTokens: true }) });
    const { tokenPairs, claims } = harness.oms.state;
    const own = { accountId: TRADER.accountId, subaccountId: SA_1, venue: balanceOf(harness).venue };
    const others = [{ accountId: 'acc_2' }, { subaccountId: SA_2 }, { venue: 'Other' }];
    for (const [index, change] of [{}, ...others].entries()) {
      const units = 10n ** BigInt(index);
      tokenPairs.set(`${index}`, { ...own, ...change, pairs: (ONE * units) as never } as never);
      claims.set(`${index}`, { ...own, ...change, payout: (ONE * ONE * 2n * units) as never } as never);
    }
    const { lockedInPairs, redeemable } = balanceOf(harness).tokens ?? assert.fail('tokens');
    assert.deepEqual([lockedInPairs, redeemable].map(renderNotional), ['1', '2']);
  });

  test('an unknown subaccount is refused', async () => {
    const { oms } = await openOms();
    assert.equal(resultCode(oms.balances.list(TRADER, 'sa_9' as SubaccountId)), 'not_found');
    const other = { ...TRADER, subaccounts: [SA_2] };
    assert.equal(resultCode(oms.balances.list(other, SA_1)), 'forbidden');
  });
});

describe('published balances', () => {
  test('a change is published once, to the subaccount that it concerns', async () => {
    const harness = await openWithCash();
    const published: string[] = [];
    harness.oms.balances.subscribe((balance) =>
      published.push(`${balance.subaccountId} ${figures(balance)}`),
    );
    await submit(harness);
    await settle();
    await pass(harness, 1_000);
    assert.deepEqual(published.splice(0), ['sa_1 120 100 4.8 VENUE_ACCOUNT fresh']);
    await pass(harness, 5_000);
    assert.deepEqual(published, []);
  });

  test('other work runs while the orders of a subaccount are summed, and between subaccounts', async () => {
    const harness = await openWithCash();
    const published: string[] = [];
    await Promise.all(Array.from({ length: 501 }, () => submit(harness, { price: '0.01', qty: '1' })));
    for (let count = 0; count < 2; count += 1)
      await Promise.all(
        Array.from({ length: 250 }, () =>
          submit(harness, { price: '0.01', qty: '1', subaccount_id: 'sa_2' }),
        ),
      );
    harness.oms.balances.subscribe((balance) => {
      published.push(`${balance.subaccountId} ${renderNotional(balance.reserved)}`);
      harness.clock.after(0, () => published.push('between them'));
    });
    await submit(harness, { price: '0.01', qty: '1' });
    await submit(harness, { price: '0.01', qty: '1', subaccount_id: 'sa_2' });
    harness.clock.after(1_000, () => published.push('while summing'));
    await pass(harness, 1_000);
    for (let step = 0; step < 3; step += 1) await pass(harness, 0);
    assert.deepEqual(published.slice(0, 4), ['while summing', 'sa_1 5.02', 'between them', 'sa_2 5.01']);
  });

  test('changed cash is published to every subaccount', async () => {
    const harness = await openWithCash();
    const published = new Set<string>();
    harness.oms.balances.subscribe((balance) => published.add(`${balance.subaccountId} ${figures(balance)}`));
    harness.cashVenue.answer = async () => cash('50');
    for (let step = 0; step < 18; step += 1) await pass(harness, 1_000);
    assert.deepEqual(
      [...published],
      ['sa_1 null 50 0 VENUE_ACCOUNT fresh', 'sa_2 null 50 0 VENUE_ACCOUNT fresh'],
    );
  });

  test('a balance that becomes stale is published, and again once it is fresh with the same figures', async () => {
    const harness = await openWithCash();
    const published: string[] = [];
    harness.oms.balances.subscribe((balance) => {
      if (balance.subaccountId === SA_1) published.push(balance.isStale ? 'stale' : 'fresh');
    });
    await submit(harness);
    for (let step = 0; step < 5; step += 1) await pass(harness, 1_000);
    for (const answer of [async () => null, harness.cashVenue.answer]) {
      harness.cashVenue.answer = answer;
      for (let step = 0; step < 50; step += 1) await pass(harness, 1_000);
    }
    assert.deepEqual(published, ['fresh', 'stale', 'fresh']);
  });
});
