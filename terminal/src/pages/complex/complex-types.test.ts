import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ComplexOrder, GenericAsset, Instrument } from '../../../../sdk/src/index.ts';
import {
  PARENT_TYPES,
  type ParentType,
  TYPE_DEFINITIONS,
} from '../../../../src/contract/model/complex-order-types.ts';
import type { Param } from '../../../../src/contract/model/param-table.ts';
import { PARENT_REASONS, PAUSE_CAUSES } from '../../../../src/contract/model/parent.ts';
import { snakeCase } from '../../../../src/contract/model/snake-case.ts';
import { FRESH } from '../trade/ticket-order.ts';
import { COMPLEX_KINDS, type ComplexKind } from './complex-kinds.ts';
import { buildComplexOrder, readDuration } from './complex-types.ts';
import {
  describeWatch,
  endLabel,
  findAmendable,
  findLegs,
  needsResume,
  pauseLabel,
} from './complex-words.ts';

const market = { instrument_id: 11, price_tick: '0.01' } as Instrument;
const place = { subaccountId: 'sa_1', market, matched: null, outcome: 'YES', format: 'cents' } as const;
const ticket = { ...FRESH, side: 'SELL', qty: '1,000', price: '' } as const;
const kindOf = (key: string): ComplexKind => COMPLEX_KINDS.find((kind) => kind.key === key) as ComplexKind;
const build = (key: string, texts: Readonly<Record<string, string>>, change: object = {}) =>
  buildComplexOrder(kindOf(key), { ...ticket, ...change }, texts, place);
const terms = { subaccount_id: 'sa_1', instrument_id: 11, side: 'SELL', outcome: 'YES', qty: '1000' };

test('every type has a form; a pair is sent from the opportunities', () => {
  const types = new Set([...COMPLEX_KINDS.map(({ type }) => type), 'HEDGED_PAIR']);
  assert.deepEqual([...types].sort(), PARENT_TYPES.toSorted());
});

/** Parameters without a field: what a form composes of several, and the one of two limits, which no form offers. */
const COMPOSED: ReadonlySet<string> = new Set(['legs', 'entry', 'allow_overfill']);

const isRequested = ([, { only, isOtherName }]: readonly [string, Param<unknown>]): boolean =>
  only !== 'record' && isOtherName !== true;

test('every parameter of a type has a field in one of its forms', () => {
  for (const type of new Set(COMPLEX_KINDS.map((kind) => kind.type))) {
    const forms = COMPLEX_KINDS.filter((kind) => kind.type === type);
    const shown = new Set(forms.flatMap(({ fields }) => fields.map(({ at }) => at.split('.')[1])));
    const params = Object.entries<Param<unknown>>(TYPE_DEFINITIONS[type as ParentType].params);
    for (const name of params.filter(isRequested).map(([field]) => snakeCase(field)))
      assert.ok(COMPOSED.has(name) || shown.has(name), `${type} has a field for ${name}`);
  }
});

