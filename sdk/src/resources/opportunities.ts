/** Sets of contracts that cost less than they pay. */
import type { OpportunityHistoryQuery, OpportunityQuery } from '../inputs.ts';
import { allItems, listPage, type Page } from '../pages.ts';
import { pathSegment } from '../query.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { Opportunity, OpportunityCurve, OpportunityRecord } from '../types.ts';

const HISTORY = '/v1/opportunities/history';

export class Opportunities {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sets that may settle differently are last; of each group, the largest edge is first. `client.streams.opportunities` follows them. */
  list(query: OpportunityQuery = {}, options?: CallOptions): Promise<Opportunity[]> {
    return this.#transport.request(
      { method: 'GET', path: '/v1/opportunities', query: { ...query } },
      options,
    );
  }

  /** Open and closed ones, newest first: the first page. */
  async history(query: OpportunityHistoryQuery = {}, options?: CallOptions): Promise<OpportunityRecord[]> {
    return (await this.historyPage(query, options)).items;
  }

  historyPage(query: OpportunityHistoryQuery = {}, options?: CallOptions): Promise<Page<OpportunityRecord>> {
    return listPage(this.#transport, HISTORY, { ...query }, options);
  }

  /** As `history`, with all further pages. */
  historyAll(
    query: OpportunityHistoryQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<OpportunityRecord, void, undefined> {
    return allItems((cursor) => this.historyPage({ ...query, cursor }, options), query.cursor);
  }

  /** One opportunity with the curve of its edge. */
  curve(id: string, options?: CallOptions): Promise<OpportunityCurve> {
    return this.#transport.request(
      { method: 'GET', path: `/v1/opportunities/${pathSegment(id)}/history` },
      options,
    );
  }
}
