import type { VenueClientId } from '../../../domain/model/ids.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { Clock } from '../../../ports/environment.ts';
import type { HttpResult } from '../../../ports/network.ts';
import type { VenueListener, VenueOrder, VenueOutcome } from '../../../ports/venue.ts';
import { fieldsOf, jsonOf } from '../codec/polymarket-decoder.ts';
import { parseAck, type WireAck } from '../codec/polymarket-messages.ts';
import { type PolymarketClient, retryAfterMs } from '../http/polymarket-client.ts';
import { classifyAnswer, classifyRefusal, type Verdict } from '../http/polymarket-refusals.ts';
import type { VenueStatus } from '../market-data/venue-status.ts';
import type { Wallet } from '../signing/wallet.ts';
import type { Balances } from './balances.ts';
import { type OrderBuilder, orderBody, type PreparedOrder } from './order-builder.ts';
import type { OrderCanceller } from './polymarket-cancellation.ts';
import type { Listings, OrderQueries } from './polymarket-order-queries.ts';
import type { OrderTerms, TrackedOrder } from './polymarket-order-tracker.ts';
import type { OrderRegistry } from './polymarket-orders.ts';

export interface OrderPlacementDeps {
  readonly client: PolymarketClient;
  readonly wallet: Wallet;
  readonly venueStatus: VenueStatus;
  readonly orderBuilder: OrderBuilder;
  readonly orders: OrderRegistry;
  readonly queries: OrderQueries;
  readonly canceller: OrderCanceller;
  readonly balances: Balances;
  readonly listings: Listings;
  readonly clock: Clock;
  readonly listener: Pick<VenueListener, 'onAnomaly'>;
}

/** Refusals that mean that our credentials or our wallet are not what the venue wants. */
const CREDENTIAL_CODES: ReadonlySet<string> = new Set(['unauthorized', 'wrong_account', 'banned']);
const TERMS_CODES: ReadonlySet<string> = new Set(['price_off_tick', 'qty_below_min', 'invalid_amounts']);

/** Sends orders, each once, and reads from the answer what is proven about them. */
export class OrderSender {
  readonly #deps: OrderPlacementDeps;

  constructor(deps: OrderPlacementDeps) {
    this.#deps = deps;
  }

  /** Sends exactly what was named. What was not named in this life is `unsent`. */
  async place(order: VenueOrder): Promise<VenueOutcome> {
    const { orderBuilder, orders, venueStatus } = this.#deps;
    const prepared = orderBuilder.takePrepared(order.clientId);
    if (prepared === null) {
      return orders.find(order.clientId) === null
        ? { kind: 'unsent', why: 'not named in this life of ours' }
        : { kind: 'refused', code: 'duplicate_client_id', message: 'sent already' };
    }
    if (prepared.kind === 'refused') return prepared;
    if (prepared.kind === 'empty') return this.#nothingToTake(prepared.terms);
    const why = venueStatus.blockedReason();
    if (why !== null) return { kind: 'unsent', why };
    return this.#send(prepared, order.clientId);
  }

