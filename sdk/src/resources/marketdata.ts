/** Books, prints, candles, prices, venues and generic assets: market data across instruments. */
import type { CandleQuery, GenericAssetQuery, PriceQuery, PrintQuery } from '../inputs.ts';
import { pathSegment } from '../query.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type {
  AggregatedBook,
  Candle,
  GenericAsset,
  InstrumentRef,
  OrderBook,
  PricePoint,
  TradePrint,
  Venue,
  VenueHealth,
  VenueHealthHistory,
  VenueName,
} from '../types.ts';

export class Books {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Every level of one instrument's book. */
  async get(id: InstrumentRef, options?: CallOptions): Promise<OrderBook> {
    return this.#transport.request({ method: 'GET', path: `/v1/orderbooks/${pathSegment(id)}` }, options);
  }

  /** One book over all venues of a generic asset; with `subaccount_id`, only over the venues it may trade. */
  async aggregated(
    genericAssetId: number,
    query: { subaccount_id?: string | undefined } = {},
    options?: CallOptions,
  ): Promise<AggregatedBook> {
    const path = `/v1/orderbooks/generic-asset/${pathSegment(genericAssetId)}`;
    return this.#transport.request({ method: 'GET', path, query: { ...query } }, options);
  }
}

export class Prints {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Trade prints, newest first; with `after_id` those that follow it, oldest first. */
  list(query: PrintQuery = {}, options?: CallOptions): Promise<TradePrint[]> {
    return this.#transport.request({ method: 'GET', path: '/v1/tradeprints', query: { ...query } }, options);
  }
}

export class Candles {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The newest `limit` candles, oldest first; empty buckets are left out and the last may be unfinished. */
  list(query: CandleQuery, options?: CallOptions): Promise<Candle[]> {
    return this.#transport.request({ method: 'GET', path: '/v1/candles', query: { ...query } }, options);
  }
}

export class Prices {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The newest `limit` price points, oldest first. */
  list(query: PriceQuery, options?: CallOptions): Promise<PricePoint[]> {
    return this.#transport.request({ method: 'GET', path: '/v1/prices', query: { ...query } }, options);
  }
}

export class Venues {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(options?: CallOptions): Promise<Venue[]> {
    return this.#transport.request({ method: 'GET', path: '/v1/venues' }, options);
  }

  /** Check this before routing: an unhealthy venue may reject or delay DIRECT orders. */
  health(options?: CallOptions): Promise<VenueHealth[]> {
    return this.#transport.request({ method: 'GET', path: '/v1/venues/health' }, options);
  }

  /**
   * A venue's health since the service started: changes with reasons, latency, and the remaining request
   * budget.
   */
  async history(name: VenueName, options?: CallOptions): Promise<VenueHealthHistory> {
    const path = `/v1/venues/${pathSegment(name)}/health`;
    return this.#transport.request({ method: 'GET', path }, options);
  }
}

export class GenericAssets {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(query: GenericAssetQuery = {}, options?: CallOptions): Promise<GenericAsset[]> {
    return this.#transport.request(
      { method: 'GET', path: '/v1/generic-assets', query: { ...query } },
      options,
    );
  }

  async get(id: number, options?: CallOptions): Promise<GenericAsset> {
    return this.#transport.request({ method: 'GET', path: `/v1/generic-assets/${pathSegment(id)}` }, options);
  }
}
