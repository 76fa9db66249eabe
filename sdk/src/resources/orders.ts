/** Orders and their fills. */
import type { AmendFields, FillQuery, NewOrder, OrderQuery } from '../inputs.ts';
import { allItems, listPage, type Page } from '../pages.ts';
import { pathSegment } from '../query.ts';
import { statedScope } from '../scope.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type {
  BatchEntry,
  CancelSummary,
  Fill,
  Order,
  OrderPreview,
  OrderReceipt,
  OrderRef,
} from '../types.ts';

const LIST_PAGE_SIZE = 1000;

export class Orders {
  readonly #transport: Transport;
  readonly #uuid: () => string;

  constructor(transport: Transport, uuid: () => string) {
    this.#transport = transport;
    this.#uuid = uuid;
  }

  /**
   * Submits an order and returns it in the state reached so far, which may be any.
   *
   * The order always carries a `client_order_id`, the caller's or a new one, so it can be sent again until
   * its outcome is known: the service creates only one order. Throws `ApiError` for a refusal, and
   * `OutcomeUnknownError` with the key if no attempt got a response.
   */
  create(order: NewOrder, options?: CallOptions): Promise<Order> {
    const body = this.#keyed(order);
    const key = body.client_order_id;
    const headers = { 'Idempotency-Key': key };
    const call = { method: 'POST', path: '/v1/orders', kind: 'order', body, headers } as const;
    return this.#transport.request({ ...call, orderKeys: [body] }, options);
  }

  /**
   * Submits up to 50 orders. Each entry of the response belongs to the item at its `index` and succeeds or
   * fails independently. Every item has a key as in `create`; a refused item has `id: null`.
   */
  batch(orders: readonly NewOrder[], options?: CallOptions): Promise<BatchEntry[]> {
    const keyed = orders.map((order) => this.#keyed(order));
    const call = {
      method: 'POST',
      path: '/v1/orders/batch',
      kind: 'batch',
      body: { orders: keyed },
    } as const;
    return this.#transport.request({ ...call, orderKeys: keyed }, options);
  }

  /** What `create` would do with this order now: its legs, fees and cost. Places nothing. */
  preview(order: NewOrder, options?: CallOptions): Promise<OrderPreview> {
    const path = '/v1/orders/preview';
    return this.#transport.request({ method: 'POST', path, kind: 'preview', body: order }, options);
  }

  /** Why an order was routed as it was, and everything that happened to it. */
  receipt(id: OrderRef, options?: CallOptions): Promise<OrderReceipt> {
    const path = `/v1/orders/${pathSegment(id)}/receipt`;
    return this.#transport.request({ method: 'GET', path }, options);
  }

  async get(id: OrderRef, options?: CallOptions): Promise<Order> {
    return this.#transport.request({ method: 'GET', path: `/v1/orders/${pathSegment(id)}` }, options);
  }

  /** The orders of a subaccount, newest first, in one answer; the first page of them with `limit`. */
  async list(query: OrderQuery, options?: CallOptions): Promise<Order[]> {
    return (await this.listPage(query, options)).items;
  }

  listPage(query: OrderQuery, options?: CallOptions): Promise<Page<Order>> {
    return listPage(this.#transport, '/v1/orders', { ...query }, options);
  }

  /** As `list`, fetched page by page. */
  listAll(query: OrderQuery, options?: CallOptions): AsyncGenerator<Order, void, undefined> {
    const paged = { limit: LIST_PAGE_SIZE, ...query };
    return allItems((cursor) => this.listPage({ ...paged, cursor }, options), query.cursor);
  }

  /** Changes an OPEN or PARTIAL order; its id stays. Sent once: see `OutcomeUnknownError`. */
  async amend(id: OrderRef, fields: AmendFields, options?: CallOptions): Promise<Order> {
    const path = `/v1/orders/${pathSegment(id)}`;
    const call = { method: 'PATCH', path, kind: 'write', body: fields, orderId: String(id) } as const;
    return this.#transport.request(call, options);
  }

  /** Cancels one order. `pending_action: "cancel"` means its venue has not confirmed. Safe to call again. */
  async cancel(id: OrderRef, options?: CallOptions): Promise<Order> {
    const path = `/v1/orders/${pathSegment(id)}`;
    return this.#transport.request({ method: 'DELETE', path, kind: 'stop', orderId: String(id) }, options);
  }

  /** Cancels all open orders, of one subaccount or of all this key may trade. */
  async cancelAll(scope: { subaccount_id?: string } = {}, options?: CallOptions): Promise<CancelSummary> {
    const path = '/v1/orders/cancel-all';
    const body = statedScope(scope);
    return this.#transport.request({ method: 'POST', path, kind: 'write', body }, options);
  }

  #keyed(order: NewOrder): NewOrder & { client_order_id: string } {
    return { ...order, client_order_id: order.client_order_id ?? `sdk-${this.#uuid()}` };
  }
}

export class Fills {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The fills of a subaccount, newest first, in one answer; the first page of them with `limit`. */
  async list(query: FillQuery, options?: CallOptions): Promise<Fill[]> {
    return (await this.listPage(query, options)).items;
  }

  listPage(query: FillQuery, options?: CallOptions): Promise<Page<Fill>> {
    return listPage(this.#transport, '/v1/fills', { ...query }, options);
  }

  /** As `list`, fetched page by page. */
  listAll(query: FillQuery, options?: CallOptions): AsyncGenerator<Fill, void, undefined> {
    const paged = { limit: LIST_PAGE_SIZE, ...query };
    return allItems((cursor) => this.listPage({ ...paged, cursor }, options), query.cursor);
  }
}
