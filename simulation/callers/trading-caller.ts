import type { Caller } from '../../src/contract/access/access.ts';
import type { OrderId } from '../../src/contract/model/ids.ts';
import { parseDecimal } from '../../src/contract/model/money.ts';
import { isLive, type Order } from '../../src/contract/model/order.ts';
import type { Rejection, Result } from '../../src/contract/model/result.ts';
import { renderOrder } from '../../src/http/routes/order-schema.ts';
import type { BatchEntry, Submitted } from '../../src/orders/trading-service.ts';
import { checkDecimals, getKillScopes } from '../check/rendering-checks.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import { getGrantedSubaccounts } from './accounts.ts';
import type { ClientLedger, KeyedRequest } from './caller-ledger.ts';
import type { ClientTransport } from './client-transport.ts';
import type { Body } from './random-bodies.ts';

/** Sends orders and checks every answer. */
export class Trading {
  readonly #environment: SimulationEnvironment;
  readonly #transport: ClientTransport;
  readonly #ledger: ClientLedger;

  constructor(environment: SimulationEnvironment, transport: ClientTransport, ledger: ClientLedger) {
    this.#environment = environment;
    this.#transport = transport;
    this.#ledger = ledger;
  }

  /** Sends a new order, sometimes several copies at once, of which only one becomes an order. */
  async submit(caller: Caller, body: Body, copies = 1): Promise<void> {
    const keyed = this.#ledger.recordRequest(caller, body);
    for (let copy = 0; copy < copies; copy += 1) await this.#submit(caller, body, keyed);
  }

  /** Sends the same order again. It changes nothing, whatever the state of the first one. */
  async repeat(keyed: KeyedRequest, body: Body): Promise<void> {
    const before = this.#fingerprint();
    const isFirst = keyed.answer === null;
    const isAnswered = await this.#submit(keyed.caller, body, keyed);
    if (isAnswered && !isFirst) this.#expectUnchanged('I-02', before, keyed);
  }