describe('the request of a complex order', () => {
  test('a stop has its trigger, and neither defaults nor empty fields', () => {
    const texts = {
      'params.trigger_price': '40',
      'params.trigger_source': 'TOUCH',
      'params.max_slippage': '',
    };
    assert.deepEqual(build('STOP', texts, { reduceOnly: true }).request, {
      ...terms,
      type: 'STOP',
      reduce_only: true,
      params: { trigger_price: '0.4' },
    });
    assert.equal(build('STOP', {}).request, null, 'the trigger is missing');
  });

  test('a distance is in cents whatever prices are shown as', () => {
    const trail = build('TRAILING_STOP', { 'params.trail': '5', 'params.trigger_source': 'MID' });
    assert.deepEqual(trail.request?.params, { trail: '0.05', trigger_source: 'MID' });
  });

  test('a bracket has its terms in its entry', () => {
    const texts = { 'params.take_profit.price': '60¢', 'params.stop_loss.trigger_price': '0.4' };
    assert.equal(build('BRACKET', texts).request, null, 'the price of the entry is missing');
    assert.deepEqual(build('BRACKET', texts, { side: 'BUY', price: '45' }).request, {
      subaccount_id: 'sa_1',
      type: 'TP_SL',
      params: {
        take_profit: { price: '0.6' },
        stop_loss: { trigger_price: '0.4' },
        entry: { instrument_id: 11, side: 'BUY', outcome: 'YES', type: 'LIMIT', price: '0.45', qty: '1000' },
      },
    });
  });

  test('the exits of an existing order need neither quantity nor price', () => {
    const texts = { 'params.attach_to': ' ord_81 ', 'params.take_profit.price': '60' };
    assert.deepEqual(build('PROTECT', texts, { qty: '', price: '45' }).request, {
      subaccount_id: 'sa_1',
      type: 'TP_SL',
      params: { attach_to: 'ord_81', take_profit: { price: '0.6' } },
    });
  });

  test('an OCO has a limit and a stop of the same contract', () => {
    const texts = { 'params.trigger_price': '40', 'params.max_slippage': '3' };
    const leg = { instrument_id: 11, side: 'SELL', outcome: 'YES' };
    assert.deepEqual(build('OCO', texts, { price: '60' }).request, {
      subaccount_id: 'sa_1',
      type: 'OCO',
      qty: '1000',
      params: {
        legs: [
          { ...leg, type: 'LIMIT', price: '0.6' },
          { ...leg, type: 'STOP', params: { trigger_price: '0.4', max_slippage: '0.03' } },
        ],
      },
    });
  });

  test('an outage of an OCO pauses the whole order, not its stop', () => {
    const texts = { 'params.trigger_price': '40', 'params.max_outage_ms': '30s' };
    const { legs, ...shared } = build('OCO', texts, { price: '60' }).request?.params ?? {};
    assert.deepEqual(shared, { max_outage_ms: 30_000 });
    assert.deepEqual((legs as readonly { params?: object }[])[1]?.params, { trigger_price: '0.4' });
  });

  test('a stop sends its rarely used parameters', () => {
    const texts = {
      'params.trigger_price': '40',
      'params.confirm_ms': '2s',
      'params.after_partial': 'END',
      'params.fire_if_met': 'yes',
      'params.max_outage_ms': '1m',
    };
    const params = { confirm_ms: 2_000, after_partial: 'END', fire_if_met: true, max_outage_ms: 60_000 };
    assert.deepEqual(build('STOP', texts).request?.params, { trigger_price: '0.4', ...params });
  });

  test('durations and counts are numbers, and a wrong figure is named at its field', () => {
    const texts = { 'params.duration_ms': '1h', 'params.slices': '12', 'params.finish': 'CROSS' };
    assert.deepEqual(build('TWAP', texts, { price: '50' }).request?.params, {
      duration_ms: 3_600_000,
      slices: 12,
      finish: 'CROSS',
    });
    const wrong = build(
      'TWAP',
      { ...texts, 'params.slices': '2.5', 'params.duration_ms': 'soon' },
      { price: '50' },
    );
    assert.equal(wrong.request, null);
    assert.deepEqual(Object.keys(wrong.issues), ['params.duration_ms', 'params.slices']);
    assert.deepEqual(
      ['90', '1.5 h', '5m', '2d', '', 'x'].map((text) => readDuration(text).value),
      [90_000, 5_400_000, 300_000, 172_800_000, null, null],
    );
  });

  test('a peg has its reference, and a distance behind it that may be negative', () => {
    const peg = (offset: string) =>
      build('PEG', { 'params.offset': offset, 'params.max_moves': '20', post_only: 'yes' }, { price: '50' });
    assert.deepEqual(peg('1').request, {
      ...terms,
      type: 'PEG',
      price: '0.5',
      post_only: true,
      params: { reference: 'NEAR', offset: '0.01', max_moves: 20 },
    });
    assert.equal(peg('-2¢').request?.params['offset'], '-0.02');
    assert.deepEqual(peg('0').request?.params, { reference: 'NEAR', max_moves: 20 });
    assert.deepEqual(Object.keys(peg('soon').issues), ['params.offset']);
    assert.equal(build('PEG', {}).request, null, 'the limit is missing');
  });

  test('a share of the volume is typed in percent, and its end makes it GTD', () => {
    const texts = { 'params.participation': '12.5 %', 'params.window_ms': '5m', 'params.finish': 'CROSS' };
    const at = new Date(2026, 6, 2, 15, 30);
    const { request } = build('POV', { ...texts, expires_at: '2026-07-02T15:30' }, { price: '50' });
    assert.deepEqual(request, {
      ...terms,
      type: 'POV',
      price: '0.5',
      tif: 'GTD',
      expires_at: at.toISOString(),
      params: { participation: '0.125', window_ms: 300_000, finish: 'CROSS' },
    });
    const wrong = build('POV', { 'params.participation': 'half', expires_at: 'x' }, { price: '50' });
    assert.deepEqual(Object.keys(wrong.issues), ['params.participation', 'expires_at']);
  });

  test('a smart route names the asset of its market, and the outcome in the terms of the asset', () => {
    const asset = { generic_asset_id: 5 } as GenericAsset;
    const route = (isInverted: boolean | null) =>
      buildComplexOrder(
        kindOf('SMART_ROUTE'),
        { ...ticket, price: '50' },
        { 'params.min_improvement': '1' },
        { ...place, matched: isInverted === null ? null : { asset, isInverted } },
      ).request;
    const { instrument_id: _, ...shared } = terms;
    const request = { ...shared, type: 'SMART_ROUTE', generic_asset_id: 5, price: '0.5' };
    assert.deepEqual(route(false), { ...request, params: { min_improvement: '0.01' } });
    assert.deepEqual(route(true), { ...request, outcome: 'NO', params: { min_improvement: '0.01' } });
    assert.equal(route(null), null, 'the market has no asset');
  });

  test('each kind has its own key, and no two fields of a kind are sent at the same place', () => {
    assert.equal(new Set(COMPLEX_KINDS.map(({ key }) => key)).size, COMPLEX_KINDS.length);
    for (const { key, fields } of COMPLEX_KINDS)
      assert.equal(new Set(fields.map(({ at }) => at)).size, fields.length, key);
  });
});

