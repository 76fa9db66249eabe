import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fill, icebergBody } from '../complex-orders/engine/parents.fixture.ts';
import type { ApiKey, Caller } from '../contract/access/access.ts';
import type { AgentPolicy } from '../contract/access/agent-policy.ts';
import type { KeyId, SubaccountId } from '../contract/model/ids.ts';
import { type Notional, ONE } from '../contract/model/money.ts';
import { fillNewest, proveCancel, QuoteVenue, toPut } from '../orders/quotes/quotes.fixture.ts';
import { type OmsHarness, openOms, orderBody, resultCode, settle, TRADER, value } from './oms.fixture.ts';
import { ReplacingVenue } from './scripted-venue.fixture.ts';
import { TokenVenue } from './token-venue.fixture.ts';

const SA_1 = 'sa_1' as SubaccountId;
const LIFE_MS = 100_000;
const AGENT_POLICY = {
  simulatedOnly: true,
  orderCostMax: null,
  dayCostMax: null,
  dayLossMax: null,
  ordersPerHour: null,
  venues: null,
  categories: null,
  genericAssetIds: null,
  approvalAbove: (ONE * ONE) as Notional,
} satisfies AgentPolicy;
/** The key that acts; `TRADER` is another one, without an entry, which never ends. */
const OWNER: Caller = { ...TRADER, keyId: 'key_owner' as KeyId };

const narrow = ({ oms }: OmsHarness, change: Partial<ApiKey>): void => {
  const key = oms.state.keys.get(OWNER.keyId);
  assert.ok(key !== undefined);
  oms.state.keys.set(OWNER.keyId, { ...key, ...change });
};

const ENDS: readonly (readonly [name: string, end: (harness: OmsHarness) => unknown])[] = [
  ['revoked', ({ oms }) => oms.accountAdmin.revokeKey(OWNER.keyId)],
  ['expired', ({ clock }) => clock.advance(LIFE_MS)],
  ['without the permission', (harness) => narrow(harness, { permissions: ['read'] })],
  ['without the subaccount', (harness) => narrow(harness, { subaccounts: ['sa_2'] as SubaccountId[] })],
];

/** Holds what requests wait for, until the returned function is called. */
function holdLookups({ market }: OmsHarness): () => void {
  const gate = Promise.withResolvers<void>();
  const prefetch = market.prefetchInstrument.bind(market);
  market.prefetchInstrument = async (id) => {
    await gate.promise;
    return prefetch(id);
  };
  market.waitForBooks = () => gate.promise;
  return gate.resolve;
}

async function pass({ clock }: OmsHarness, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    clock.advance(500);
    await settle();
  }
}

const MARKET = orderBody({ type: 'MARKET', tif: 'IOC', price: undefined });

interface Effect {
  readonly name: string;
  readonly venue?: () => ReplacingVenue;
  readonly agent?: AgentPolicy;
  /** Returns what makes it act, later. */
  readonly arrange: (harness: OmsHarness) => Promise<() => unknown>;
}

const EFFECTS: readonly Effect[] = [
  {
    name: 'an order that waits for its instrument',
    arrange: async (harness) => {
      const release = holdLookups(harness);
      void harness.oms.orders.submit(OWNER, MARKET, null);
      await settle();
      return release;
    },
  },
  {
    name: 'a batch that waits for its instruments',
    arrange: async (harness) => {
      const release = holdLookups(harness);
      void harness.oms.orders.submitBatch(OWNER, [MARKET, MARKET]);
      await settle();
      return release;
    },
  },
  {
    name: 'an order that waits for an approval',
    agent: AGENT_POLICY,
    arrange: async (harness) => {
      await harness.oms.orders.submit(OWNER, orderBody({ client_order_id: 'a-1' }), null);
      const [approval] = harness.oms.approvals.list(TRADER, 'PENDING');
      assert.ok(approval !== undefined);
      return () => harness.oms.approvals.decide(TRADER, approval.id, true);
    },
  },
  {
    name: 'the replacement of an order whose cancel is not proven yet',
    venue: () => new ReplacingVenue(),
    arrange: async (harness) => {
      const venue = harness.venue as ReplacingVenue;
      const { order } = value(await harness.oms.orders.submit(OWNER, orderBody(), null));
      const { onCancel } = venue;
      venue.onCancel = () => ({ kind: 'unknown', why: 'timeout' });
      void harness.oms.orders.amend(OWNER, order.id, { price: '0.47' });
      await settle();
      return () => {
        venue.onCancel = onCancel;
        return pass(harness, 10_000);
      };
    },
  },
  {
    name: 'a quote that waits for its instrument',
    venue: () => new QuoteVenue(),
    arrange: async (harness) => {
      const release = holdLookups(harness);
      void harness.oms.quotes.put(OWNER, toPut(1, { bid: '46 x 50' }));
      await settle();
      return release;
    },
  },
  {
    name: 'the replacement of a quote whose cancel is not proven yet',
    venue: () => new QuoteVenue({ amend: 'replace' }),
    arrange: async (harness) => {
      const venue = harness.venue as QuoteVenue;
      await harness.oms.quotes.put(OWNER, toPut(1, { bid: '46 x 50' }));
      venue.holdsCancels = true;
      void harness.oms.quotes.put(OWNER, toPut(2, { bid: '45 x 50' }));
      await settle();
      return () => {
        venue.holdsCancels = false;
        return pass(harness, 10_000);
      };
    },
  },
  {
    name: 'the replacement of a quote with fills whose cancel is not proven yet',
    venue: () => new QuoteVenue(),
    arrange: async (harness) => {
      const quotes = { ...harness, venue: harness.venue as QuoteVenue };
      await harness.oms.quotes.put(OWNER, toPut(1, { bid: '46 x 50' }));
      await fillNewest(quotes, '1');
      quotes.venue.holdsCancels = true;
      await harness.oms.quotes.put(OWNER, toPut(2, { bid: '47 x 50' }));
      return () => proveCancel(quotes);
    },
  },
  {
    name: 'a sale that waits for its tokens to become final',
    venue: () => new TokenVenue(),
    arrange: async (harness) => {
      const venue = harness.venue as TokenVenue;
      venue.settlement = 'PENDING';
      await harness.oms.orders.submit(TRADER, orderBody({ tif: 'IOC' }), null);
      const [bought] = venue.placed;
      assert.ok(bought !== undefined);
      void harness.oms.orders.submit(OWNER, orderBody({ side: 'SELL', tif: 'IOC' }), null);
      await settle();
      return () => harness.oms.onVenueReport(venue.name, venue.end(bought.clientId, 'FINAL'));
    },
  },
  {
    name: 'an order that waits for the end of own orders in its way',
    venue: () => new QuoteVenue(),
    arrange: async (harness) => {
      const venue = harness.venue as QuoteVenue;
      await harness.oms.orders.submit(TRADER, orderBody(), null);
      venue.holdsCancels = true;
      void harness.oms.orders.submit(OWNER, orderBody({ side: 'SELL', self_trade: 'CANCEL_RESTING' }), null);
      await settle();
      return () => {
        venue.holdsCancels = false;
        return pass(harness, 2_000);
      };
    },
  },
  {
    name: 'a complex order that waits for its instrument',
    arrange: async (harness) => {
      const release = holdLookups(harness);
      const body = icebergBody();
      void harness.oms.complexOrders.submit(OWNER, body, null);
      await settle();
      return release;
    },
  },
  {
    name: 'the next part of a complex order',
    arrange: async (harness) => {
      const { venue, oms } = harness;
      const body = icebergBody();
      value(await oms.complexOrders.submit(OWNER, body, null));
      await settle();
      const [first] = venue.placed;
      assert.ok(first !== undefined, 'the first part rests');
      return async () => {
        await fill(harness, first, '30');
        await pass(harness, 2_000);
      };
    },
  },
];

