import type { Caller } from '../../src/contract/access/access.ts';
import { type OrderId, type SubaccountId, scopeKey } from '../../src/contract/model/ids.ts';
import type { Limits } from '../../src/contract/model/limits.ts';
import { isLive } from '../../src/contract/model/order.ts';
import type { Rejection, Result } from '../../src/contract/model/result.ts';
import { renderLimits } from '../../src/http/routes/risk-routes.ts';
import type { CancelSummary, KillSwitchState } from '../../src/orders/trading-service.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import { getGrantedSubaccounts } from './accounts.ts';
import type { ClientLedger } from './caller-ledger.ts';
import type { ClientTransport } from './client-transport.ts';
import type { Body } from './random-bodies.ts';

/** Sets limits, uses the kill switch and cancels all orders. */
export class Controls {
  readonly #environment: SimulationEnvironment;
  readonly #transport: ClientTransport;
  readonly #ledger: ClientLedger;
  readonly #releases = new Map<string, number>(); // by account: how often disabling a switch was requested
  readonly #settings = new Map<string, number>(); // by scope: calls that set limits

  constructor(environment: SimulationEnvironment, transport: ClientTransport, ledger: ClientLedger) {
    this.#environment = environment;
    this.#transport = transport;
    this.#ledger = ledger;
  }

  /** I-22: the setting of the last answered call is in force, also after any crash. */
  async setLimits(caller: Caller, subaccountId: SubaccountId | null, fields: Body): Promise<void> {
    const scope = scopeKey(caller.accountId, subaccountId);
    const call = (this.#settings.get(scope) ?? 0) + 1;
    this.#settings.set(scope, call);
    this.#ledger.limits.set(scope, null);
    const body = subaccountId === null ? fields : { ...fields, subaccount_id: subaccountId };
    const onAnswer = (answer: Result<Limits, Rejection>): void => {
      const isLast = this.#settings.get(scope) === call;
      if (answer.ok && isLast) this.#ledger.limits.set(scope, JSON.stringify(renderLimits(answer.value)));
    };
    const words = `${caller.keyId} ${JSON.stringify(body)}`;
    await this.#transport.call('limits', words, (engine) => engine.risk.setLimits(caller, body), onAnswer);
  }

  /**
   * After its 200 answer no new order may be sent in the caller's scopes, until a caller requests that it be
   * disabled.
   */
  async setKillSwitch(caller: Caller, enabled: boolean): Promise<void> {
    const { accountId, subaccounts } = caller;
    const { killed } = this.#environment.sends;
    const scopes =
      subaccounts === '*' ? [scopeKey(accountId, null)] : subaccounts.map((id) => scopeKey(accountId, id));
    if (!enabled) this.#recordRelease(caller);
    const releases = this.#releases.get(accountId) ?? 0;
    const onAnswer = (answer: Result<KillSwitchState, Rejection>): void => {
      const isStill = (this.#releases.get(accountId) ?? 0) === releases;
      if (answer.ok && enabled && isStill) for (const scope of scopes) killed.add(scope);
    };
    const words = `${caller.keyId} ${enabled ? 'on' : 'off'}`;
    await this.#transport.call(
      'kill',
      words,
      (engine) => engine.risk.setKillSwitch(caller, { enabled }),
      onAnswer,
    );
  }

  /** I-17: every order that was live is being cancelled, and no order of another caller is. */
  async cancelAll(caller: Caller, subaccountId: SubaccountId | null): Promise<void> {
    const { ledger } = this.#environment;
    const scope = subaccountId === null ? getGrantedSubaccounts(caller) : [subaccountId];
    const covered = [...ledger.state.orders.values()]
      .filter((order) => isLive(order.status) && order.accountId === caller.accountId)
      .filter((order) => scope.includes(order.subaccountId))
      .map(({ id }) => id);
    const { quoteChecks } = this.#environment;
    const lastQuoteCall = quoteChecks.decisions;
    const onAnswer = (answer: Result<CancelSummary, Rejection>): void => {
      if (answer.ok) quoteChecks.dropWanted(caller.accountId, scope, lastQuoteCall);
      if (answer.ok) this.#expectAllCovered(covered, answer.value);
      else this.#transport.expectNotKillSwitch(answer.error);
    };
    const reason = subaccountId === null ? 'cancel_all' : 'risk_cancel_all';
    const words = `${caller.keyId} ${subaccountId} covers ${covered.join(' ')}`;
    await this.#transport.call(
      'cancelAll',
      words,
      (engine) => engine.orders.cancelAll(caller, subaccountId, reason),
      onAnswer,
    );
  }

  #expectAllCovered(covered: readonly OrderId[], { cancelled, pending, failed }: CancelSummary): void {
    const { monitor, ledger } = this.#environment;
    const named = new Set([...cancelled, ...pending, ...failed.map(({ id }) => id)]);
    for (const id of covered) {
      const order = ledger.state.orders.get(id);
      const isOut = order !== undefined && (!isLive(order.status) || order.pendingAction === 'cancel');
      monitor.expect(isOut, 'I-17', () => `${id} is ${order?.status} after a cancel-all that covered it`);
      monitor.expect(named.has(id), 'I-17', () => `${id} is not named by the cancel-all that covered it`);
    }
    const isExact = named.size === covered.length;
    monitor.expect(isExact, 'I-17', () => `${named.size} orders named, ${covered.length} were covered`);
  }

  #recordRelease({ accountId, subaccounts }: Caller): void {
    const { killed } = this.#environment.sends;
    this.#releases.set(accountId, (this.#releases.get(accountId) ?? 0) + 1);
    for (const scope of killed) {
      const isCovered = subaccounts === '*' || subaccounts.some((id) => scope === scopeKey(accountId, id));
      if (scope.startsWith(`${accountId}/`) && isCovered) killed.delete(scope);
    }
  }
}
