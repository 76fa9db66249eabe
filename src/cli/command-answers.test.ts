import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Order, OrderReceipt } from '../../sdk/src/index.ts';
import { REVIEW_STATUSES } from '../domain/instruments/asset-review.ts';
import EXAMPLES from '../http/routes/examples.json' with { type: 'json' };
import { EXIT } from './cli-failure.ts';
import { Refused, ScriptedService } from './scripted-service.fixture.ts';

const ORDER = EXAMPLES.Order[0] as unknown as Order;
const [PREVIEW] = EXAMPLES.OrderPreview;
const [APPROVAL] = EXAMPLES.Approval;
const [FILL] = EXAMPLES.Fill;

const service = new ScriptedService();
before(() => service.start());
after(() => service.stop());

test('a line of a balance sheet that has no figure of the venue is not called equal', async () => {
  const [balance] = EXAMPLES.Balance;
  const line = { ...balance?.sheet?.lines[0], line: 'cash', differs: false };
  const lines = [
    { ...line, venue: null },
    { ...line, venue: '12' },
  ];
  service.answers = {
    'GET /v1/balances?subaccount_id=sa_1': [[{ ...balance, sheet: { ...balance?.sheet, lines } }]],
  };
  const { out } = await service.run('balances --sheet --subaccount sa_1 -o csv');
  const [head = '', ...rows] = out.trim().split('\n');
  const at = head.split(',').indexOf('differs');
  assert.deepEqual(
    rows.map((row) => row.split(',')[at]),
    ['', 'false'],
  );
});

test('the tables of a replay measure times from its market time', async () => {
  const timestamp = Date.parse('2026-07-01T12:00:00.000Z');
  service.answers = {
    'GET /v1/fills?limit=50&subaccount_id=sa_1': [[{ ...FILL, timestamp }]],
    'POST /v1/markets/lookup': [[]],
  };
  service.marketTime = timestamp + 5_000;
  const { out } = await service.run('fills --subaccount sa_1 -o table');
  service.marketTime = null;
  assert.match(out, / 5 s ago /);
});

describe('a table states what is definite', () => {
  const [leg] = ORDER.legs;
  const legs = [leg, { ...leg, leg: 2, venue: 'Kalshi', instrument_id: 1220 }];
  const routed = { ...ORDER, instrument_id: null, venue: null, legs, type: 'MARKET', price: null };

  test('a routed order names the venues and the title of its legs, and its price is that of the market', async () => {
    service.answers = {
      'GET /v1/orders?limit=50&subaccount_id=sa_1': [[routed]],
      'POST /v1/markets/lookup': [[{ instrument_id: 1001, title: 'Will it rain?' }]],
      'GET /v1/orders/ord_1042': [routed],
    };
    const { out } = await service.run('order list --subaccount sa_1 -o table');
    assert.match(out, /^ord_1042 .* 10 +market +4 .* Demo, Kalshi +- .*Will it rain\?$/m);
    assert.match((await service.run('order show ord_1042 -o table')).out, /^venue +Demo, Kalshi$/m);
    assert.match((await service.run('order show ord_1042 -o ndjson')).out, /"price":null/);
  });

  test('risk shows each limit with what is used of it, and none where there is no limit', async () => {
    service.answers = { 'GET /v1/risk?subaccount_id=sa_1': [EXAMPLES.RiskState[0] ?? {}] };
    const { out } = await service.run('risk show --subaccount sa_1 -o table');
    assert.match(
      out,
      /^subaccount sa_1: the kill switch is off, breached: max_position_qty of the subaccount$/m,
    );
    assert.match(out, /^max_order_qty +- +50 +- +none$/m);
    assert.match(out, /^max_position_qty +160 +100 +190 +none$/m);
  });

  test('venues that are on and not healthy are not ready', async () => {
    const venue = EXAMPLES.Venue[0] ?? {};
    service.answers = {
      'GET /v1/venues': [
        ['A', 'B', 'C', 'D'].map((name) => ({ ...venue, name, status: name === 'D' ? 'DISABLED' : 'LIVE' })),
      ],
      'GET /v1/venues/health': [
        [
          { venue: 'A', healthy: true, reason: 'requested a pause' },
          { venue: 'B', healthy: false, reason: 'the API key key-7 was rejected' },
          { venue: 'D', healthy: false, reason: 'disabled' },
        ],
      ],
    };
    const { out } = await service.run('venues -o table');
    assert.match(
      out,
      /^A +LIVE .*requested a pause\nB +NOT READY .*key-7 was rejected\nC +NOT READY .*\nD +DISABLED /m,
    );
  });

  test('a search that finds nothing names the venues that are not healthy', async () => {
    const health = [
      { venue: 'Demo', healthy: true, reason: null },
      { venue: 'Kalshi', healthy: false, reason: 'the API key key-7 was rejected' },
    ];
    const found = [{ items: [], next_cursor: null }];
    service.answers = {
      'GET /v1/markets/search?q=rain': found,
      'GET /v1/markets/search?q=rain&venue=Demo': found,
      'GET /v1/venues/health': [health],
    };
    assert.match((await service.run('markets search rain -o table')).err, /; Kalshi: the API key key-7 was/);
    assert.doesNotMatch((await service.run('markets search rain --venue Demo -o table')).err, /Kalshi/);
  });

  test('cash that a venue does not limit is not unknown', async () => {
    const [balance] = EXAMPLES.Balance;
    const own = { ...balance, venue: 'Demo', scope: 'SUBACCOUNT', total: null, available: null };
    service.answers = { 'GET /v1/balances?subaccount_id=sa_1': [[own, { ...own, scope: 'VENUE_ACCOUNT' }]] };
    const { out } = await service.run('balances --subaccount sa_1 --fields total,available -o table');
    assert.match(out, /^not limited +not limited\n- +-$/m);
  });

  test('what a venue received is named only where it differs from the order', async () => {
    const sent = (outcome: string) => ({ ...leg, sent_as: { side: 'BUY', outcome, price: '0.52' } });
    const receipt = { order: { ...ORDER, legs: [sent('YES'), sent('NO')] }, decision: null, events: [] };
    const rest = {
      cost: { expected: null, realised: {} },
      slippage: { mid: null, expected: null },
      latency_ms: {},
    };
    service.answers = { 'GET /v1/orders/ord_1042/receipt': [{ ...receipt, ...rest }] };
    const { out } = await service.run('order receipt ord_1042 -o table');
    assert.deepEqual(out.match(/sent as .*/g), ['sent as BUY NO at 0.52']);
  });
});

