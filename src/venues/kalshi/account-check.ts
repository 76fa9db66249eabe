import type { Decoder } from '#contract';
import type { VenueCheck } from '#ports';
import { toAssumptionChecks, type UnknownFields } from '#venues/shared';
import { learnPrecision } from './account-precision.ts';
import { BALANCE, EVENT, FILL, MARKET, ORDER, POSITION, STATUS, TRADE } from './codec/kalshi-messages.ts';
import { checkFees } from './fee-check.ts';
import { fetchLimits } from './http/account-limits.ts';
import type { ServerTime } from './http/kalshi-auth.ts';
import { describeFailure, type KalshiClient, type Query } from './http/kalshi-client.ts';
import { isCredentialFailure } from './http/kalshi-failures.ts';
import { page } from './http/kalshi-pages.ts';
import { KALSHI_ASSUMPTIONS } from './kalshi-assumptions.ts';
import type { AccountPrecision } from './kalshi-settings.ts';
import { toPriceGrid } from './market-data/kalshi-listing.ts';

const SKEW_MS_MAX = 2_000;

/** Checks everything that trading at Kalshi depends on. It only reads. */
export async function checkAccount(
  client: KalshiClient,
  unknownFields: UnknownFields,
  assumed: AccountPrecision,
): Promise<readonly VenueCheck[]> {
  const first = [await checkExchange(client), checkClock(client)];
  const balance = await readBalance(client);
  const assumptions = toAssumptionChecks(KALSHI_ASSUMPTIONS);
  const credentials = checkCredentials(balance);
  // A rejected key fails every other check for the same reason.
  if (balance.kind === 'failure' && isCredentialFailure(balance.failure))
    return [...first, credentials, ...assumptions];
  return [
    ...first,
    credentials,
    await checkBudgets(client),
    ...(await checkLists(client)),
    await checkPrecision(client, assumed),
    await checkFees(client, assumed),
    await checkTerms(client),
    {
      name: 'wire',
      ok: unknownFields.seen.every((what) => !what.startsWith('unreadable')),
      detail:
        unknownFields.seen.length === 0 ? 'every field and value is known' : unknownFields.seen.join(', '),
    },
    ...assumptions,
  ];
}

async function checkExchange(client: KalshiClient): Promise<VenueCheck> {
  const answer = await client.get('/exchange/status', {}, STATUS);
  if (answer.kind !== 'ok') return { name: 'exchange', ok: false, detail: describeFailure(answer) };
  const { exchange_active, trading_active, exchange_index_statuses: shards } = answer.value;
  const describe = (each: { exchange_active: boolean; trading_active: boolean }): string =>
    each.trading_active ? 'trading' : each.exchange_active ? 'paused, cancels accepted' : 'paused';
  const detail = [
    describe({ exchange_active, trading_active }),
    ...(shards ?? []).map(
      (shard) => `shard ${shard.exchange_index} ${shard.description ?? ''}: ${describe(shard)}`,
    ),
  ].join('; ');
  return { name: 'exchange', ok: exchange_active && trading_active, detail };
}

/** A difference below the resolution of the venue's time is none. */
export function checkClock(client: { readonly time: Pick<ServerTime, 'skew'> }): VenueCheck {
  const { skew } = client.time;
  if (skew === null) return { name: 'clock', ok: false, detail: 'no answer had a Date header' };
  const { leastMs, mostMs } = skew;
  const resolution = `the venue states whole seconds, so the difference is known to ${mostMs - leastMs} ms`;
  if (leastMs <= 0 && mostMs >= 0)
    return { name: 'clock', ok: true, detail: `no difference from the venue: ${resolution}` };
  const [near, far] = leastMs > 0 ? [leastMs, mostMs] : [-mostMs, -leastMs];
  const detail = `this machine is ${near} to ${far} ms ${leastMs > 0 ? 'behind' : 'ahead of'} the venue; signatures are corrected for it`;
  return { name: 'clock', ok: near <= SKEW_MS_MAX, detail };
}

