import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Venue } from '../../../sdk/src/index.ts';
import { ORDER_REASON_NAMES } from '../../../src/contract/model/order-reasons.ts';
import { REJECTION_CODES } from '../../../src/contract/model/result.ts';
import { orderBody } from '../pages/orders/copy-text.ts';
import { fillsCsv, ordersCsv } from '../pages/orders/order-csv.ts';
import { verdictLabel } from '../pages/review/verdicts.ts';
import { capabilityRows } from '../pages/venues/capabilities.ts';
import { gainClass } from './colors.ts';
import { eventLabel, limitLabel, reasonLabel, skipReasonLabel } from './labels.ts';
import { toRejectionText } from './rejection-text.ts';
import { describeSafety } from './safety-words.ts';
import { showSpan } from './times.ts';
import { assignColours } from './venue-colors.ts';

test('every reason of an order has its own label, and an unknown code is still readable', () => {
  const labels = ORDER_REASON_NAMES.map(reasonLabel);
  assert.equal(new Set(labels).size, ORDER_REASON_NAMES.length);
  for (const [at, reason] of ORDER_REASON_NAMES.entries()) {
    if (reason !== 'expired') assert.notEqual(labels[at], reason.replaceAll('_', ' '), reason);
  }
  for (const label of [reasonLabel, skipReasonLabel, eventLabel, limitLabel])
    assert.equal(label('a_new_code'), 'a new code');
});

test('only a reason that was found before sending says that nothing was sent', () => {
  const sent = ['user_cancel', 'venue_rejected', 'venue_cancelled', 'expired', 'fok_unfilled', 'self_trade'];
  for (const reason of sent) assert.doesNotMatch(reasonLabel(reason), /not sent/, reason);
  for (const reason of ['no_book', 'qty_below_min', 'rate_limited', 'allowance_missing'])
    assert.match(reasonLabel(reason), /^not sent: /, reason);
});

test('a rejection keeps the words of the service under each code', () => {
  for (const code of REJECTION_CODES) {
    const error = Object.assign(new Error('words of the service'), { error: code });
    assert.equal(toRejectionText(error).message, 'words of the service', code);
  }
});

test('a duration is shown in its largest unit', () => {
  const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
  for (const [ms, expected] of [
    [0, '0 s'],
    [59 * second, '59 s'],
    [-34 * second, '34 s'],
    [minute, '1 min'],
    [59 * minute, '59 min'],
    [hour, '1 h'],
    [47 * hour, '47 h'],
    [2 * day, '2 d'],
    [400 * day, '400 d'],
  ] as const)
    assert.equal(showSpan(ms), expected);
});

test('a gain has the colour of buying, a loss that of selling, and zero none', () => {
  assert.deepEqual(['0.01', '-0.01', '0', '0.00'].map(gainClass), ['buy', 'sell', undefined, undefined]);
});

test('a venue keeps its colour whatever the order of the venues, and each has another', () => {
  const [one, other] = [assignColours(['B', 'A', 'C', 'A']), assignColours(['C', 'B', 'A'])];
  assert.deepEqual(one, other);
  assert.equal(new Set(one.values()).size, 3);
});

test('a verdict is shown with its rounded score', () => {
  const safety = { level: 'SAFE' as const, clauses: [] };
  const judged = { score: 0.996, relation: 'identity' as const, inverted: false, safety, reasons: [] };
  assert.equal(verdictLabel({ ...judged, verdict: 'same' }), 'the same contract · 100 of 100');
  assert.equal(
    verdictLabel({ ...judged, verdict: 'same-inverted', score: 0.5 }),
    'the same, with YES and NO swapped · 50 of 100',
  );
  assert.equal(verdictLabel({ ...judged, verdict: 'different', score: 0 }), 'different · 0 of 100');
});

