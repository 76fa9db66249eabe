import type { OutgoingHttpHeaders } from 'node:http';
import type { Api } from '../api.ts';
import type { Chance } from '../chance.ts';
import { type Fields, resting, taking } from '../orders.ts';
import type { BatchEntry, Order } from '../records.ts';

/** A request that was sent; whether it was heard is what a crash leaves open. */
export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly body: object;
  readonly headers: OutgoingHttpHeaders;
}

const MARKETS = [1001, 1002, 1006, 1009] as const;
const PRICES = ['0.01', '0.02', '0.03', '0.04'] as const;

/**
 * One caller with a book of its own: what it was told is written down the moment it is told, what it
 * was not told is remembered as open.
 */
export class Trader {
  readonly told = new Map<string, Order>(); // by client_order_id, as last told
  readonly untold = new Map<string, Fields>(); // submitted, never answered
  readonly unsure = new Set<string>(); // an amend or cancel of these was never answered
  readonly answered: Sent[] = []; // signatures that are used up
  readonly #api: Api;
  readonly #chance: Chance;
  readonly #name: string;
  readonly #subaccount: string;
  #count = 0;

  constructor(name: string, subaccount: string, api: Api, chance: Chance) {
    this.#name = name;
    this.#subaccount = subaccount;
    this.#api = api;
    this.#chance = chance;
  }

  /** Trades until the service is gone. */
  async tradeUntilItDies(): Promise<void> {
    try {
      for (;;) await this.#act();
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
  }

  /** Asks again for everything that was never answered, as a careful client does. */
  async askAgain(): Promise<void> {
    for (const [key, body] of this.untold) {
      this.#learn(await this.#api.ok<Order>('POST', '/v1/orders', body));
      this.untold.delete(key);
    }
    for (const key of this.unsure) {
      const order = this.told.get(key) as Order;
      this.#learn(await this.#api.ok<Order>('GET', `/v1/orders/${order.id}`));
    }
    this.unsure.clear();
  }

  async #act(): Promise<void> {
    const roll = this.#chance.below(10);
    const live = [...this.told.values()].filter(({ status }) => status === 'OPEN' || status === 'PARTIAL');
    if (roll < 5 || live.length === 0) return this.#submit();
    if (roll < 6) return this.#batch();
    const order = this.#chance.pick(live);
    const target = `/v1/orders/${order.id}`;
    this.unsure.add(order.client_order_id ?? '');
    const amended = { price: this.#chance.pick(PRICES), qty: String(11 + this.#chance.below(20)) };
    const answer = await (roll < 8 ? this.#send('PATCH', target, amended) : this.#send('DELETE', target, {}));
    this.unsure.delete(order.client_order_id ?? '');
    if (answer !== null) this.#learn(answer as Order);
  }

  async #submit(): Promise<void> {
    const body = this.#newOrder();
    this.untold.set(String(body['client_order_id']), body);
    this.#learn((await this.#send('POST', '/v1/orders', body)) as Order);
  }

  async #batch(): Promise<void> {
    const orders = [this.#newOrder(), this.#newOrder(), this.#newOrder()];
    for (const body of orders) this.untold.set(String(body['client_order_id']), body);
    const entries = await this.#send('POST', '/v1/orders/batch', { orders });
    for (const { index: _, ...order } of entries as BatchEntry[]) this.#learn(order as Order);
  }

  #newOrder(): Fields {
    this.#count += 1;
    const fields = {
      client_order_id: `${this.#name}-${this.#count}`,
      subaccount_id: this.#subaccount,
      instrument_id: this.#chance.pick(MARKETS),
      outcome: this.#chance.pick(['YES', 'NO']),
      qty: String(1 + this.#chance.below(10)),
    };
    switch (this.#chance.below(5)) {
      case 0:
        return taking({ ...fields, side: this.#chance.pick(['BUY', 'SELL']) });
      case 1: {
        const { instrument_id: _, ...asset } = { ...fields, generic_asset_id: 501, qty: '20' };
        return taking({
          ...asset,
          instrument_id: undefined,
          routing: { mode: this.#chance.pick(['SPLIT', 'BEST_PRICE']) },
        });
      }
      default:
        return resting({ ...fields, price: this.#chance.pick(PRICES) });
    }
  }

  /** The body of a 200, null for a refusal that the race explains; anything else is thrown. */
  async #send(method: string, target: string, body: object): Promise<unknown> {
    const sent: Sent = { method, target, body, headers: this.#api.headers(method, target, body) };
    const { status, text } = await this.#api.send(method, target, body, sent.headers);
    this.answered.push(sent);
    if (status === 200) return JSON.parse(text);
    // It was filled before the change reached it, or wholly so that the quantity is below.
    if (method !== 'POST' && (status === 409 || status === 422)) return null;
    throw new Error(`${method} ${target} ${JSON.stringify(body)}: ${status} ${text}`);
  }

  #learn(order: Order): void {
    const key = order.client_order_id ?? '';
    this.told.set(key, order);
    this.untold.delete(key);
  }
}

/** The connection broke, rather than that the service said no. */
const isConnectionLost = (error: unknown): boolean =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '') ||
  (error as Error).message === 'aborted';
