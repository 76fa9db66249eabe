import { json } from '../kalshi-errors.ts';
import { DEFAULT_COST, ENDPOINT_COSTS, type Tier } from '../request-costs.ts';
import type { Route } from '../route-helpers.ts';
import type { TradingStatus } from '../trading-status.ts';
import { rfc3339 } from '../wire-units.ts';

const HISTORY_MS = 90 * 86_400_000;
const ALL_DAY = [{ open_time: '00:00', close_time: '24:00' }];
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The exchange itself: its state, its hours, what requests cost, and a history tier that is empty. */
export function venueRoutes(mode: TradingStatus, tier: Tier, readLagMs: () => number): readonly Route[] {
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
      run: () => json(200, limitsOf(tier)),
    },
    open('/historical/cutoff', (now) => cutoff(rfc3339(now - HISTORY_MS))),
    empty('markets', 'markets'),
    empty('trades', 'trades'),
    empty('fills', 'fills'),
    empty('orders', 'orders'),
    empty('positions', 'market_positions'),
  ];
}

const limitsOf = ({ name, read, write }: Tier) => ({
  usage_tier: name,
  read: { refill_rate: read.perSecond, bucket_capacity: read.burst },
  write: { refill_rate: write.perSecond, bucket_capacity: write.burst },
  grants: [],
});

const cutoff = (at: string) => ({
  market_settled_ts: at,
  trades_created_ts: at,
  orders_updated_ts: at,
  market_positions_last_updated_ts: at,
});

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
