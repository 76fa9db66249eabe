/** The PnL of a subaccount's trading, over time and by group. */
import type { PerformanceQuery, PnlQuery, PnlShareQuery } from '../inputs.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { Performance, PnlPoint, PnlShare } from '../types.ts';

export class Pnl {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * The newest `limit` intervals, oldest first. Intervals without a change are left out; the last one ends
   * now.
   */
  list(query: PnlQuery, options?: CallOptions): Promise<PnlPoint[]> {
    return this.#transport.request({ method: 'GET', path: '/v1/pnl', query: { ...query } }, options);
  }

  /** The same as `list`, 200 intervals by default. */
  history(query: PnlQuery, options?: CallOptions): Promise<PnlPoint[]> {
    return this.#transport.request({ method: 'GET', path: '/v1/pnl/history', query: { ...query } }, options);
  }

  /** The PnL of each venue, category or instrument in a time range; default grouping by venue. */
  breakdown(query: PnlShareQuery, options?: CallOptions): Promise<PnlShare[]> {
    return this.#transport.request(
      { method: 'GET', path: '/v1/pnl/breakdown', query: { ...query } },
      options,
    );
  }

  /** The trades of a time range by day (default), venue or tag: result, fees, settled markets won and slippage. */
  performance(query: PerformanceQuery, options?: CallOptions): Promise<Performance> {
    return this.#transport.request({ method: 'GET', path: '/v1/performance', query: { ...query } }, options);
  }
}
