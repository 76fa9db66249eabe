import assert from 'node:assert/strict';
import type { Api } from '../api-assertions.ts';
import type { Answer } from '../support/api-client.ts';
import type { Fields } from '../support/order-bodies.ts';
import type { BatchEntry, CancelSummary, KillSwitch, Limits, Order } from '../support/record-schemas.ts';
import type { SeededRandom } from '../support/seeded-values.ts';
import type { Attempt, CallerRecords, LimitFields } from './caller-records.ts';
import { anyAmend, anyOrder, SUBACCOUNTS, type TradableListings } from './crash-expectations.ts';

const PAUSE_MS_MAX = 3;

/** The dependencies of a `Trader`. */
export interface TraderSetup {
  readonly api: Api;
  readonly records: CallerRecords;
  readonly dice: SeededRandom;
  readonly listings: TradableListings;
  /**
   * Set when several nodes take the requests: called after a request that found no owner of the journal. The outcome of the
   * request is unknown, and trading goes on until `stop`. Absent: the end of the service ends trading.
   */
  readonly onNoOwner?: () => Promise<void>;
  /** Called with the time at which a request was sent that has changed something and was answered with 200. */
  readonly onAcknowledged?: (sentAtMs: number) => void;
}

/** A refusal of a node that is not, or not surely, the owner of the journal. */
interface Refusal {
  readonly error?: string;
  readonly details?: Readonly<Record<string, unknown>> | null;
}

const NO_OWNER: ReadonlySet<string> = new Set(['not_owner', 'journal_unavailable', 'shutting_down']);

const isNoOwner = ({ status, text }: Answer): boolean =>
  status === 503 && NO_OWNER.has((JSON.parse(text) as Refusal).error ?? '');

/** Whether such a refusal promises that nothing was stored: by a standby, which names the owner, or in words. */
const isNotStored = ({ details }: Refusal): boolean =>
  details?.['owner'] !== undefined || details?.['outcome'] === 'not_stored';

/** A caller that trades at random, one request after the other, and records the answers. */
export class Trader {
  readonly #name: string;
  readonly #api: Api;
  readonly #records: CallerRecords;
  readonly #dice: SeededRandom;
  readonly #listings: TradableListings;
  readonly #onNoOwner: TraderSetup['onNoOwner'];
  readonly #onAcknowledged: NonNullable<TraderSetup['onAcknowledged']>;
  #own: string[] = []; // orders that only this trader amends
  #count = 0;
  #isCut = false;

  constructor(
    name: string,
    { api, records, dice, listings, onNoOwner, onAcknowledged = () => {} }: TraderSetup,
  ) {
    this.#name = name;
    this.#api = api;
    this.#records = records;
    this.#dice = dice;
    this.#listings = listings;
    this.#onNoOwner = onNoOwner;
    this.#onAcknowledged = onAcknowledged;
  }

