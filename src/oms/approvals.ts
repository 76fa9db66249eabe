import {
  APPROVAL_MS,
  APPROVALS_PENDING_MAX,
  type Approval,
  type ApprovalId,
  type ApprovalStatus,
  type Caller,
  type ClientOrderId,
  err,
  isDecidable,
  type NewOrder,
  type Notional,
  notFound,
  ok,
  type Rejection,
  type Result,
  rejection,
  type SubaccountId,
  type TimestampMs,
  toApprovalRejection,
} from '#contract';
import { computeOrderFingerprint } from '#domain';
import { isGranted, refuseEndedKey, type StateStore, type Submitted } from '#orders';
import type { Clock, Log } from '#ports';

interface ApprovalsDeps {
  readonly store: StateStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Places the order of an approval once; `Submission.submitApproved`. */
export type PlaceApproved = (
  agent: Caller,
  approval: Approval,
  decidedBy: Caller,
) => Promise<Result<Submitted, Rejection>>;

/**
 * The orders of agents that cost more than `approval_above` of their key. Such an order is stored with its request and
 * placed only by a person's approval: the approval and the acceptance of the order are one journal entry, so a
 * crash leaves either both or none (I-45). Unanswered, it expires.
 */
export class Approvals {
  readonly #deps: ApprovalsDeps;
  readonly #timers = new Map<ApprovalId, { cancel(): void }>();
  #place: PlaceApproved = () => Promise.reject(new Error('not connected'));

  constructor(deps: ApprovalsDeps) {
    this.#deps = deps;
  }

  connect(place: PlaceApproved): void {
    this.#place = place;
  }

  /** Expires what was not decided while the service was down, and waits for the rest. */
  start(): void {
    for (const approval of this.#deps.store.state.approvals.values())
      if (approval.status === 'PENDING') this.#expireLater(approval);
  }

  stop(): void {
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
  }

  /** The approval of the order with this client order id, also a decided one; null if there is none. */
  find(accountId: Caller['accountId'], clientOrderId: ClientOrderId | null): Approval | null {
    if (clientOrderId === null) return null;
    for (const approval of this.#deps.store.state.approvals.values())
      if (approval.accountId === accountId && approval.clientOrderId === clientOrderId) return approval;
    return null;
  }

  /** Stores an order that needs an approval. It is stored when this call returns; the promise is its durability. */
  async request(caller: Caller, order: NewOrder, body: unknown, cost: Notional): Promise<Rejection> {
    const { store } = this.#deps;
    const pending = [...store.state.approvals.values()].filter(
      ({ keyId, status }) => keyId === caller.keyId && status === 'PENDING',
    );
    if (pending.length >= APPROVALS_PENDING_MAX) {
      const details = { rule: 'approvals_pending', max: APPROVALS_PENDING_MAX, value: pending.length + 1 };
      return rejection('agent_policy', 'too many orders of the key wait for an approval', details);
    }
    const id = `apr_${store.state.seq + 1}` as ApprovalId; // the number of its first entry
    const clientOrderId = order.clientOrderId ?? (id as string as ClientOrderId);
    const fields = { ...Object(body), client_order_id: clientOrderId, valid_until: undefined };
    const approval: Approval = {
      id,
      accountId: caller.accountId,
      keyId: caller.keyId,
      subaccountId: order.subaccountId,
      clientOrderId,
      fingerprint: computeOrderFingerprint({ ...order, validUntil: null }),
      body: JSON.stringify({ ...fields, idempotency_key: undefined }),
      cost,
      status: 'PENDING',
      createdAt: store.now(),
      expiresAt: (store.now() + APPROVAL_MS) as TimestampMs,
      decidedAt: null,
      decidedBy: null,
      orderId: null,
    };
    const durable = store.commit('approval', caller.keyId, [{ type: 'ApprovalSet', approval }]);
    this.#expireLater(approval);
    await durable;
    return toApprovalRejection(approval);
  }

  /** Newest first: those of the subaccounts that the caller may use. */
  list(caller: Caller, status: ApprovalStatus | null): readonly Approval[] {
    return [...this.#deps.store.state.approvals.values()]
      .filter((approval) => owns(caller, approval) && (status === null || approval.status === status))
      .toReversed();
  }

  /**
   * Approves or rejects. A repeated decision returns the approval unchanged.
   *
   * Refuses `not_found`, `approval_not_open` (decided otherwise or expired),
   * `forbidden` (the agent's key has ended), and as a new order; then it stays open.
   */
  async decide(caller: Caller, id: string, isApproved: boolean): Promise<Result<Approval, Rejection>> {
    const { store } = this.#deps;
    const approval = store.state.approvals.get(id as ApprovalId);
    if (approval === undefined || !owns(caller, approval)) return err(notFound('approval'));
    if (!isDecidable(approval, store.now())) {
      await store.whenDurable();
      const isRepeat = approval.status === (isApproved ? 'APPROVED' : 'REJECTED');
      return isRepeat ? ok(approval) : err(notOpen(approval));
    }
    return isApproved ? this.#approve(caller, approval) : this.#end(approval, 'REJECTED', caller);
  }

  async #approve(caller: Caller, approval: Approval): Promise<Result<Approval, Rejection>> {
    const { store } = this.#deps;
    const key = store.state.keys.get(approval.keyId);
    const ended = refuseEndedKey(approval, store);
    if (key === undefined || ended !== null) return err(ended ?? notFound('approval'));
    const placed = await this.#place(key, approval, caller);
    if (!placed.ok) return placed;
    this.#clear(approval.id);
    return ok(store.state.approvals.get(approval.id) ?? approval);
  }

  async #end(
    approval: Approval,
    status: 'REJECTED' | 'EXPIRED',
    caller: Caller | null,
  ): Promise<Result<Approval, Rejection>> {
    const { store } = this.#deps;
    const decidedBy = caller?.keyId ?? null;
    const ended: Approval = { ...approval, status, decidedAt: store.now(), decidedBy };
    this.#clear(approval.id);
    await store.commit('approval', decidedBy ?? approval.keyId, [{ type: 'ApprovalSet', approval: ended }]);
    return ok(ended);
  }

  #expireLater({ id, expiresAt }: Approval): void {
    const { clock, store, log } = this.#deps;
    const expire = (): void => {
      const approval = store.state.approvals.get(id);
      if (approval?.status !== 'PENDING') return;
      this.#end(approval, 'EXPIRED', null).catch((error: unknown) =>
        log.error('an approval could not expire', { id, why: String(error) }),
      );
    };
    this.#timers.set(id, clock.after(Math.max(0, expiresAt - store.now()), expire));
  }

  #clear(id: ApprovalId): void {
    this.#timers.get(id)?.cancel();
    this.#timers.delete(id);
  }
}

const owns = (caller: Caller, { accountId, subaccountId }: Approval): boolean =>
  accountId === caller.accountId && isGranted(caller, subaccountId satisfies SubaccountId);

const notOpen = ({ id, status }: Approval): Rejection =>
  rejection('approval_not_open', `the approval is no longer open: ${status}`, { id, status });
