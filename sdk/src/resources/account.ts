/** Positions, cash, risk, and the permissions of the key. */
import type {
  ClosePosition,
  FairValuesUpdate,
  GuardUpdate,
  LimitsUpdate,
  OperationQuery,
  TokenOperation,
} from '../inputs.ts';
import { statedScope } from '../scope.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type {
  Account,
  Balance,
  CancelSummary,
  Decimal,
  FairValues,
  Guard,
  KillSwitchResult,
  OperationPreview,
  Order,
  Position,
  PositionOperation,
  RiskLimits,
  RiskState,
  Subaccount,
} from '../types.ts';

export class Positions {
  readonly #transport: Transport;
  readonly #uuid: () => string;

  constructor(transport: Transport, uuid: () => string) {
    this.#transport = transport;
    this.#uuid = uuid;
  }

  /** One record per instrument with a non-zero holding, by `instrument_id`. */
  list(query: { subaccount_id: string }, options?: CallOptions): Promise<Position[]> {
    return this.#transport.request({ method: 'GET', path: '/v1/positions', query: { ...query } }, options);
  }

  /**
   * Closes the position in one instrument or one asset with one reduce-only order, and returns that order. It always carries a
   * `client_order_id`, as in `orders.create`, so it is placed once.
   */
  close(position: ClosePosition, options?: CallOptions): Promise<Order> {
    const key = position.client_order_id ?? `sdk-${this.#uuid()}`;
    const body = { ...position, client_order_id: key };
    const headers = { 'Idempotency-Key': key };
    const call = { method: 'POST', path: '/v1/positions/close', kind: 'order', body, headers } as const;
    return this.#transport.request({ ...call, orderKeys: [body] }, options);
  }

  /** Merges pairs of YES and NO tokens into cash. Returns once it is stored; `operation` shows how it ends. */
  merge(terms: TokenOperation, options?: CallOptions): Promise<PositionOperation> {
    return this.#convert('merge', terms, options);
  }

  /** Splits cash into pairs of YES and NO tokens. */
  split(terms: TokenOperation & { qty: Decimal }, options?: CallOptions): Promise<PositionOperation> {
    return this.#convert('split', terms, options);
  }

  /** Redeems all tokens of a settled market, those of every subaccount at the venue. */
  redeem(terms: Omit<TokenOperation, 'qty'>, options?: CallOptions): Promise<PositionOperation> {
    return this.#convert('redeem', terms, options);
  }

  /** What `merge`, `split` or `redeem` would do now. Stores nothing. */
  previewOperation(
    verb: 'merge' | 'split' | 'redeem',
    terms: TokenOperation,
    options?: CallOptions,
  ): Promise<OperationPreview> {
    const path = `/v1/positions/${verb}/preview`;
    return this.#transport.request({ method: 'POST', path, kind: 'preview', body: terms }, options);
  }

  /** Merges, splits and redemptions, newest first. */
  operations(query: OperationQuery, options?: CallOptions): Promise<PositionOperation[]> {
    const path = '/v1/positions/operations';
    return this.#transport.request({ method: 'GET', path, query: { ...query } }, options);
  }

  operation(id: string, options?: CallOptions): Promise<PositionOperation> {
    const path = `/v1/positions/operations/${encodeURIComponent(id)}`;
    return this.#transport.request({ method: 'GET', path }, options);
  }

  /** Always with an `idempotency_key`, so it can be sent again until its outcome is known: it begins once. */
  #convert(verb: string, terms: TokenOperation, options?: CallOptions): Promise<PositionOperation> {
    const key = terms.idempotency_key ?? `sdk-${this.#uuid()}`;
    const body = { ...terms, idempotency_key: key };
    const call = { method: 'POST', path: `/v1/positions/${verb}`, kind: 'order', body } as const;
    return this.#transport.request({ ...call, headers: { 'Idempotency-Key': key }, recordKey: key }, options);
  }
}

