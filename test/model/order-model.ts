import type { Call, CallerName, Terms } from './model-calls.ts';

/** A minimal model of the service for comparison: whole numbers, no waiting, no journal. */
interface ModelOrder extends Terms {
  readonly account: string;
  readonly key: string | null;
  readonly body: string;
  qty: number;
  filled: number;
  status: 'OPEN' | 'PARTIAL' | 'FILLED' | 'CANCELLED' | 'REJECTED';
}

const CALLERS: Readonly<
  Record<CallerName, { readonly account: string; readonly subs: readonly string[] | '*' }>
> = {
  wide: { account: 'acc_1', subs: '*' },
  narrow: { account: 'acc_1', subs: ['sa_2'] },
  stranger: { account: 'acc_2', subs: '*' },
};
const SUBS: Readonly<Record<string, readonly string[]>> = { acc_1: ['sa_1', 'sa_2'], acc_2: ['sa_1'] };

/** An order as model and service render it: its identity, then its state. */
export const orderLine = (
  id: string,
  account: string,
  terms: readonly (string | number | null)[],
  status: string,
  [filled, qty]: readonly [number | string, number | string],
): string => `${id} ${account} ${terms.join(' ')} ${status} ${filled} of ${qty}`;

export class Model {
  #orders: ModelOrder[] = [];
  #limits = new Map<string, number | null>(); // by scope and limit
  #killed = new Set<string>();

  clone(): Model {
    const copy = new Model();
    copy.#orders = this.#orders.map((order) => ({ ...order }));
    copy.#limits = new Map(this.#limits);
    copy.#killed = new Set(this.#killed);
    return copy;
  }

  get orderCount(): number {
    return this.#orders.length;
  }

  /** Applies the call and returns its result: `ok`, or the error code. */
  applyCall(call: Call, orders: number): string {
    switch (call.call) {
      case 'submit':
        return this.#submit(call);
      case 'cancel':
        return this.#cancel(call.who, this.#nth(call.nth, orders));
      case 'cancelAll':
        return this.#cancelAll(call);
      case 'amend':
        return this.#amend(call.who, this.#nth(call.nth, orders), call.qty);
      case 'limit': {
        const refused =
          call.sub === null ? this.#checkAccount(call.who) : this.#checkSubaccount(call.who, call.sub);
        if (refused === null) this.#limits.set(`${toScope(call.who, call.sub)} ${call.limit}`, call.max);
        return refused ?? 'ok';
      }
      case 'kill':
        return this.#kill(call);
    }
  }

  /** Another trader fills an order, up to its quantity. */
  fill(nth: number, qty: number): { readonly id: string; readonly qty: number } | null {
    const order = this.#nth(nth, this.#orders.length);
    if (order === undefined || !isLive(order)) return null;
    const size = Math.min(qty, order.qty - order.filled);
    order.filled += size;
    order.status = order.filled === order.qty ? 'FILLED' : 'PARTIAL';
    return { id: `ord_${this.#orders.indexOf(order) + 1}`, qty: size };
  }

  /** An order that the gateway stopped: accepted before the kill switch, and never sent. */
  stopAtGateway(id: string): void {
    const order = this.#orders[Number(id.slice('ord_'.length)) - 1];
    if (order?.status === 'OPEN') order.status = 'REJECTED';
  }

