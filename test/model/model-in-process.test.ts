import { test } from 'node:test';
import fc from 'fast-check';
import type { Caller } from '../../src/contract/access/access.ts';
import type { OrderId, SubaccountId, VenueClientId } from '../../src/contract/model/ids.ts';
import { renderDecimal } from '../../src/contract/model/money.ts';
import { sumFilledQty } from '../../src/contract/model/order.ts';
import { type OmsHarness, openOms, resultCode, TRADER } from '../../src/oms/oms.fixture.ts';
import { RacingVenue } from '../races/race-setup.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sized } from '../support/test-size.ts';
import { assertAgrees, type SystemUnderTest } from './model-agreement.ts';
import { type Call, type CallerName, steps, toLimitBody, toOrderBody } from './model-calls.ts';
import { orderLine } from './order-model.ts';

const RUNS = sized({ full: 300, quick: 60 });
const PRICES = { BUY: '0.60', SELL: '0.40' }; // the venue's price is 0.48, and it fills only on command

const SA_2 = 'sa_2' as SubaccountId;
const CALLERS: Readonly<Record<CallerName, Caller>> = {
  wide: TRADER,
  narrow: { ...TRADER, subaccounts: [SA_2] },
  stranger: { ...TRADER, accountId: 'acc_2' as never, keyId: 'key_2' as never },
};

/** Order management with a disk and a venue whose answers arrive in random order. */
class OmsUnderTest implements SystemUnderTest {
  readonly #scheduler: fc.Scheduler;
  readonly #venue: RacingVenue;
  #harness: OmsHarness;
  #trades = 0;

  private constructor(harness: OmsHarness, venue: RacingVenue, turns: fc.Scheduler) {
    this.#harness = harness;
    this.#venue = venue;
    this.#scheduler = turns;
  }

  static async open(turns: fc.Scheduler): Promise<OmsUnderTest> {
    const venue = new RacingVenue('native');
    venue.answerAlways();
    const { onPlace, onCancel, onAmend } = venue;
    venue.onPlace = async (order) => turns.schedule(Promise.resolve(await onPlace(order)), 'placed');
    venue.onCancel = async (id) => turns.schedule(Promise.resolve(await onCancel(id)), 'cancelled');
    venue.onAmend = async (amend) => turns.schedule(Promise.resolve(await onAmend(amend)), 'amended');
    const harness = await openOms({ venue });
    const { accountAdmin } = harness.oms;
    const accountId = CALLERS.stranger.accountId;
    await accountAdmin.createAccount(accountId);
    await accountAdmin.createSubaccount({ accountId, subaccountId: 'sa_1' as never, name: 'theirs' });
    const subject = new OmsUnderTest(harness, venue, turns);
    await subject.restart(); // onto a disk whose syncs are scheduled as well
    return subject;
  }

  async call(calls: readonly Call[], orders: number): Promise<readonly string[]> {
    const answers = Promise.all(calls.map((call) => this.#makeCall(call, orders)));
    const codes = await this.#scheduler.waitFor(answers);
    await this.#scheduler.waitIdle();
    return codes;
  }

  async restart(): Promise<void> {
    const { clock, market, storage } = this.#harness;
    this.#venue.toReconcile = [...this.#venue.orders.values()];
    const disk = { beforeSync: () => this.#scheduler.schedule(Promise.resolve(), 'synced') };
    const next = openOms({
      market,
      venue: this.#venue,
      clock: new ManualClock(clock.now()),
      storage: await storage.restart(disk),
    });
    this.#harness = await this.#scheduler.waitFor(next);
    await this.#scheduler.waitIdle();
  }

  async fill(id: string, qty: number): Promise<void> {
    const name = `cb-${id.slice('ord_'.length)}-1-1` as VenueClientId;
    this.#trades += 1;
    this.#venue.trade(name, `t${this.#trades}`, String(qty));
    const report = this.#venue.orders.get(name);
    if (report !== undefined) this.#harness.oms.onVenueReport(this.#venue.name, report);
    await new Promise((resolve) => setImmediate(resolve));
    await this.#scheduler.waitIdle();
  }

  async observe(orders: number) {
    const { oms } = this.#harness;
    const stopped: string[] = [];
    const lines: string[] = [];
    for (let number = 1; number <= orders; number += 1) {
      const order = oms.state.orders.get(`ord_${number}` as OrderId);
      if (order === undefined) continue;
      if (order.reason === 'kill_switch') stopped.push(order.id);
      const { subaccountId, instrumentId, side, outcome, clientOrderId, status, qty } = order;
      const terms = [subaccountId, instrumentId, side, outcome, clientOrderId];
      const sizes = [renderDecimal(sumFilledQty(order)), renderDecimal(qty)] as const;
      lines.push(orderLine(order.id, order.accountId, terms, status, sizes));
    }
    for (const [who, sub] of [
      ['wide', 'sa_1'],
      ['wide', 'sa_2'],
      ['stranger', 'sa_1'],
    ] as const) {
      const risk = oms.queries.risk(CALLERS[who], sub as never);
      if (!risk.ok) continue;
      const { openOrders, positionQty, killSwitchActive } = risk.value;
      const held = renderDecimal(positionQty);
      lines.push(
        `${CALLERS[who].accountId} ${sub} open ${openOrders} held ${held} killed ${killSwitchActive}`,
      );
    }
    return { lines, stopped };
  }

  async #makeCall(call: Call, orders: number): Promise<string> {
    const { oms } = this.#harness;
    const caller = CALLERS[call.who];
    const id = ('nth' in call ? `ord_${orders === 0 ? 99 : (call.nth % orders) + 1}` : '') as OrderId;
    switch (call.call) {
      case 'submit':
        return resultCode(await oms.orders.submit(caller, toOrderBody(call, PRICES), null));
      case 'cancel':
        return resultCode(await oms.orders.cancel(caller, id));
      case 'cancelAll':
        return resultCode(await oms.orders.cancelAll(caller, call.sub as never, 'cancel_all'));
      case 'amend':
        return resultCode(await oms.orders.amend(caller, id, { qty: String(call.qty) }));
      case 'limit':
        return resultCode(await oms.risk.setLimits(caller, toLimitBody(call)));
      case 'kill':
        return resultCode(await oms.risk.setKillSwitch(caller, { enabled: call.enabled }));
    }
  }
}

test('order management agrees with the model under random interleavings of disk, venue and callers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), steps(true), async (turns, walked) => {
      await assertAgrees(await OmsUnderTest.open(turns), walked);
    }),
    { numRuns: RUNS },
  );
});
