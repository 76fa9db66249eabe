import type { VenueCheck } from '../../ports/venue.ts';
import type { UnknownFields } from './codec/kalshi-decoder.ts';
import { type Decoder, page } from './codec/kalshi-decoder.ts';
import { BALANCE, EVENT, FILL, MARKET, ORDER, POSITION, STATUS, TRADE } from './codec/kalshi-messages.ts';
import { fetchBudgets } from './http/account-limits.ts';
import { describeFailure, type KalshiClient, type Query } from './http/kalshi-client.ts';

const SKEW_MS_MAX = 2_000;

/** Looks at everything that trading here depends on. Reads only: nothing is placed, changed or moved. */
export async function checkAccount(
  client: KalshiClient,
  unknownFields: UnknownFields,
): Promise<readonly VenueCheck[]> {
  return [
    await exchange(client),
    clockOf(client),
    await credentials(client),
    await budgets(client),
    ...(await shapes(client)),
    {
      name: 'wire',
      ok: unknownFields.seen.every((what) => !what.startsWith('unreadable')),
      detail:
        unknownFields.seen.length === 0 ? 'every field and value is known' : unknownFields.seen.join(', '),
    },
  ];
}

async function exchange(client: KalshiClient): Promise<VenueCheck> {
  const answer = await client.get('/exchange/status', {}, STATUS);
  if (answer.kind !== 'ok') return { name: 'exchange', ok: false, detail: describeFailure(answer) };
  const { exchange_active, trading_active, exchange_index_statuses: shards } = answer.value;
  const words = (each: { exchange_active: boolean; trading_active: boolean }): string =>
    each.trading_active ? 'trading' : each.exchange_active ? 'paused, cancels taken' : 'paused';
  const detail = [
    words({ exchange_active, trading_active }),
    ...(shards ?? []).map(
      (shard) => `shard ${shard.exchange_index} ${shard.description ?? ''}: ${words(shard)}`,
    ),
  ].join('; ');
  return { name: 'exchange', ok: exchange_active && trading_active, detail };
}

function clockOf(client: KalshiClient): VenueCheck {
  const { skewMs } = client.time;
  if (skewMs === null) return { name: 'clock', ok: false, detail: 'no answer told the time' };
  const detail = `this machine is ${Math.abs(skewMs)} ms ${skewMs < 0 ? 'ahead of' : 'behind'} the venue; signatures allow for it`;
  return { name: 'clock', ok: Math.abs(skewMs) <= SKEW_MS_MAX, detail };
}

/** The balance is the first thing that only a valid key sees. */
async function credentials(client: KalshiClient): Promise<VenueCheck> {
  const answer = await client.get('/portfolio/balance', {}, BALANCE);
  if (answer.kind !== 'ok')
    return { name: 'credentials and balance', ok: false, detail: describeFailure(answer) };
  const { balance_dollars: total, balance_breakdown: shards } = answer.value;
  const parts = (shards ?? []).map(({ exchange_index, balance }) => `shard ${exchange_index}: $${balance}`);
  const detail = [`$${total ?? 'unknown'}`, ...parts].join('; ');
  return { name: 'credentials and balance', ok: true, detail };
}

async function budgets(client: KalshiClient): Promise<VenueCheck> {
  const told = await fetchBudgets(client);
  if (told === null) return { name: 'budgets', ok: false, detail: 'the account limits could not be read' };
  const { read, write } = told.budgets;
  const detail = `tier ${told.tier}: reads ${read.perSecond}/s up to ${read.burst}, orders ${write.perSecond}/s up to ${write.burst}`;
  return { name: 'budgets', ok: true, detail };
}

/** Each kind of list that we live on, one page of it: the key may read it, and we can read what comes. */
async function shapes(client: KalshiClient): Promise<readonly VenueCheck[]> {
  const looked: readonly (readonly [
    name: string,
    path: string,
    query: Query,
    shape: Decoder<{ unread: number }>,
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
  for (const [name, path, query, shape] of looked) {
    const answer = await client.get(path, query, shape);
    const ok = answer.kind === 'ok' && answer.value.unread === 0;
    const detail =
      answer.kind === 'ok' ? (ok ? 'readable' : 'entries that cannot be read') : describeFailure(answer);
    checks.push({ name, ok, detail });
  }
  return checks;
}
