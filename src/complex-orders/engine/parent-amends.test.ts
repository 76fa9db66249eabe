import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ParentId } from '../../contract/model/ids.ts';
import { renderDecimal } from '../../contract/model/money.ts';
import type { Outcome, Side } from '../../contract/model/order.ts';
import { isParentOver } from '../../contract/model/parent.ts';
import { type OmsHarness, resultCode, settle, TRADER, value } from '../../oms/oms.fixture.ts';
import { ReplacingVenue } from '../../oms/scripted-venue.fixture.ts';
import { getParent, icebergBody, openParents, pass, place } from './parents.fixture.ts';

// Every amend of an iceberg from every state that it can meet, for both sides and outcomes; then the order works on to its end.

const TERMS: readonly (readonly [side: Side, outcome: Outcome, price: string, moved: string])[] = [
  ['BUY', 'YES', '0.44', '0.43'],
  ['SELL', 'YES', '0.55', '0.56'],
  ['BUY', 'NO', '0.45', '0.44'],
  ['SELL', 'NO', '0.56', '0.57'],
];

class Iceberg {
  readonly venue = new ReplacingVenue();
  harness!: OmsHarness;
  id!: ParentId;
  #fills = 0;

  async open(side: Side, outcome: Outcome, price: string): Promise<void> {
    this.harness = await openParents({ venue: this.venue });
    const { id } = await place(this.harness, icebergBody({ side, outcome, price }));
    this.id = id;
  }

  get parent() {
    return getParent(this.harness, this.id);
  }

  /** Another trader takes this much of the child that rests. */
  async fill(size: string): Promise<void> {
    const child = this.venue.placed.at(-1);
    assert.ok(child !== undefined && child.price !== null);
    this.#fills += 1;
    const report = this.venue.fill(child.clientId, `T-${this.#fills}`, size);
    const fills = report.fills.map((fill) => ({ ...fill, price: child.price ?? fill.price }));
    this.harness.oms.onVenueReport(this.venue.name, this.venue.keep({ ...report, fills }));
    await settle();
  }

  /** Fills whatever rests until the complex order is over. */
  async finish(): Promise<void> {
    for (let step = 0; step < 20 && !isParentOver(this.parent.status); step += 1) {
      const child = this.venue.placed.at(-1);
      const report = child && this.venue.orders.get(child.clientId);
      if (report?.status === 'OPEN') await this.fill(renderDecimal(report.qty - report.filledQty));
      await pass(this.harness, 2_000);
    }
  }
}

/** What has happened before the amend; `used` is what has filled or rests. */
const STATES: Readonly<
  Record<string, { readonly used: number; readonly reach: (iceberg: Iceberg) => Promise<unknown> }>
> = {
  'its first child rests': { used: 30, reach: async () => undefined },
  'its first child has filled in part': { used: 30, reach: (iceberg) => iceberg.fill('10') },
  'its second child rests': { used: 60, reach: (iceberg) => iceberg.fill('30') },
  'its last child rests': {
    used: 100,
    reach: async (iceberg) => {
      for (let part = 0; part < 3; part += 1) await iceberg.fill('30');
    },
  },
  'the kill switch is on': {
    used: 30,
    reach: ({ harness }) => harness.oms.risk.setKillSwitch(TRADER, { enabled: true }),
  },
  'its cancel is not proven': {
    used: 30,
    reach: async ({ harness, venue, id }) => {
      venue.onCancel = () => ({ kind: 'unknown', why: 'timeout' });
      const cancelled = harness.oms.complexOrders.cancel(TRADER, id);
      await settle();
      cancelled.catch(() => undefined);
    },
  },
  'it is filled': {
    used: 100,
    reach: (iceberg) => iceberg.finish(),
  },
};

interface Amend {
  readonly body: object;
  /** What the whole of it fills in the end. */
  readonly qty: number;
  readonly isMove?: true;
  /** Lowering the quantity and a longer life are safe, so the kill switch lets them pass. */
  readonly isSafe?: true;
}

const toAmends = (moved: string): Readonly<Record<string, Amend>> => ({
  'a lower quantity': { body: { qty: '70' }, qty: 70, isSafe: true },
  'the quantity that is used': { body: { qty: '30' }, qty: 30, isSafe: true },
  'less than a child': { body: { qty: '29' }, qty: 29, isSafe: true },
  'a larger quantity': { body: { qty: '130' }, qty: 130 },
  'another price': { body: { price: moved }, qty: 100, isMove: true },
  'another price and quantity': { body: { price: moved, qty: '80' }, qty: 80, isMove: true },
  'another part shown': { body: { params: { display_qty: '50' } }, qty: 100 },
});

function expectCode(state: string, used: number, { qty, isSafe }: Amend): string {
  if (state === 'it is filled' || state === 'its cancel is not proven') return 'order_not_open';
  if (state === 'the kill switch is on' && !isSafe) return 'kill_switch';
  return qty < used ? 'validation' : 'ok';
}

for (const [side, outcome, price, moved] of TERMS)
  for (const [state, { used, reach }] of Object.entries(STATES))
    test(`${side} ${outcome}: amends while ${state}`, async () => {
      for (const [what, amend] of Object.entries(toAmends(moved))) {
        const iceberg = new Iceberg();
        await iceberg.open(side, outcome, price);
        await reach(iceberg);
        const placedBefore = iceberg.venue.placed.length;
        const { complexOrders } = iceberg.harness.oms;
        const expected = expectCode(state, used, amend);
        const before = iceberg.parent;
        const code = resultCode(await complexOrders.amend(TRADER, iceberg.id, amend.body));
        assert.equal(code, expected, what);
        if (expected !== 'ok') {
          assert.equal(iceberg.parent, before, `${what}: nothing has changed`);
          continue;
        }
        if (state === 'the kill switch is on')
          value(await iceberg.harness.oms.risk.setKillSwitch(TRADER, { enabled: false }));
        await pass(iceberg.harness, 2_000);
        await iceberg.finish();
        const { status, filledQty, liveQty } = iceberg.parent;
        assert.deepEqual(
          [status, renderDecimal(filledQty), renderDecimal(liveQty)],
          ['FILLED', String(amend.qty), '0'],
          what,
        );
        const later = iceberg.venue.placed.slice(placedBefore).map((child) => child.price);
        const terms = amend.isMove ? moved : price;
        assert.ok(
          later.every((each) => each !== null && renderDecimal(each) === terms),
          `${what}: later children rest at ${terms}`,
        );
      }
    });
