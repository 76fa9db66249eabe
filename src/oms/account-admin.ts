import {
  type AccountId,
  type ApiKey,
  err,
  findAgentKeyIssue,
  getActingKey,
  invalidField,
  isLive,
  isParentOver,
  type KeyId,
  mayStillAct,
  ok,
  parseSubaccountId,
  type Rejection,
  type Result,
  type Subaccount,
  scopeKey,
} from '#contract';
import type { AccountAdmin, KeyLeft, NewKey, OwnedWebhook, RevokedKey, StateStore } from '#orders';
import type { NotificationStore, Random } from '#ports';
import { OPERATOR, recordAdminAction } from './call-audit.ts';

const NAME = /^[A-Za-z0-9_-]{1,64}$/;

type RevokedListener = (key: ApiKey) => void;

interface AccountAdminDeps {
  readonly store: StateStore;
  readonly random: Random;
  readonly notifications: Pick<NotificationStore, 'webhooks' | 'alerts'>;
  /** Cancels the resting orders and the quotes of a key. Absent while the service is stopped. */
  readonly cancelOrders?: (keyId: KeyId) => Promise<void>;
}

/** Creates accounts, subaccounts and keys for the operator, and revokes keys. Every action is journaled. */
export class AccountAdminService implements AccountAdmin {
  readonly #deps: AccountAdminDeps;
  readonly #store: StateStore;
  readonly #random: Random;
  readonly #revoked = new Set<RevokedListener>();

  constructor(deps: AccountAdminDeps) {
    this.#deps = deps;
    this.#store = deps.store;
    this.#random = deps.random;
  }

  async createAccount(accountId: AccountId): Promise<Result<AccountId, Rejection>> {
    if (!NAME.test(accountId)) return err(invalidField('account_id', 'must be 1..64 of A-Z a-z 0-9 _ -'));
    if (this.#store.state.accounts.has(accountId)) return err(invalidField('account_id', 'exists already'));
    await this.#store.commit('account_new', OPERATOR, [{ type: 'AccountCreated', accountId }]);
    return ok(accountId);
  }

  async createSubaccount(subaccount: Subaccount): Promise<Result<Subaccount, Rejection>> {
    const { accountId, subaccountId } = subaccount;
    const { state } = this.#store;
    if (!state.accounts.has(accountId)) return err(invalidField('account_id', 'is not an account'));
    if (parseSubaccountId(subaccountId) === null) {
      return err(invalidField('subaccount_id', 'must be 1..64 of A-Z a-z 0-9 _ -'));
    }
    if (state.subaccounts.has(scopeKey(accountId, subaccountId))) {
      return err(invalidField('subaccount_id', 'exists already'));
    }
    await this.#store.commit('subaccount_new', OPERATOR, [{ type: 'SubaccountCreated', subaccount }]);
    return ok(subaccount);
  }

  /** Checks the account, permissions and subaccounts of the key. The caller validates the public key. */
  async createKey(key: NewKey): Promise<Result<ApiKey, Rejection>> {
    const { state } = this.#store;
    const keyId = key.keyId ?? (`key_${this.#random.hex(8)}` as KeyId);
    if (!NAME.test(keyId)) return err(invalidField('key_id', 'must be 1..64 of A-Z a-z 0-9 _ -'));
    if (state.keys.has(keyId)) return err(invalidField('key_id', 'exists already'));
    if (!state.accounts.has(key.accountId)) return err(invalidField('account_id', 'is not an account'));
    if (key.permissions.length === 0) return err(invalidField('permissions', 'must not be empty'));
    const unknown =
      key.subaccounts === '*'
        ? undefined
        : key.subaccounts.find((id) => !state.subaccounts.has(scopeKey(key.accountId, id)));
    if (unknown !== undefined)
      return err(invalidField('subaccounts', `has ${unknown}, which is not a subaccount of the account`));
    const agent = key.agent ?? null;
    const issue = agent === null ? null : findAgentKeyIssue(key, this.#store.now());
    if (issue !== null) return err(invalidField(issue.field, issue.issue));
    const limits = key.limits ?? null;
    if (agent !== null && limits !== null)
      return err(invalidField('limits', 'of an agent key are in its policy'));
    const created: ApiKey = { ...key, keyId, agent, limits, status: 'ACTIVE', createdAt: this.#store.now() };
    await this.#store.commit('key_new', OPERATOR, [{ type: 'KeyCreated', key: created }]);
    return ok(created);
  }

  /**
   * Takes effect at once: open streams of the key close, its next request is refused, and what it has set up acts no more.
   * Its resting orders stay, unless they are cancelled too, also those of a key that is revoked already.
   *
   * @param isCancelling  cancels them; refused while the service is stopped
   */
  async revokeKey(keyId: KeyId, isCancelling = false): Promise<Result<RevokedKey, Rejection>> {
    const { cancelOrders } = this.#deps;
    const key = this.#store.state.keys.get(keyId);
    if (key === undefined) return err(invalidField('key_id', 'is not a key'));
    if (isCancelling && cancelOrders === undefined)
      return err(invalidField('cancel', 'needs a running service'));
    const left = await this.#listLeft(key);
    const revoked: ApiKey = { ...key, status: 'REVOKED' };
    const isNew = this.#store.state.keys.get(keyId)?.status !== 'REVOKED';
    const durable = isNew
      ? this.#store.commit('key_revoke', OPERATOR, [{ type: 'KeyRevoked', keyId }])
      : this.#store.whenDurable();
    const cancelled = isCancelling ? cancelOrders?.(keyId) : undefined;
    await Promise.all([durable, cancelled]);
    if (isNew) for (const listener of this.#revoked) listener(revoked);
    return ok({ ...revoked, left });
  }

  /** Before the end of the key, so that what it ends is counted as well as what stays. */
  async #listLeft({ keyId }: ApiKey): Promise<KeyLeft> {
    const { notifications } = this.#deps;
    const { orders, parents, approvals } = this.#store.state;
    const isOwn = (each: { readonly keyId: KeyId | null }): boolean => each.keyId === keyId;
    const webhooks = (await notifications.webhooks()).filter(isOwn);
    return {
      webhooks: webhooks.filter(({ status }) => status === 'ACTIVE').length,
      alerts: (await notifications.alerts()).filter(isOwn).length,
      approvals: [...approvals.values()].filter((each) => isOwn(each) && each.status === 'PENDING').length,
      complexOrders: [...parents.values()].filter(
        (parent) => getActingKey(parent) === keyId && !isParentOver(parent.status),
      ).length,
      orders: [...orders.values()].filter((order) => isOwn(order) && isLive(order.status)).length,
    };
  }

  async webhooks(): Promise<readonly OwnedWebhook[]> {
    const { keys } = this.#store.state;
    const all = await this.#deps.notifications.webhooks();
    return all.map((webhook) => ({
      webhook,
      isKeyValid: mayStillAct(webhook, 'alerts', keys, this.#store.now()),
    }));
  }

  recordAdminAction(act: string, detail: string): Promise<void> {
    return recordAdminAction(this.#store, act, detail);
  }

  accounts(): readonly AccountId[] {
    return [...this.#store.state.accounts].sort();
  }

  keys(): readonly ApiKey[] {
    return [...this.#store.state.keys.values()];
  }

  onKeyRevoked(listener: RevokedListener): () => void {
    this.#revoked.add(listener);
    return () => this.#revoked.delete(listener);
  }
}
