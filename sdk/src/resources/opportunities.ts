/** Sets of contracts that cost less than they pay. */
import type { OpportunityQuery } from '../inputs.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { Opportunity } from '../types.ts';

export class Opportunities {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Largest edge first. `client.streams.opportunities` follows them. */
  list(query: OpportunityQuery = {}, options?: CallOptions): Promise<Opportunity[]> {
    return this.#transport.request(
      { method: 'GET', path: '/v1/opportunities', query: { ...query } },
      options,
    );
  }
}
