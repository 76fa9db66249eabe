import type { TimestampMs, VenueClientId } from '#contract';
import type { Clock, UnknownOutcome, VenueListener, VenueOrder, VenueOutcome } from '#ports';
import { parseWireJson, toFields } from '../codec/polymarket-decoder.ts';
import { parseAck, type WireAck } from '../codec/polymarket-messages.ts';
import type { PolymarketClient, SubmitResult } from '../http/polymarket-client.ts';
import { classifyAnswer, classifyRefusal, type Verdict } from '../http/polymarket-refusals.ts';
import type { VenueStatus } from '../market-data/venue-status.ts';
import { toSignature, type Wallet } from '../signing/wallet.ts';
import { describeRefusedKey } from './key-words.ts';
import { type OrderBuilder, orderBody, type PreparedOrder } from './order-builder.ts';
import type { OrderCanceller } from './polymarket-cancellation.ts';
import type { Listings, OrderQueries } from './polymarket-order-queries.ts';
import type { OrderTerms, TrackedOrder } from './polymarket-order-tracker.ts';
import type { OrderRegistry } from './polymarket-orders.ts';
import type { TokenBalances } from './token-balances.ts';

export interface OrderPlacementDeps {
  readonly client: PolymarketClient;
  readonly wallet: Wallet;
  readonly venueStatus: VenueStatus;
  readonly orderBuilder: OrderBuilder;
  readonly orders: OrderRegistry;
  readonly queries: OrderQueries;
  readonly canceller: OrderCanceller;
  readonly balances: TokenBalances;
  readonly listings: Listings;
  readonly clock: Clock;
  readonly listener: Pick<VenueListener, 'onAnomaly'>;
}

/** Refusals that mean that our credentials or wallet are wrong. */
const CREDENTIAL_CODES: ReadonlySet<string> = new Set(['unauthorized', 'wrong_account', 'banned']);
/** Refusals with which the venue may answer an expired or revoked session key; it states no words for these. */
const SESSION_CODES: ReadonlySet<string> = new Set(['unauthorized', 'wrong_account', 'invalid_signature']);
const SESSION_BLOCK_MS = 60_000;
const TERMS_CODES: ReadonlySet<string> = new Set(['price_off_tick', 'qty_below_min', 'invalid_amounts']);

const SIGNER_RETRY_MS = 2_000; // after a signature that did not come
const FUNDS_CODES: ReadonlySet<string> = new Set(['insufficient_balance', 'insufficient_allowance']);

/** Sends each order once and derives its outcome from the answer. */
export class OrderSender {
  readonly #deps: OrderPlacementDeps;

  constructor(deps: OrderPlacementDeps) {
    this.#deps = deps;
  }

  /** Sends the order exactly as prepared. One that this process has not prepared is `unsent`. */
  async place(order: VenueOrder): Promise<VenueOutcome> {
    const { orderBuilder, orders, venueStatus } = this.#deps;
    const prepared = orderBuilder.takePrepared(order.clientId);
    if (prepared === null) {
      return orders.find(order.clientId) === null
        ? { kind: 'unsent', why: 'this process did not prepare the order' }
        : { kind: 'refused', code: 'duplicate_client_id', message: 'already sent' };
    }
    if (prepared.kind === 'unsent') return prepared;
    if (prepared.kind === 'empty') return this.#closeUnsent(prepared.terms);
    const { side, tokenId } = prepared.terms;
    const refresh = side === 'SELL' ? this.#deps.balances.pendingRefresh(tokenId) : null;
    if (refresh !== null) await refresh;
    const blocked = venueStatus.blockedOutcome(prepared.isPostOnly);
    if (blocked !== null) return blocked;
    const signature = this.#deps.wallet.signOrder(prepared.fields, prepared.exchange);
    if (typeof signature === 'string') return this.#send(prepared, order.clientId, signature);
    const signed = await toSignature(signature);
    if (!signed.ok) {
      venueStatus.block(signed.error, SIGNER_RETRY_MS);
      return { kind: 'unsent', why: signed.error };
    }
    // Checked again: a signer outside takes its time.
    return (
      venueStatus.blockedOutcome(prepared.isPostOnly) ?? this.#send(prepared, order.clientId, signed.value)
    );
  }

  async #send(built: PreparedOrder, id: VenueClientId, signature: string): Promise<VenueOutcome> {
    const { client, orders, clock } = this.#deps;
    const apiKey = client.credentials?.apiKey ?? '';
    const body = orderBody(built, signature, apiKey);
    // The record exists before the send, so that a trade that arrives before the answer finds it.
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

