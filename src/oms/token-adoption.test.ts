import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { createMemoryStore } from '../../test/support/storage/memory-journal.ts';
import type { AccountId, InstrumentId, SubaccountId, VenueName } from '../contract/model/ids.ts';
import { renderDecimal, renderNotional } from '../contract/model/money.ts';
import type { Outcome } from '../contract/model/order.ts';
import { findTokens } from '../orders/token-legs.ts';
import { verifyLedger } from '../storage/sqlite/journal/verify-ledger.ts';
import {
  ManualMarket,
  type OmsHarness,
  openInstrument,
  openOms,
  settle,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';
import type { Adoption } from './position-adoption.ts';
import { price, qty } from './scripted-venue.fixture.ts';
import { WalletVenue } from './wallet-venue.fixture.ts';

const LOOK_MS = 120_000;
const ONE_ACCOUNT = 'acc_1' as AccountId;
const MARKET = 'M-1001';
const OUTCOMES = ['YES', 'NO'] as const;
const owner = (subaccountId: string) => ({
  accountId: ONE_ACCOUNT,
  subaccountId: subaccountId as SubaccountId,
});

interface Tokens extends OmsHarness {
  readonly wallet: WalletVenue;
}

/** A first start at a wallet with these tokens of market 1001. */
async function openFirst(
  yes: string,
  no: string,
  subaccounts: readonly string[] = ['sa_1'],
): Promise<Tokens> {
  const clock = new ManualClock();
  const wallet = new WalletVenue();
  const market = new ManualMarket();
  market.set(openInstrument(1001));
  market.setMark(1001, '0.4');
  fillWallet(wallet, yes, no);
  const harness = await openOms({ clock, venue: wallet, market, storage: await createMemoryStore(clock) });
  await harness.oms.accountAdmin.createAccount(ONE_ACCOUNT);
  for (const id of subaccounts) await harness.oms.accountAdmin.createSubaccount({ ...owner(id), name: id });
  return Object.assign(harness, { wallet });
}

/** A service whose subaccount sa_1 has taken these tokens over; sa_2 holds none. */
async function openHolding(yes: string, no: string): Promise<Tokens> {
  const harness = await openFirst(yes, no);
  await look(harness);
  await harness.oms.accountAdmin.createSubaccount({ ...owner('sa_2'), name: 'sa_2' });
  return harness;
}

function fillWallet(wallet: WalletVenue, yes: string, no: string): void {
  const sizes = { YES: qty(yes), NO: qty(no) };
  for (const outcome of OUTCOMES) wallet.tradeByHand(MARKET, outcome, sizes[outcome], price('0.5'));
}

async function look(harness: OmsHarness, times = 1): Promise<void> {
  for (let each = 0; each < times; each += 1) {
    harness.clock.advance(LOOK_MS);
    await settle();
  }
}

const held = ({ oms }: OmsHarness, subaccount = 'sa_1'): string =>
  OUTCOMES.map((outcome) => {
    const { held: size } = findTokens(oms.state, owner(subaccount), 1001 as InstrumentId, outcome);
    return `${renderDecimal(size)} ${outcome}`;
  }).join(', ');

const describeTaken = ({ adopted }: Adoption): readonly string[] =>
  adopted.map(
    ({ side, outcome, qty: size, price: at, priceFrom }) =>
      `${side} ${renderDecimal(size)} ${outcome} @ ${renderDecimal(at)} ${priceFrom}`,
  );

const describeLeft = ({ left }: Adoption): readonly string[] =>
  left.map(
    ({ tokens, why }) =>
      `${renderDecimal(tokens?.YES ?? 0n)} YES ${renderDecimal(tokens?.NO ?? 0n)} NO: ${why}`,
  );

const adopt = async ({ oms }: OmsHarness, subaccount: string): Promise<Adoption> =>
  value(await oms.adoptPositions('Demo', owner(subaccount)));

const sumRealized = ({ storage }: OmsHarness): string => {
  const rows = storage.database.prepare('SELECT realized_pnl FROM fills').all();
  return renderNotional(rows.reduce((sum, row) => sum + BigInt(String(row['realized_pnl'])), 0n) as never);
};

const findBreak = ({ oms }: OmsHarness): string | null => oms.findPositionBreak('Demo' as VenueName);
const verify = ({ storage }: OmsHarness) => assert.deepEqual(verifyLedger(storage.database).problems, []);
const opposite = (outcome: Outcome): Outcome => (outcome === 'YES' ? 'NO' : 'YES');

describe('a wallet with a past', () => {
  for (const [yes, no, cost, shown] of [
    ['50', '20', '0.25', '30 for 7.5'],
    ['20', '50', '0.25', '-30 for 7.5'],
    ['50', '20', null, '30 for 12'],
    ['20', '50', null, '-30 for 12'],
    ['30', '0', '0.25', '30 for 7.5'],
    ['0', '30', null, '-30 for 12'],
    ['20', '20', null, ''],
  ] as const)
    test(`${yes} YES and ${no} NO, ${cost === null ? 'without a stated cost' : 'at a stated cost'}, are taken over as they are`, async () => {
      const harness = await openFirst(yes, no);
      if (cost !== null) harness.wallet.costs.set(MARKET, price(cost));
      await look(harness);
      await look(harness);
      assert.equal(held(harness), `${yes} YES, ${no} NO`);
      const positions = [...harness.oms.state.positions.values()].map(
        ({ net, cost: paid }) => `${renderDecimal(net)} for ${renderNotional(paid)}`,
      );
      assert.equal(positions.join(), shown);
      assert.equal(sumRealized(harness), '0', 'nothing was earned by taking it over');
      assert.deepEqual([findBreak(harness), harness.errors], [null, []]);
      verify(harness);
    });

  test('pairs alone need no price', async () => {
    const harness = await openFirst('20', '20', ['sa_1', 'sa_2']);
    harness.market.marks.clear();
    await look(harness);
    assert.deepEqual(describeTaken(await adopt(harness, 'sa_2')), [
      'BUY 20 YES @ 0.5 pair',
      'BUY 20 NO @ 0.5 pair',
    ]);
    assert.equal(held(harness, 'sa_2'), '20 YES, 20 NO');
  });

  for (const outcome of OUTCOMES)
    for (const [side, named, at] of [
      ['SELL', outcome, '0.3'],
      ['BUY', opposite(outcome), '0.7'],
    ] as const)
      test(`an exit of the ${outcome} with ${side} ${named} is a sale of the tokens`, async () => {
        const harness = await openHolding('50', '20');
        const order = await submit(harness, { side, outcome: named, qty: '15', price: at, tif: 'IOC' });
        await settle();
        assert.deepEqual(harness.wallet.takeSent(), [`SELL ${outcome} 15 @ 0.3`]);
        assert.equal(harness.oms.state.orders.get(order.id)?.status, 'FILLED');
        assert.equal(held(harness), outcome === 'YES' ? '35 YES, 20 NO' : '50 YES, 5 NO');
        await look(harness, 2);
        assert.equal(findBreak(harness), null);
        verify(harness);
      });

  test('the pairs can be merged', async () => {
    const harness = await openHolding('50', '20');
    const request = { subaccountId: 'sa_1' as SubaccountId, instrumentId: 1001 as InstrumentId };
    await harness.oms.operations.request(TRADER, {
      ...request,
      kind: 'MERGE',
      qty: null,
      idempotencyKey: null,
    });
    await settle();
    assert.equal(held(harness), '30 YES, 0 NO');
    assert.deepEqual(harness.wallet.tokens(MARKET), { YES: qty('30'), NO: 0n });
    await look(harness, 2);
    assert.equal(findBreak(harness), null);
    verify(harness);
  });
});

describe('what is traded by hand at the venue', () => {
  for (const outcome of OUTCOMES)
    for (const [size, taken] of [
      ['7', `BUY 7 ${outcome} @ ${outcome === 'YES' ? '0.4' : '0.6'} market`],
      ['-7', `SELL 7 ${outcome} @ ${outcome === 'YES' ? '0.4' : '0.6'} market`],
    ] as const)
      test(`${size} ${outcome} is a break until it is taken over, although a net could hide it`, async () => {
        const harness = await openHolding('50', '20');
        harness.wallet.tradeByHand(MARKET, outcome, size === '7' ? qty('7') : 0n - qty('7'), price('0.45'));
        await look(harness, 2);
        assert.match(findBreak(harness) ?? '', /M-1001/);
        const adoption = await adopt(harness, 'sa_1');
        assert.deepEqual([describeTaken(adoption), adoption.left], [[taken], []]);
        const left = { YES: 50, NO: 20 };
        left[outcome] += Number(size);
        assert.equal(held(harness), `${left.YES} YES, ${left.NO} NO`);
        assert.equal(findBreak(harness), null);
        verify(harness);
      });

  for (const [what, pairs] of [
    ['split', '6'],
    ['merge', '-6'],
  ] as const)
    test(`a ${what} by hand realizes nothing, and the net stays at its cost`, async () => {
      const harness = await openHolding('50', '20');
      harness.market.setMark(1001, '0.9');
      harness.wallet.splitByHand(MARKET, what === 'split' ? qty('6') : 0n - qty('6'));
      await look(harness, 2);
      const [sign, before] = [what === 'split' ? 'BUY' : 'SELL', sumRealized(harness)];
      assert.deepEqual(describeTaken(await adopt(harness, 'sa_1')), [
        `${sign} 6 YES @ 0.4 pair`,
        `${sign} 6 NO @ 0.6 pair`,
      ]);
      assert.equal(sumRealized(harness), before);
      const [position] = harness.oms.state.positions.values();
      assert.equal(renderNotional(position?.cost ?? (0n as never)), '12');
      assert.equal(held(harness), Number(pairs) > 0 ? '56 YES, 26 NO' : '44 YES, 14 NO');
      verify(harness);
    });

  for (const outcome of OUTCOMES)
    test(`a sale of ${outcome} stops at what the named subaccount holds; the rest is left for the other one`, async () => {
      const harness = await openHolding('50', '20');
      await submit(harness, { subaccount_id: 'sa_2', outcome, qty: '10', price: '0.4', tif: 'IOC' });
      await settle();
      harness.wallet.tradeByHand(MARKET, outcome, 0n - qty('15'), price('0.45'));
      await look(harness, 2);
      const first = await adopt(harness, 'sa_2');
      assert.match(describeTaken(first).join(), new RegExp(`^SELL 10 ${outcome} `));
      const lacking = outcome === 'YES' ? '-5 YES 0 NO' : '0 YES -5 NO';
      assert.match(describeLeft(first).join(), new RegExp(`^${lacking}: .* sa_2 does not hold them`));
      assert.equal(held(harness, 'sa_2'), '0 YES, 0 NO');
      assert.match(findBreak(harness) ?? '', /M-1001/, 'a part is still open');
      const second = await adopt(harness, 'sa_1');
      assert.match(describeTaken(second).join(), new RegExp(`^SELL 5 ${outcome} `));
      assert.deepEqual([second.left, findBreak(harness)], [[], null]);
      verify(harness);
    });
});

test('two adoptions at once take nothing over twice', async () => {
  const harness = await openFirst('50', '0', ['sa_1', 'sa_2']);
  await look(harness);
  harness.market.marks.clear();
  const waiting = Promise.withResolvers<void>();
  harness.market.onWaitForBooks = () => waiting.promise;
  const both = [adopt(harness, 'sa_1'), adopt(harness, 'sa_2')];
  await settle();
  harness.market.setMark(1001, '0.4');
  waiting.resolve();
  const [first, second] = await Promise.all(both);
  assert.deepEqual([first?.adopted.length, second?.adopted.length], [1, 0]);
  assert.match(describeLeft(second as Adoption).join(), /^50 YES 0 NO: it changed while/);
  assert.deepEqual([held(harness, 'sa_1'), held(harness, 'sa_2')], ['50 YES, 0 NO', '0 YES, 0 NO']);
  verify(harness);
});