describe('reviews of mappings', () => {
  const members = ['one', 'two', 'three'].map((ticker, at) => ({
    name: `Demo:${ticker}`,
    instrument_id: 1001 + at,
    venue: 'Demo',
    ticker,
    title: `Title ${ticker}`,
    rules: null,
    rules_secondary: null,
    close_time: null,
    status: 'OPEN',
    inverted: at > 0,
    fingerprint: `print-${ticker}`,
  }));
  const review = { title: 'rain', by: 'operator', why: 'the same day', members };
  const reviews = REVIEW_STATUSES.map((status) => ({ ...review, status, title: status }));

  test('only approved assets are exported', async () => {
    await service.operate({ 'match.reviews': reviews });
    const { approved } = JSON.parse((await service.run('match export')).out);
    const exported = members.map(({ name, inverted, fingerprint }) => ({ name, inverted, fingerprint }));
    assert.deepEqual(approved, [{ ...review, title: 'APPROVED', members: exported }]);
  });

  for (const state of ['approved', 'rejected', 'suspended', 'all'])
    test(`the list of ${state} has those of its state`, async () => {
      await service.operate({ 'match.reviews': reviews });
      const listed = JSON.parse((await service.run(`match list --state ${state}`)).out) as typeof reviews;
      assert.deepEqual(
        listed.map(({ status }) => status),
        REVIEW_STATUSES.filter((status) => state === 'all' || state === status.toLowerCase()),
      );
    });

  test('each comparison names the listing that is compared with the first one', async () => {
    const match = { score: 0.5, relation: 'identity', safety: { level: 'SAFE', clauses: [] }, features: [] };
    const matches = ['same', 'different'].map((verdict) => ({ ...match, verdict }));
    await service.operate({ 'match.show': { members, matches, reviews: [] } });
    const { out } = await service.run('match show Demo:one Demo:two Demo:three', true);
    assert.deepEqual(out.match(/^.* and .*: \w+/gm), [
      'Demo:one and Demo:two: same',
      'Demo:one and Demo:three: different',
    ]);
  });
});

for (const [resource, command] of [
  ['instrument', 'markets search'],
  ['event', 'events list'],
  ['generic_asset', 'api GET /v1/generic-assets'],
  ['order', 'order list'],
  ['complex_order', 'complex list'],
  ['subaccount', 'api GET /v1/subaccounts'],
] as const)
  test(`what is said of a missing ${resource} names a command that finds one`, async () => {
    service.answers = { 'GET /v1/orders/ord_7': [new Refused(404, 'not_found', { resource })] };
    const { exitCode, err } = await service.run('order show ord_7');
    assert.equal(exitCode, EXIT.notFound);
    assert.ok(err.includes(`; ${command} `), err);
    assert.equal((await service.run(`${command} --help`)).exitCode, EXIT.ok);
  });