  /**
   * Continues until the service has ended. An operator also sets limits and, for a short time, the kill
   * switch.
   */
  async trade(isOperator: boolean): Promise<void> {
    this.#isCut = false;
    while (!this.#isCut) {
      await this.#act(isOperator);
      await new Promise((resolve) => setTimeout(resolve, this.#dice.below(PAUSE_MS_MAX)));
    }
  }

  /** Ends `trade` after the request under way. */
  stop(): void {
    this.#isCut = true;
  }

  #act(isOperator: boolean): Promise<void> {
    if (isOperator && this.#records.killSwitch.has(true) && this.#dice.happens(0.3))
      return this.#switch(false);
    const chance = this.#dice.next();
    if (isOperator && chance < 0.04) return this.#switch(true);
    if (isOperator && chance < 0.2) return this.#limit();
    if (chance < 0.22) return this.#cancelAll();
    if (chance < 0.34) return this.#cancel();
    if (chance < 0.46) return this.#amend();
    if (chance < 0.56) return this.#batch();
    return this.#submit();
  }

  async #submit(): Promise<void> {
    const fields = anyOrder(this.#dice, this.#listings, this.#dice.happens(0.9) ? this.#nextKey() : null);
    const attempt = this.#records.addAttempt(fields);
    const answer = await this.#send('POST', '/v1/orders', fields);
    if (answer === null) return;
    if (answer.status === 200)
      this.#accepted(attempt, this.#api.read('POST', '/v1/orders', answer) as Order, answer.text);
    else attempt.outcome = 'refused';
  }

  async #batch(): Promise<void> {
    const items = Array.from({ length: this.#dice.between(2, 8) }, () => {
      const item = anyOrder(this.#dice, this.#listings, this.#nextKey());
      return this.#dice.happens(0.1) ? { ...item, qty: '-1' } : item;
    });
    const attempts = items.map((fields) => this.#records.addAttempt(fields));
    const answer = await this.#send('POST', '/v1/orders/batch', { orders: items });
    if (answer === null) return;
    if (answer.status !== 200) {
      for (const attempt of attempts) attempt.outcome = 'refused';
      return;
    }
    const entries = this.#api.read('POST', '/v1/orders/batch', answer) as readonly BatchEntry[];
    for (const [at, { index, ...entry }] of entries.entries()) {
      const attempt = attempts[at];
      assert.ok(attempt !== undefined && index === at, answer.text);
      if (entry.id !== null) this.#accepted(attempt, entry as Order, JSON.stringify(entry));
      else if (!NO_OWNER.has(entry.error ?? '') || isNotStored(entry)) attempt.outcome = 'refused';
    }
  }

  async #cancel(): Promise<void> {
    const id = this.#pickOwn();
    if (id === null) return;
    this.#records.cancelRequested.add(id);
    const answer = await this.#send('DELETE', `/v1/orders/${id}`, undefined);
    if (answer?.status !== 200) return;
    this.#records.recordOrder(this.#api.read('DELETE', `/v1/orders/${id}`, answer) as Order);
    this.#records.cancelled.add(id);
  }

  async #amend(): Promise<void> {
    const id = this.#pickOwn();
    if (id === null) return;
    const change = anyAmend(this.#dice, this.#listings);
    const undo = this.#records.expectAmend(id, change);
    const answer = await this.#send('PATCH', `/v1/orders/${id}`, change);
    if (answer?.status === 200)
      this.#records.recordAmended(this.#api.read('PATCH', `/v1/orders/${id}`, answer) as Order);
    else if (answer !== null) undo();
  }

  async #cancelAll(): Promise<void> {
    const scope = this.#dice.pick([...SUBACCOUNTS, null]);
    const path = scope !== null && this.#dice.happens(0.5) ? '/v1/risk/cancel-all' : '/v1/orders/cancel-all';
    const covered = this.#records.findLiveOrders(scope);
    this.#records.cancelAllRequested = true;
    const answer = await this.#send('POST', path, scope === null ? {} : { subaccount_id: scope });
    if (answer === null) return;
    if (isNoOwner(answer)) return;
    assert.equal(answer.status, 200, answer.text);
    this.#records.recordCancelAll(covered, this.#api.read('POST', path, answer) as CancelSummary);
  }

  async #limit(): Promise<void> {
    const scope = this.#dice.pick([...SUBACCOUNTS, null]);
    const limits: LimitFields = {
      max_order_qty: this.#dice.pick(['200', '1000000', null]),
      max_position_qty: this.#dice.pick(['20000', '1000000', null]),
      max_open_orders: this.#dice.pick([100, 5_000, null]),
    };
    this.#records.expectLimits(scope, limits);
    const answer = await this.#send('PUT', '/v1/risk/limits', {
      ...(scope === null ? {} : { subaccount_id: scope }),
      ...limits,
    });
    if (answer === null) return;
    if (isNoOwner(answer)) return;
    assert.equal(answer.status, 200, answer.text);
    this.#records.recordLimits(this.#api.read('PUT', '/v1/risk/limits', answer) as Limits);
  }

  async #switch(enabled: boolean): Promise<void> {
    this.#records.expectKillSwitch(enabled);
    const answer = await this.#send('POST', '/v1/risk/kill-switch', { enabled });
    if (answer === null || isNoOwner(answer)) return;
    const set = this.#api.read('POST', '/v1/risk/kill-switch', answer) as KillSwitch;
    assert.equal(set.kill_switch_active, enabled);
    this.#records.killSwitch = new Set([enabled]);
  }

  #accepted(attempt: Attempt, order: Order, text: string): void {
    this.#records.recordAccepted(attempt, order, text);
    this.#own.push(order.id);
  }

  #pickOwn(): string | null {
    this.#own = this.#own.filter((id) => !this.#records.ended.has(id));
    return this.#own.length === 0 ? null : this.#dice.pick(this.#own);
  }

  #nextKey(): string {
    this.#count += 1;
    return `${this.#name}-${this.#count}`;
  }

  /** Null without an answer: the outcome is unknown until the service is queried. */
  async #send(method: string, target: string, body: Fields | undefined): Promise<Answer | null> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = this.#api.headers(method, target, text);
    const sentAtMs = Date.now();
    let answer: Answer;
    try {
      answer = await this.#api.send(method, target, text, headers);
    } catch {
      return this.#findOwner();
    }
    if (this.#onNoOwner !== undefined && isNoOwner(answer)) {
      await this.#findOwner();
      return isNotStored(JSON.parse(answer.text) as Refusal) ? answer : null;
    }
    // A dead or paused exchange is not a fault of the service, which reports it.
    const isOurFault = answer.status >= 500 && !answer.text.includes('"venue_unavailable"');
    assert.ok(!isOurFault, `${method} ${target} ${text}: ${answer.status} ${answer.text}`);
    this.#records.used.push({ method, target, body: text, headers, sentAtMs });
    if (answer.status === 200) this.#onAcknowledged(sentAtMs);
    return answer;
  }

  /** A request without an owner has no answer, as far as its caller knows. */
  async #findOwner(): Promise<null> {
    if (this.#onNoOwner === undefined) this.#isCut = true;
    else await this.#onNoOwner();
    return null;
  }
}
