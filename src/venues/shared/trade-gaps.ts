import { createLruCache } from '#contract';
import type { Clock, Log } from '#ports';

interface TradeGapsDeps {
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => number; // Unix ms, the venue's clock
  /** The time of the newest trade that earlier processes have published, Unix ms of the venue's clock; null: none. */
  readonly lastTradeAt: (market: string) => number | null;
  /** After an interruption, the venue's list has the trades of the last moments this much later. */
  readonly listLagMs: number;
  /**
   * Reads the trades of a market since a time, `null` for the newest ones, and publishes those that nothing has published,
   * if `isCurrent` holds after the read. Returns false if they could not be read.
   */
  readonly read: (market: string, since: number | null, isCurrent: () => boolean) => Promise<boolean>;
}

/** Since when the stream has not delivered the trades of a market. */
type MissingSince = number | 'never' | 'none'; // never: nothing has been read

const MARKETS_MAX = 20_000;
const UNNOTICED_MS = 60_000; // a socket may have been dead for so long before it is replaced
const RETRY_MS = 30_000;
const READS_MAX = 10; // of one subscription, until one succeeds

/**
 * The public trades that a stream does not deliver: those before the first subscription of a market, which are read at once, and
 * those of each interruption, which are read after it. The time without a process is an interruption. A read that fails is
 * repeated, also by the next subscription.
 */
export class TradeGaps {
  readonly #deps: TradeGapsDeps;
  readonly #missing = createLruCache<string, MissingSince>(MARKETS_MAX);
  readonly #unidentified = new Map<string, number>(); // since when there is one that the read which is due may not find
  readonly #subscribed = new Map<string, object>(); // another value for each subscription
  #reads: Promise<void> = Promise.resolve(); // one after the other: a socket has many markets

  constructor(deps: TradeGapsDeps) {
    this.#deps = deps;
  }

  /** The stream delivers the trades of the market from now on. */
  onSubscribed(market: string): void {
    if (this.#subscribed.has(market)) return;
    const subscription = {};
    this.#subscribed.set(market, subscription);
    const missing = this.#getMissing(market);
    this.#missing.set(market, missing); // the trades that follow do not move it
    if (missing === 'never') void this.#read(market, subscription, READS_MAX);
    else if (missing !== 'none') this.#readLater(market, subscription, this.#deps.listLagMs, READS_MAX);
  }

  /** The stream has delivered a trade that only the list can identify, which has it some moments later. */
  onUnidentified(market: string): void {
    const subscription = this.#subscribed.get(market);
    if (subscription === undefined) return; // the next subscription reads it
    const since = this.#deps.now() - UNNOTICED_MS;
    if (this.#getMissing(market) === 'none') {
      this.#missing.set(market, since);
      this.#readLater(market, subscription, this.#deps.listLagMs, READS_MAX);
    } else if (!this.#unidentified.has(market)) this.#unidentified.set(market, since); // the read that is due may be too early
  }

  /** The stream no longer delivers the trades of the market. */
  onInterrupted(market: string): void {
    if (!this.#subscribed.delete(market) || this.#getMissing(market) !== 'none') return; // an earlier gap is not read yet
    this.#missing.set(market, this.#deps.now() - UNNOTICED_MS);
  }

  stop(): void {
    this.#subscribed.clear();
  }

  #getMissing(market: string): MissingSince {
    const known = this.#missing.get(market);
    if (known !== undefined) return known;
    const lastTradeAt = this.#deps.lastTradeAt(market);
    return lastTradeAt === null ? 'never' : lastTradeAt - UNNOTICED_MS;
  }

  #readLater(market: string, subscription: object, ms: number, reads: number): void {
    this.#deps.clock.after(ms, () => {
      this.#reads = this.#reads.then(() => this.#read(market, subscription, reads));
    });
  }

  async #read(market: string, subscription: object, reads: number): Promise<void> {
    const isCurrent = (): boolean => this.#subscribed.get(market) === subscription;
    if (!isCurrent()) return;
    const missing = this.#getMissing(market);
    const since = typeof missing === 'number' ? missing : null;
    const isRead = await this.#deps.read(market, since, isCurrent).catch((error: unknown) => {
      this.#deps.log.error('public trades could not be read', { market, why: String(error) });
      return false;
    });
    if (!isCurrent()) return;
    if (isRead) {
      const next = this.#unidentified.get(market);
      this.#unidentified.delete(market);
      this.#missing.set(market, next ?? 'none');
      if (next !== undefined) this.#readLater(market, subscription, this.#deps.listLagMs, READS_MAX);
    } else if (reads > 1) this.#readLater(market, subscription, RETRY_MS, reads - 1);
  }
}
