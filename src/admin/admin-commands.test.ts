import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERMISSIONS } from '../contract/access/access.ts';
import type { VenueOrderId } from '../contract/model/ids.ts';
import { err, notFound, ok, type Rejection, type Result } from '../contract/model/result.ts';
import { FaultInjector } from '../matching-engine/fault-injector.ts';
import type { MappingReviewService } from '../oms/mapping-review/review-types.ts';
import { openInstrument } from '../oms/oms.fixture.ts';
import type { PositionAdopter } from '../oms/position-adoption.ts';
import { price, qty } from '../oms/scripted-venue.fixture.ts';
import type { AccountAdmin } from '../orders/trading-service.ts';
import { createMemoryAccountAdmin } from './account-admin.fixture.ts';
import { type AdminParts, createAdminHandler } from './admin-commands.ts';

const STATUS = { pid: 7, version: '1.0.0', url: 'http://127.0.0.1:8787', ready: true };
const PUBLIC_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='; // RFC 8032, 7.1, test 1
const KEY = { account_id: 'acc_1', public_key: PUBLIC_KEY, permissions: ['read'], subaccounts: '*' };

type Parts = Pick<AdminParts, 'reviewing' | 'demoFaults' | 'adoptPositions'>;

/** The admin commands over an in-memory ledger, with a record of their calls to the replaced parts. */
async function createControl(parts: Parts = {}) {
  const { operating, state } = await createMemoryAccountAdmin();
  const recorded: unknown[] = [];
  const opened: unknown[] = [];
  const admin: AccountAdmin = new Proxy(operating, {
    get: (target, name) =>
      name === 'recordAdminAction'
        ? async (...action: readonly unknown[]) => void recorded.push(action)
        : Reflect.get(target, name, target).bind(target),
  });
  const pairings = {
    open: (...link: readonly unknown[]) => {
      opened.push(link);
      return err(notFound('subaccount'));
    },
  };
  const run = createAdminHandler(() => STATUS, { operating: admin, pairings, ...parts });
  return { run, recorded, opened, state };
}

const readFields = (result: Result<unknown, Rejection>): readonly string[] => {
  assert.ok(!result.ok && result.error.code === 'validation', JSON.stringify(result));
  return (result.error.details as { readonly fields: { readonly field: string }[] }).fields.map(
    ({ field }) => field,
  );
};