async function open({ venue, agent }: Pick<Effect, 'venue' | 'agent'>): Promise<OmsHarness> {
  const harness = await openOms(venue === undefined ? {} : { venue: venue() });
  const { oms, clock, market } = harness;
  market.setTouch(1001, '0.47', '0.49');
  const expiresAt = (clock.now() + LIFE_MS) as NonNullable<ApiKey['expiresAt']>;
  value(await oms.accountAdmin.createKey({ ...OWNER, publicKey: 'AAAA', expiresAt, agent: agent ?? null }));
  return harness;
}

describe('what a key has under way acts as long as the key may', () => {
  for (const effect of EFFECTS) {
    test(`${effect.name}: it is placed while the key may`, async () => {
      const harness = await open(effect);
      const act = await effect.arrange(harness);
      const before = harness.venue.placed.length;
      await act();
      await settle();
      assert.ok(harness.venue.placed.length > before);
    });

    for (const [ended, end] of ENDS)
      test(`${effect.name}: it is not placed when the key is ${ended}`, async () => {
        const harness = await open(effect);
        const act = await effect.arrange(harness);
        const before = harness.venue.placed.length;
        await end(harness);
        await act();
        await settle();
        assert.equal(harness.venue.placed.length, before);
        assert.deepEqual(harness.errors, []);
      });
  }

  for (const [what, sides] of [
    ['moves', { bid: '45 x 50' }],
    ['withdraws', { bid: null }],
    ['adds', { ask: '49 x 50' }],
  ] as const)
    for (const [ended, end] of ENDS)
      test(`a call that ${what} a quote while it waits changes nothing when the key is ${ended}`, async () => {
        const harness = await open({ venue: () => new QuoteVenue() });
        const { oms, venue } = harness;
        value(await oms.quotes.put(TRADER, toPut(1, { bid: '46 x 50' })));
        const release = holdLookups(harness);
        const answer = oms.quotes.put(OWNER, toPut(2, sides));
        await settle();
        await end(harness);
        release();
        assert.equal(resultCode(await answer), 'forbidden');
        await settle();
        assert.deepEqual([venue.placed.length, venue.amended, venue.cancelled], [1, [], []]);
        value(await oms.quotes.put(TRADER, toPut(2, { bid: '44 x 50' }))); // its number is not used up
        assert.equal(venue.amended.length, 1);
      });

  test('a replacement ends its order as interrupted, and the change of another key is placed', async () => {
    const effect = EFFECTS.find(({ name }) => name.startsWith('the replacement of an order'));
    assert.ok(effect !== undefined);
    const harness = await open(effect);
    const act = await effect.arrange(harness);
    await harness.oms.accountAdmin.revokeKey(OWNER.keyId);
    await act();
    const [order] = [...harness.oms.state.orders.values()];
    assert.deepEqual([order?.status, order?.reason], ['CANCELLED', 'replace_interrupted']);

    const other = await open(effect);
    const placed = value(await other.oms.orders.submit(OWNER, orderBody(), null)).order;
    await other.oms.accountAdmin.revokeKey(OWNER.keyId);
    const amended = value(await other.oms.orders.amend(TRADER, placed.id, { price: '0.47' }));
    assert.deepEqual([amended.priceText, amended.subaccountId], ['0.47', SA_1]);
  });
});
