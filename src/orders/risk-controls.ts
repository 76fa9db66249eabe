import {
  type AccountId,
  type Caller,
  err,
  hasDayLimits,
  invalidFields,
  isAccountKillSwitchOn,
  isKillSwitchOn,
  type KillSwitch,
  type Limits,
  NO_LIMITS,
  ok,
  type Rejection,
  type Result,
  rejection,
  type SubaccountId,
  scopeKey,
} from '#contract';
import { parseKillSwitch, parseLimits } from '#domain';
import { type Clock, wait } from '#ports';
import { refuseAgentCall } from './agent-guard.ts';
import type { OrderGateway } from './order-gateway.ts';
import type { Ownership } from './order-ownership.ts';
import type { ComplexOrderStops } from './parent-types.ts';
import type { StateStore } from './state-store.ts';
import type { KillSwitchState } from './trading-service.ts';

export interface RiskControlsDeps {
  readonly store: StateStore;
  readonly gateway: OrderGateway;
  readonly ownership: Ownership;
  readonly complexOrders: ComplexOrderStops;
  readonly clock: Clock;
  readonly ackWaitMs: number;
}

/** The limits of accounts and subaccounts, and the kill switch. */
export class RiskControls {
  readonly #deps: RiskControlsDeps;

  constructor(deps: RiskControlsDeps) {
    this.#deps = deps;
  }

  /** The limits of the account need a key with access to every subaccount. */
  limits(caller: Caller, subaccountId: SubaccountId | null): Result<Limits, Rejection> {
    const refusal = this.#checkScope(caller, subaccountId);
    return refusal === null ? ok(this.getLimits(caller.accountId, subaccountId)) : err(refusal);
  }

  getLimits(accountId: AccountId, subaccountId: SubaccountId | null): Limits {
    return (
      this.#deps.store.state.limits.get(scopeKey(accountId, subaccountId)) ?? {
        ...NO_LIMITS,
        accountId,
        subaccountId,
        updatedAt: null,
      }
    );
  }

  /** Omitted fields keep their values. A limit below the present usage cancels nothing. */
  async setLimits(caller: Caller, body: unknown): Promise<Result<Limits, Rejection>> {
    const { store } = this.#deps;
    const change = parseLimits(body);
    if (!change.ok) return err(invalidFields(change.error));
    const { subaccountId, fields } = change.value;
    const refused = this.#checkScope(caller, subaccountId);
    if (refused !== null) return err(refused);
    // A limit counts what was used before this start too.
    if (hasDayLimits(fields)) await store.loadUsage(caller.accountId, subaccountId);
    const before = this.getLimits(caller.accountId, subaccountId);
    if (Object.keys(fields).length === 0) {
      await store.whenDurable();
      return ok(before);
    }
    const limits: Limits = { ...before, ...fields, updatedAt: store.now() };
    await store.commit('set_limits', caller.keyId, [{ type: 'LimitsSet', limits }]);
    return ok(limits);
  }

  /**
   * A key with access to every subaccount switches the account; any other key switches its subaccounts. Resolves once
   * the switch is durable and every send in flight has its outcome, or after `ackWaitMs`.
   * docs/decisions/risk-limits.md
   */
  async setKillSwitch(caller: Caller, body: unknown): Promise<Result<KillSwitchState, Rejection>> {
    const { store, gateway, clock, ackWaitMs, ownership, complexOrders } = this.#deps;
    const enabled = parseKillSwitch(body);
    if (!enabled.ok) return err(invalidFields(enabled.error));
    const refused = enabled.value ? null : refuseAgentCall(caller, 'kill_switch_off', store);
    if (refused !== null) return err(refused);
    const switches = this.#changes(caller, enabled.value);
    if (switches.length > 0) {
      const events = switches.map((killSwitch) => ({ type: 'KillSwitchSet', killSwitch }) as const);
      const paused = enabled.value ? complexOrders.pauseForKillSwitch(caller, ownership.granted(caller)) : [];
      await store.commit('kill_switch', caller.keyId, [...events, ...paused]);
      complexOrders.wakeAll();
    } else {
      await store.whenDurable(); // set already, but perhaps not durable yet
    }
    if (enabled.value) {
      await Promise.race([gateway.drained(), wait(clock, ackWaitMs)]);
    }
    return ok(this.#toSwitchState(caller, enabled.value));
  }

  /** Only the switches that change: setting a switch again changes nothing. */
  #changes(caller: Caller, enabled: boolean): KillSwitch[] {
    const { store, ownership } = this.#deps;
    const { accountId } = caller;
    const updatedAt = store.now();
    const isSet = (subaccountId: SubaccountId | null): boolean =>
      store.state.killSwitches.get(scopeKey(accountId, subaccountId))?.enabled ?? false;
    // Switching the account off also switches every subaccount off, so that all may trade again.
    const subaccounts = caller.subaccounts === '*' && enabled ? [] : ownership.granted(caller);
    const scopes = caller.subaccounts === '*' ? [null, ...subaccounts] : subaccounts;
    return scopes
      .filter((subaccountId) => isSet(subaccountId) !== enabled)
      .map((subaccountId) => ({ accountId, subaccountId, enabled, updatedAt }));
  }

  #toSwitchState(caller: Caller, enabled: boolean): KillSwitchState {
    const { store, ownership, complexOrders } = this.#deps;
    const { accountId } = caller;
    const subaccounts = ownership.granted(caller);
    const scopes = caller.subaccounts === '*' ? [null, ...subaccounts] : subaccounts;
    const times = scopes.map((id) => store.state.killSwitches.get(scopeKey(accountId, id))?.updatedAt ?? 0);
    const latest = Math.max(0, ...times);
    return {
      enabled,
      active:
        isAccountKillSwitchOn(store.state, accountId) ||
        subaccounts.some((id) => isKillSwitchOn(store.state, accountId, id)),
      subaccounts,
      pausedComplexOrders: complexOrders.pausedByKillSwitch(caller, subaccounts),
      updatedAt: latest === 0 ? store.now() : (latest as KillSwitchState['updatedAt']),
    };
  }

  #checkScope(caller: Caller, subaccountId: SubaccountId | null): Rejection | null {
    if (subaccountId === null) {
      const hasAll = caller.subaccounts === '*';
      return hasAll
        ? null
        : rejection('forbidden', 'account limits need a key with every subaccount', { scope: 'account' });
    }
    const checked = this.#deps.ownership.check(caller, subaccountId);
    return checked.ok ? null : checked.error;
  }
}
