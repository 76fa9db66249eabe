/** Quotes of market makers: one order for each side of an instrument. */
import type { MakerProtectionUpdate, QuotesUpdate } from '../inputs.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { MakerProtection, Quotes as QuoteRecords, QuotesAnswer } from '../types.ts';

export class Quotes {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Brings the named sides to the wanted state. Sent once: after a lost answer, put again with a larger `quote_seq`. */
  put(update: QuotesUpdate, options?: CallOptions): Promise<QuotesAnswer> {
    const call = { method: 'PUT', path: '/v1/quotes', kind: 'write' } as const;
    return this.#transport.request({ ...call, body: { ...update } }, options);
  }

  /** The live quotes, and those that wait for the proven end of an older order. */
  get(query: { subaccount_id: string }, options?: CallOptions): Promise<QuoteRecords> {
    return this.#transport.request({ method: 'GET', path: '/v1/quotes', query: { ...query } }, options);
  }

  /** Withdraws all quotes of the subaccount. */
  pull(query: { subaccount_id: string }, options?: CallOptions): Promise<QuotesAnswer> {
    const call = { method: 'DELETE', path: '/v1/quotes', kind: 'write' } as const;
    return this.#transport.request({ ...call, query: { ...query } }, options);
  }

  /** What the quotes have filled within the window, and whether they are frozen. */
  protection(query: { subaccount_id: string }, options?: CallOptions): Promise<MakerProtection> {
    return this.#transport.request({ method: 'GET', path: '/v1/risk/mmp', query: { ...query } }, options);
  }

  /** Replaces the limits; one that is left out is none. */
  setProtection(update: MakerProtectionUpdate, options?: CallOptions): Promise<MakerProtection> {
    const call = { method: 'PUT', path: '/v1/risk/mmp', kind: 'write' } as const;
    return this.#transport.request({ ...call, body: { ...update } }, options);
  }

  /** Ends the freeze of a breach. */
  resetProtection(scope: { subaccount_id: string }, options?: CallOptions): Promise<MakerProtection> {
    const call = { method: 'POST', path: '/v1/risk/mmp/reset', kind: 'write' } as const;
    return this.#transport.request({ ...call, body: { ...scope } }, options);
  }
}
