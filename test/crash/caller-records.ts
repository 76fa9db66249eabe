import type { OutgoingHttpHeaders } from 'node:http';
import { parseUnits } from '../support/decimal.ts';
import type { Fields } from '../support/order-bodies.ts';
import type { CancelSummary, Limits, Order } from '../support/record-schemas.ts';

/** One order in its caller's records: what was sent, and the answers. */
export interface Attempt {
  readonly key: string | null; // its client_order_id
  readonly fields: Fields;
  outcome: 'unknown' | 'accepted' | 'refused';
  answer: string | null; // the first answer with 200, byte for byte
  id: string | null;
}

/** A signed request that was answered, to be sent again with the same bytes. */
export interface UsedRequest {
  readonly method: string;
  readonly target: string;
  readonly body: string | undefined;
  readonly headers: OutgoingHttpHeaders;
  readonly sentAtMs: number;
}

export const TERMINAL: ReadonlySet<string> = new Set(['FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED']);

/** The knowledge of the callers, from the answers they received. It uses no record of the service. */
export class CallerRecords {
  readonly attempts: Attempt[] = [];
  readonly filledQtyMax = new Map<string, bigint>();
  readonly ended = new Map<string, string>(); // the final record, as the caller first received it
  readonly restedOnce = new Set<string>(); // orders that were seen OPEN or PARTIAL
  readonly cancelRequested = new Set<string>(); // one by one
  cancelAllRequested = false;
  readonly cancelled = new Set<string>(); // a cancel of these was answered with 200
  readonly terms = new Map<string, ReadonlySet<string>>(); // the terms that an order may have
  readonly fills = new Map<string, string>();
  readonly limits = new Map<string | null, ReadonlySet<string>>(); // by subaccount; null is the account
  killSwitch: ReadonlySet<boolean> = new Set([false]);
  used: UsedRequest[] = [];

  summary(): string {
    const accepted = this.attempts.filter(({ outcome }) => outcome === 'accepted').length;
    return `${accepted} of ${this.attempts.length} orders accepted, ${this.fills.size} fills`;
  }

  addAttempt(fields: Fields): Attempt {
    const key = (fields['client_order_id'] as string | undefined) ?? null;
    const attempt: Attempt = { key, fields, outcome: 'unknown', answer: null, id: null };
    this.attempts.push(attempt);
    return attempt;
  }

  recordAccepted(attempt: Attempt, order: Order, answer: string): void {
    attempt.outcome = 'accepted';
    attempt.answer = answer;
    attempt.id = order.id;
    this.recordOrder(order);
    if (!this.terms.has(order.id)) this.terms.set(order.id, new Set([renderTerms(order)]));
  }

  /** Records may arrive out of order, so only values that never decrease are kept. */
  recordOrder(order: Order): void {
    const filled = parseUnits(order.filled_qty);
    if (filled > (this.filledQtyMax.get(order.id) ?? -1n)) this.filledQtyMax.set(order.id, filled);
    if (order.status === 'OPEN' || order.status === 'PARTIAL') this.restedOnce.add(order.id);
    if (TERMINAL.has(order.status) && !this.ended.has(order.id))
      this.ended.set(order.id, JSON.stringify(order));
  }

  /**
   * The accepted orders of one subaccount, or of all, that no caller saw close: a cancel-all must cover them.
   */
  findLiveOrders(subaccount: string | null = null): readonly string[] {
    return this.attempts.flatMap(({ id, fields }) =>
      id !== null && !this.ended.has(id) && (subaccount === null || fields['subaccount_id'] === subaccount)
        ? [id]
        : [],
    );
  }

  recordCancelAll(covered: readonly string[], { cancelled_order_ids, failed }: CancelSummary): void {
    const spared = new Set(failed.map(({ id }) => id));
    for (const id of [...covered, ...cancelled_order_ids]) if (!spared.has(id)) this.cancelled.add(id);
  }

  /** Until an amend is answered, its order may have the old terms or the new ones. */
  expectAmend(id: string, change: Partial<Terms>): () => void {
    const before = this.terms.get(id) ?? new Set();
    const after = [...before].map((terms) => renderTerms({ ...(JSON.parse(terms) as Terms), ...change }));
    this.terms.set(id, new Set([...before, ...after]));
    return () => this.terms.set(id, before);
  }

  recordAmended(order: Order): void {
    this.recordOrder(order);
    if (order.pending_action !== 'amend') this.terms.set(order.id, new Set([renderTerms(order)]));
  }

  /** Until limits are answered, the old ones or the new ones may hold. */
  expectLimits(subaccount: string | null, limits: LimitFields): void {
    const before = this.limits.get(subaccount) ?? new Set([JSON.stringify(NO_LIMITS)]);
    this.limits.set(subaccount, new Set([...before, JSON.stringify(limits)]));
  }

  recordLimits({ subaccount_id, ...limits }: Limits): void {
    this.limits.set(subaccount_id, new Set([renderLimits(limits)]));
  }

  expectKillSwitch(enabled: boolean): void {
    this.killSwitch = new Set([...this.killSwitch, enabled]);
  }
}

export type LimitFields = Pick<Limits, 'max_order_qty' | 'max_position_qty' | 'max_open_orders'>;

const NO_LIMITS: LimitFields = { max_order_qty: null, max_position_qty: null, max_open_orders: null };

/** The three limits as one text, in a fixed order. */
export const renderLimits = ({ max_order_qty, max_position_qty, max_open_orders }: LimitFields): string =>
  JSON.stringify({ max_order_qty, max_position_qty, max_open_orders });

export type Terms = Pick<Order, 'price' | 'qty' | 'tif' | 'expires_at'>;

/** The terms that an amend can change, as one text. */
export const renderTerms = ({ price, qty, tif, expires_at }: Terms): string =>
  JSON.stringify({ price, qty, tif, expires_at: tif === 'GTD' ? expires_at : null });