test('a missing replay says which service has one', async () => {
  service.answers = { 'POST /v1/replay': [new Refused(404, 'not_found', { resource: 'replay' })] };
  assert.match(
    (await service.run('replay step')).err,
    /; only a service of profile replay moves the market time/,
  );
});

describe('the exit code of an order', () => {
  const CODES: readonly (readonly [Partial<Order>, wait: string, exitCode: number])[] = [
    [{ status: 'FILLED' }, '', EXIT.ok],
    [{ status: 'OPEN' }, '', EXIT.ok],
    [{ status: 'CANCELLED', reason: 'ioc_remainder' }, '', EXIT.ok],
    [{ status: 'EXPIRED', reason: 'expired' }, ' --wait 0', EXIT.ok],
    [{ status: 'REJECTED', reason: 'venue_rejected' }, '', EXIT.unavailable],
    [{ status: 'REJECTED', reason: 'kill_switch' }, '', EXIT.policy],
    [{ status: 'PENDING_SUBMISSION' }, '', EXIT.ok],
    [{ status: 'PENDING_SUBMISSION' }, ' --wait 0', EXIT.unknown],
    [{ status: 'PARTIAL' }, ' --wait 0', EXIT.ok],
  ];
  for (const [command, target] of [
    ['buy 1001 10 @0.48', 'POST /v1/orders'],
    ['close 1001', 'POST /v1/positions/close'],
  ] as const)
    for (const [change, wait, expected] of CODES)
      test(`${command}${wait}: ${change.status} ${change.reason ?? ''} exits with ${expected}`, async () => {
        service.answers = { [target]: [{ ...ORDER, ...change }] };
        const { exitCode, out } = await service.run(`${command}${wait} --subaccount sa_1 -o json`);
        assert.deepEqual([exitCode, JSON.parse(out).status], [expected, change.status]);
      });

  for (const first of ['PENDING_SUBMISSION', 'OPEN', 'PARTIAL'] as const)
    test(`--wait reads an order that is ${first} until it is over`, async () => {
      service.answers = {
        'POST /v1/orders': [{ ...ORDER, status: first }],
        'GET /v1/orders/ord_1042': [{ ...ORDER, status: 'REJECTED', reason: 'kill_switch' }],
      };
      const { exitCode, out } = await service.run('buy 1001 10 @0.48 --wait --subaccount sa_1 -o json');
      assert.deepEqual([exitCode, JSON.parse(out).status], [EXIT.policy, 'REJECTED']);
    });

  for (const [unroutable, expected] of [
    [null, EXIT.ok],
    ['no_liquidity', EXIT.unavailable],
  ] as const)
    test(`a preview that is ${unroutable ?? 'routable'} exits with ${expected}`, async () => {
      service.answers = { 'POST /v1/orders/preview': [{ ...PREVIEW, unroutable, unrouted_qty: '30' }] };
      const { exitCode, out } = await service.run(
        'buy 1001 10 @0.48 --dry-run --subaccount sa_1 -o table',
        true,
      );
      assert.equal(exitCode, expected);
      assert.match(out, unroutable === null ? /51\.75/ : /not routable: no_liquidity/);
      assert.match(out, /not routed: 30/);
    });
});

const ALL_OR_NOTHING = 'FOK fills all of it or nothing, so nothing would fill';
for (const [words, takes, rests, expected] of [
  ['--tif ioc', '0', '0', 'leg 1: the book offers 0 of 300 now, the other 300 would be cancelled'],
  ['--tif ioc', '120.5', '0', 'leg 1: the book offers 120.5 of 300 now, the other 179.5 would be cancelled'],
  ['--tif fok', '120.5', '0', `leg 1: the book offers 120.5 of 300 now, ${ALL_OR_NOTHING}`],
  ['--tif gtc', '120.5', '179.5', null],
  ['--tif fok', '300', '0', null],
  ['--tif ioc', '300', '0', null],
] as const)
  test(`a preview "${words}" that takes ${takes} and rests ${rests} of 300 says what of it ends unfilled`, async () => {
    const leg = PREVIEW?.legs[0];
    const expecting = { ...leg?.expected, takes_qty: takes, rests_qty: rests };
    const legs = [{ ...leg, leg: 1, qty: '300', expected: expecting }];
    service.answers = { 'POST /v1/orders/preview': [{ ...PREVIEW, legs }] };
    const { exitCode, out } = await service.run(
      `buy 1001 300 @0.5 ${words} --dry-run --subaccount sa_1 -o table`,
      true,
    );
    assert.equal(exitCode, EXIT.ok);
    assert.deepEqual(
      out.split('\n').filter((line) => line.includes('the book offers')),
      expected === null ? [] : [expected],
    );
  });