describe('accounts, subaccounts and keys', () => {
  test('the key of an agent has its policy in decimals, and simulated venues only by default', async () => {
    const { run } = await createControl();
    await run('account.new', { account_id: 'acc_1' });
    const expires_at = Date.now() + 86_400_000;
    const agent = { order_cost_max: '20.5', orders_per_hour: 30, venues: ['Demo'] };
    const made = await run('key.new', { ...KEY, expires_at, agent });
    assert.ok(made.ok, JSON.stringify(made));
    assert.deepEqual((made.value as { readonly agent: unknown }).agent, {
      simulatedOnly: true,
      orderCostMax: '20.5',
      dayCostMax: null,
      dayLossMax: null,
      ordersPerHour: 30,
      venues: ['Demo'],
      categories: null,
      genericAssetIds: null,
      approvalAbove: null,
    });
    assert.deepEqual(await run('key.list', {}), ok([made.value]));
    assert.deepEqual(readFields(await run('key.new', { ...KEY, agent })), ['expires_at']);
  });

  test('each is created with the given fields, listed, and a key is revoked', async () => {
    const { run, state } = await createControl();
    for (const id of ['acc_2', 'acc_1'])
      assert.deepEqual(await run('account.new', { account_id: id }), ok(id));
    assert.deepEqual(await run('account.list', {}), ok(['acc_1', 'acc_2']));
    const subaccount = { accountId: 'acc_1', subaccountId: 'sub_1', name: 'first' };
    const named = { account_id: 'acc_1', subaccount_id: 'sub_1', name: 'first' };
    assert.deepEqual(await run('subaccount.new', named), ok(subaccount));
    assert.deepEqual([...state.subaccounts.values()], [subaccount]);
    const NOTHING_LEFT = { webhooks: 0, alerts: 0, approvals: 0, complexOrders: 0, orders: 0 };
    const made = await run('key.new', {
      ...KEY,
      key_id: 'key_1',
      permissions: ['trade', 'read'],
      subaccounts: ['sub_1', 'sub_1'],
      expires_at: 1_900_000_000_000,
    });
    assert.ok(made.ok);
    const { createdAt: _, ...key } = made.value as Readonly<Record<string, unknown>>;
    const { publicKey, permissions, ...rest } = key;
    assert.ok(publicKey !== undefined);
    assert.deepEqual(new Set(permissions as readonly string[]), new Set(['read', 'trade']));
    assert.deepEqual(rest, {
      keyId: 'key_1',
      accountId: 'acc_1',
      subaccounts: ['sub_1'],
      expiresAt: 1_900_000_000_000,
      agent: null,
      limits: null,
      status: 'ACTIVE',
    });
    assert.deepEqual(await run('key.list', {}), ok([made.value]));
    assert.deepEqual(
      await run('key.revoke', { key_id: 'key_1' }),
      ok({ ...(made.value as object), status: 'REVOKED', left: NOTHING_LEFT }),
    );
    assert.deepEqual(await run('key.list', {}), ok([{ ...(made.value as object), status: 'REVOKED' }]));
  });

  test('a key without a name and an expiry gets an id and never expires', async () => {
    const { run } = await createControl();
    await run('account.new', { account_id: 'acc_1' });
    const made = await run('key.new', { ...KEY, expires_at: null });
    assert.ok(made.ok);
    const { keyId, expiresAt, subaccounts } = made.value as Readonly<Record<string, unknown>>;
    assert.match(String(keyId), /^key_[0-9a-f]{16}$/);
    assert.deepEqual([expiresAt, subaccounts], [null, '*']);
  });

  const LONGEST = 'x'.repeat(64);
  const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly string[]])[] = [
    ['account.new', { account_id: '' }, ['account_id']],
    ['account.new', { account_id: `${LONGEST}x` }, ['account_id']],
    ['account.new', { account_id: 7 }, ['account_id']],
    ['subaccount.new', {}, ['account_id', 'subaccount_id', 'name']],
    ['subaccount.new', { account_id: 'a', subaccount_id: 'b', name: '' }, ['name']],
    ['subaccount.new', { account_id: 'a', subaccount_id: 'b', name: 'x'.repeat(101) }, ['name']],
    ['subaccount.new', { account_id: 'a', subaccount_id: 'b', name: 'line\nbreak' }, ['name']],
    ['key.new', { ...KEY, limits: {} }, ['limits']],
    ['key.new', { ...KEY, limits: { day_cost_max: '0' } }, ['limits.day_cost_max']],
    ['key.new', { ...KEY, limits: { orders_per_minute_max: 1.5 } }, ['limits.orders_per_minute_max']],
    ['key.new', { ...KEY, agent: { order_cost_max: '0' } }, ['agent.order_cost_max']],
    ['key.new', { ...KEY, agent: { orders_per_hour: 1.5 } }, ['agent.orders_per_hour']],
    ['key.new', { ...KEY, agent: { venues: [] } }, ['agent.venues']],
    ['key.new', { ...KEY, agent: { simulated_only: 'no' } }, ['agent.simulated_only']],
    ['key.new', { ...KEY, agent: { order_cost_limit: '5' } }, ['agent.order_cost_limit']],
    ['key.new', { ...KEY, agent: 'strict' }, ['agent']],
    ['key.new', { ...KEY, agent: ['5'] }, ['agent']],
    ['key.new', { ...KEY, limits: { day_cost_max: '5', day_costs_max: '5' } }, ['limits.day_costs_max']],
    ['key.new', { ...KEY, limits: '5' }, ['limits']],
    ['key.new', { ...KEY, key_id: 'a b' }, ['key_id']],
    ['key.new', { ...KEY, public_key: 'AAAA' }, ['public_key']],
    ['key.new', { ...KEY, permissions: [] }, ['permissions']],
    ['key.new', { ...KEY, permissions: ['read', 'fly'] }, ['permissions']],
    ['key.new', { ...KEY, permissions: 'read' }, ['permissions']],
    ['key.new', { ...KEY, subaccounts: [] }, ['subaccounts']],
    ['key.new', { ...KEY, subaccounts: ['sub_1', 'a b'] }, ['subaccounts']],
    ['key.new', { ...KEY, subaccounts: Array.from({ length: 1_001 }, (_, at) => `s${at}`) }, ['subaccounts']],
    ['key.new', { ...KEY, expires_at: 0 }, ['expires_at']],
    ['key.new', { ...KEY, expires_at: 1.5 }, ['expires_at']],
    ['key.revoke', {}, ['key_id']],
    ['secret.sealed', { setting: 'venues.kalshi.key_file; rm' }, ['setting']],
    ['secret.sealed', { setting: '' }, ['setting']],
    ['secret.sealed', { setting: 7 }, ['setting']],
    ['pair', { account_id: 'acc_1', permissions: ['fly'], expires_at: -1 }, ['permissions', 'expires_at']],
  ];
  for (const [command, params, fields] of cases)
    test(`${command} names the invalid fields of ${JSON.stringify(params).slice(0, 90)}`, async () => {
      const { run, opened, recorded } = await createControl();
      assert.deepEqual(readFields(await run(command, params)), fields);
      assert.deepEqual([opened, recorded], [[], []]);
    });

  test('the longest names and lists are accepted', async () => {
    const { run } = await createControl();
    assert.deepEqual(await run('account.new', { account_id: LONGEST }), ok(LONGEST));
    const subaccount = { account_id: LONGEST, subaccount_id: LONGEST, name: 'x'.repeat(100) };
    assert.ok((await run('subaccount.new', subaccount)).ok);
    const key = { ...KEY, account_id: LONGEST, permissions: [...PERMISSIONS] };
    const ids = Array.from({ length: 1_000 }, (_, at) => `s${at}`);
    // The list is readable, so the answer is about an id that the account does not have.
    const refused = await run('key.new', { ...key, subaccounts: ids });
    assert.ok(!refused.ok && /has s0,/.test(JSON.stringify(refused.error)), JSON.stringify(refused));
    const made = await run('key.new', key);
    assert.deepEqual(made.ok && (made.value as { permissions: unknown }).permissions, [...PERMISSIONS]);
  });
});