const readBalance = (client: KalshiClient) => client.get('/portfolio/balance', {}, BALANCE);

/** The balance can only be read with a valid key. */
function checkCredentials(answer: Awaited<ReturnType<typeof readBalance>>): VenueCheck {
  if (answer.kind !== 'ok')
    return { name: 'credentials and balance', ok: false, detail: describeFailure(answer) };
  const { balance_dollars: total, balance_breakdown: shards } = answer.value;
  const parts = (shards ?? []).map(({ exchange_index, balance }) => `shard ${exchange_index}: $${balance}`);
  const detail = [`$${total ?? 'unknown'}`, ...parts].join('; ');
  return { name: 'credentials and balance', ok: true, detail };
}

async function checkBudgets(client: KalshiClient): Promise<VenueCheck> {
  const limits = await fetchLimits(client);
  if (limits === null) return { name: 'budgets', ok: false, detail: 'the account limits could not be read' };
  const { read, write } = limits.budgets;
  const detail = `tier ${limits.tier}: reads ${read.perSecond}/s up to ${read.burst}, orders ${write.perSecond}/s up to ${write.burst}`;
  return { name: 'budgets', ok: true, detail };
}

/** Reads one page of each list that the adapter uses: the key has access, and every entry can be decoded. */
async function checkLists(client: KalshiClient): Promise<readonly VenueCheck[]> {
  const lists: readonly (readonly [
    name: string,
    path: string,
    query: Query,
    shape: Decoder<{ unread: readonly unknown[] }>,
  ])[] = [
    ['events', '/events', { limit: 5 }, page('events', EVENT, ['milestones'])],
    ['markets', '/markets', { limit: 5, mve_filter: 'exclude' }, page('markets', MARKET)],
    ['trades', '/markets/trades', { limit: 5 }, page('trades', TRADE)],
    ['orders', '/portfolio/orders', { limit: 5 }, page('orders', ORDER)],
    ['fills', '/portfolio/fills', { limit: 5 }, page('fills', FILL)],
    [
      'positions',
      '/portfolio/positions',
      { limit: 5 },
      page('market_positions', POSITION, ['event_positions']),
    ],
  ];
  const checks: VenueCheck[] = [];
  for (const [name, path, query, shape] of lists) {
    const answer = await client.get(path, query, shape);
    const ok = answer.kind === 'ok' && answer.value.unread.length === 0;
    const detail =
      answer.kind === 'ok' ? (ok ? 'readable' : 'some entries cannot be decoded') : describeFailure(answer);
    checks.push({ name, ok, detail });
  }
  return checks;
}

/** The precision of cash, which decides on the rounding of fees. */
async function checkPrecision(client: KalshiClient, assumed: AccountPrecision): Promise<VenueCheck> {
  const learned = await learnPrecision(client);
  const name = 'account precision';
  if (!learned.ok) return { name, ok: false, detail: learned.why };
  const { precision, fills } = learned;
  const detail =
    precision === null
      ? `not shown by the ${fills} newest fills; fees are estimated with $${assumed}`
      : `$${precision}, as the ${fills} newest fills show`;
  return { name, ok: true, detail };
}

/** The price steps of a page of open markets are those that their listing names. */
async function checkTerms(client: KalshiClient): Promise<VenueCheck> {
  const query = { limit: 20, status: 'open', mve_filter: 'exclude' };
  const answer = await client.get('/markets', query, page('markets', MARKET));
  if (answer.kind !== 'ok') return { name: 'terms', ok: false, detail: describeFailure(answer) };
  const markets = answer.value.items;
  const unknown = markets
    .filter((market) => toPriceGrid(market.price_ranges) === null)
    .map(({ ticker }) => ticker);
  const detail =
    unknown.length === 0
      ? `the price steps of ${markets.length} open markets are understood`
      : `unknown price steps: ${unknown.join(', ')}`;
  return { name: 'terms', ok: unknown.length === 0, detail };
}