  async #outcome(record: TrackedOrder, id: VenueClientId, answer: SubmitResult): Promise<VenueOutcome> {
    const { orders, client, venueStatus } = this.#deps;
    if (answer.kind === 'unsent') {
      orders.remove(record);
      return answer;
    }
    if (answer.kind === 'lost') return this.#unknown(record, answer.why);
    const fields = answer.status === 200 ? toFields(parseWireJson(answer.body)) : null;
    const ack = fields === null ? null : parseAck(fields, id);
    if (ack !== null) return this.#acknowledged(record, ack);
    const verdict =
      fields === null ? classifyAnswer(answer.status, answer.body) : classifyRefusal(fields, answer.body);
    venueStatus.onVerdict(verdict, client.retryAfterMs(answer));
    return this.#applyVerdict(record, this.#explainSessionKey(verdict));
  }

  /** Adds what an expired or revoked session key means, and blocks new orders with that. */
  #explainSessionKey(verdict: Verdict): Verdict {
    const { wallet, venueStatus } = this.#deps;
    if (!wallet.isSessionKey || verdict.kind !== 'refused' || !SESSION_CODES.has(verdict.code))
      return verdict;
    const message = `${verdict.message}: ${describeRefusedKey(wallet.address)}`;
    venueStatus.block(message, SESSION_BLOCK_MS);
    return { ...verdict, message };
  }

  async #acknowledged(record: TrackedOrder, ack: WireAck): Promise<VenueOutcome> {
    const { canceller, orders, venueStatus } = this.#deps;
    venueStatus.onOrderAccepted();
    // Delayed by the venue: it may still match. Treating it as refused or unfilled would send it twice.
    if (ack.status === 'delayed') return this.#unknown(record, 'delayed');
    record.isAcknowledged = true;
    if (record.terms.kill === 'cancel') return canceller.cancelRemainder(record, ack.tradeIds);
    // Not unfilled: the venue has matched such orders seconds later, so a caller who sends it again could fill twice.
    // Source  Polymarket/clob-client#317 (2026-03)
    if (ack.status === 'live' && record.terms.kill !== null)
      return this.#unknown(record, 'answered as live, although it must not rest');
    if (ack.status === 'matched' && !(await this.#hasAllFills(record, ack))) {
      return this.#unknown(record, 'matched, but its trades are not available yet');
    }
    if (record.terms.kill !== null) orders.close(record, this.#now(), null);
    orders.recordChange(record);
    return { kind: 'report', report: record.toReport() };
  }

  /** `matched` means that something was filled; only the trades show how much. */
  async #hasAllFills(record: TrackedOrder, { tradeIds }: WireAck): Promise<boolean> {
    const { queries } = this.#deps;
    if (tradeIds.length === 0) {
      const fetched = await queries.fetchOrder(record.terms.id);
      if (fetched.kind === 'shown') await queries.applyVenueOrder(fetched.wire);
      else record.raiseMatchedQty(record.terms.qty);
    }
    return queries.waitForFills(record, tradeIds);
  }

  #applyVerdict(record: TrackedOrder, verdict: Verdict): VenueOutcome {
    const { orders, listings, listener } = this.#deps;
    if (verdict.kind === 'unknown') return this.#unknown(record, verdict.why, verdict.venueAnswer);
    if (verdict.kind === 'killed') {
      record.isUnknownToVenue = true;
      record.close('CANCELLED', verdict.reason, this.#now());
      orders.recordChange(record);
      return { kind: 'report', report: record.toReport() };
    }
    // The order exists at the venue: the only refusal that proves it.
    if (verdict.code === 'duplicate_client_id') return verdict;
    orders.remove(record);
    const isOfSession = this.#deps.wallet.isSessionKey && SESSION_CODES.has(verdict.code);
    if (isOfSession || CREDENTIAL_CODES.has(verdict.code)) {
      listener.onAnomaly({ kind: 'credentials', detail: verdict.message });
    }
    if (TERMS_CODES.has(verdict.code)) listings.recheck(record.terms.venueInstrumentId);
    if (FUNDS_CODES.has(verdict.code)) this.#refreshBalances(record.terms);
    return verdict;
  }

  /** The venue caches balances and allowances: after a refusal for one of them its cache is refreshed. */
  #refreshBalances({ side, tokenId }: OrderTerms): void {
    this.#deps.balances.refresh(side === 'BUY' ? null : tokenId);
  }

  /** The user channel may have shown the order meanwhile, which is as good as an answer. */
  #unknown(record: TrackedOrder, why: string, venueAnswer?: UnknownOutcome['venueAnswer']): VenueOutcome {
    const isShown = record.isAcknowledged && record.terms.kill === null && !record.hasMissingFills;
    if (isShown) return { kind: 'report', report: record.toReport() };
    return { kind: 'unknown', why, ...(venueAnswer && { venueAnswer }) };
  }

  /** MARKET into an empty side: not sent, because the order would rest at an arbitrary price. */
  #closeUnsent(terms: OrderTerms): VenueOutcome {
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

/** The venue stores order times in whole seconds. */
const wholeSecond = (at: TimestampMs): TimestampMs => (at - (at % 1000)) as TimestampMs;
