import {
  type AccountId,
  type Caller,
  err,
  type InstrumentId,
  invalidField,
  mapResult,
  ok,
  type Price,
  type Rejection,
  type Result,
  type ScopeKey,
  type SubaccountId,
  scopeKey,
  type TimestampMs,
} from '#contract';
import type { Clock } from '#ports';
import type { Ownership } from './order-ownership.ts';

/** What a caller estimates a contract to be worth, in YES terms, until a time. */
export interface FairValue {
  readonly instrumentId: InstrumentId;
  readonly price: Price;
  readonly validUntil: TimestampMs;
}

export const FAIR_VALUES_MAX = 1_000; // per subaccount

/**
 * The fair values that callers set, a second mark of their positions. Limits and risk never use them. They are kept in
 * memory: a restart forgets them.
 *
 * Source  docs/decisions/venue-accounts.md
 */
export class FairValueStore {
  readonly #deps: { readonly ownership: Ownership; readonly clock: Clock };
  readonly #values = new Map<ScopeKey, ReadonlyMap<InstrumentId, FairValue>>();

  constructor(deps: { readonly ownership: Ownership; readonly clock: Clock }) {
    this.#deps = deps;
  }

  /** Replaces all fair values of the subaccount. Refuses an expired value, a repeated instrument and too many. */
  replace(
    caller: Caller,
    subaccountId: SubaccountId,
    values: readonly FairValue[],
  ): Result<readonly FairValue[], Rejection> {
    const checked = this.#deps.ownership.check(caller, subaccountId);
    if (!checked.ok) return checked;
    const now = this.#deps.clock.now();
    if (values.length > FAIR_VALUES_MAX)
      return err(invalidField('values', `must have at most ${FAIR_VALUES_MAX} values`));
    if (values.some(({ validUntil }) => validUntil <= now))
      return err(invalidField('valid_until', 'must be in the future'));
    const byInstrument = new Map(values.map((value) => [value.instrumentId, value]));
    if (byInstrument.size < values.length)
      return err(invalidField('instrument_id', 'must be named once in values'));
    this.#values.set(scopeKey(caller.accountId, checked.value), byInstrument);
    return ok([...byInstrument.values()]);
  }

  /** The values that are still valid, in the order in which they were set. */
  list(caller: Caller, subaccountId: SubaccountId): Result<readonly FairValue[], Rejection> {
    return mapResult(this.#deps.ownership.check(caller, subaccountId), (id) => {
      const now = this.#deps.clock.now();
      const values = this.#values.get(scopeKey(caller.accountId, id)) ?? new Map<InstrumentId, FairValue>();
      return [...values.values()].filter(({ validUntil }) => validUntil > now);
    });
  }

  /** Null without a valid value. */
  find(accountId: AccountId, subaccountId: SubaccountId, instrumentId: InstrumentId): Price | null {
    const value = this.#values.get(scopeKey(accountId, subaccountId))?.get(instrumentId);
    return value === undefined || value.validUntil <= this.#deps.clock.now() ? null : value.price;
  }
}
