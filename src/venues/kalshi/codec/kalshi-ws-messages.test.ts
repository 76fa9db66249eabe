import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decode } from '../../../contract/model/decoder.ts';
import {
  BOOK_DELTA,
  DeltaDecoder,
  EVENT_FEE,
  LIFECYCLE,
  STREAM_FILL,
  STREAM_ORDER,
} from './kalshi-ws-messages.ts';

const reader = new DeltaDecoder();
const full = (msg: unknown) => decode(BOOK_DELTA, msg);

const cents = fc.integer({ min: 1, max: 9_999 }).map((units) => (units / 10_000).toFixed(4));
const change = fc.integer({ min: -99_999, max: 99_999 }).map((units) => (units / 100).toFixed(2));

test('the fast decoder returns the same as the full shape', () => {
  fc.assert(
    fc.property(cents, change, fc.constantFrom('yes', 'no'), (price, delta, side) => {
      const msg = {
        market_ticker: 'KXA',
        price_dollars: price,
        delta_fp: delta,
        side,
        ts_ms: 1_795_188_689_957,
      };
      assert.deepEqual(reader.decode(msg), full(msg));
    }),
  );
});

test('the fast decoder leaves unusual messages to the full shape', () => {
  const sound = { market_ticker: 'KXA', price_dollars: '0.5', delta_fp: '1.00', side: 'yes', ts_ms: 1 };
  const odd = [
    { side: 'maybe' },
    { price_dollars: 0.5 },
    { price_dollars: '-0.5' },
    { delta_fp: 'NaN' },
    { delta_fp: '--1' },
    { ts_ms: undefined },
    { market_ticker: null },
  ];
  for (const fields of odd) assert.equal(reader.decode({ ...sound, ...fields }), null);
  assert.equal(reader.decode(null), null);
});

/** The fields of the venue's AsyncAPI with the changes of 2026-10-01, deprecated ones included. */
const PUBLISHED = {
  user_order: [
    STREAM_ORDER,
    'order_id user_id client_order_id ticker exchange_index status side is_yes outcome_side book_side yes_price_dollars ' +
      'fill_count_fp remaining_count_fp initial_count_fp taker_fill_cost_dollars maker_fill_cost_dollars taker_fees_dollars ' +
      'maker_fees_dollars order_group_id self_trade_prevention_type created_time last_update_time expiration_time ' +
      'expiration_ts_ms created_ts_ms last_updated_ts_ms last_update_reason subaccount_number',
  ],
  fill: [
    STREAM_FILL,
    'trade_id order_id client_order_id market_ticker exchange_index is_taker side ts ts_ms yes_price_dollars count_fp fee_cost ' +
      'action post_position_fp purchased_side outcome_side book_side subaccount',
  ],
  market_lifecycle_v2: [
    LIFECYCLE,
    'event_type market_ticker exchange_index open_ts close_ts determination_ts settled_ts result settlement_value ' +
      'is_deactivated additional_metadata price_level_structure price_ranges strike_type floor_strike cap_strike ' +
      'custom_strike yes_sub_title',
  ],
  event_fee_update: [EVENT_FEE, 'event_ticker fee_type_override fee_multiplier_override'],
} as const;

for (const [type, [decoder, fields]] of Object.entries(PUBLISHED))
  test(`every published field of ${type} is known`, () => {
    const unknown: string[] = [];
    const msg = Object.fromEntries(fields.split(' ').map((name) => [name, null]));
    decode<unknown>(decoder, msg, type, ({ kind, shown }) => {
      if (kind === 'unknown_field') unknown.push(shown);
    });
    assert.deepEqual(unknown, []);
  });
