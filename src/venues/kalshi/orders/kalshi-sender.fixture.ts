import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { VenueClientId, VenueOrderId } from '../../../contract/model/ids.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import type { VenueOrder } from '../../../ports/venue.ts';
import type { OrderState } from '../codec/kalshi-mapping.ts';
import type { Answer, KalshiClient } from '../http/kalshi-client.ts';
import { price, qty } from '../kalshi-orders.fixture.ts';
import { KALSHI_DEFAULTS } from '../kalshi-settings.ts';
import type { CancelAck } from './kalshi-cancels.ts';
import { ClientIdCodec, type OrderIdentity } from './kalshi-client-ids.ts';
import { OrderQueries, type OrderQueriesDeps, type OrderRead } from './kalshi-order-queries.ts';
import { OrderTracker, type TrackedOrder } from './kalshi-order-tracker.ts';
import { OrderSender, type OrderSenderDeps } from './kalshi-orders.ts';

export const NOW = Date.parse('2026-11-20T15:00:00Z') as TimestampMs;
export const LATER = (NOW + 400) as TimestampMs; // the venue's time in an acknowledgement
export const ID = 'o1' as VenueOrderId;
export const SHARD = 3;
const TICKER = 'KXA';
const POLLS_MAX = 3;

/** BUY YES 2 @ 0.40. */
export const ORDER: VenueOrder = {
  clientId: 'cb-1-1-1' as VenueClientId,
  venueInstrumentId: TICKER,
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  tif: 'GTC',
  price: price('0.4'),
  qty: qty('2'),
  expiresAt: null,
};

/** The order as the venue's reads show it. */
export const toState = (change: Partial<OrderState> = {}): OrderState => ({
  orderId: ID,
  uuid: null,
  ticker: TICKER,
  shard: SHARD,
  bookSide: 'bid',
  status: 'resting',
  yesPrice: price('0.4'),
  qty: qty('2'),
  qtyPlaced: qty('2'),
  filledQty: qty('0'),
  expiresAt: null,
  why: null,
  at: NOW,
  ...change,
});

export const toIdentity = ({ clientId, outcome, type, tif }: VenueOrder): OrderIdentity => ({
  clientId,
  terms: { outcome, type, tif },
});

export interface SenderHarness {
  readonly sender: OrderSender;
  readonly tracker: OrderTracker;
  readonly ids: ClientIdCodec;
  readonly sent: readonly unknown[]; // the bodies of new orders and amends
  /** How many times an order was read after the answer. */
  readonly countReads: () => number;
  /** What the next reads show, one each; the last one is repeated. */
  readonly setReads: (...states: readonly OrderState[]) => void;
  /** Adds a resting order, as after its placement. */
  readonly rest: (order?: VenueOrder) => TrackedOrder;
}

/** A sender whose venue answers each write with `answer`, and each read as `setReads` says. */
export function createSender(
  answer: Answer<unknown> | ((body: Readonly<Record<string, unknown>>) => Answer<unknown>),
): SenderHarness {
  const clock = new ManualClock();
  const ids = new ClientIdCodec('0'.repeat(32));
  const tracker = new OrderTracker();
  const sent: unknown[] = [];
  const answerTo = (body: unknown): Answer<unknown> =>
    typeof answer === 'function' ? answer((body ?? {}) as Readonly<Record<string, unknown>>) : answer;
  const client = {
    time: { now: () => NOW },
    order: async ({ body }: { readonly body: unknown }) => {
      sent.push(body);
      return answerTo(body);
    },
  } as unknown as KalshiClient;
  const settings = { ...KALSHI_DEFAULTS, fillsWaitMs: 0 };
  const queries = new OrderQueries({ client, clock, ids, tracker, settings } as unknown as OrderQueriesDeps);
  let reads = 0;
  let states: readonly OrderState[] = [];
  const read = async (): Promise<OrderRead> => {
    const state = states[Math.min(reads, states.length - 1)];
    reads += 1;
    const order = state === undefined ? null : queries.mergeOrder(state);
    return order === null ? { kind: 'unlisted' } : { kind: 'found', order };
  };
  const pollUntil = async (isDone: () => boolean, readAgain: () => Promise<unknown>): Promise<boolean> => {
    for (let poll = 0; poll < POLLS_MAX && !isDone(); poll += 1) await readAgain();
    return isDone();
  };
  Object.assign(queries, { read, pollUntil, awaitFills: async () => true });
  const sender = new OrderSender({
    client,
    cancels: { cancel: async () => answerTo(null) as Answer<CancelAck> },
    ids,
    tracker,
    queries,
    reconciliation: { find: async () => ({ kind: 'absent' }) },
    settings,
    findMarket: () => ({
      shard: SHARD,
      bands: [{ from: price('0'), to: price('1'), step: price('0.01') }],
      priceMin: price('0.01'),
      priceMax: price('0.99'),
    }),
    findBook: () => null,
  } as unknown as OrderSenderDeps);
  return {
    sender,
    tracker,
    ids,
    sent,
    countReads: () => reads,
    setReads: (...next) => {
      states = next;
    },
    rest: (order = ORDER) => tracker.merge(toIdentity(order), toState(), 'bid', NOW),
  };
}
