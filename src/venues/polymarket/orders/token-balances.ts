import type { VenueAnomaly, VenuePosition } from '#ports';
import type { OutcomeToken, PolymarketClient } from '../http/polymarket-client.ts';
import { computePositions, type HoldingsDeps, readHoldings } from './holdings.ts';

interface TokenBalancesDeps extends HoldingsDeps {
  readonly client: PolymarketClient;
}

/** A token by its id; null: the cash. */
type Asset = string | null;

/**
 * The wallet's tokens at the venue. Its matching engine keeps a copy of the balances, which must be read again before tokens
 * that were bought can be sold, and before the cash of a sale can be spent.
 */
export class TokenBalances {
  readonly #deps: TokenBalancesDeps;
  readonly #refreshes = new Map<Asset, Promise<void>>(); // in progress
  readonly #stale = new Set<Asset>(); // what the engine has not read since it came
  readonly #reported = new Set<string>();
  readonly #anomaliesOnce: HoldingsDeps['listener'] = { onAnomaly: (anomaly) => this.#reportOnce(anomaly) };
  #sizes: ReadonlyMap<string, bigint> = new Map(); // by token, as last read

  constructor(deps: TokenBalancesDeps) {
    this.#deps = deps;
  }

  /**
   * Lets the matching engine read its balance of a token or of the cash again. It stays due while the market of the token is
   * not listed yet, and after a request that was not answered, until the next read of the wallet or the next sale of the token.
   */
  refresh(asset: Asset): void {
    this.#stale.add(asset);
    if (!this.#refreshes.has(asset)) void this.#start(asset);
  }

  /** The end of a refresh, which is started if it is due; null if there is none, and the token may be sold. */
  pendingRefresh(tokenId: string): Promise<void> | null {
    const isDue = this.#stale.has(tokenId) && !this.#refreshes.has(tokenId);
    return (isDue ? this.#start(tokenId) : this.#refreshes.get(tokenId)) ?? null;
  }

  #start(asset: Asset): Promise<void> | null {
    const token = asset === null ? null : this.#findToken(asset);
    if (token === undefined) return null;
    const done = this.#readAgain(asset, token).finally(() => this.#refreshes.delete(asset));
    this.#refreshes.set(asset, done);
    return done;
  }

  #findToken(tokenId: string): OutcomeToken | undefined {
    const protocol = this.#deps.listings.byToken(tokenId)?.protocol;
    return protocol === undefined ? undefined : { tokenId, protocol };
  }

  /** Once more if more of it came during the request. */
  async #readAgain(asset: Asset, token: OutcomeToken | null): Promise<void> {
    while (this.#stale.delete(asset)) {
      if (await this.#deps.client.refreshBalance(token)) continue;
      this.#stale.add(asset);
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
    if (this.#stale.has(null)) this.refresh(null);
    return computePositions(holdings);
  }

  /** Each read finds the same anomaly again. */
  #reportOnce(anomaly: VenueAnomaly): void {
    if (this.#reported.has(anomaly.detail)) return;
    this.#reported.add(anomaly.detail);
    this.#deps.listener.onAnomaly(anomaly);
  }
}
