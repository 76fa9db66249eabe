import assert from 'node:assert/strict';
import {
  type AccountId,
  type ClientOrderId,
  getIdNumber,
  type OrderId,
  type OrderTag,
  type SubaccountId,
} from '../contract/model/ids.ts';
import { isLive, type Order } from '../contract/model/order.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import type { FillQuery, OrderQuery } from '../ports/journal.ts';
import { ACCOUNT, DEMO, INSTRUMENT, LedgerBuilder, SUBACCOUNT } from './ledger.fixture.ts';
import { STORE_KINDS } from './store-kinds.fixture.ts';

const AMEND = {
  price: null,
  priceText: null,
  qty: null,
  qtyText: null,
  tif: null,
  expiresAt: null,
  legs: [],
};
const OF_SUBACCOUNT: OrderQuery = { accountId: ACCOUNT, subaccountId: SUBACCOUNT, limit: 100 };
const numbers = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id.slice(4));

for (const conforms of STORE_KINDS) {
  conforms('an empty ledger loads as nothing', async ({ store }) => {
    const {
      seq,
      orderNumber,
      fillNumber,
      parentNumber,
      lastAt,
      instrumentIdSkipped,
      assetIdSkipped,
      ...tables
    } = await store.journal.load();
    assert.deepEqual([seq, orderNumber, fillNumber, parentNumber, lastAt], [0, 0, 0, 0, null]);
    assert.deepEqual([instrumentIdSkipped, assetIdSkipped], [0, 0]);
    for (const [name, rows] of Object.entries(tables)) assert.deepEqual(rows, [], name);
  });

  conforms(
    'I-23: after a restart, load gives the settings, live orders and positions as ledger',
    async (subject) => {
      const ledger = new LedgerBuilder(subject.store.journal);
      await ledger.recordSampleTrading();
      await ledger.recordGuards();
      const { store } = await subject.reopen();
      const loaded = await store.journal.load();
      const { state } = ledger;
      const live = [...state.orders.values()].filter((order) => isLive(order.status));
      assert.deepEqual(numbers(live), ['1', '2', '6', '7']);
      assert.deepEqual(loaded.orders, live);
      assert.deepEqual(loaded.accounts, [...state.accounts]);
      assert.deepEqual(loaded.subaccounts, [...state.subaccounts.values()]);
      assert.deepEqual(loaded.keys, [...state.keys.values()]);
      assert.deepEqual(loaded.limits, [...state.limits.values()]);
      assert.deepEqual(new Set(loaded.killSwitches), new Set(state.killSwitches.values()));
      assert.deepEqual(loaded.guards, [...state.guards.values()]);
      assert.deepEqual(loaded.protections, [...state.protections.values()]);
      assert.deepEqual(loaded.sessions, [...state.sessions.values()]);
      assert.deepEqual(loaded.positions, [...state.positions.values()]);
      assert.deepEqual(loaded.venueMarks, [{ venue: DEMO, mark: 'm-2' }]);
      assert.deepEqual(loaded.bindings, [
        { instrumentId: INSTRUMENT, venue: DEMO, venueInstrumentId: 'RAIN-26' },
      ]);
      assert.deepEqual(
        [loaded.seq, loaded.orderNumber, loaded.fillNumber],
        [state.seq, state.orderNumber, state.fillNumber],
      );
    },
  );

  conforms(
    'every order is found by its id and its client id, ended or live, for its account only',
    async ({ store }) => {
      const ledger = new LedgerBuilder(store.journal);
      await ledger.recordSampleTrading();
      for (const order of ledger.state.orders.values()) {
        assert.deepEqual(await store.journal.order(order.id), order);
        const clientId = order.clientOrderId as ClientOrderId;
        assert.deepEqual(await store.journal.orderByClientId(ACCOUNT, clientId), order);
        assert.equal(await store.journal.orderByClientId('acc_2' as AccountId, clientId), null);
      }
      assert.equal(await store.journal.order('ord_8' as OrderId), null);
      const ids = [...ledger.state.orders.keys()];
      const byNumber = (a: Order, b: Order): number => getIdNumber(a.id) - getIdNumber(b.id);
      const together = await store.journal.ordersById([...ids, 'ord_8' as OrderId]);
      assert.deepEqual(together.toSorted(byNumber), [...ledger.state.orders.values()].toSorted(byNumber));
      assert.equal(await store.journal.orderByClientId(ACCOUNT, 'unused' as ClientOrderId), null);
    },
  );

  conforms(
    'the entries of an order are those that mention it, its fills among them, oldest first',
    async ({ store }) => {
      const ledger = new LedgerBuilder(store.journal);
      await ledger.recordSampleTrading();
      const typesOf = async (id: string, limit = 100) => {
        const entries = await store.journal.entriesForOrder(id as OrderId, limit);
        return entries.flatMap(({ events }) => events.map(({ type }) => type));
      };
      assert.deepEqual(await typesOf('ord_2'), [
        'OrderAccepted',
        'LegAcknowledged',
        'OrderAnswered',
        'FillRecorded',
      ]);
      assert.deepEqual(await typesOf('ord_2', 1), ['OrderAccepted']);
      assert.ok((await typesOf('ord_5')).includes('AnomalyRecorded'), 'what the venue contradicted');
      assert.deepEqual(await typesOf('ord_8'), []);
    },
  );

  conforms(
    'I-02: an order that ended in the entry that accepted it keeps its first answer',
    async ({ store }) => {
      const ledger = new LedgerBuilder(store.journal);
      await ledger.openAccount();
      const order = ledger.newOrder({ legs: [] });
      await ledger.record('submit', [
        { type: 'OrderAccepted', order },
        { type: 'OrderClosed', orderId: order.id, status: 'CANCELLED', reason: 'no_liquidity' },
        { type: 'OrderAnswered', orderId: order.id },
      ]);
      const stored = await store.journal.order(order.id);
      assert.equal(stored?.answer?.status, 'CANCELLED');
      assert.deepEqual(stored, ledger.state.orders.get(order.id));
    },
  );

  conforms(
    'orders come newest first, in pages, by each filter, of that subaccount only',
    async ({ store }) => {
      const ledger = new LedgerBuilder(store.journal);
      await ledger.recordSampleTrading();
      const found = async (query: Partial<OrderQuery>): Promise<string[]> =>
        numbers(await store.journal.orders({ ...OF_SUBACCOUNT, ...query }));
      assert.deepEqual(await found({}), ['7', '6', '5', '4', '3', '2', '1']);
      assert.deepEqual(await found({ limit: 2 }), ['7', '6']);
      assert.deepEqual(await found({ limit: 2, before: 5 }), ['4', '3']);
      assert.deepEqual(await found({ status: 'CANCELLED' }), ['5', '4']);
      assert.deepEqual(await found({ status: 'OPEN' }), ['6', '1']);
      assert.deepEqual(await found({ status: 'PARTIAL', before: 2 }), []);
      assert.deepEqual(await found({ clientOrderId: 'batch-1' as ClientOrderId }), ['6']);
      assert.deepEqual(await found({ clientOrderId: 'batch-1' as ClientOrderId, status: 'FILLED' }), []);
      assert.deepEqual(await found({ instrumentId: INSTRUMENT, limit: 1 }), ['7']);
      assert.deepEqual(await found({ instrumentId: 1 as typeof INSTRUMENT }), []);
      assert.deepEqual(await found({ subaccountId: 'sa_2' as SubaccountId }), []);
      assert.deepEqual(await found({ accountId: 'acc_2' as AccountId }), []);
    },
  );

  conforms('orders, fills and complex orders are found by their tag', async ({ store }) => {
    const ledger = new LedgerBuilder(store.journal);
    await ledger.recordSampleTrading();
    const tag = 'maker-1' as OrderTag;
    await ledger.accept({ tag });
    await ledger.acknowledge();
    await ledger.fill(8, 300_000_000n);
    await ledger.accept({ tag });
    const tagged = { accountId: ACCOUNT, subaccountId: SUBACCOUNT, limit: 100, tag };
    assert.deepEqual(numbers(await store.journal.orders(tagged)), ['9', '8']);
    assert.deepEqual(numbers(await store.journal.orders({ ...tagged, before: 9, limit: 1 })), ['8']);
    assert.deepEqual(numbers(await store.journal.orders({ ...tagged, status: 'PARTIAL' })), ['8']);
    assert.deepEqual(numbers(await store.journal.orders({ ...tagged, tag: 'maker' as OrderTag })), []);
    const fills = await store.journal.fills(tagged);
    assert.deepEqual([numbers(fills), fills[0]?.tag], [['4'], tag]);
    assert.deepEqual(numbers(await store.journal.fills({ ...tagged, orderId: 'ord_3' as OrderId })), []);
    assert.deepEqual(await store.journal.parents(tagged), []);
  });

  conforms('fills come newest first, in pages, by order, instrument and time', async ({ store }) => {
    const ledger = new LedgerBuilder(store.journal);
    await ledger.recordSampleTrading();
    const found = async (query: Partial<FillQuery>): Promise<string[]> =>
      numbers(await store.journal.fills({ ...OF_SUBACCOUNT, ...query }));
    const [newest] = await store.journal.fills({ ...OF_SUBACCOUNT, limit: 1 });
    assert.deepEqual(await found({}), ['3', '2', '1']);
    assert.deepEqual(await found({ limit: 1, before: 3 }), ['2']);
    assert.deepEqual(await found({ orderId: 'ord_3' as OrderId }), ['2']);
    assert.deepEqual(await found({ instrumentId: 7 as typeof INSTRUMENT }), []);
    const at = newest?.timestamp ?? (0 as TimestampMs);
    assert.deepEqual(await found({ start: at }), ['3']);
    assert.deepEqual(await found({ end: at }), ['2', '1']);
    assert.deepEqual(await found({ subaccountId: 'sa_2' as SubaccountId }), []);
  });

  conforms(
    'a leg is found by the name its venue gave it, generation by generation; our own names are not kept',
    async (subject) => {
      const ledger = new LedgerBuilder(subject.store.journal);
      const order = ledger.newOrder();
      const [leg] = order.legs;
      assert.ok(leg);
      const named = (clientId: string) => ({ ...leg, clientId: clientId as typeof leg.clientId });
      await ledger.record('submit', [{ type: 'OrderAccepted', order: { ...order, legs: [named('0xa1')] } }]);
      const next = {
        generation: 2,
        clientId: named('0xb2').clientId,
        price: leg.price,
        qty: leg.qty,
      } as const;
      await ledger.record('venue_report', [
        { type: 'AmendRequested', orderId: order.id, change: AMEND },
        { type: 'LegReplaced', orderId: order.id, leg: 1, ...next },
      ]);
      await ledger.accept();
      const { store } = await subject.reopen();
      const found = async (clientId: string): Promise<unknown> => {
        const name = await store.journal.findLegByClientId(DEMO, named(clientId).clientId);
        return name && [name.orderId, name.leg, name.generation];
      };
      assert.deepEqual(
        [await found('0xa1'), await found('0xb2')],
        [
          [order.id, 1, 1],
          [order.id, 1, 2],
        ],
      );
      assert.deepEqual([await found('0xc3'), await found('cb-2-1-1')], [null, null]);
    },
  );

  conforms('pending fills are loaded, and settle in their row', async (subject) => {
    const ledger = new LedgerBuilder(subject.store.journal);
    await ledger.accept();
    await ledger.acknowledge();
    const orderId = 'ord_1' as OrderId;
    for (const venueTradeId of ['t1', 't2'])
      await ledger.fill(1, 100n, { venueTradeId, settlement: 'PENDING' });
    await ledger.record('venue_report', [{ type: 'FillSettled', orderId, fillId: 'fil_1' as never }]);
    const { store } = await subject.reopen();
    const { pendingFills } = await store.journal.load();
    assert.deepEqual(pendingFills, [...ledger.state.pendingFills.values()]);
    const rows = await store.journal.fills({ ...OF_SUBACCOUNT });
    assert.deepEqual(
      rows.map(({ id, settlement }) => [id, settlement]),
      [
        ['fil_2', 'PENDING'],
        ['fil_1', 'FINAL'],
      ],
    );
  });

  conforms('an installation has one id, the first that was proposed', async (subject) => {
    const [first, second] = ['a'.repeat(32), 'b'.repeat(32)] as const;
    assert.equal(await subject.store.journal.installationId(first), first);
    assert.equal(await subject.store.journal.installationId(second), first);
    const { store } = await subject.reopen();
    assert.equal(await store.journal.installationId(second), first);
  });

  conforms('I-11: the same trade of a leg is refused a second time', async ({ store }) => {
    const ledger = new LedgerBuilder(store.journal);
    await ledger.recordSampleTrading();
    await assert.rejects(ledger.fill(2, 5n, { venueTradeId: 'T-2-0' }), { name: 'JournalFailedError' });
  });

  conforms(
    'I-01: one account cannot hold a client order id twice; without one there is no limit',
    async ({ store }) => {
      const ledger = new LedgerBuilder(store.journal);
      await ledger.accept({ clientOrderId: null });
      await ledger.accept({ clientOrderId: null });
      await ledger.accept({ clientOrderId: 'twice' as ClientOrderId });
      await assert.rejects(
        ledger.accept({ clientOrderId: 'twice' as ClientOrderId }),
        /UNIQUE|unique constraint "orders_once"/,
      );
    },
  );

  conforms('a closed position leaves the table', async ({ store }) => {
    const ledger = new LedgerBuilder(store.journal);
    await ledger.recordSampleTrading();
    assert.equal((await store.journal.load()).positions.length, 1);
    const held = ledger.state.positions.values().next().value?.net ?? 0n;
    await ledger.fill(1, held, { side: 'SELL' });
    assert.deepEqual((await store.journal.load()).positions, []);
  });

  conforms('P-05: a gap, a repeat and everything after them is refused', async (subject) => {
    const ledger = new LedgerBuilder(subject.store.journal);
    await ledger.openAccount();
    ledger.state.seq += 1;
    await assert.rejects(ledger.accept(), /JournalFailedError.*no previous entry/);
    ledger.state.seq = 1;
    await assert.rejects(ledger.accept(), { name: 'JournalFailedError' });
    const second = await subject.reopen();
    const repeating = new LedgerBuilder(second.store.journal);
    await assert.rejects(
      repeating.openAccount(),
      /UNIQUE constraint failed: entries.seq|entry 1 repeats a number/,
    );
    const third = await second.reopen();
    assert.equal((await third.store.journal.load()).seq, 1);
  });

  conforms('E-01: used signatures survive a restart until they expire', async (subject, clock) => {
    const { replay } = subject.store;
    const at = (ms: number): TimestampMs => (clock.at + ms) as TimestampMs;
    await Promise.all([
      replay.rememberSignature('aaa', at(0), at(10)),
      replay.rememberSignature('bbb', at(0), at(20)),
    ]);
    await replay.rememberSignature('ccc', at(0), at(5_000));
    const { store } = await subject.reopen();
    const known = async (now: TimestampMs): Promise<string[]> =>
      (await store.replay.loadSignatures(now)).map(({ signature }) => signature);
    assert.deepEqual(await known(at(0)), ['aaa', 'bbb', 'ccc']);
    assert.deepEqual(await known(at(21)), ['ccc']);
    assert.equal((await store.journal.load()).seq, 0);
  });

  conforms(
    'a signature is deleted when it had expired at the use of a newer one, by their timestamps',
    async ({ store: { replay } }, clock) => {
      const at = (ms: number): TimestampMs => (clock.at + ms) as TimestampMs;
      const [start, later] = [at(0), at(2_000)];
      const expiry = (from: TimestampMs): TimestampMs => (from + 10) as TimestampMs;
      await replay.rememberSignature('old', start, expiry(start));
      clock.at += 3_600_000; // set forward: what the clock shows at the commit lets nothing go
      await replay.rememberSignature('same', start, expiry(start));
      assert.equal((await replay.loadSignatures(0 as TimestampMs)).length, 2);
      clock.at += 2_000;
      await replay.rememberSignature('new', later, expiry(later));
      const kept = await replay.loadSignatures(0 as TimestampMs);
      assert.deepEqual(kept, [{ signature: 'new', expiresAt: expiry(later) }]);
    },
  );
}
