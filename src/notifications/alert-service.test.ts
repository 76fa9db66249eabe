import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { createMemoryStore } from '../../test/support/storage/memory-journal.ts';
import type { AccountId, InstrumentId, SubaccountId, VenueName } from '../contract/model/ids.ts';
import { type Price, parsePrice } from '../contract/model/money.ts';
import type { Fill, Order } from '../contract/model/order.ts';
import { err, notFound, ok } from '../contract/model/result.ts';
import type { AlertCondition } from '../domain/notifications/alert.ts';
import type { LimitShare } from '../domain/notifications/usage-level.ts';
import type {
  NotificationType,
  Webhook,
  WebhookDelivery,
  WebhookId,
} from '../domain/notifications/webhook.ts';
import { resultCode, settle, TRADER, value } from '../oms/oms.fixture.ts';
import { AlertService, type AlertSources } from './alert-service.ts';

const HOOK = 'wh_0000000000000001';
const ID = 1001 as InstrumentId;
const DEMO = 'Demo' as VenueName;
const SA_1 = 'sa_1' as SubaccountId;
const price = (text: string): Price => parsePrice(text) as Price;
const when = (fields: Partial<AlertCondition>): AlertCondition => ({
  kind: 'fill',
  subaccountId: null,
  instrumentId: null,
  venue: null,
  price: null,
  direction: null,
  percent: null,
  minEdge: null,
  ...fields,
});
const request = (fields: Partial<AlertCondition>, terms: object = {}) => ({
  when: when(fields),
  to: [HOOK],
  cooldownMs: 0,
  once: false,
  description: null,
  ...terms,
});

