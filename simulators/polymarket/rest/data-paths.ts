import { ONE, renderDecimal } from '../../../src/domain/model/money.ts';
import type { SimulatorReply, SimulatorRequest } from '../../shared/simulator-types.ts';
import type { Venue } from '../simulator-context.ts';
import { getVaultWallet } from '../trading/fill-plan.ts';
import { renderMicro } from '../trading/micro-units.ts';
import type { Market, Outcome, Print } from '../trading/outcome-market.ts';
import { PUSD } from '../trading/wallet-balances.ts';
import { computeMid } from '../wire/render-books.ts';
import { fail, json, type RouteTable } from './rest-reply.ts';

const LIMIT_MAX = 10_000;
const LIMIT_DEFAULT = 100;

/** Public trades, open interest and positions. Numbers are JSON numbers here. */
export function dataPaths(venue: Venue): RouteTable {
  return {
    signed: {},
    open: {
      'GET /trades': (request) => trades(venue, request),
      'GET /oi': (request) => openInterest(venue, request),
      'GET /positions': (request) => positions(venue, request),
    },
  };
}

function trades(venue: Venue, { query }: SimulatorRequest): SimulatorReply {
  const [limit, offset] = [parseNumber(query, 'limit', LIMIT_DEFAULT), parseNumber(query, 'offset', 0)];
  if (limit === null || offset === null || limit > LIMIT_MAX) return fail(400, 'invalid limit or offset');
  const rows = selectMarkets(venue, query)
    .flatMap((market) => market.prints.map((print) => ({ market, print })))
    .sort((a, b) => b.print.at - a.print.at)
    .slice(offset, offset + limit);
  return json(rows.map(({ market, print }) => renderTrade(market, print)));
}

const renderTrade = (market: Market, print: Print) => ({
  proxyWallet: print.wallet,
  side: print.side,
  asset: market.tokens[print.outcome],
  conditionId: market.condition,
  size: Number(renderMicro(print.shares)),
  price: Number(renderDecimal(print.price)),
  timestamp: Math.floor(print.at / 1000),
  title: market.question,
  slug: market.slug,
  eventSlug: market.event.slug,
  outcome: market.outcomes[print.outcome],
  outcomeIndex: print.outcome,
  transactionHash: print.hash,
});

function openInterest(venue: Venue, { query }: SimulatorRequest): SimulatorReply {
  const rows = selectMarkets(venue, query).map((market) => ({
    market: market.condition,
    value: Number(renderMicro(venue.balances.holding(getVaultWallet(market.condition), PUSD).chain)),
  }));
  return json(rows);
}

/** On-chain positions of a wallet. Average price and profit are not tracked and are zero. */
function positions(venue: Venue, { query }: SimulatorRequest): SimulatorReply {
  const user = query.get('user')?.toLowerCase();
  if (user === undefined) return fail(400, 'user is required');
  const [limit, offset] = [parseNumber(query, 'limit', LIMIT_DEFAULT), parseNumber(query, 'offset', 0)];
  if (limit === null || offset === null) return fail(400, 'invalid limit or offset');
  const rows = venue.markets.all.flatMap((market) =>
    ([0, 1] as const).flatMap((outcome) => {
      const { chain } = venue.balances.holding(user, market.tokens[outcome]);
      return chain > 0n ? [renderPosition(market, outcome, user, chain)] : [];
    }),
  );
  return json(rows.slice(offset, offset + limit));
}

function renderPosition(market: Market, outcome: Outcome, user: string, shares: bigint) {
  const price = Number(renderDecimal(currentPrice(market, outcome)));
  const size = Number(renderMicro(shares));
  return {
    proxyWallet: user,
    asset: market.tokens[outcome],
    conditionId: market.condition,
    size,
    avgPrice: 0,
    initialValue: 0,
    currentValue: size * price,
    cashPnl: 0,
    percentPnl: 0,
    realizedPnl: 0,
    curPrice: price,
    redeemable: market.resolution !== null,
    mergeable: false,
    outcome: market.outcomes[outcome],
    outcomeIndex: outcome,
    oppositeAsset: market.tokens[outcome === 0 ? 1 : 0],
    title: market.question,
    slug: market.slug,
    endDate: new Date(market.endsAt).toISOString().slice(0, 10),
    negativeRisk: market.negRisk,
  };
}

function currentPrice(market: Market, outcome: Outcome): bigint {
  const first = market.resolution?.payout ?? computeMid(market, 0) ?? ONE / 2n;
  return outcome === 0 ? first : ONE - first;
}

function selectMarkets(venue: Venue, query: URLSearchParams): readonly Market[] {
  const matching = query.getAll('market').flatMap((text) => text.split(','));
  if (matching.length === 0) return venue.markets.all;
  return matching.flatMap((condition) => venue.markets.byCondition(condition) ?? []);
}

function parseNumber(query: URLSearchParams, name: string, defaultValue: number): number | null {
  const value = Number(query.get(name) ?? defaultValue);
  return Number.isInteger(value) && value >= 0 ? value : null;
}