test('a sealed secret is recorded by the name of its setting', async () => {
  const { run, recorded } = await createControl();
  assert.deepEqual(await run('secret.sealed', { setting: 'venues.kalshi.key' }), ok('venues.kalshi.key'));
  assert.deepEqual(recorded, [['venue_secret_sealed', 'venues.kalshi.key']]);
});

test('a link is opened for the account with the permissions and the expiry that are given', async () => {
  const { run, opened } = await createControl();
  assert.deepEqual(await run('pair', { account_id: 'acc_1' }), err(notFound('subaccount')));
  await run('pair', { account_id: 'acc_1', permissions: ['read'], expires_at: 5 });
  assert.deepEqual(opened, [
    ['acc_1', { permissions: null, expiresAt: null }],
    ['acc_1', { permissions: ['read'], expiresAt: 5 }],
  ]);
});

test('a command of the mapping reviews needs a running service', async () => {
  const { run } = await createControl();
  const refused = await run('match.reviews', {});
  assert.ok(!refused.ok && refused.error.code === 'not_found');
  const reviewing = { reviews: () => [] } as unknown as MappingReviewService;
  assert.deepEqual(await (await createControl({ reviewing })).run('match.reviews', {}), ok([]));
});

describe('positions that the account of a venue holds beyond our fills', () => {
  const params = { venue: 'Kalshi', account_id: 'acc_1', subaccount_id: 'sa_1' };
  const SHORT = {
    instrument: openInstrument(1001),
    side: 'SELL',
    outcome: 'YES',
    qty: qty('4.5'),
    price: price('0.6'),
    priceFrom: 'market',
  } as const;
  const LEFT = { venueInstrumentId: 'M-9', net: -1n * qty('2'), tokens: null, why: 'no price' };
  const ORDER = {
    order: {
      venueOrderId: 'V-1' as VenueOrderId,
      clientId: null,
      venueInstrumentId: 'M-9',
      side: 'BUY',
      outcome: 'YES',
      price: price('0.01'),
      qty: qty('3'),
      filledQty: qty('1'),
    },
    isCancelled: false,
    why: null,
  } as const;
  const LEFT_TOKENS = { ...LEFT, net: qty('3'), tokens: { YES: qty('5'), NO: qty('2') } };

  test('are taken over into the named subaccount; the answer has what was taken and what was left', async () => {
    const calls: unknown[] = [];
    const adopting: PositionAdopter = async (...call) => {
      calls.push(call);
      return ok({ adopted: [SHORT], left: [LEFT, LEFT_TOKENS], orders: [ORDER] });
    };
    const { run } = await createControl({ adoptPositions: adopting });
    assert.deepEqual(
      await run('venue.adopt', params),
      ok({
        adopted: [
          {
            instrument_id: 1001,
            ticker: 'M-1001',
            side: 'SELL',
            outcome: 'YES',
            qty: '4.5',
            price: '0.6',
            price_from: 'market',
          },
        ],
        left: [
          { ticker: 'M-9', net: '-2', why: 'no price' },
          { ticker: 'M-9', net: '3', yes: '5', no: '2', why: 'no price' },
        ],
        orders: [
          {
            venue_order_id: 'V-1',
            ticker: 'M-9',
            side: 'BUY',
            outcome: 'YES',
            price: '0.01',
            qty: '3',
            filled_qty: '1',
            cancelled: false,
            why: null,
          },
        ],
      }),
    );
    const owner = { accountId: 'acc_1', subaccountId: 'sa_1' };
    assert.deepEqual(calls, [['Kalshi', owner, false]]);
    await run('venue.adopt', { ...params, cancel_orders: true });
    assert.deepEqual(calls.pop(), ['Kalshi', owner, true]);
    assert.deepEqual(readFields(await run('venue.adopt', { ...params, cancel_orders: 'yes' })), [
      'cancel_orders',
    ]);
    for (const field of ['venue', 'account_id', 'subaccount_id'])
      assert.deepEqual(readFields(await run('venue.adopt', { ...params, [field]: 'no name' })), [field]);
    assert.equal(calls.length, 1);
  });

  test('need a running service with venues', async () => {
    const { run } = await createControl();
    const refused = await run('venue.adopt', params);
    assert.ok(!refused.ok && refused.error.code === 'not_found');
  });
});

