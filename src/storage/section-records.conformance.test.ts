import assert from 'node:assert/strict';
import type {
  AccountId,
  InstrumentId,
  KeyId,
  SubaccountId,
  VenueClientId,
  VenueName,
  VenueOrderId,
} from '../contract/model/ids.ts';
import type { Price, Qty } from '../contract/model/money.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import type { Alert, AlertId } from '../domain/notifications/alert.ts';
import type { WebhookDelivery, WebhookId } from '../domain/notifications/webhook.ts';
import type { DemoCommit, DemoOrder } from '../ports/demo-store.ts';
import { STORE_KINDS } from './store-kinds.fixture.ts';

const at = (ms: number): TimestampMs => ms as TimestampMs;
const [HOOK, OTHER_HOOK] = ['wh_1' as WebhookId, 'wh_2' as WebhookId];

/** A delivery whose fields all differ. */
const toDelivery = (sequence: number, change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  webhookId: HOOK,
  sequence,
  type: 'order.filled' as WebhookDelivery['type'],
  body: `{"number":${sequence}}`,
  status: 'PENDING',
  nextAt: at(1_000 + sequence),
  attempts: [{ at: at(5), durationMs: 6, httpStatus: 503, error: 'an error', response: 'a response' }],
  attemptsBefore: 7,
  createdAt: at(8),
  ...change,
});

const SA_3 = 'sa_3' as SubaccountId;

/** An alert whose fields all differ. */
const ALERT: Alert = {
  id: 'alr_1' as AlertId,
  accountId: 'acc_2' as AccountId,
  keyId: 'key_7' as KeyId,
  subaccounts: [SA_3],
  when: {
    kind: 'price_crossed',
    subaccountId: 'sa_4' as SubaccountId,
    instrumentId: 5 as InstrumentId,
    venue: 'Kalshi' as VenueName,
    price: 6n as Price,
    direction: 'DOWN',
    percent: 7,
    minEdge: 8n as Price,
  },
  to: ['email', 'telegram'],
  cooldownMs: 9,
  once: true,
  description: 'the description',
  firedCount: 10,
  lastFiredAt: at(11),
  createdAt: at(12),
};

const toOrder = (number: number, change: Partial<DemoOrder> = {}): DemoOrder => ({
  clientId: `cb-${number}-1-1` as VenueClientId,
  venueOrderId: `D-${number}` as VenueOrderId,
  venueInstrumentId: 'RAIN',
  side: 'BUY',
  outcome: 'NO',
  type: 'LIMIT',
  tif: 'GTC',
  price: 40_000_000n as Price,
  qty: 200_000_000n as Qty,
  expiresAt: null,
  filledQty: 0n as Qty,
  status: 'OPEN',
  reason: null,
  priority: number,
  change: number,
  at: at(number),
  ...change,
});

const toCommit = (orders: readonly DemoOrder[]): DemoCommit => ({
  counters: { startedAt: at(1), isHistoryPublished: true, orderNumber: 2, change: 3, tradeNumberMax: 4 },
  orders,
  fills: [],
  listings: [],
  delisted: [],
});

for (const conforms of STORE_KINDS) {
  conforms(
    'messages keep every field, wait in the order of their next attempt, and are listed newest first',
    async (subject) => {
      const [late, early, done] = [
        toDelivery(1, { nextAt: at(3_000) }),
        toDelivery(2, { nextAt: at(2_000) }),
        toDelivery(3, { status: 'DELIVERED', nextAt: null }),
      ];
      const other = toDelivery(4, { webhookId: OTHER_HOOK });
      await subject.store.notifications.save({ deliveries: [late, early, done, other] });
      const { notifications } = (await subject.reopen()).store;
      assert.deepEqual(await notifications.pending(HOOK, 10), [early, late]);
      assert.deepEqual(await notifications.pending(HOOK, 1), [early]);
      const list = (before: number | null, limit = 10) =>
        notifications.deliveries({ webhookId: HOOK, before, limit });
      assert.deepEqual(await list(null), [done, early, late]);
      assert.deepEqual([await list(3), await list(2), await list(1)], [[early, late], [late], []]);
      assert.deepEqual(await list(null, 1), [done]);
      assert.deepEqual(await notifications.delivery(OTHER_HOOK, 4), other);
      assert.equal(await notifications.delivery(HOOK, 4), null);
      await notifications.save({ removedDeliveries: [{ webhookId: HOOK, sequence: 2 }] });
      assert.deepEqual(await list(null), [done, late]);
    },
  );

  conforms('an alert keeps every field, and is gone once it is removed', async (subject) => {
    const other: Alert = {
      ...ALERT,
      id: 'alr_2' as AlertId,
      once: false,
      lastFiredAt: null,
      description: null,
    };
    await subject.store.notifications.save({ alerts: [ALERT, other] });
    const { notifications } = (await subject.reopen()).store;
    assert.deepEqual(await notifications.alerts(), [ALERT, other]);
    await notifications.save({ removedAlerts: [ALERT.id] });
    assert.deepEqual(await notifications.alerts(), [other]);
  });

  conforms('two built-in exchanges in one ledger keep their orders apart', async (subject) => {
    const [near, far] = [await subject.openDemo('near'), await subject.openDemo('far')];
    const [mine, theirs] = [toOrder(1), toOrder(1, { side: 'SELL', outcome: 'YES' })];
    await Promise.all([near.commit(toCommit([mine])), far.commit(toCommit([theirs, toOrder(2)]))]);
    const { openDemo } = await subject.reopen();
    const [nearAgain, farAgain] = [await openDemo('near'), await openDemo('far')];
    assert.deepEqual((await nearAgain.order(mine.clientId))?.order, mine);
    assert.deepEqual((await farAgain.order(mine.clientId))?.order, theirs);
    assert.equal(await nearAgain.order(toOrder(2).clientId), null);
    assert.deepEqual(
      [await nearAgain.hasOrder(toOrder(2).clientId), await farAgain.hasOrder(toOrder(2).clientId)],
      [false, true],
    );
    assert.deepEqual((await nearAgain.load())?.openOrders, [mine]);
  });

  conforms(
    'open orders of an exchange are loaded by priority, and its changes are read within their bounds',
    async (subject) => {
      const demo = await subject.openDemo('demo');
      const [first, second] = [
        toOrder(1, { priority: 9, change: 5 }),
        toOrder(2, { priority: 4, change: 7 }),
      ];
      const closed = toOrder(3, { status: 'CANCELLED', reason: 'requested', change: 6 });
      await demo.commit(toCommit([first, second, closed]));
      const again = await (await subject.reopen()).openDemo('demo');
      assert.deepEqual((await again.load())?.openOrders, [second, first]);
      assert.deepEqual((await again.load())?.counters, toCommit([]).counters);
      const read = async (afterChange: number, upToChange: number | null, openOnly = false) =>
        (await again.orders({ afterChange, upToChange, openOnly, limit: 10 })).map(
          ({ order }) => order.change,
        );
      assert.deepEqual([await read(0, null), await read(5, 7), await read(5, 6)], [[5, 6, 7], [6, 7], [6]]);
      assert.deepEqual(await read(0, null, true), [5, 7]);
    },
  );
}
