import type { VenueClientId } from '../../../domain/model/ids.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { Clock } from '../../../ports/environment.ts';
import type { HttpResult } from '../../../ports/network.ts';
import type { VenueListener, VenueOrder, VenueOutcome } from '../../../ports/venue.ts';
import { fieldsOf, jsonOf } from '../codec/polymarket-decoder.ts';
import { ackOf, type WireAck } from '../codec/polymarket-messages.ts';
import { type Client, retryAfterMs } from '../http/polymarket-client.ts';
import { type Verdict, verdictOf, verdictOfRefusal } from '../http/polymarket-refusals.ts';
import type { VenueStatus } from '../market-data/venue-status.ts';
import type { Wallet } from '../signing/wallet.ts';
import type { Balances } from './balances.ts';
import { type Built, type OrderBuilder, orderBody } from './order-builder.ts';
import type { Cancellation } from './polymarket-cancellation.ts';
import type { Listings, OrderQueries } from './polymarket-order-queries.ts';
import type { OrderRecord, OrderTerms } from './polymarket-order-tracker.ts';
import type { Orders } from './polymarket-orders.ts';

export interface OrderPlacementDeps {
  readonly client: Client;
  readonly wallet: Wallet;
  readonly mode: VenueStatus;
  readonly preparation: OrderBuilder;
  readonly orders: Orders;
  readonly inquiry: OrderQueries;
  readonly ending: Cancellation;
  readonly inventory: Balances;
  readonly listings: Listings;
  readonly clock: Clock;
  readonly listener: Pick<VenueListener, 'onAnomaly'>;
}

/** Refusals that mean that our credentials or our wallet are not what the venue wants. */
const CREDENTIAL_CODES: ReadonlySet<string> = new Set(['unauthorized', 'wrong_account', 'banned']);
const TERMS_CODES: ReadonlySet<string> = new Set(['price_off_tick', 'qty_below_min', 'invalid_amounts']);

/** Sends orders, each once, and reads from the answer what is proven about them. */
export class OrderPlacement {
  readonly #deps: OrderPlacementDeps;

  constructor(deps: OrderPlacementDeps) {
    this.#deps = deps;
  }

  /** Sends exactly what was named. What was not named in this life is `unsent`. */
  async place(order: VenueOrder): Promise<VenueOutcome> {
    const { preparation, orders, mode } = this.#deps;
    const prepared = preparation.take(order.clientId);
    if (prepared === null) {
      return orders.find(order.clientId) === null
        ? { kind: 'unsent', why: 'not named in this life of ours' }
        : { kind: 'refused', code: 'duplicate_client_id', message: 'sent already' };
    }
    if (prepared.kind === 'refused') return prepared;
    if (prepared.kind === 'empty') return this.#nothingToTake(prepared.terms);
    const why = mode.whyClosed();
    if (why !== null) return { kind: 'unsent', why };
    return this.#send(prepared, order.clientId);
  }

