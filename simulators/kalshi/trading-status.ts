import type { VenueCommand } from '../shared/simulator-types.ts';

export const SHARDS = [0, 1, 2, 3] as const;
const NAMES = ['default', 'combos', 'crypto', 'sports'];

interface ShardMode {
  readonly exchangeActive: boolean;
  readonly tradingActive: boolean;
}

const RUNNING: ShardMode = { exchangeActive: true, tradingActive: true };

/** Whether the exchange, shard by shard, takes orders or anything at all. */
export class TradingStatus {
  readonly #modes = new Map<number, ShardMode>(SHARDS.map((shard) => [shard, RUNNING]));

  isTradingPaused(shard: number): boolean {
    return !(this.#modes.get(shard) ?? RUNNING).tradingActive;
  }

  /** Nothing is taken then, not even a cancel. */
  get isExchangePaused(): boolean {
    return !(this.#modes.get(0) ?? RUNNING).exchangeActive;
  }

  change({ verb, shard }: VenueCommand): string | null {
    if (verb === 'drop_sockets') return null;
    const mode = { exchangeActive: verb !== 'pause_exchange', tradingActive: verb === 'resume' };
    const meant = shard === undefined ? SHARDS : SHARDS.filter((each) => each === shard);
    if (meant.length === 0) return `no shard ${String(shard)}`;
    for (const each of meant) this.#modes.set(each, mode);
    return null;
  }

  /** The body of `/exchange/status`. */
  render(): unknown {
    const main = this.#modes.get(0) ?? RUNNING;
    return {
      exchange_active: main.exchangeActive,
      trading_active: main.tradingActive,
      intra_exchange_transfers_active: true,
      exchange_estimated_resume_time: null,
      exchange_index_statuses: SHARDS.map((shard) => {
        const { exchangeActive, tradingActive } = this.#modes.get(shard) ?? RUNNING;
        return {
          exchange_index: shard,
          description: NAMES[shard],
          exchange_active: exchangeActive,
          trading_active: tradingActive,
          intra_exchange_transfers_active: true,
        };
      }),
    };
  }
}