/** Alerts over sources that a test sets. */
async function open(
  from: {
    storage?: Awaited<ReturnType<typeof createMemoryStore>>;
    events?: readonly NotificationType[]; // that a webhook subscribes to
    grant?: Webhook['subaccounts']; // of that webhook
    accounts?: readonly AccountId[]; // each with such a webhook
  } = {},
) {
  const clock = new ManualClock();
  const storage = from.storage ?? (await createMemoryStore(clock));
  const sent: unknown[] = [];
  const state = {
    mark: price('0.5'),
    healthy: true,
    usage: 0,
    otherUsage: null as number | null, // of a second limit
    hasLimit: true,
    isLimitOfAccount: false,
    subaccounts: [SA_1],
    inDoubt: [] as readonly Order[],
    failures: 0, // of the next sends
  };
  const emit: {
    mark: (id: InstrumentId) => void;
    filled: (fill: Fill) => void;
    opportunity: (edge: Price, record: unknown) => void;
  } = { mark: () => {}, filled: () => {}, opportunity: () => {} };
  const sources: AlertSources = {
    mark: () => state.mark,
    prefetchInstrument: async () => null,
    onMarkChanged: (listener) => void (emit.mark = listener),
    onFill: (listener) => void (emit.filled = listener),
    onOpportunity: (listener) => void (emit.opportunity = listener),
    venueHealth: () => [{ venue: DEMO, healthy: state.healthy, reason: null }],
    subaccounts: () => state.subaccounts,
    limitShares: () => {
      const { hasLimit, usage, otherUsage } = state;
      const isOfAccount = state.isLimitOfAccount;
      const share = (limit: LimitShare['limit'], percent: number) =>
        ({ limit, isOfAccount, used: String(percent), max: '100', percent }) as const;
      if (!hasLimit) return [];
      const other = otherUsage === null ? [] : [share('max_position_qty', otherUsage)];
      return [share('max_open_orders', usage), ...other];
    },
    ordersInDoubt: () => state.inDoubt,
    renderOrder: ({ id }) => ({ id }),
    demandOpportunities: () => {},
    renderFill: ({ id }) => ({ id }),
    renderAlert: ({ id }) => ({ id }),
  };
  let ids = 0;
  const alerts = new AlertService({
    notifications: storage.notifications,
    webhooks: {
      get: (_, id) => (id === HOOK ? ok({ id: HOOK as WebhookId } as Webhook) : err(notFound('webhook'))),
      subscribers: (type) =>
        (from.events?.includes(type) ? (from.accounts ?? [TRADER.accountId]) : []).map(
          (accountId) =>
            ({
              id: HOOK as WebhookId,
              accountId,
              subaccounts: from.grant ?? '*',
              events: from.events,
            }) as Webhook,
        ),
      onChanged: () => {},
      resolveTarget: (_, target) => target as WebhookId,
      openChannel: async (_, channel) => ok(channel),
      sendAll: async (messages, change) => {
        if (state.failures > 0) {
          state.failures -= 1;
          throw new Error('the disk');
        }
        for (const { message } of messages) {
          const { type, data } = message;
          sent.push(type === 'alert' ? (data as { event: unknown }).event : { type, data });
        }
        const deliveries = messages.map(({ to, message }, index): WebhookDelivery => {
          const row = { webhookId: to, sequence: sent.length + index, type: message.type, attempts: [] };
          const times = { createdAt: clock.now(), nextAt: null, attemptsBefore: 0 };
          return { ...row, ...times, body: JSON.stringify(message), status: 'DELIVERED' };
        });
        await storage.notifications.save({ ...change, deliveries });
      },
    },
    sources,
    mayAct: () => true,
    checkSubaccount: (_, id) => (id === SA_1 ? ok(SA_1) : err(notFound('subaccount'))),
    clock,
    random: { next: () => 0, hex: (bytes) => String((ids += 1)).padStart(bytes * 2, '0') },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  await alerts.start();
  const moveTo = (text: string): void => {
    state.mark = price(text);
    emit.mark(ID);
  };
  return { alerts, clock, storage, sent, state, emit, moveTo };
}

const CROSSES_UP = { kind: 'price_crossed', instrumentId: ID, price: price('0.6'), direction: 'UP' } as const;

test('a price alert fires when the mark crosses its price in its direction, and not while it stays there', async () => {
  const { alerts, sent, moveTo } = await open();
  value(await alerts.create(TRADER, request(CROSSES_UP)));
  for (const mark of ['0.59', '0.6', '0.65', '0.55', '0.61']) moveTo(mark);
  assert.deepEqual(sent, [
    { instrument_id: 1001, before: '0.59', mark: '0.6' },
    { instrument_id: 1001, before: '0.55', mark: '0.61' },
  ]);
});

test('a cooldown holds an alert back, and one for once is gone after it fired, also after a restart', async () => {
  const one = await open();
  value(await one.alerts.create(TRADER, request(CROSSES_UP, { cooldownMs: 1_000 })));
  value(await one.alerts.create(TRADER, request(CROSSES_UP, { once: true })));
  for (const mark of ['0.6', '0.5', '0.6', '0.5']) one.moveTo(mark);
  assert.equal(one.sent.length, 2);
  one.clock.advance(1_000);
  one.moveTo('0.6');
  assert.equal(one.sent.length, 3);
  await settle();
  const two = await open({ storage: await one.storage.restart() });
  const [kept, ...others] = two.alerts.list(TRADER);
  assert.deepEqual([kept?.firedCount, kept?.when, others], [2, when(CROSSES_UP), []]);
});

test('fills and settlements fire for their account, subaccount and instrument', async () => {
  const { alerts, sent, emit } = await open();
  value(await alerts.create(TRADER, request({ kind: 'fill', subaccountId: SA_1, instrumentId: ID })));
  value(await alerts.create(TRADER, request({ kind: 'settlement' })));
  const report = (id: string, fields: object) =>
    emit.filled({
      id,
      orderId: 'ord_1',
      accountId: TRADER.accountId,
      subaccountId: SA_1,
      instrumentId: ID,
      ...fields,
    } as Fill);
  report('own', {});
  report('voided', { settlement: 'VOID' });
  report('other account', { accountId: 'acc_9' });
  report('other subaccount', { subaccountId: 'sa_2' });
  report('other instrument', { instrumentId: 1002 });
  report('adopted', { orderId: null, liquidity: 'ADOPTED' });
  report('settled', { orderId: null, subaccountId: 'sa_2' });
  assert.deepEqual(sent, [{ id: 'own' }, { id: 'settled' }]);
});

test('an alert without a subaccount is of those that its key may use', async () => {
  const { alerts, sent, emit } = await open();
  value(await alerts.create({ ...TRADER, subaccounts: [SA_1] }, request({})));
  for (const subaccountId of ['sa_2', SA_1])
    emit.filled({ id: subaccountId, orderId: 'ord_1', accountId: TRADER.accountId, subaccountId } as Fill);
  assert.deepEqual(sent, [{ id: SA_1 }]);
});

test('an account has its own number of alerts', async () => {
  const { alerts } = await open();
  for (let at = 0; at < 100; at += 1) value(await alerts.create(TRADER, request({})));
  const other = { ...TRADER, accountId: 'acc_9' as AccountId };
  assert.equal(resultCode(await alerts.create(other, request({}))), 'ok');
});

test('health, usage and opportunities fire when they change, not while they last', async () => {
  const { alerts, sent, state, emit, clock } = await open();
  value(await alerts.create(TRADER, request({ kind: 'venue_health', venue: DEMO })));
  value(await alerts.create(TRADER, request({ kind: 'risk_usage', subaccountId: SA_1, percent: 80 })));
  value(await alerts.create(TRADER, request({ kind: 'opportunity', minEdge: price('0.02') })));
  state.healthy = false;
  state.usage = 79;
  clock.advance(2_000);
  state.usage = 80;
  clock.advance(2_000);
  state.usage = 20;
  state.healthy = true;
  clock.advance(1_000);
  emit.opportunity(price('0.01'), 'small');
  emit.opportunity(price('0.02'), 'large');
  assert.deepEqual(sent, [
    { venue: DEMO, healthy: false, reason: null },
    { subaccount_id: SA_1, percent: 80 },
    { venue: DEMO, healthy: true, reason: null },
    'large',
  ]);
});

test('a usage alert watches the most used of several limits', async () => {
  for (const [usage, otherUsage, percents] of [
    [85, 10, [85]],
    [10, 85, [85]],
    [79, 79, []],
  ] as const) {
    const { alerts, sent, state, clock } = await open();
    value(await alerts.create(TRADER, request({ kind: 'risk_usage', subaccountId: SA_1, percent: 80 })));
    Object.assign(state, { usage, otherUsage });
    clock.advance(2_000);
    assert.deepEqual(
      sent,
      percents.map((percent) => ({ subaccount_id: SA_1, percent })),
    );
  }
});

test('a condition with a missing or foreign field, and unknown subaccounts and webhooks, are refused', async () => {
  const { alerts } = await open();
  const code = async (fields: Partial<AlertCondition>, terms = {}): Promise<string> =>
    resultCode(await alerts.create(TRADER, request(fields, terms)));
  assert.equal(await code({ ...CROSSES_UP, direction: null }), 'validation');
  assert.equal(await code({ ...CROSSES_UP, percent: 5 }), 'validation');
  assert.equal(await code({ kind: 'risk_usage', percent: 5 }), 'validation');
  assert.equal(await code({ subaccountId: 'sb_1' as SubaccountId }), 'not_found');
  assert.equal(await code({}, { to: ['wh_0000000000000002'] }), 'not_found');
  assert.deepEqual(alerts.list(TRADER), []);
});

test('a key removes the alerts whose subaccounts it may use, and an account has at most 100', async () => {
  const { alerts } = await open();
  const limited = { ...TRADER, subaccounts: [SA_1] };
  const { id } = value(await alerts.create(TRADER, request({})));
  assert.equal(resultCode(await alerts.remove(limited, id)), 'not_found');
  const own = value(await alerts.create(TRADER, request({ subaccountId: SA_1 })));
  assert.deepEqual(alerts.list(limited), [{ ...own, isKeyEnded: false }]);
  for (let at = 2; at < 100; at += 1) value(await alerts.create(TRADER, request({})));
  assert.equal(resultCode(await alerts.create(TRADER, request({}))), 'validation');
  assert.equal(resultCode(await alerts.remove(limited, own.id)), 'ok');
});

describe('events that follow from state', () => {
  test('the use of a limit is sent when it reaches 80 and 100 percent, once for each crossing', async () => {
    const { sent, state, clock } = await open({ events: ['risk.usage'] });
    for (const usage of [79, 80, 79, 100, 97, 100, 74, 85]) {
      state.usage = usage;
      clock.advance(1_000);
    }
    const crossing = (percent: number, level: number) => ({
      type: 'risk.usage',
      data: {
        subaccount_id: SA_1,
        limit: 'max_open_orders',
        used: String(percent),
        max: '100',
        percent,
        level,
      },
    });
    assert.deepEqual(sent, [crossing(80, 80), crossing(100, 100), crossing(85, 80)]);
  });

  test('a limit that was removed and set again is new', async () => {
    const { sent, state, clock } = await open({ events: ['risk.usage'] });
    state.usage = 100;
    for (const hasLimit of [true, true, false, true]) {
      state.hasLimit = hasLimit;
      clock.advance(1_000);
    }
    assert.equal(sent.length, 2);
  });

  test('the limit of an account is sent once, and that of a subaccount for each', async () => {
    for (const [isLimitOfAccount, expected] of [
      [true, [null]],
      [false, [SA_1, 'sa_2']],
    ] as const) {
      const { sent, state, clock } = await open({ events: ['risk.usage'] });
      Object.assign(state, { isLimitOfAccount, subaccounts: [SA_1, 'sa_2'], usage: 85 });
      clock.advance(2_000);
      const owners = sent.map((each) => (each as { data: { subaccount_id: unknown } }).data.subaccount_id);
      assert.deepEqual(owners, expected);
    }
  });

  test('accounts whose names begin alike have their own levels', async () => {
    const accounts = [TRADER.accountId, `${TRADER.accountId}0` as AccountId];
    for (const order of [accounts, accounts.toReversed()]) {
      const { sent, state, clock } = await open({ events: ['risk.usage'], accounts: order });
      state.usage = 85;
      clock.advance(5_000);
      assert.equal(sent.length, 2);
    }
  });

  test('an order in doubt whose message could not be stored is sent with the next look', async () => {
    const { sent, state, clock } = await open({ events: ['order.in_doubt'] });
    state.inDoubt = [{ id: 'ord_1', accountId: TRADER.accountId, subaccountId: SA_1 } as Order];
    state.failures = 1;
    clock.advance(1_000);
    await settle();
    assert.deepEqual(sent, []);
    clock.advance(1_000);
    await settle();
    assert.deepEqual(sent, [{ type: 'order.in_doubt', data: { id: 'ord_1' } }]);
  });

  test('a price is sent to webhooks that may see all subaccounts of its alert', async () => {
    for (const [grant, subaccounts, types] of [
      ['*', '*', ['price.crossed']],
      [[SA_1], '*', []],
      [[SA_1], [SA_1], ['price.crossed']],
      ['*', [SA_1], ['price.crossed']],
      [['sa_2' as SubaccountId], [SA_1], []],
    ] as const) {
      const { alerts, sent, moveTo } = await open({ events: ['price.crossed'], grant });
      value(await alerts.create({ ...TRADER, subaccounts }, request(CROSSES_UP)));
      moveTo('0.6');
      const found = sent.flatMap((each) => (each as { type?: string }).type ?? []);
      assert.deepEqual(found, types, `${String(grant)} for ${String(subaccounts)}`);
    }
  });

  test('the health of a venue and an opportunity are sent when they change, without an alert', async () => {
    const { sent, state, clock, emit } = await open({ events: ['venue.health', 'opportunity.opened'] });
    clock.advance(1_000);
    state.healthy = false;
    clock.advance(2_000);
    emit.opportunity(price('0.01'), { id: 'opp_1' });
    assert.deepEqual(sent, [
      { type: 'venue.health', data: { venue: DEMO, healthy: false, reason: null } },
      { type: 'opportunity.opened', data: { id: 'opp_1' } },
    ]);
    for (let each = 0; each < 100; each += 1) emit.opportunity(price('0.01'), { id: 'opp_2' });
    assert.equal(sent.length, 61);
    clock.advance(60_000);
    emit.opportunity(price('0.01'), { id: 'opp_3' });
    assert.equal(sent.length, 62);
  });

  test('an order in doubt is sent once, also after a restart', async () => {
    const order = { id: 'ord_1', accountId: TRADER.accountId, subaccountId: SA_1 } as Order;
    const one = await open({ events: ['order.in_doubt'] });
    one.state.inDoubt = [order];
    for (let second = 0; second < 3; second += 1) {
      one.clock.advance(1_000);
      await settle();
    }
    assert.deepEqual(one.sent, [{ type: 'order.in_doubt', data: { id: 'ord_1' } }]);
    const two = await open({ events: ['order.in_doubt'], storage: await one.storage.restart() });
    two.state.inDoubt = [order, { ...order, id: 'ord_2' } as Order];
    two.clock.advance(1_000);
    await settle();
    assert.deepEqual(two.sent, [{ type: 'order.in_doubt', data: { id: 'ord_2' } }]);
  });

  test('an alert on a price is an event too, in the same change', async () => {
    const { alerts, sent, moveTo, storage } = await open({ events: ['price.crossed'] });
    value(await alerts.create(TRADER, request(CROSSES_UP, { once: true })));
    const saves: string[][] = [];
    const save = storage.notifications.save.bind(storage.notifications);
    storage.notifications.save = (change) => {
      saves.push(Object.keys(change).toSorted());
      return save(change);
    };
    moveTo('0.6');
    await settle();
    const event = { instrument_id: 1001, before: '0.5', mark: '0.6' };
    assert.deepEqual(sent, [
      event,
      { type: 'price.crossed', data: { alert: { id: 'alr_0000000000000001' }, event } },
    ]);
    assert.deepEqual(saves, [['deliveries', 'removedAlerts']]);
  });
});
