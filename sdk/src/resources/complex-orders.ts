/** Complex orders, such as stops, icebergs and brackets, that the service works by placing ordinary orders. */
import type { ComplexOrderAmendment, ComplexOrderQuery, NewComplexOrder } from '../inputs.ts';
import { allItems, listPage, type Page } from '../pages.ts';
import { pathSegment } from '../query.ts';
import { statedScope } from '../scope.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type {
  ComplexOrder,
  ComplexOrderCancelSummary,
  ComplexOrderPreview,
  ComplexOrderReceipt,
} from '../types.ts';

const LIST_PAGE_SIZE = 1000;

/** `cpx_7`, or its number. */
export type ComplexOrderRef = string | number;

export class ComplexOrders {
  readonly #transport: Transport;
  readonly #uuid: () => string;

  constructor(transport: Transport, uuid: () => string) {
    this.#transport = transport;
    this.#uuid = uuid;
  }

  /**
   * Submits a complex order. It always carries an `idempotency_key`, the caller's or a new one, so it can be sent
   * again until its outcome is known: the service creates only one.
   */
  create(order: NewComplexOrder, options?: CallOptions): Promise<ComplexOrder> {
    const key = order.idempotency_key ?? `sdk-${this.#uuid()}`;
    const body = { ...order, idempotency_key: key };
    const headers = { 'Idempotency-Key': key };
    const call = { method: 'POST', path: '/v1/complex-orders', kind: 'order', body, headers } as const;
    return this.#transport.request({ ...call, recordKey: key }, options);
  }

  /** What `create` would do now: whether it would fire, its first child and its cost. Stores nothing. */
  preview(order: NewComplexOrder, options?: CallOptions): Promise<ComplexOrderPreview> {
    const path = '/v1/complex-orders/preview';
    return this.#transport.request({ method: 'POST', path, kind: 'preview', body: order }, options);
  }

  async get(id: ComplexOrderRef, options?: CallOptions): Promise<ComplexOrder> {
    return this.#transport.request({ method: 'GET', path: pathOf(id) }, options);
  }

  /** Every decision with the book that it saw. */
  async receipt(id: ComplexOrderRef, options?: CallOptions): Promise<ComplexOrderReceipt> {
    return this.#transport.request({ method: 'GET', path: `${pathOf(id)}/receipt` }, options);
  }

  /** Those of a subaccount, newest first, in one answer; the first page of them with `limit`. */
  async list(query: ComplexOrderQuery, options?: CallOptions): Promise<ComplexOrder[]> {
    return (await this.listPage(query, options)).items;
  }

  listPage(query: ComplexOrderQuery, options?: CallOptions): Promise<Page<ComplexOrder>> {
    return listPage(this.#transport, '/v1/complex-orders', { ...query }, options);
  }

  /** As `list`, fetched page by page. */
  listAll(query: ComplexOrderQuery, options?: CallOptions): AsyncGenerator<ComplexOrder, void, undefined> {
    const paged = { limit: LIST_PAGE_SIZE, ...query };
    return allItems((cursor) => this.listPage({ ...paged, cursor }, options), query.cursor);
  }

  /** Changes terms; only what changes is sent, also in `params`. */
  async amend(
    id: ComplexOrderRef,
    fields: ComplexOrderAmendment,
    options?: CallOptions,
  ): Promise<ComplexOrder> {
    return this.#transport.request(
      { method: 'PATCH', path: pathOf(id), kind: 'write', body: fields },
      options,
    );
  }

  /** Cancels it and its live children. CANCELLING means that a venue has not confirmed. Safe to call again. */
  async cancel(id: ComplexOrderRef, options?: CallOptions): Promise<ComplexOrder> {
    return this.#transport.request({ method: 'DELETE', path: pathOf(id), kind: 'stop' }, options);
  }

  /** Cancels all, of one subaccount or of all this key may trade. */
  async cancelAll(
    scope: { subaccount_id?: string } = {},
    options?: CallOptions,
  ): Promise<ComplexOrderCancelSummary> {
    const path = '/v1/complex-orders/cancel-all';
    const body = statedScope(scope);
    return this.#transport.request({ method: 'POST', path, kind: 'write', body }, options);
  }

  /** Lets a paused one continue: it is decided on the present situation, so a trigger that is met now fires. */
  async resume(id: ComplexOrderRef, options?: CallOptions): Promise<ComplexOrder> {
    return this.#transport.request({ method: 'POST', path: `${pathOf(id)}/resume`, kind: 'write' }, options);
  }
}

const pathOf = (id: ComplexOrderRef): string => `/v1/complex-orders/${pathSegment(id)}`;
