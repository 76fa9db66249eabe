import type { VenueAnomaly, VenuePosition } from '#ports';
import type { OutcomeToken, PolymarketClient } from '../http/polymarket-client.ts';
import { computePositions, type HoldingsDeps, readHoldings } from './holdings.ts';

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
  readonly #stale = new Set<string>(); // tokens that the engine has not read since they came
  readonly #reported = new Set<string>();
  readonly #anomaliesOnce: HoldingsDeps['listener'] = { onAnomaly: (anomaly) => this.#reportOnce(anomaly) };
  #sizes: ReadonlyMap<string, bigint> = new Map(); // by token, as last read

  constructor(deps: TokenBalancesDeps) {
    this.#deps = deps;
  }

  /**
   * Lets the matching engine read its balance of a token again. The token stays due while its market is not listed yet, and
   * after a request that was not answered, until the next read of the wallet or the next sale.
   */
  refresh(tokenId: string): void {
    this.#stale.add(tokenId);
    if (!this.#refreshes.has(tokenId)) void this.#start(tokenId);
  }

  /** The end of a refresh, which is started if it is due; null if there is none, and the token may be sold. */
  pendingRefresh(tokenId: string): Promise<void> | null {
    const isDue = this.#stale.has(tokenId) && !this.#refreshes.has(tokenId);
    return (isDue ? this.#start(tokenId) : this.#refreshes.get(tokenId)) ?? null;
  }

  #start(tokenId: string): Promise<void> | null {
    const protocol = this.#deps.listings.byToken(tokenId)?.protocol;
    if (protocol === undefined) return null;
    const done = this.#readAgain({ tokenId, protocol }).finally(() => this.#refreshes.delete(tokenId));
    this.#refreshes.set(tokenId, done);
    return done;
  }

  /** Once more if tokens came during the request. */
  async #readAgain(token: OutcomeToken): Promise<void> {
    while (this.#stale.delete(token.tokenId)) {
      if (await this.#deps.client.refreshBalance(token)) continue;
      this.#stale.add(token.tokenId);
      return;
    }
  }

  /** Reads the wallet. Returns the net and the pairs of each market, or null if it could not be read completely. */
  async positions(): Promise<readonly VenuePosition[] | null> {
    const holdings = await readHoldings({ ...this.#deps, listener: this.#anomaliesOnce });
    if (holdings === null) return null;
    const before = this.#sizes;
    this.#sizes = new Map(holdings.map(({ tokenId, size }) => [tokenId, size]));
    for (const { tokenId, size } of holdings)
      if (size > (before.get(tokenId) ?? 0n) || this.#stale.has(tokenId)) this.refresh(tokenId);
    return computePositions(holdings);
  }

  /** Each read finds the same anomaly again. */
  #reportOnce(anomaly: VenueAnomaly): void {
    if (this.#reported.has(anomaly.detail)) return;
    this.#reported.add(anomaly.detail);
    this.#deps.listener.onAnomaly(anomaly);
  }
}
