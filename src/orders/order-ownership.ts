import {
  type Caller,
  err,
  invalidField,
  notFound,
  type Order,
  ok,
  parseSubaccountId,
  type Rejection,
  type Result,
  rejection,
  type SubaccountId,
  scopeKey,
} from '#contract';
import type { LedgerState } from '#domain';

export const isGranted = (caller: Pick<Caller, 'subaccounts'>, subaccountId: SubaccountId): boolean =>
  caller.subaccounts === '*' || caller.subaccounts.includes(subaccountId);

/** An order outside the key's subaccounts is treated as if it did not exist. */
export const ownsOrder = (caller: Caller, order: Order): boolean =>
  order.accountId === caller.accountId && isGranted(caller, order.subaccountId);

/** Checks access to subaccounts. A subaccount of another account is answered as if it did not exist (I-25). */
export class Ownership {
  readonly #state: Pick<LedgerState, 'subaccounts'>;

  constructor(state: Pick<LedgerState, 'subaccounts'>) {
    this.#state = state;
  }

  /** Refuses `validation` for an invalid id, `not_found`, or `forbidden` if it is not granted to the key. */
  check(caller: Caller, input: unknown): Result<SubaccountId, Rejection> {
    const subaccountId = parseSubaccountId(input);
    if (subaccountId === null) return err(invalidField('subaccount_id', 'must be 1..64 of A-Z a-z 0-9 _ -'));
    if (!this.#state.subaccounts.has(scopeKey(caller.accountId, subaccountId)))
      return err(notFound('subaccount'));
    if (!isGranted(caller, subaccountId)) {
      const message = `this key is not granted subaccount ${subaccountId}`;
      return err(rejection('forbidden', message, { subaccount_id: subaccountId }));
    }
    return ok(subaccountId);
  }

  /** The subaccounts that a call covers: the given one, or all subaccounts of the key. */
  scope(caller: Caller, subaccountId: SubaccountId | null): Result<ReadonlySet<SubaccountId>, Rejection> {
    if (subaccountId === null) return ok(new Set(this.granted(caller)));
    const checked = this.check(caller, subaccountId);
    return checked.ok ? ok(new Set([checked.value])) : checked;
  }

  /** The subaccounts of the key, sorted by id. */
  granted(caller: Caller): SubaccountId[] {
    return [...this.#state.subaccounts.values()]
      .filter((row) => row.accountId === caller.accountId && isGranted(caller, row.subaccountId))
      .map((row) => row.subaccountId)
      .sort();
  }
}
