import { Backoff, type Qty, type TimestampMs, type ValueOf, type VenueOrderId } from '#contract';
import { type Clock, type Random, wait } from '#ports';
import { CancelBatcher } from '#venues/shared';
import { BATCH_CANCEL_ACK, CANCEL_ACK } from '../codec/kalshi-messages.ts';
import { type Answer, isRetryable, type KalshiClient, RETRY } from '../http/kalshi-client.ts';

export interface CancelSenderDeps {
  readonly client: KalshiClient;
  readonly clock: Clock;
  readonly random: Random;
}

/** An order to cancel, with the market and the shard at which the venue searches it. */
export interface CancelTarget {
  readonly orderId: VenueOrderId;
  readonly ticker: string;
  readonly shard: number | null;
}

/** The venue's acknowledgement of one cancel. */
export interface CancelAck {
  readonly order_id: VenueOrderId;
  readonly reduced_by: Qty;
  readonly ts_ms: TimestampMs | null;
}

type CancelAnswer = Answer<CancelAck>;
type BatchAck = ValueOf<typeof BATCH_CANCEL_ACK>;
type BatchEntry = NonNullable<BatchAck['orders'][number]>;

const ORDERS = '/portfolio/events/orders';
const ONE_ORDER = `${ORDERS}/:order_id`;
const BATCH = `${ORDERS}/batched`;
const MAIN_SHARD = 0; // batches are charged to its bucket, whatever their orders
const BATCH_MAX = 20; // the venue documents no limit but the bucket
const ATTEMPTS = 3;
/** Answers to a batch that say nothing about its orders, but about the batch or the endpoint. */
const BATCH_REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 405, 410, 413, 422]);

/**
 * Sends cancels: one alone by the path of its order, several in the venue's batch. The batch names each order and has
 * an answer for each, so it cancels nothing else. An order without an answer is requested again, as its cancel is safe
 * to repeat. The venue's cancel-all is never used: it may cancel orders that are placed later.
 *
 * Source  docs/decisions/order-lifecycle.md
 */
export class CancelSender {
  readonly #deps: CancelSenderDeps;
  readonly #batchers = new Map<number, CancelBatcher<CancelTarget, CancelAnswer>>(); // by shard

  constructor(deps: CancelSenderDeps) {
    this.#deps = deps;
  }

  /** Cancels an order, and repeats the request until the venue answers it. */
  async cancel(target: CancelTarget): Promise<CancelAnswer> {
    const { client, clock, random } = this.#deps;
    const backoff = new Backoff({ ...RETRY, jitter: (ms) => ms * (0.5 + random.next()) });
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#getBatcher(target.shard ?? MAIN_SHARD).add(target);
      if (attempt === ATTEMPTS || client.isStopped || !isRetryable(answer)) return answer;
      await wait(clock, backoff.next());
    }
  }

  #getBatcher(shard: number): CancelBatcher<CancelTarget, CancelAnswer> {
    const known = this.#batchers.get(shard);
    if (known !== undefined) return known;
    const { client } = this.#deps;
    const batcher = new CancelBatcher<CancelTarget, CancelAnswer>({
      getSizeMax: () => Math.min(BATCH_MAX, client.rateLimiter.countFitting('write:0', `DELETE ${BATCH}`)),
      reserve: (count) =>
        count === 1
          ? client.reserveCancels(`write:${shard}`, ONE_ORDER, 1)
          : client.reserveCancels(`write:${MAIN_SHARD}`, BATCH, count),
      send: (batch) => this.#send(batch),
      unsent: UNSENT,
    });
    this.#batchers.set(shard, batcher);
    return batcher;
  }

  async #send(batch: readonly CancelTarget[]): Promise<readonly CancelAnswer[] | 'batch_refused'> {
    const [first] = batch;
    if (first !== undefined && batch.length === 1) return [await this.#sendOne(first)];
    const answer = await this.#deps.client.cancel({
      method: 'DELETE',
      endpoint: BATCH,
      path: BATCH,
      query: {},
      body: { orders: batch.map(({ orderId, ticker }) => ({ order_id: orderId, market_ticker: ticker })) },
      shard: MAIN_SHARD,
      shape: BATCH_CANCEL_ACK,
    });
    if (answer.kind === 'failure' && BATCH_REFUSALS.has(answer.failure.status)) return 'batch_refused';
    return batch.map(({ orderId }) => (answer.kind === 'ok' ? findAnswer(answer.value, orderId) : answer));
  }

  /** Names the market and its shard: without them the venue searches shard 0 only. */
  #sendOne({ orderId, ticker, shard }: CancelTarget): Promise<CancelAnswer> {
    return this.#deps.client.cancel({
      method: 'DELETE',
      endpoint: ONE_ORDER,
      path: `${ORDERS}/${encodeURIComponent(orderId)}`,
      query: { market_ticker: ticker, exchange_index: shard },
      body: null,
      shard: shard ?? MAIN_SHARD,
      shape: CANCEL_ACK,
    });
  }
}

const UNSENT = { kind: 'unsent', why: 'rate limit: the cancel reserve is used up' } as const;

/** The answer to one order of a batch. An order that the answer does not name is in doubt. */
function findAnswer({ orders }: BatchAck, orderId: VenueOrderId): CancelAnswer {
  const entry = orders.find((each): each is BatchEntry => each?.order_id === orderId);
  if (entry === undefined) return { kind: 'lost', why: 'the answer to the batch does not name the order' };
  const { error, reduced_by: reducedBy, ts_ms } = entry;
  if (error === null && reducedBy !== null)
    return { kind: 'ok', value: { order_id: orderId, reduced_by: reducedBy, ts_ms } };
  if (error === null)
    return { kind: 'lost', why: 'the answer to the batch has neither a count nor an error' };
  const code = error.code?.toLowerCase() ?? '';
  // An entry has no HTTP status: its code says whether the order was not found or the request was refused.
  const status = code.startsWith('not_found') ? 404 : 400;
  return { kind: 'failure', failure: { status, code, message: error.message ?? code, isReadable: true } };
}
