import type { VenueCommand } from '../../shared/simulator-types.ts';
import { json } from '../kalshi-errors.ts';
import { DEFAULT_COST, ENDPOINT_COSTS, type RequestRateLimiter } from '../request-costs.ts';
import type { Route } from '../route-helpers.ts';
import { rfc3339 } from '../wire-units.ts';

const HISTORY_MS = 90 * 86_400_000;
/** After this time, orders that have ended are in the archive only. Their fills stay in the lists. */
export const ENDED_ORDERS_MS = 14 * 86_400_000;
const ALL_DAY = [{ open_time: '00:00', close_time: '24:00' }];
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Routes for exchange status, schedule and request costs, a historical tier of orders only, and lists without entries. */
export function venueRoutes(
  mode: TradingStatus,
  rateLimiter: RequestRateLimiter,
  readLagMs: () => number,
): readonly Route[] {
  const open = (path: string, render: (now: number) => unknown): Route => ({
    method: 'GET',
    path,
    scope: null,
    run: ({ now }) => json(200, render(now)),
  });
  const empty = (path: string, name: string): Route =>
    open(`/historical/${path}`, () => ({ [name]: [], cursor: '' }));
  return [
    open('/exchange/status', () => mode.render()),
    open('/exchange/schedule', (now) => schedule(now)),
    open('/exchange/user_data_timestamp', (now) => ({ as_of_time: rfc3339(now - readLagMs()) })),
    open('/account/endpoint_costs', () => ({ default_cost: DEFAULT_COST, endpoint_costs: ENDPOINT_COSTS })),
    {
      method: 'GET',
      path: '/account/limits',
      scope: 'read',
      run: () => json(200, rateLimiter.render()),
    },
    open('/historical/cutoff', (now) => cutoff(now)),
    empty('markets', 'markets'),
    empty('trades', 'trades'),
    empty('fills', 'fills'),
    empty('positions', 'market_positions'),
    ...UNUSED_LISTS.map(([path, name, cursor]) => open(path, () => ({ [name]: [], [cursor]: '' }))),
  ];
}

/** Lists of the venue that are always empty here: there are no milestones, rewards and combinations. */
const UNUSED_LISTS = [
  ['/milestones', 'milestones', 'cursor'],
  ['/structured_targets', 'structured_targets', 'cursor'],
  ['/incentive_programs', 'incentive_programs', 'next_cursor'],
  ['/multivariate_event_collections', 'multivariate_contracts', 'cursor'],
] as const;

function cutoff(now: number) {
  const at = rfc3339(now - HISTORY_MS);
  return {
    market_settled_ts: at,
    trades_created_ts: at,
    orders_updated_ts: rfc3339(now - ENDED_ORDERS_MS),
    market_positions_last_updated_ts: at,
  };
}

const schedule = (now: number) => ({
  schedule: {
    standard_hours: [
      {
        start_time: rfc3339(now - HISTORY_MS),
        end_time: rfc3339(now + HISTORY_MS),
        ...Object.fromEntries(WEEKDAYS.map((day) => [day, ALL_DAY])),
      },
    ],
    maintenance_windows: [],
  },
});

export const SHARDS = [0, 1, 2, 3] as const;
const NAMES = ['default', 'combos', 'crypto', 'sports'];

interface ShardMode {
  readonly exchangeActive: boolean;
  readonly tradingActive: boolean;
}

const RUNNING: ShardMode = { exchangeActive: true, tradingActive: true };

/** Whether each shard accepts orders, and whether the exchange accepts any write. */
export class TradingStatus {
  readonly #modes = new Map<number, ShardMode>(SHARDS.map((shard) => [shard, RUNNING]));

  isTradingPaused(shard: number): boolean {
    return !(this.#modes.get(shard) ?? RUNNING).tradingActive;
  }

  /** A paused exchange rejects all writes, including cancels. */
  get isExchangePaused(): boolean {
    return !(this.#modes.get(0) ?? RUNNING).exchangeActive;
  }

  change({ verb, shard }: VenueCommand): string | null {
    if (verb === 'drop_sockets') return null;
    const mode = { exchangeActive: verb !== 'pause_exchange', tradingActive: verb === 'resume' };
    const selected = shard === undefined ? SHARDS : SHARDS.filter((each) => each === shard);
    if (selected.length === 0) return `no shard ${String(shard)}`;
    for (const each of selected) this.#modes.set(each, mode);
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
