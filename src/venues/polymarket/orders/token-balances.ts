import type { VenueAnomaly, VenuePosition } from '../../../ports/venue.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import { computeNetPositions, type HoldingsDeps, readHoldings } from './holdings.ts';

interface TokenBalancesDeps extends HoldingsDeps {
  readonly client: PolymarketClient;
}

/**
 * The wallet's tokens at the venue. Its matching engine keeps a copy of the balances, which must be read again before tokens
 * that were bought can be sold.
 */
export class TokenBalances {
  readonly #deps: TokenBalancesDeps;
  readonly #refreshes = new Map<string, Promise<void>>(); // by token, in progress
  readonly #reported = new Set<string>();
  readonly #anomaliesOnce: HoldingsDeps['listener'] = { onAnomaly: (anomaly) => this.#reportOnce(anomaly) };
  #sizes: ReadonlyMap<string, bigint> = new Map(); // by token, as last read

  constructor(deps: TokenBalancesDeps) {
    this.#deps = deps;
  }

  /** Lets the matching engine read its balance of a token again. */
  refresh(tokenId: string): void {
    const protocol = this.#deps.listings.byToken(tokenId)?.protocol;
    if (protocol === undefined || this.#refreshes.has(tokenId)) return;
    const done = this.#deps.client
      .refreshBalance({ tokenId, protocol })
      .then(() => undefined)
      .finally(() => this.#refreshes.delete(tokenId));
    this.#refreshes.set(tokenId, done);
  }

  /** The end of a refresh in progress; null if there is none, and the token may be sold. */
  pendingRefresh(tokenId: string): Promise<void> | null {
    return this.#refreshes.get(tokenId) ?? null;
  }

  /** Reads the wallet. Returns YES minus NO of each market, or null if it could not be read completely. */
  async positions(): Promise<readonly VenuePosition[] | null> {
    const holdings = await readHoldings({ ...this.#deps, listener: this.#anomaliesOnce });
    if (holdings === null) return null;
    const before = this.#sizes;
    this.#sizes = new Map(holdings.map(({ tokenId, size }) => [tokenId, size]));
    for (const { tokenId, size } of holdings) if (size > (before.get(tokenId) ?? 0n)) this.refresh(tokenId);
    return computeNetPositions(holdings);
  }

  /** Each read finds the same anomaly again. */
  #reportOnce(anomaly: VenueAnomaly): void {
    if (this.#reported.has(anomaly.detail)) return;
    this.#reported.add(anomaly.detail);
    this.#deps.listener.onAnomaly(anomaly);
  }
}
