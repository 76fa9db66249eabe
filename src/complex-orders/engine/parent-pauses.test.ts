import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstrumentId } from '../../contract/model/ids.ts';
import type { Side } from '../../contract/model/order.ts';
import { type OmsHarness, openInstrument, settle, TRADER, value } from '../../oms/oms.fixture.ts';
import {
  getParent,
  iocReply,
  moveTo,
  openParents,
  pass,
  passSlowly,
  place,
  stopBody,
} from './parents.fixture.ts';

// A stop while something keeps it from firing: what keeps it, with and without the kill switch, and what the price does meanwhile.

type Touch = readonly [bid: string, ask: string];

const SIDES: Readonly<
  Record<Side, { readonly trigger: string; readonly away: Touch; readonly crossed: Touch }>
> = {
  SELL: { trigger: '0.4', away: ['0.47', '0.49'], crossed: ['0.39', '0.41'] },
  BUY: { trigger: '0.55', away: ['0.47', '0.49'], crossed: ['0.54', '0.56'] },
};

interface Cause {
  readonly begin: (harness: OmsHarness) => void;
  readonly end: (harness: OmsHarness) => void;
  readonly isSeen: boolean; // the prices meanwhile
}

const CAUSES: Readonly<Record<string, Cause>> = {
  nothing: {
    begin: () => undefined,
    end: () => undefined,
    isSeen: true,
  },
  no_live_book: {
    begin: ({ market }) => {
      market.stale.add(1001 as InstrumentId);
    },
    end: ({ market }) => {
      market.stale.delete(1001 as InstrumentId);
    },
    isSeen: false,
  },
  market_paused: {
    begin: ({ market }) => {
      market.set(openInstrument(1001, { status: 'PAUSED' }));
    },
    end: ({ market }) => {
      market.set(openInstrument(1001));
    },
    isSeen: true,
  },
};

/** What the price does while the stop is kept from firing. */
const MOVES = ['stays away', 'crosses', 'crosses and comes back'] as const;

for (const [side, { trigger, away, crossed }] of Object.entries(SIDES))
  for (const [cause, { begin, end, isSeen }] of Object.entries(CAUSES))
    for (const isKilled of [false, true])
      for (const move of MOVES) {
        if (cause === 'nothing' && !isKilled) continue;
        const name = isKilled ? `${cause} and the kill switch` : cause;
        test(`a ${side} stop under ${name}: the price ${move}`, async () => {
          const harness = await openParents();
          harness.venue.onPlace = (order) => iocReply(order, '20');
          const { id } = await place(harness, stopBody({ side }, { trigger_price: trigger }));
          const last = move === 'crosses' ? crossed : away;
          begin(harness);
          await passSlowly(harness, 2);
          if (isKilled) value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
          if (move !== 'stays away') await moveTo(harness, ...crossed);
          await pass(harness, 2_000);
          assert.equal(getParent(harness, id).status, 'PAUSED');
          if (move !== 'stays away') await moveTo(harness, ...last);
          end(harness);
          await moveTo(harness, ...last);
          await pass(harness, 2_000);
          const found = () => [getParent(harness, id).status, harness.venue.placed.length];
          const needsResume =
            isKilled && (move === 'crosses' || (move === 'crosses and comes back' && isSeen));
          if (isKilled) {
            assert.deepEqual(found(), ['PAUSED', 0], 'the switch is on');
            value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: false }));
            await pass(harness, 2_000);
          }
          if (needsResume) {
            assert.deepEqual(found(), ['PAUSED', 0], 'the trigger was crossed under the switch');
            value(await harness.oms.complexOrders.resume(TRADER, id));
            await pass(harness, 2_000);
          }
          assert.deepEqual(found(), move === 'crosses' ? ['FILLED', 1] : ['WAITING', 0]);
        });
      }

const ALERT = 'a complex order is paused and places nothing';

test('each pause of five seconds is in the log once, also the second one of an order', async () => {
  const harness = await openParents();
  const { id } = await place(harness, stopBody());
  const other = await place(harness, stopBody({ subaccount_id: 'sa_2' }));
  const count = () => harness.warnings.filter((each) => each === ALERT).length;
  const pause = async (seconds: number): Promise<void> => {
    harness.market.stale.add(1001 as InstrumentId);
    await passSlowly(harness, seconds);
    harness.market.stale.delete(1001 as InstrumentId);
    await passSlowly(harness, 1);
  };
  await pause(4);
  assert.equal(count(), 0, 'too short');
  await pause(30);
  assert.equal(count(), 2, 'of two orders');
  assert.deepEqual(
    [getParent(harness, id).status, getParent(harness, other.id).status],
    ['WAITING', 'WAITING'],
  );
  await pause(30);
  assert.equal(count(), 4);
});

test('the end of the kill switch lets a complex order go on at once', async () => {
  const harness = await openParents();
  const { id } = await place(harness, stopBody());
  for (const enabled of [true, false]) value(await harness.oms.risk.setKillSwitch(TRADER, { enabled }));
  await settle();
  assert.equal(getParent(harness, id).status, 'WAITING');
});