  async #send(built: Built, id: VenueClientId): Promise<VenueOutcome> {
    const { client, wallet, orders, clock } = this.#deps;
    const apiKey = client.credentials?.apiKey ?? '';
    const body = orderBody(built, wallet.signOrder(built.fields, built.isNegRisk), apiKey);
    // The record exists before the send, so that a trade which comes before the answer finds it.
    const record = orders.add(built.terms, wholeSecond(clock.now()));
    record.sentAtMs = clock.monotonicMs();
    record.sentAt = client.nowMs();
    record.isBusy = true;
    try {
      return await this.#outcome(record, id, await client.submit(body));
    } finally {
      record.isBusy = false;
    }
  }

  async #outcome(record: OrderRecord, id: VenueClientId, answer: HttpResult): Promise<VenueOutcome> {
    const { orders } = this.#deps;
    if (answer.kind === 'unsent') {
      orders.drop(record);
      return answer;
    }
    if (answer.kind === 'lost') return this.#unknown(record, answer.why);
    const fields = answer.status === 200 ? fieldsOf(jsonOf(answer.body)) : null;
    const ack = fields === null ? null : ackOf(fields, id);
    if (ack !== null) return this.#acknowledged(record, ack);
    const verdict = fields === null ? verdictOf(answer.status, answer.body) : verdictOfRefusal(fields);
    this.#deps.mode.hear(verdict, retryAfterMs(answer));
    return this.#verdict(record, verdict);
  }

  async #acknowledged(record: OrderRecord, ack: WireAck): Promise<VenueOutcome> {
    const { ending, orders, mode } = this.#deps;
    mode.orderTaken();
    // Held by the venue: neither refused nor unfilled, and treating it as either has doubled orders.
    if (ack.status === 'delayed') return this.#unknown(record, 'delayed');
    record.isAcknowledged = true;
    if (record.terms.kill === 'cancel') return ending.endAtOnce(record, ack.tradeIds);
    if (ack.status === 'matched' && !(await this.#isSettled(record, ack))) {
      return this.#unknown(record, 'matched, and its trades are not shown yet');
    }
    if (record.terms.kill === 'venue') orders.close(record, this.#now(), null);
    orders.changed(record);
    return { kind: 'report', report: record.report() };
  }

  /** `matched` says that something was filled, never how much: that is what the trades say. */
  async #isSettled(record: OrderRecord, { tradeIds }: WireAck): Promise<boolean> {
    const { inquiry } = this.#deps;
    if (tradeIds.length === 0) {
      const look = await inquiry.look(record.terms.id);
      if (look.kind === 'shown') await inquiry.take(look.wire);
      else record.matched(record.terms.qty);
    }
    return inquiry.settled(record, tradeIds);
  }

  #verdict(record: OrderRecord, verdict: Verdict): VenueOutcome {
    const { orders, listings, listener } = this.#deps;
    if (verdict.kind === 'unknown') return this.#unknown(record, verdict.why);
    if (verdict.kind === 'killed') {
      record.isNotKept = true;
      record.end('CANCELLED', verdict.reason, this.#now());
      orders.changed(record);
      return { kind: 'report', report: record.report() };
    }
    // It is there: the one refusal that proves an order.
    if (verdict.code === 'duplicate_client_id') return verdict;
    orders.drop(record);
    if (CREDENTIAL_CODES.has(verdict.code)) {
      listener.onAnomaly({ kind: 'credentials', detail: verdict.message });
    }
    if (TERMS_CODES.has(verdict.code)) listings.doubt(record.terms.venueInstrumentId);
    if (verdict.code === 'insufficient_balance') this.#look(record.terms);
    return verdict;
  }

  /** The venue remembers balances from before our last fills; a refusal for balance makes it and us look again. */
  #look({ side, tokenId }: OrderTerms): void {
    const { client, inventory } = this.#deps;
    if (side === 'SELL') inventory.doubt(tokenId);
    void client.refreshBalance(side === 'SELL' ? tokenId : null);
  }

  /** What the stream has shown meanwhile is an answer too. */
  #unknown(record: OrderRecord, why: string): VenueOutcome {
    const isShown = record.isAcknowledged && record.terms.kill === null && !record.isMissingFills;
    return isShown ? { kind: 'report', report: record.report() } : { kind: 'unknown', why };
  }

  /** MARKET into an empty side: nothing is sent, since an order there would rest at a price nobody chose. */
  #nothingToTake(terms: OrderTerms): VenueOutcome {
    const { orders } = this.#deps;
    const record = orders.add(terms, this.#now());
    record.isNotKept = true;
    record.end('CANCELLED', 'no_liquidity', this.#now());
    orders.changed(record);
    return { kind: 'report', report: record.report() };
  }

  #now(): TimestampMs {
    return this.#deps.clock.now();
  }
}

/** As the venue keeps the time of an order. */
const wholeSecond = (at: TimestampMs): TimestampMs => (at - (at % 1000)) as TimestampMs;