test('the level of safety is explained, with every clause that differs', () => {
  assert.equal(
    describeSafety({ level: 'SAFE', clauses: [] }),
    'one contract, and no rule is known to differ',
  );
  const clauses = [
    { name: 'cancellation', words: 'pays fair price / pays 50-50' },
    { name: 'source', words: 'Reuters / AP' },
  ];
  assert.equal(
    describeSafety({ level: 'CAUTION', clauses }),
    'YES and NO agree, and a rule differs · cancellation (pays fair price / pays 50-50) · source (Reuters / AP)',
  );
});

test('each capability has two words, and swaps none', () => {
  const toCapabilities = (is: boolean) => ({
    trading: is,
    simulated: is,
    amend: is ? 'native' : 'replace',
    amend_qty_increase: is,
    post_only: is,
    reduce_only: is,
    cancel_on_pause: is,
    self_trade: is ? 'NATIVE' : 'EMULATED',
    tif: is ? ['FOK', 'GTD'] : [],
    tif_sell: is ? ['IOC'] : [],
  });
  const toRows = (capabilities: object) => capabilityRows({ capabilities } as unknown as Venue);
  const rows = (is: boolean) => toRows(toCapabilities(is)).map(([, value]) => value);
  const [none, all] = [toCapabilities(false), toCapabilities(true)];
  for (const [row, name] of Object.keys(none).slice(0, 8).entries()) {
    const changed = toRows({ ...none, [name]: all[name as keyof typeof all] });
    const differing = toRows(none).flatMap(([, value], at) => (changed[at]?.[1] === value ? [] : [at]));
    assert.deepEqual(differing, [row], name);
  }
  const yes = 'supported';
  assert.deepEqual(rows(true), [
    yes,
    'simulated',
    'in place',
    'possible',
    yes,
    yes,
    yes,
    'by the venue',
    'FOK fill or kill, GTD until a given time',
    'IOC immediate or cancel',
  ]);
  const no = 'not supported';
  assert.deepEqual(rows(false), [
    no,
    'real',
    'cancel and replace',
    'not possible',
    no,
    no,
    no,
    'by this service',
    '', // of sales as well
  ]);
});

test('a copied order repeats every term, names what its routing needs, and has no id', () => {
  const order = {
    id: 'ord_1',
    client_order_id: 'mine',
    subaccount_id: 'sa_1',
    instrument_id: 11,
    generic_asset_id: 5,
    side: 'SELL',
    outcome: 'NO',
    type: 'LIMIT',
    tif: 'GTD',
    price: '0.4',
    qty: '10',
    filled_qty: '3',
    expires_at: '2027-01-01T00:00:00.000Z',
    routing: { mode: 'DIRECT' },
  } as unknown as Parameters<typeof orderBody>[0];
  const terms = {
    subaccount_id: 'sa_1',
    side: 'SELL',
    outcome: 'NO',
    type: 'LIMIT',
    tif: 'GTD',
    price: '0.4',
    qty: '10',
  };
  const expiry = { expires_at: '2027-01-01T00:00:00.000Z' };
  assert.deepEqual(orderBody(order), { ...terms, ...expiry, instrument_id: 11, routing: { mode: 'DIRECT' } });
  const split = { ...order, price: null, expires_at: null, routing: { mode: 'SPLIT' as const } };
  const { price: _, ...unpriced } = terms;
  assert.deepEqual(orderBody(split), { ...unpriced, generic_asset_id: 5, routing: { mode: 'SPLIT' } });
});

test('a table of orders or fills has each field under its own name', () => {
  const record = new Proxy(
    {},
    { get: (_, name) => (name === 'routing' ? { mode: 'SPLIT' } : `<${String(name)}>`) },
  );
  for (const [text, last] of [
    [ordersCsv([record as never]), ['routing_mode', 'SPLIT']],
    [fillsCsv([record as never]), ['tag', '<tag>']],
  ] as const) {
    const [names = [], values = []] = text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    assert.deepEqual([names.at(-1), values.at(-1)], last);
    assert.deepEqual(
      values.slice(0, -1),
      names.slice(0, -1).map((name) => `<${name}>`),
    );
  }
});