describe('the faults of Demo', () => {
  const NAMES = { status: 'Demo is down', delay: 'answers late' };
  const injector = (): FaultInjector => new FaultInjector({ next: () => 0 }, NAMES);
  const idsOf = (faults: FaultInjector): readonly number[] => faults.list().map(({ id }) => id);

  test('a fault is set, listed with the known names, and cleared by number, by name and with null', async () => {
    const faults = injector();
    const { run } = await createControl({ demoFaults: faults });
    assert.deepEqual(await run('fault.list', {}), ok({ faults: [], known: NAMES }));
    for (const name of ['status', 'delay', 'delay', 'status', 'status'])
      assert.ok((await run('fault.set', { fault: { name } })).ok);
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = idsOf(faults);
    assert.deepEqual(await run('fault.list', null), ok({ faults: faults.list(), known: NAMES }));
    const cleared = await run('fault.clear', { which: fourth });
    assert.deepEqual(cleared, ok({ faults: faults.list() }));
    assert.deepEqual(idsOf(faults), [first, second, third, fifth]);
    await run('fault.clear', { which: 'delay' });
    assert.deepEqual(idsOf(faults), [first, fifth]);
    await run('fault.clear', { which: null });
    assert.deepEqual(idsOf(faults), []);
  });

  test('an unknown fault and an unreadable choice are refused and change nothing', async () => {
    const faults = injector();
    const { run } = await createControl({ demoFaults: faults });
    await run('fault.set', { fault: { name: 'status' } });
    assert.deepEqual(readFields(await run('fault.set', { fault: { name: 'dely' } })), ['fault']);
    for (const which of [undefined, true, {}])
      assert.deepEqual(readFields(await run('fault.clear', { which })), ['which']);
    assert.equal(idsOf(faults).length, 1);
  });

  test('a fault at another exchange is recorded with its description, of limited length', async () => {
    const { run, recorded } = await createControl({ demoFaults: injector() });
    assert.deepEqual(await run('fault.note', { detail: 'Kalshi delay' }), ok(null));
    assert.deepEqual(await run('fault.note', { detail: 'x'.repeat(500) }), ok(null));
    for (const detail of ['x'.repeat(501), 7, undefined])
      assert.deepEqual(readFields(await run('fault.note', { detail })), ['detail']);
    assert.deepEqual(recorded, [
      ['fault', 'Kalshi delay'],
      ['fault', 'x'.repeat(500)],
    ]);
  });

  test('profile live refuses every fault command, and records none', async () => {
    const { run, recorded } = await createControl();
    for (const name of ['fault.list', 'fault.set', 'fault.clear', 'fault.note']) {
      const refused = await run(name, { detail: 'x', fault: { name: 'status' }, which: null });
      assert.ok(!refused.ok && /profile "live"/.test(refused.error.message), name);
    }
    assert.deepEqual(recorded, []);
    const unknown = await run('fault.toString', {});
    assert.ok(!unknown.ok && unknown.error.code === 'not_found');
  });
});