  /** Sends another body with a known key: it is refused and changes nothing. */
  async contradict(keyed: KeyedRequest, body: Body): Promise<void> {
    const before = this.#fingerprint();
    const onAnswer = (answer: Result<Submitted, Rejection>): void => {
      const isRight = !answer.ok && CONFLICT_CODES.has(answer.error.code);
      const words = answer.ok ? answer.value.order.id : answer.error.code;
      if (keyed.answer !== null) this.#expect(isRight, 'I-03', () => `a conflict was answered ${words}`);
    };
    const { caller } = keyed;
    const words = `${caller.keyId} ${JSON.stringify(body)}`;
    const isAnswered = await this.#transport.call(
      'conflict',
      words,
      (engine) => engine.orders.submit(caller, body, null),
      onAnswer,
    );
    if (isAnswered && keyed.answer !== null) this.#expectUnchanged('I-03', before, keyed);
  }

  async batch(caller: Caller, bodies: readonly Body[]): Promise<void> {
    const keyed = bodies.map((body) => this.#ledger.recordRequest(caller, body));
    const onAnswer = (answer: Result<readonly BatchEntry[], Rejection>): void => {
      if (!answer.ok) return;
      const { value } = answer;
      this.#expect(
        value.length === bodies.length,
        'I-29',
        () => `${bodies.length} items, ${value.length} entries`,
      );
      for (const [index, entry] of value.entries())
        this.#checkEntry(caller, bodies[index] ?? {}, entry, keyed[index] ?? null);
    };
    const words = `${caller.keyId} ${JSON.stringify(bodies)}`;
    await this.#transport.call(
      'batch',
      words,
      (engine) => engine.orders.submitBatch(caller, bodies),
      onAnswer,
    );
  }

  async amend(caller: Caller, id: OrderId, change: Body): Promise<void> {
    const onAnswer = (answer: Result<Order, Rejection>): void => {
      if (!answer.ok) return;
      this.#checkOwnedAndCanonical(caller, answer.value);
      this.#ledger.recordAnswer(caller, null, answer.value);
    };
    const words = `${caller.keyId} ${id} ${JSON.stringify(change)}`;
    await this.#transport.call('amend', words, (engine) => engine.orders.amend(caller, id, change), onAnswer);
  }

  async cancel(caller: Caller, id: OrderId): Promise<void> {
    const onAnswer = (answer: Result<Order, Rejection>): void => {
      if (!answer.ok) return this.#transport.expectNotKillSwitch(answer.error);
      const { status, pendingAction } = answer.value;
      const isUnderWay = !isLive(status) || pendingAction === 'cancel';
      this.#expect(isUnderWay, 'I-16', () => `a cancel of ${id} answers ${status} ${pendingAction}`);
      this.#checkOwnedAndCanonical(caller, answer.value);
      this.#ledger.recordAnswer(caller, null, answer.value);
    };
    await this.#transport.call(
      'cancel',
      `${caller.keyId} ${id}`,
      (engine) => engine.orders.cancel(caller, id),
      onAnswer,
    );
  }

  #submit(caller: Caller, body: Body, keyed: KeyedRequest | null): Promise<boolean> {
    const scopes = getKillScopes(caller.accountId, body['subaccount_id']);
    const isKilled = (): boolean => scopes.some((scope) => this.#environment.sends.killed.has(scope));
    const wasKilled = isKilled();
    const onAnswer = (answer: Result<Submitted, Rejection>): void => {
      if (answer.ok) return this.#checkAccepted(caller, body, answer.value, keyed, wasKilled && isKilled());
      const { code } = answer.error;
      const isRight = !wasKilled || !isKilled() || KILLED_CODES.has(code);
      this.#expect(isRight, 'I-15', () => `refused ${code} while the kill switch was on`);
    };
    const words = `${caller.keyId} ${JSON.stringify(body)}`;
    return this.#transport.call(
      'submit',
      words,
      (engine) => engine.orders.submit(caller, body, null),
      onAnswer,
    );
  }

  #checkAccepted(
    caller: Caller,
    body: Body,
    submitted: Submitted,
    keyed: KeyedRequest | null,
    isKilled: boolean,
  ): void {
    const { order, replayed } = submitted;
    this.#expect(
      replayed || !isKilled,
      'I-15',
      () => `${order.id} was accepted while the kill switch was on`,
    );
    this.#checkOwnedAndCanonical(caller, order);
    this.#expectSameTerms(order, body);
    this.#ledger.recordAnswer(caller, body, order);
    if (keyed === null) return;
    const bytes = JSON.stringify(renderOrder(order));
    keyed.answer ??= bytes;
    this.#expect(
      keyed.answer === bytes,
      'I-02',
      () => `${order.id} answered\n  ${keyed.answer}\nand then\n  ${bytes}`,
    );
  }

  #checkEntry(caller: Caller, body: Body, entry: BatchEntry, keyed: KeyedRequest | null): void {
    if (entry.ok)
      return this.#checkAccepted(caller, body, { order: entry.order, replayed: true }, keyed, false);
    const key = (body['client_order_id'] ?? null) as string | null;
    this.#expect(entry.clientOrderId === key, 'I-29', () => `entry of ${key} names ${entry.clientOrderId}`);
  }

  /** I-25, I-27: an answer contains only data of the caller, and every decimal in it is canonical. */
  #checkOwnedAndCanonical(caller: Caller, order: Order): void {
    const isOwn =
      order.accountId === caller.accountId && getGrantedSubaccounts(caller).includes(order.subaccountId);
    this.#expect(isOwn, 'I-25', () => `${caller.keyId} was shown ${order.id}`);
    checkDecimals(renderOrder(order), this.#transport.monitor);
  }

  /** I-29: an answer belongs to its request. */
  #expectSameTerms(order: Order, body: Body): void {
    const isSame =
      order.clientOrderId === (body['client_order_id'] ?? null) &&
      order.subaccountId === body['subaccount_id'] &&
      order.side === body['side'] &&
      (parseDecimal(order.qtyText) === parseDecimal(body['qty']) || this.#isAmended(order));
    this.#expect(isSame, 'I-29', () => `${order.id} answers ${JSON.stringify(body)}`);
  }

  /** If a crash interrupts the first call, its first answer may arrive after an amend. */
  #isAmended(order: Order): boolean {
    return order.updatedAt > order.createdAt;
  }

  /** What else happened in the same step, such as the end of a complex order, is an entry of another cause. */
  #expectUnchanged(invariant: string, before: Fingerprint, keyed: KeyedRequest): void {
    const after = this.#fingerprint();
    const added = this.#environment.ledger.entries.slice(before.entries);
    const isByOthers = added.length > 0 && added.every(({ cause }) => cause !== 'submit');
    const key = String(keyed.body['client_order_id']);
    this.#expect(
      after.text === before.text || isByOthers,
      invariant,
      () => `a call under the known key ${key} changed something`,
    );
  }

  /**
   * Everything that a call without effect must not change: the ledger, memory, and the requests sent to
   * venues.
   */
  #fingerprint(): Fingerprint {
    const { ledger, sends, engine } = this.#environment;
    const totals = JSON.stringify(engine?.state.exposure.render());
    const entries = ledger.entries.length;
    return { entries, text: `${entries} ${sends.placed.size} ${engine?.state.seq} ${totals}` };
  }

  #expect(holds: boolean, invariant: string, what: () => string): void {
    this.#transport.monitor.expect(holds, invariant, what);
  }
}

interface Fingerprint {
  readonly entries: number; // of the ledger
  readonly text: string;
}

/** A known key with an invalid body is a conflict; the kill switch and a failed disk take precedence. */
const CONFLICT_CODES: ReadonlySet<string> = new Set([
  'idempotency_conflict',
  'kill_switch',
  'shutting_down',
  'forbidden',
]);
const KILLED_CODES: ReadonlySet<string> = new Set(['kill_switch', 'shutting_down']);