test('several cancels exit with the code of the first failure, and go on after it', async () => {
  service.answers = {
    'DELETE /v1/orders/ord_1': [new Refused(409, 'order_not_open')],
    'DELETE /v1/orders/ord_2': [{ ...ORDER, id: 'ord_2', status: 'CANCELLED' }],
    'DELETE /v1/orders/ord_3': [new Refused(404, 'not_found')],
  };
  const { exitCode, out, err } = await service.run('order cancel ord_1 ord_2 ord_3 -o json');
  assert.equal(exitCode, EXIT.conflict);
  assert.deepEqual(
    (JSON.parse(out) as Order[]).map(({ id }) => id),
    ['ord_2'],
  );
  assert.match(err, /ord_1: [\s\S]*ord_3: /);
});

test('a refusal of the routing is one of a venue, whatever its status', async () => {
  service.answers = { 'POST /v1/orders': [new Refused(400, 'routing_unavailable')] };
  const { exitCode } = await service.run('buy 1001 10 @0.48 --subaccount sa_1');
  assert.equal(exitCode, EXIT.unavailable);
});

describe('a list that may go on', () => {
  for (const [command, path, row] of [
    ['order list', '/v1/orders', ORDER],
    ['fills', '/v1/fills', FILL],
  ] as const)
    for (const count of [1, 2])
      test(`${command}: ${count} of at most 2`, async () => {
        const target = `GET ${path}?limit=2&subaccount_id=sa_1`;
        const list = Array.from({ length: count }, () => row);
        service.answers = { [target]: [list], 'POST /v1/markets/lookup': [[]] };
        const { exitCode, err } = await service.run(`${command} --limit 2 --subaccount sa_1 -o table`, true);
        assert.equal(exitCode, EXIT.ok, err);
        assert.equal(err.includes('more results may exist'), count === 2);
      });
});

test('cancel-all needs a person at a terminal, and --yes without one', async () => {
  const target = 'POST /v1/orders/cancel-all';
  service.answers = { [target]: [EXAMPLES.CancelSummary[0] as object] };
  const declined = await service.run('order cancel-all --subaccount sa_1', false);
  assert.deepEqual([declined.exitCode, service.received], [EXIT.failed, []]);
  assert.equal((await service.run('order cancel-all --subaccount sa_1', true)).exitCode, EXIT.ok);
  assert.deepEqual(service.received, [[target, { subaccount_id: 'sa_1' }]]);
  assert.equal((await service.run('order cancel-all', true)).exitCode, EXIT.ok);
  assert.deepEqual(service.received, [[target, {}]]);
  assert.equal((await service.run('order cancel-all --subaccount sa_1')).exitCode, EXIT.ok);
});

describe('a receipt', () => {
  const RECEIPT: OrderReceipt = {
    order: { ...ORDER, status: 'FILLED', capped_qty: '8', filled_qty: '8' },
    decision: null,
    cost: { expected: { cost: '3.84', fees: '0.1' }, realised: { cost: '3.76', fees: '0.1' } },
    slippage: {
      mid: '0.08',
      expected: '-0.04',
      legs: [{ leg: 1, mid_price: '0.46', expected_price: '0.48' }],
    },
    latency_ms: { durable: 1, sent: 2, acknowledged: 3, first_fill: 4, closed: null },
    events: [],
    events_truncated: false,
    warnings: [],
    trace_id: null,
  } as never;
  const lines = async (change: Partial<OrderReceipt>): Promise<string> => {
    service.answers = { 'GET /v1/orders/ord_1042/receipt': [{ ...RECEIPT, ...change }] };
    return (await service.run('order receipt ord_1042 -o table', true)).out;
  };

  test('says what was filled of the capped quantity, and which way the price slipped', async () => {
    const out = await lines({});
    assert.match(out, /^ord_1042 FILLED: 8 of 8 at 0\.47$/m);
    assert.match(out, /0\.08 worse against the mid of 0\.46, 0\.04 better against the average/);
    assert.match(out, /^realised: cost 3\.76 with fees 0\.1$/m);
    assert.match(out, /closed -/);
  });

  test('says that a cost is unknown', async () => {
    const out = await lines({ cost: { expected: null, realised: { cost: null, fees: null } } });
    assert.match(out, /^expected: none, there was no routing decision$/m);
    assert.match(out, /^realised: cost unknown with fees unknown$/m);
  });
});

test('an approval names its instrument, or its asset', async () => {
  const { instrument_id: _, ...onAsset } = { ...APPROVAL?.order, generic_asset_id: 501 };
  const list = [APPROVAL, { ...APPROVAL, order: onAsset }] as object[];
  service.answers = { 'GET /v1/approvals': [list] };
  const { out } = await service.run('approvals -o table', true);
  assert.match(out, /BUY YES 100 @ 0\.48 on 1001\b[\s\S]*BUY YES 100 @ 0\.48 on asset 501\b/);
});