/** The caller's fair values, an additional mark of positions; limits never use them. */
export class FairValuesOfSubaccounts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get(query: { subaccount_id: string }, options?: CallOptions): Promise<FairValues> {
    return this.#transport.request({ method: 'GET', path: '/v1/fair-values', query: { ...query } }, options);
  }

  /** Replaces all fair values of the subaccount. */
  async set(update: FairValuesUpdate, options?: CallOptions): Promise<FairValues> {
    const call = { method: 'PUT', path: '/v1/fair-values', kind: 'write' } as const;
    return this.#transport.request({ ...call, body: { ...update } }, options);
  }
}

export class Balances {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The cash of a subaccount, one record for each venue. */
  list(query: { subaccount_id: string }, options?: CallOptions): Promise<Balance[]> {
    return this.#transport.request({ method: 'GET', path: '/v1/balances', query: { ...query } }, options);
  }
}

/** The writes of this class but the kill switch are sent once, since they have no key: see `OutcomeUnknownError`. */
export class Risk {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Whether a limit is breached and whether the kill switch is on, with the underlying figures. */
  state(query: { subaccount_id: string }, options?: CallOptions): Promise<RiskState> {
    return this.#transport.request({ method: 'GET', path: '/v1/risk', query: { ...query } }, options);
  }

  /** The limits of a subaccount, or those at account level. */
  limits(query: { subaccount_id?: string | undefined } = {}, options?: CallOptions): Promise<RiskLimits> {
    return this.#transport.request({ method: 'GET', path: '/v1/risk/limits', query: { ...query } }, options);
  }

  /** Sets the given limits; the others stay unchanged, null clears one. */
  async setLimits(update: LimitsUpdate, options?: CallOptions): Promise<RiskLimits> {
    const call = { method: 'PUT', path: '/v1/risk/limits', kind: 'write' } as const;
    return this.#transport.request({ ...call, body: statedScope(update) }, options);
  }

  /** The guard of a subaccount, or that of all subaccounts of the key. */
  guard(query: { subaccount_id?: string | undefined } = {}, options?: CallOptions): Promise<Guard> {
    return this.#transport.request({ method: 'GET', path: '/v1/risk/guard', query: { ...query } }, options);
  }

  /** Arms, renews or disarms a guard. Call it more often than its timeout. */
  async setGuard(update: GuardUpdate, options?: CallOptions): Promise<Guard> {
    const call = { method: 'PUT', path: '/v1/risk/guard', kind: 'write' } as const;
    return this.#transport.request({ ...call, body: statedScope(update) }, options);
  }

  /**
   * While it is enabled, every new order is refused with 403 `kill_switch`; resting orders stay. Switching it on is repeated
   * if its answer is lost; switching it off is not, as another caller may have switched it on since.
   */
  killSwitch(enabled: boolean, options?: CallOptions): Promise<KillSwitchResult> {
    const kind = enabled ? 'stop' : 'write';
    const call = { method: 'POST', path: '/v1/risk/kill-switch', kind, body: { enabled } } as const;
    return this.#transport.request(call, options);
  }

  /** Cancels every open order of a subaccount through the risk layer, also while the kill switch is on. */
  async cancelAll(scope: { subaccount_id: string }, options?: CallOptions): Promise<CancelSummary> {
    const call = { method: 'POST', path: '/v1/risk/cancel-all', kind: 'write' } as const;
    return this.#transport.request({ ...call, body: statedScope(scope) }, options);
  }
}

export class Accounts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The account of this key and the key's permissions. */
  get(options?: CallOptions): Promise<Account> {
    return this.#transport.request({ method: 'GET', path: '/v1/account' }, options);
  }
}

export class Subaccounts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(options?: CallOptions): Promise<Subaccount[]> {
    return this.#transport.request({ method: 'GET', path: '/v1/subaccounts' }, options);
  }
}