const STATE = { watched_price: '0.47', book_age_ms: 1, trigger_price: '0.4', moves: 0, next_at: null };
const stop = (change: object = {}): ComplexOrder =>
  ({
    instrument_id: 11,
    side: 'SELL',
    outcome: 'YES',
    price: null,
    status: 'WAITING',
    params: { trigger_price: '0.4', max_slippage: '0.03' },
    state: STATE,
    paused_by: null,
    needs_resume: false,
    ...change,
  }) as unknown as ComplexOrder;

describe('the words about a complex order', () => {
  test('its trigger is shown with the side of the price that fires it', () => {
    assert.deepEqual(describeWatch(stop(), 'cents'), ['fires at or below 40¢', 'now 47¢, 7¢ away']);
    assert.deepEqual(
      describeWatch(stop({ side: 'BUY', state: { ...STATE, watched_price: null } }), 'cents'),
      ['fires at or above 40¢'],
    );
    const twap = { params: { slices: 12, duration_ms: 3_600_000 }, state: { ...STATE, trigger_price: null } };
    assert.deepEqual(describeWatch(stop(twap), 'cents'), ['best price 47¢', '12 parts in 1 h']);
  });

  test('the contract of an OCO is that of its legs, once', () => {
    const leg = { instrument_id: 11, side: 'SELL', outcome: 'YES' };
    const oco = stop({ instrument_id: null, side: null, outcome: null, params: { legs: [leg, { ...leg }] } });
    assert.deepEqual(findLegs(oco), [{ instrumentId: 11, side: 'SELL', outcome: 'YES' }]);
    const pair = { legs: [leg, { ...leg, instrument_id: 21 }] };
    assert.equal(findLegs(stop({ instrument_id: null, params: pair })).length, 2);
  });

  test('a pause that ends by itself needs no resume, unless the trigger was crossed', () => {
    const paused = { status: 'PAUSED', paused_by: 'kill_switch' };
    assert.equal(needsResume(stop(paused)), false);
    assert.equal(needsResume(stop({ ...paused, needs_resume: true })), true);
    assert.equal(needsResume(stop({ ...paused, paused_by: 'outage' })), true);
    assert.equal(needsResume(stop()), false);
  });

  test('each cause of a pause and each reason of an end has its own words', () => {
    for (const [codes, label] of [
      [PAUSE_CAUSES, pauseLabel],
      [PARENT_REASONS, endLabel],
    ] as const) {
      assert.equal(new Set(codes.map(label)).size, codes.length);
      for (const code of codes)
        if (code !== 'expired') assert.notEqual(label(code), code.replaceAll('_', ' '));
    }
  });

  test('the terms that may change are those that the order has', () => {
    assert.deepEqual(
      findAmendable(stop({ price: '0.38' })).map(({ at, value }) => [at, value]),
      [
        ['price', '0.38'],
        ['params.trigger_price', '0.4'],
      ],
    );
  });
});
