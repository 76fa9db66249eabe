import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyId } from '../contract/model/ids.ts';
import { openOms, orderBody, settle, submit, TRADER, value } from '../oms/oms.fixture.ts';
import { restingReply, venueFill } from '../oms/scripted-venue.fixture.ts';

const OTHER = { ...TRADER, keyId: 'key_other' as KeyId };

test('the orders and fills of a key count for an hour, and those of another key do not', async () => {
  const harness = await openOms();
  const { oms, venue, clock } = harness;
  await submit(harness);
  value(await oms.orders.submit(OTHER, orderBody(), null));
  venue.onPlace = (order) =>
    restingReply(order, {
      status: 'FILLED',
      filledQty: order.qty,
      fills: [venueFill(order, 't', '10', '0.48')],
    });
  await submit(harness);
  await settle();
  assert.deepEqual(oms.risk.activityLastHour(TRADER), { orders: 2, fills: 1 });
  assert.deepEqual(oms.risk.activityLastHour(OTHER), { orders: 1, fills: 0 });
  clock.advance(59 * 60_000);
  assert.deepEqual(oms.risk.activityLastHour(TRADER), { orders: 2, fills: 1 });
  clock.advance(60_000);
  assert.deepEqual(oms.risk.activityLastHour(TRADER), { orders: 0, fills: 0 });
});
