/** Events: the instruments of one venue that answer one question. */
import type { EventQuery, GenericEventQuery } from '../inputs.ts';
import { allItems, listPage, type Page } from '../pages.ts';
import { pathSegment } from '../query.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { GenericEvent, MarketEvent } from '../types.ts';

const LIST_PAGE_SIZE = 200;

export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All events in one answer; the first page of them with `limit`. */
  async list(query: EventQuery = {}, options?: CallOptions): Promise<MarketEvent[]> {
    return (await this.listPage(query, options)).items;
  }

  listPage(query: EventQuery = {}, options?: CallOptions): Promise<Page<MarketEvent>> {
    return listPage(this.#transport, '/v1/events', { ...query }, options);
  }

  /** As `list`, fetched page by page. */
  listAll(query: EventQuery = {}, options?: CallOptions): AsyncGenerator<MarketEvent, void, undefined> {
    const paged = { limit: LIST_PAGE_SIZE, ...query };
    return allItems((cursor) => this.listPage({ ...paged, cursor }, options), query.cursor);
  }

  /** Events that several venues have, as their approved assets show. */
  async listGeneric(query: GenericEventQuery = {}, options?: CallOptions): Promise<GenericEvent[]> {
    return (await this.listGenericPage(query, options)).items;
  }

  listGenericPage(query: GenericEventQuery = {}, options?: CallOptions): Promise<Page<GenericEvent>> {
    return listPage(this.#transport, '/v1/generic-events', { ...query }, options);
  }

  /** One event; the service then keeps the books of its open instruments subscribed for a while. */
  async get(eventId: string, options?: CallOptions): Promise<MarketEvent> {
    return this.#transport.request({ method: 'GET', path: `/v1/events/${pathSegment(eventId)}` }, options);
  }
}
