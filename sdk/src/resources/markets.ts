/** Instruments: search, and the market data of one instrument. */
import type { MarketListQuery, MatchQuery, SearchQuery } from '../inputs.ts';
import { allItems, listPage, type Page } from '../pages.ts';
import { pathSegment } from '../query.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type {
  Instrument,
  InstrumentDetail,
  InstrumentRef,
  MarketStats,
  OrderBook,
  SearchPage,
  Trade,
} from '../types.ts';

const LIST_PAGE_SIZE = 1000;

export class Markets {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** One page of instruments with every word of `q` in title, description or ticker. */
  search(query: SearchQuery = {}, options?: CallOptions): Promise<SearchPage> {
    return this.#transport.request(
      { method: 'GET', path: '/v1/markets/search', query: { ...query } },
      options,
    );
  }

  /** All instruments of a search, page after page. */
  searchAll(query: SearchQuery = {}, options?: CallOptions): AsyncGenerator<Instrument, void, undefined> {
    return allItems((cursor) => this.search({ ...query, cursor }, options), query.cursor);
  }

  /** All instruments, of one venue or of all, in one answer; the first page of them with `limit`. */
  async list(query: MarketListQuery = {}, options?: CallOptions): Promise<Instrument[]> {
    return (await this.listPage(query, options)).items;
  }

  listPage(query: MarketListQuery = {}, options?: CallOptions): Promise<Page<Instrument>> {
    return listPage(this.#transport, '/v1/markets', { ...query }, options);
  }

  /** As `list`, fetched page by page, so that a million instruments are never in memory together. */
  listAll(query: MarketListQuery = {}, options?: CallOptions): AsyncGenerator<Instrument, void, undefined> {
    const paged = { limit: LIST_PAGE_SIZE, ...query };
    return allItems((cursor) => this.listPage({ ...paged, cursor }, options), query.cursor);
  }

  /** The only instrument with this ticker or slug. Refuses `not_found`. */
  match(query: MatchQuery, options?: CallOptions): Promise<InstrumentDetail> {
    return this.#transport.request(
      { method: 'GET', path: '/v1/markets/match', query: { ...query } },
      options,
    );
  }

  async get(id: InstrumentRef, options?: CallOptions): Promise<InstrumentDetail> {
    return this.#transport.request({ method: 'GET', path: `/v1/markets/${pathSegment(id)}` }, options);
  }

  /** Fetches many instruments in one request, in the requested order; unknown ids are omitted. */
  lookup(instrumentIds: readonly InstrumentRef[], options?: CallOptions): Promise<Instrument[]> {
    const body = { instrument_ids: instrumentIds };
    return this.#transport.request({ method: 'POST', path: '/v1/markets/lookup', body }, options);
  }

  /** The best levels of the book: 10 per side, or `depth`. `client.books.get` returns all levels. */
  book(
    id: InstrumentRef,
    query: { depth?: number | undefined } = {},
    options?: CallOptions,
  ): Promise<OrderBook> {
    return this.#of(id, 'book', query, options);
  }

  /** The newest trades, newest first. */
  trades(
    id: InstrumentRef,
    query: { limit?: number | undefined } = {},
    options?: CallOptions,
  ): Promise<Trade[]> {
    return this.#of(id, 'trades', query, options);
  }

  stats(id: InstrumentRef, options?: CallOptions): Promise<MarketStats> {
    return this.#of(id, 'stats', {}, options);
  }

  async #of<T>(
    id: InstrumentRef,
    what: string,
    query: { depth?: number | undefined; limit?: number | undefined },
    options: CallOptions | undefined,
  ): Promise<T> {
    const path = `/v1/markets/${pathSegment(id)}/${what}`;
    return this.#transport.request({ method: 'GET', path, query: { ...query } }, options);
  }
}
