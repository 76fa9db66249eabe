/** The fee schedules of the venues, and the fees of instruments. */
import type { FeeLookupQuery } from '../inputs.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { FeeLookup, VenueFees, VenueName } from '../types.ts';

export class Fees {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The fee schedules that routing uses, and how many open instruments have each. */
  list(query: { venue?: VenueName | undefined } = {}, options?: CallOptions): Promise<VenueFees[]> {
    return this.#transport.request({ method: 'GET', path: '/v1/fees', query: { ...query } }, options);
  }

  /** The schedule of each instrument; with `price` and `qty`, the fee of a fill. Unknown ids are left out. */
  lookup(query: FeeLookupQuery, options?: CallOptions): Promise<FeeLookup[]> {
    return this.#transport.request({ method: 'POST', path: '/v1/fees/lookup', body: { ...query } }, options);
  }
}