  async #send(built: PreparedOrder, id: VenueClientId): Promise<VenueOutcome> {
    const { client, wallet, orders, clock } = this.#deps;
    const apiKey = client.credentials?.apiKey ?? '';
    const body = orderBody(built, wallet.signOrder(built.fields, built.isNegRisk), apiKey);
    // The record exists before the send, so that a trade which comes before the answer finds it.
    const record = orders.add(built.terms, wholeSecond(clock.now()));
    record.sentAtMs = clock.monotonicMs();
    record.sentAt = client.nowMs();
    record.hasPendingRequest = true;
    try {
      return await this.#outcome(record, id, await client.submit(body));
    } finally {
      record.hasPendingRequest = false;
    }
  }

  async #outcome(record: TrackedOrder, id: VenueClientId, answer: HttpResult): Promise<VenueOutcome> {
    const { orders } = this.#deps;
    if (answer.kind === 'unsent') {
      orders.remove(record);
      return answer;
    }
    if (answer.kind === 'lost') return this.#unknown(record, answer.why);
    const fields = answer.status === 200 ? fieldsOf(jsonOf(answer.body)) : null;
    const ack = fields === null ? null : parseAck(fields, id);
    if (ack !== null) return this.#acknowledged(record, ack);
    const verdict = fields === null ? classifyAnswer(answer.status, answer.body) : classifyRefusal(fields);
    this.#deps.venueStatus.onVerdict(verdict, retryAfterMs(answer));
    return this.#verdict(record, verdict);
  }

  async #acknowledged(record: TrackedOrder, ack: WireAck): Promise<VenueOutcome> {
    const { canceller, orders, venueStatus } = this.#deps;
    venueStatus.onOrderAccepted();
    // Held by the venue: neither refused nor unfilled, and treating it as either has doubled orders.
    if (ack.status === 'delayed') return this.#unknown(record, 'delayed');
    record.isAcknowledged = true;
    if (record.terms.kill === 'cancel') return canceller.cancelRemainder(record, ack.tradeIds);
    if (ack.status === 'matched' && !(await this.#isSettled(record, ack))) {
      return this.#unknown(record, 'matched, and its trades are not shown yet');
    }
    if (record.terms.kill === 'venue') orders.close(record, this.#now(), null);
    orders.recordChange(record);
    return { kind: 'report', report: record.toReport() };
  }

  /** `matched` says that something was filled, never how much: that is what the trades say. */
  async #isSettled(record: TrackedOrder, { tradeIds }: WireAck): Promise<boolean> {
    const { queries } = this.#deps;
    if (tradeIds.length === 0) {
      const look = await queries.fetchOrder(record.terms.id);
      if (look.kind === 'shown') await queries.applyVenueOrder(look.wire);
      else record.raiseMatchedQty(record.terms.qty);
    }
    return queries.waitForFills(record, tradeIds);
  }

  #verdict(record: TrackedOrder, verdict: Verdict): VenueOutcome {
    const { orders, listings, listener } = this.#deps;
    if (verdict.kind === 'unknown') return this.#unknown(record, verdict.why);
    if (verdict.kind === 'killed') {
      record.isUnknownToVenue = true;
      record.close('CANCELLED', verdict.reason, this.#now());
      orders.recordChange(record);
      return { kind: 'report', report: record.toReport() };
    }
    // It is there: the one refusal that proves an order.
    if (verdict.code === 'duplicate_client_id') return verdict;
    orders.remove(record);
    if (CREDENTIAL_CODES.has(verdict.code)) {
      listener.onAnomaly({ kind: 'credentials', detail: verdict.message });
    }
    if (TERMS_CODES.has(verdict.code)) listings.recheck(record.terms.venueInstrumentId);
    if (verdict.code === 'insufficient_balance') this.#look(record.terms);
    return verdict;
  }

  /** The venue remembers balances from before our last fills; a refusal for balance makes it and us look again. */
  #look({ side, tokenId }: OrderTerms): void {
    const { client, balances } = this.#deps;
    if (side === 'SELL') balances.distrust(tokenId);
    void client.refreshBalance(side === 'SELL' ? tokenId : null);
  }

  /** What the stream has shown meanwhile is an answer too. */
  #unknown(record: TrackedOrder, why: string): VenueOutcome {
    const isShown = record.isAcknowledged && record.terms.kill === null && !record.hasMissingFills;
    return isShown ? { kind: 'report', report: record.toReport() } : { kind: 'unknown', why };
  }

  /** MARKET into an empty side: nothing is sent, since an order there would rest at a price nobody chose. */
  #nothingToTake(terms: OrderTerms): VenueOutcome {
    const { orders } = this.#deps;
    const record = orders.add(terms, this.#now());
    record.isUnknownToVenue = true;
    record.close('CANCELLED', 'no_liquidity', this.#now());
    orders.recordChange(record);
    return { kind: 'report', report: record.toReport() };
  }

  #now(): TimestampMs {
    return this.#deps.clock.now();
  }
}

/** As the venue keeps the time of an order. */
const wholeSecond = (at: TimestampMs): TimestampMs => (at - (at % 1000)) as TimestampMs;
