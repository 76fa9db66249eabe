import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueName } from '../contract/model/ids.ts';
import type { Side } from '../contract/model/order.ts';
import type { Venue, VenuePosition } from '../ports/venue.ts';
import { PositionReconciler, type PositionReconcilerDeps } from './position-reconciler.ts';
import { qty } from './scripted-venue.fixture.ts';

const [NEAR, FAR] = ['Demo' as VenueName, 'Kalshi' as VenueName];
const MARKET = 'SAME-NAME'; // both venues list a market under this name

/** A reconciler of two venues with 10 YES in a market of each. */
function openReconciler() {
  const held = new Map([
    ['1', { venue: NEAR, instrumentId: 1001, net: qty('10') }],
    ['2', { venue: FAR, instrumentId: 2001, net: qty('10') }],
  ]);
  const pendingFills = new Map<string, object>();
  const bindings = new Map(
    [1001, 2001].map((id) => [id, { venue: id === 1001 ? NEAR : FAR, venueInstrumentId: MARKET }]),
  );
  const recorded: string[] = [];
  const gauges = new Map<string, number>();
  const reconciler = new PositionReconciler({
    store: {
      anomaliesBeforeStart: [],
      state: {
        positions: held,
        tokenPairs: new Map(),
        pendingFills,
        operations: new Map(),
        bindings,
        subaccounts: new Map(),
      },
      commit: async (_cause: string, venue: VenueName, [event]: readonly { readonly kind: string }[]) => {
        recorded.push(`${venue} ${event?.kind}`);
      },
    },
    log: { error: () => undefined, info: () => undefined },
    metrics: {
      count: () => undefined,
      gauge: (_name: string, value: number, { venue }: { readonly venue: VenueName }) =>
        void gauges.set(venue, value),
    },
  } as unknown as PositionReconcilerDeps);
  const compare = (name: VenueName, size: string): Promise<boolean> => {
    const positions: readonly VenuePosition[] = [{ venueInstrumentId: MARKET, netQty: qty(size) }];
    const venue = { name, capabilities: { dustQty: 0n }, positions: async () => positions };
    return reconciler.compare(venue as unknown as Venue);
  };
  const addPending = (venue: VenueName, side: Side, size: string): void => {
    const instrumentId = venue === NEAR ? 1001 : 2001;
    const fill = { venue, instrumentId, side, outcome: 'YES', qty: qty(size) };
    pendingFills.set(String(pendingFills.size), fill);
  };
  const setHeld = (size: string): void =>
    void held.set('1', { venue: NEAR, instrumentId: 1001, net: qty(size) });
  return { reconciler, compare, addPending, setHeld, recorded, gauges };
}

test('positions of one venue are not counted at another one, although both name their market alike', async () => {
  const { compare, recorded } = openReconciler();
  for (const venue of [NEAR, FAR, NEAR, FAR]) assert.equal(await compare(venue, '10'), false);
  assert.deepEqual(recorded, []);
});

test('a break of one venue is neither that of another one nor closed by it', async () => {
  const { reconciler, compare, recorded, gauges } = openReconciler();
  for (const [venue, size] of [
    [NEAR, '7'],
    [FAR, '10'],
    [NEAR, '7'],
    [FAR, '10'],
  ] as const)
    await compare(venue, size);
  assert.deepEqual(recorded, [`${NEAR} position_break`]);
  assert.deepEqual([reconciler.findBreak(NEAR) === null, reconciler.findBreak(FAR)], [false, null]);
  assert.deepEqual(
    [...gauges],
    [
      [NEAR, 1],
      [FAR, 0],
    ],
  );
});

for (const side of ['BUY', 'SELL'] as const)
  test(`a pending ${side} of another venue excuses no difference`, async () => {
    const { compare, addPending, recorded } = openReconciler();
    addPending(FAR, side, '5');
    const size = side === 'BUY' ? '8' : '12';
    for (let look = 0; look < 2; look += 1) await compare(NEAR, size);
    assert.deepEqual(recorded, [`${NEAR} position_break`]);
    for (let look = 0; look < 2; look += 1) await compare(FAR, size);
    assert.equal(recorded.length, 1, 'it excuses the one of the same venue');
  });

for (const [title, ours, theirs, isBreak] of [
  ['stays the same while both sides trade', '12', '9', true],
  ['changes with our fills', '11', '7', false],
  ['changes with the venue', '10', '8', false],
] as const)
  test(`a difference of 3 that ${title} is ${isBreak ? 'a break' : 'not a break yet'}`, async () => {
    const { compare, setHeld, recorded, gauges } = openReconciler();
    assert.equal(await compare(NEAR, '7'), true);
    assert.equal(gauges.get(NEAR), 0, 'a first difference is not counted');
    setHeld(ours);
    assert.equal(await compare(NEAR, theirs), !isBreak, 'whether to read the reports of the venue again');
    assert.deepEqual(recorded, isBreak ? [`${NEAR} position_break`] : []);
    assert.equal(gauges.get(NEAR), isBreak ? 1 : 0);
  });
