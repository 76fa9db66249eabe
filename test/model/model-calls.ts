import fc from 'fast-check';

/**
 * API keys. `wide`: all of acc_1. `narrow`: only sa_2 of acc_1. `stranger`: all of acc_2, which has another
 * sa_1.
 */
export type CallerName = 'wide' | 'narrow' | 'stranger';

/** A call. `nth` selects an order of any caller; quantities are whole contracts. */
export type Call =
  | ({ readonly call: 'submit'; readonly who: CallerName; readonly key: string | null } & Terms)
  | { readonly call: 'cancel'; readonly who: CallerName; readonly nth: number }
  | { readonly call: 'cancelAll'; readonly who: CallerName; readonly sub: string | null }
  | { readonly call: 'amend'; readonly who: CallerName; readonly nth: number; readonly qty: number }
  | ({ readonly call: 'limit'; readonly who: CallerName; readonly sub: string | null } & Limit)
  | { readonly call: 'kill'; readonly who: CallerName; readonly enabled: boolean };

export interface Terms {
  readonly sub: string;
  readonly instrument: number;
  readonly side: 'BUY' | 'SELL';
  readonly outcome: 'YES' | 'NO';
  readonly qty: number;
}

interface Limit {
  readonly limit: 'max_order_qty' | 'max_position_qty' | 'max_open_orders';
  readonly max: number | null;
}

/** One step: concurrent calls, a kill and restart of the process, or a trade at the venue. */
export type Step =
  | { readonly step: 'calls'; readonly calls: readonly Call[] }
  | { readonly step: 'restart' }
  | { readonly step: 'fill'; readonly nth: number; readonly qty: number };

const who = fc.constantFrom<CallerName>('wide', 'wide', 'narrow', 'stranger');
const sub = fc.constantFrom('sa_1', 'sa_1', 'sa_2', 'sa_9');
const subOrAll = fc.constantFrom(null, 'sa_1', 'sa_2');
const qty = fc.integer({ min: 1, max: 20 });
const nth = fc.nat(9);

const submit = fc.record({
  call: fc.constant('submit' as const),
  who,
  sub,
  instrument: fc.constantFrom(1001, 1002),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  outcome: fc.constantFrom('YES' as const, 'NO' as const),
  qty,
  key: fc.constantFrom(null, null, 'k1', 'k2'),
});
const limit = fc.record({
  call: fc.constant('limit' as const),
  who,
  sub: subOrAll,
  limit: fc.constantFrom('max_order_qty' as const, 'max_position_qty' as const, 'max_open_orders' as const),
  max: fc.option(fc.integer({ min: 0, max: 30 })),
});
const kill = fc.record({ call: fc.constant('kill' as const), who, enabled: fc.boolean() });
const cancel = fc.record({ call: fc.constant('cancel' as const), who, nth });
const cancelAll = fc.record({ call: fc.constant('cancelAll' as const), who, sub: subOrAll });
const amend = fc.record({ call: fc.constant('amend' as const), who, nth, qty });

const together: fc.Arbitrary<Call> = fc.oneof(
  { weight: 5, arbitrary: submit },
  { weight: 2, arbitrary: cancel },
  { weight: 1, arbitrary: cancelAll },
  { weight: 1, arbitrary: limit },
  { weight: 1, arbitrary: kill },
);
const alone: fc.Arbitrary<Call> = fc.oneof(
  { weight: 4, arbitrary: together },
  { weight: 1, arbitrary: amend },
);

const toCallsStep = (calls: fc.Arbitrary<readonly Call[]>): fc.Arbitrary<Step> =>
  calls.map((list) => ({ step: 'calls', calls: list }) as const);

/** @param fills  whether the test can cause fills at the venue */
export const steps = (fills: boolean, minLength = 1): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: toCallsStep(alone.map((call) => [call])) },
      { weight: 3, arbitrary: toCallsStep(fc.array(together, { minLength: 2, maxLength: 4 })) },
      { weight: 1, arbitrary: fc.constant<Step>({ step: 'restart' }) },
      { weight: fills ? 2 : 0, arbitrary: fc.record({ step: fc.constant('fill' as const), nth, qty }) },
    ),
    { minLength, maxLength: minLength + 24 },
  );

/** @param prices  prices at which no order fills by itself */
export const toOrderBody = (
  { sub, instrument, side, outcome, qty, key }: Extract<Call, { call: 'submit' }>,
  prices: Readonly<Record<Terms['side'], string>>,
): object => ({
  subaccount_id: sub,
  instrument_id: instrument,
  side,
  outcome,
  type: 'LIMIT',
  price: prices[side],
  qty: String(qty),
  ...(key === null ? {} : { client_order_id: key }),
});

export const toLimitBody = ({ sub, limit, max }: Extract<Call, { call: 'limit' }>): object => ({
  ...(sub === null ? {} : { subaccount_id: sub }),
  [limit]: limit === 'max_open_orders' || max === null ? max : String(max),
});