  /** All visible state, as lines. */
  render(): readonly string[] {
    const orders = this.#orders.map((order, index) => {
      const { account, sub, instrument, side, outcome, key, status, filled, qty } = order;
      return orderLine(`ord_${index + 1}`, account, [sub, instrument, side, outcome, key], status, [
        filled,
        qty,
      ]);
    });
    const scopes = Object.entries(SUBS).flatMap(([account, subs]) =>
      subs.map((sub) => [account, sub] as const),
    );
    return [...orders, ...scopes.map(([account, sub]) => this.#renderRisk(account, sub))];
  }

  #renderRisk(account: string, sub: string): string {
    const open = this.#openOrders(account, sub);
    const held = [1001, 1002].reduce((sum, id) => sum + Math.abs(this.#net(account, sub, id)), 0);
    return `${account} ${sub} open ${open} held ${held} killed ${this.#isKilled(account, sub)}`;
  }

  #submit({ who, key, ...terms }: Extract<Call, { call: 'submit' }>): string {
    const { account, subs } = CALLERS[who];
    const { call: _, ...body } = terms;
    const text = JSON.stringify(body);
    const known =
      key === null ? undefined : this.#orders.find((each) => each.key === key && each.account === account);
    const isSeen = known !== undefined && (subs === '*' || subs.includes(known.sub));
    if (isSeen && known.body === text) return 'ok';
    if (this.#isKilled(account, terms.sub)) return 'kill_switch';
    if (known !== undefined) return 'idempotency_conflict';
    const refused =
      this.#checkSubaccount(who, terms.sub) ?? this.#checkLimits(account, body, body.qty, body.qty, true);
    if (refused !== null) return refused;
    this.#orders.push({ ...body, account, key, body: text, filled: 0, status: 'OPEN' });
    return 'ok';
  }

  #cancel(who: CallerName, order: ModelOrder | undefined): string {
    if (order === undefined || !this.#isSeen(who, order)) return 'not_found';
    if (order.status === 'CANCELLED') return 'ok';
    if (!isLive(order)) return 'order_not_open';
    order.status = 'CANCELLED';
    return 'ok';
  }

  #cancelAll({ who, sub }: Extract<Call, { call: 'cancelAll' }>): string {
    const refused = sub === null ? null : this.#checkSubaccount(who, sub);
    if (refused !== null) return refused;
    for (const order of this.#orders)
      if (this.#isSeen(who, order) && (sub ?? order.sub) === order.sub && isLive(order))
        order.status = 'CANCELLED';
    return 'ok';
  }

  #amend(who: CallerName, order: ModelOrder | undefined, qty: number): string {
    if (order === undefined || !this.#isSeen(who, order)) return 'not_found';
    if (!isLive(order)) return 'order_not_open';
    const more = qty - order.qty;
    if (more > 0 && this.#isKilled(order.account, order.sub)) return 'kill_switch';
    if (qty <= order.filled) return 'validation';
    const refused = more > 0 ? this.#checkLimits(order.account, order, qty, more, false) : null;
    if (refused === null) order.qty = qty;
    return refused ?? 'ok';
  }

  #kill({ who, enabled }: Extract<Call, { call: 'kill' }>): string {
    const { account, subs } = CALLERS[who];
    const single = subs === '*' ? (enabled ? [] : (SUBS[account] ?? [])) : subs;
    const scopes = [...(subs === '*' ? [account] : []), ...single.map((sub) => `${account}/${sub}`)];
    for (const scope of scopes)
      if (enabled) this.#killed.add(scope);
      else this.#killed.delete(scope);
    return 'ok';
  }

  #checkLimits(account: string, terms: Terms, qty: number, more: number, isNew: boolean): string | null {
    for (const scope of [`${account}/${terms.sub}`, account]) {
      const max = (limit: string): number =>
        this.#limits.get(`${scope} ${limit}`) ?? Number.POSITIVE_INFINITY;
      const subs = scope === account ? (SUBS[account] ?? []) : [terms.sub];
      if (qty > max('max_order_qty')) return 'risk_limit';
      const before = subs.reduce((sum, sub) => sum + this.#worstCaseQty(account, sub), 0);
      const growth =
        this.#worstCaseQty(account, terms.sub, terms, more) - this.#worstCaseQty(account, terms.sub);
      if (growth > 0 && before + growth > max('max_position_qty')) return 'risk_limit';
      const open = subs.reduce((sum, sub) => sum + this.#openOrders(account, sub), 0);
      if (isNew && open + 1 > max('max_open_orders')) return 'risk_limit';
    }
    return null;
  }

  /** The largest position that the open orders could lead to, with `more` contracts of these terms added. */
  #worstCaseQty(account: string, sub: string, terms: Terms | null = null, more = 0): number {
    return [1001, 1002].reduce((sum, instrument) => {
      const live = this.#ordersIn(account, sub).filter(
        (order) => order.instrument === instrument && isLive(order),
      );
      const open = (sign: number): number =>
        live
          .filter((order) => toSign(order) === sign)
          .reduce((total, { qty, filled }) => total + qty - filled, 0) +
        (terms !== null && terms.instrument === instrument && toSign(terms) === sign ? more : 0);
      const net = this.#net(account, sub, instrument);
      return sum + Math.max(Math.abs(net + open(1)), Math.abs(net - open(-1)));
    }, 0);
  }

  #net(account: string, sub: string, instrument: number): number {
    return this.#ordersIn(account, sub)
      .filter((order) => order.instrument === instrument)
      .reduce((sum, order) => sum + toSign(order) * order.filled, 0);
  }

  #openOrders(account: string, sub: string): number {
    return this.#ordersIn(account, sub).filter(isLive).length;
  }

  #ordersIn(account: string, sub: string): readonly ModelOrder[] {
    return this.#orders.filter((order) => order.account === account && order.sub === sub);
  }

  #nth(nth: number, orders: number): ModelOrder | undefined {
    return orders === 0 ? undefined : this.#orders[nth % orders];
  }

  #isSeen(who: CallerName, { account, sub }: ModelOrder): boolean {
    const caller = CALLERS[who];
    return caller.account === account && (caller.subs === '*' || caller.subs.includes(sub));
  }

  #isKilled(account: string, sub: string): boolean {
    return this.#killed.has(account) || this.#killed.has(`${account}/${sub}`);
  }

  #checkAccount(who: CallerName): string | null {
    return CALLERS[who].subs === '*' ? null : 'forbidden';
  }

  #checkSubaccount(who: CallerName, sub: string): string | null {
    const { account, subs } = CALLERS[who];
    if (!(SUBS[account] ?? []).includes(sub)) return 'not_found';
    return subs === '*' || subs.includes(sub) ? null : 'forbidden';
  }
}

const isLive = ({ status }: ModelOrder): boolean => status === 'OPEN' || status === 'PARTIAL';

/** +1 if the order adds to the net position in YES terms: YES bought or NO sold. -1 otherwise. */
const toSign = ({ side, outcome }: Terms): number => ((side === 'BUY') === (outcome === 'YES') ? 1 : -1);

const toScope = (who: CallerName, sub: string | null): string =>
  sub === null ? CALLERS[who].account : `${CALLERS[who].account}/${sub}`;
