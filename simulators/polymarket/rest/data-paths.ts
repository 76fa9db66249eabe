import { isJsonObject, ONE, parseBoundedJson, renderDecimal } from '#contract';
import type { SimulatorReply, SimulatorRequest } from '../../shared/simulator-types.ts';
import type { Venue } from '../simulator-context.ts';
import { getVaultWallet } from '../trading/fill-plan.ts';
import { renderMicro } from '../trading/micro-units.ts';
import type { Market, Outcome, Print } from '../trading/outcome-market.ts';
import { PUSD } from '../trading/wallet-balances.ts';
import { computeMid } from '../wire/render-books.ts';
import { fail, json, type OpenHandler, type RouteTable } from './rest-reply.ts';
import {
  computeTokenHistories,
  readWalletFills,
  type TokenHistory,
  type WalletFill,
} from './wallet-history.ts';

const LIMIT_MAX = 10_000;
const LIMIT_DEFAULT = 100;
const OFFSET_MAX = 10_000;
const SIZE_THRESHOLD_DEFAULT = 1;

/** Public trades, open interest and what wallets hold and did. Numbers are JSON numbers here. */
export function dataPaths(venue: Venue): RouteTable {
  const ofUser =
    (answer: (user: string, query: URLSearchParams) => readonly unknown[] | object): OpenHandler =>
    ({ query }) => {
      const user = query.get('user')?.toLowerCase();
      if (user === undefined) return fail(400, 'user is required');
      const found = answer(user, query);
      return Array.isArray(found) ? page(query, found) : json(found);
    };
  return {
    signed: {},
    open: {
      'GET /trades': (request) => trades(venue, request),
      'GET /oi': (request) => openInterest(venue, request),
      'GET /holders': (request) => holders(venue, request),
      'GET /live-volume': (request) => liveVolume(venue, request),
      'GET /positions': ofUser((user, query) => positions(venue, user, query)),
      'GET /closed-positions': ofUser((user) => closedPositions(venue, user)),
      'GET /activity': ofUser((user) => readWalletFills(venue, user).map(renderActivity(user)).toReversed()),
      ...v2Paths(venue),
      'GET /value': ofUser((user) => [{ user, value: sum(readHoldings(venue, user), ({ value }) => value) }]),
      'GET /traded': ofUser((user) => ({
        user,
        traded: new Set(readWalletFills(venue, user).map(({ market }) => market.condition)).size,
      })),
    },
  };
}

/** Version 2 of the same lists. */
function v2Paths(venue: Venue): RouteTable['open'] {
  const byUser = (query: URLSearchParams): string | undefined => query.get('user')?.toLowerCase();
  return {
    'GET /v2/trades': ({ query }) => cursorPage(query, listTrades(venue, query), { asset: 'token_id' }),
    'GET /v2/activity': ({ query }) => {
      const user = byUser(query);
      if (user === undefined) return fail(400, 'user is required');
      const rows = readWalletFills(venue, user).map(renderActivity(user)).toReversed();
      return cursorPage(query, rows, { asset: 'token_id' });
    },
    'GET /v2/positions': ({ query }) => {
      const user = byUser(query);
      if (user === undefined) return fail(400, 'user is required');
      const status = query.get('status');
      const rows = positions(venue, user, query, 0)
        .map((row) => ({ ...row, status: toStatus(row) }))
        .filter((row) => status === null || row.status === status);
      return cursorPage(query, rows, POSITION_NAMES);
    },
  };
}

/** Names of version 2 that are not those of version 1 in snake case. */
const POSITION_NAMES: Readonly<Record<string, string>> = {
  asset: 'token_id',
  oppositeAsset: 'opposite_token_id',
  size: 'current_size',
  initialValue: 'entry_cost_usdc',
  cashPnl: 'unrealized_pnl',
  curPrice: 'current_price',
};

const toStatus = ({ redeemable, curPrice, mergeable }: PositionRow): string => {
  if (redeemable) return curPrice === 0 ? 'REDEEMABLE_LOST' : 'REDEEMABLE';
  return mergeable ? 'MERGEABLE' : 'OPEN';
};

const LIMIT_MAX_V2 = 1_000;

/** A cursor has its limit and how many rows are left, so that new rows before them change no later page. */
function cursorPage(
  query: URLSearchParams,
  rows: readonly object[],
  names: Readonly<Record<string, string>>,
): SimulatorReply {
  const cursor = query.get('cursor');
  const known = cursor === null ? null : parseCursor(cursor);
  if (cursor !== null && known === null) return fail(400, 'invalid cursor');
  const limit = known?.limit ?? parseNumber(query, 'limit', LIMIT_DEFAULT);
  if (limit === null || limit < 1 || limit > LIMIT_MAX_V2) return fail(400, 'invalid limit');
  const first = known === null ? 0 : Math.max(0, rows.length - known.left);
  const left = rows.length - first - limit;
  const next = left > 0 ? Buffer.from(JSON.stringify({ limit, left })).toString('base64url') : null;
  return json({
    data: rows.slice(first, first + limit).map((row) => toSnakeCase(row, names)),
    pagination: { limit, offset: 0, has_more: next !== null, next_cursor: next },
  });
}

function parseCursor(text: string): { readonly limit: number; readonly left: number } | null {
  const value = parseBoundedJson(Buffer.from(text, 'base64url').toString());
  const { limit, left } = isJsonObject(value) ? value : { limit: null, left: null };
  return Number.isInteger(limit) && Number.isInteger(left)
    ? { limit: Number(limit), left: Number(left) }
    : null;
}

const toSnakeCase = (row: object, names: Readonly<Record<string, string>>): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      names[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value as unknown,
    ]),
  );

function page(query: URLSearchParams, rows: readonly unknown[]): SimulatorReply {
  const [limit, offset] = [parseNumber(query, 'limit', LIMIT_DEFAULT), parseNumber(query, 'offset', 0)];
  if (limit === null || offset === null || limit > LIMIT_MAX || offset > OFFSET_MAX) {
    return fail(400, 'invalid limit or offset');
  }
  return json(rows.slice(offset, offset + limit));
}

const trades = (venue: Venue, { query }: SimulatorRequest): SimulatorReply =>
  page(query, listTrades(venue, query));

/** The newest first. */
function listTrades(venue: Venue, query: URLSearchParams): readonly object[] {
  const user = query.get('user')?.toLowerCase();
  return selectMarkets(venue, query)
    .flatMap((market) => market.prints.map((print) => ({ market, print })))
    .filter(({ print }) => user === undefined || print.wallet.toLowerCase() === user)
    .sort((a, b) => b.print.at - a.print.at)
    .map(({ market, print }) => renderTrade(market, print));
}

const renderTrade = (market: Market, print: Print) => ({
  proxyWallet: print.wallet,
  side: print.side,
  size: Number(renderMicro(print.shares)),
  price: Number(renderDecimal(print.price)),
  timestamp: Math.floor(print.at / 1000),
  ...renderToken(market, print.outcome),
  transactionHash: print.hash,
});

const renderToken = (market: Market, outcome: Outcome) => ({
  asset: market.tokens[outcome],
  conditionId: market.condition,
  title: market.question,
  slug: market.slug,
  icon: '',
  eventSlug: market.event.slug,
  outcome: market.outcomes[outcome],
  outcomeIndex: outcome,
});

function openInterest(venue: Venue, { query }: SimulatorRequest): SimulatorReply {
  const rows = selectMarkets(venue, query).map((market) => ({
    market: market.condition,
    value: Number(renderMicro(venue.balances.holding(getVaultWallet(market.condition), PUSD).chain)),
  }));
  return json(rows);
}

/** The callers that hold a token of the markets; the market maker has no address. */
function holders(venue: Venue, { query }: SimulatorRequest): SimulatorReply {
  const all = venue.balances.all().filter(([wallet, , { chain }]) => wallet.startsWith('0x') && chain > 0n);
  const rows = selectMarkets(venue, query).flatMap(({ tokens }) =>
    tokens.map((token, outcomeIndex) => ({
      token,
      holders: all
        .filter(([, asset]) => asset === token)
        .map(([proxyWallet, asset, { chain }]) => ({
          proxyWallet,
          asset,
          outcomeIndex,
          amount: Number(renderMicro(chain)),
          ...PROFILE,
        })),
    })),
  );
  return json(rows);
}

/** Wallets of the simulator have no profile. */
const PROFILE = { name: '', pseudonym: '', bio: '', profileImage: '', profileImageOptimized: '' } as const;

function liveVolume(venue: Venue, { query }: SimulatorRequest): SimulatorReply {
  const rows = venue.markets.all
    .filter(({ event }) => event.id === query.get('id'))
    .map((market) => ({
      market: market.condition,
      value: sum(
        market.prints,
        ({ shares, price }) => (Number(shares) / 1e6) * (Number(price) / Number(ONE)),
      ),
    }));
  return json([{ total: sum(rows, ({ value }) => value), markets: rows }]);
}

const renderActivity = (user: string) => (fill: WalletFill) => ({
  proxyWallet: user,
  timestamp: Math.floor(fill.at / 1000),
  type: 'TRADE',
  size: fill.shares,
  usdcSize: fill.shares * fill.price,
  transactionHash: fill.hash,
  price: fill.price,
  side: fill.side,
  ...renderToken(fill.market, fill.outcome),
  ...PROFILE,
});

interface TokenHolding {
  readonly market: Market;
  readonly outcome: Outcome;
  readonly size: number; // shares
  readonly price: number; // the current one
  readonly value: number;
}

/** The tokens that a wallet holds on the chain. */
function readHoldings({ balances, markets }: Venue, user: string): readonly TokenHolding[] {
  return markets.all.flatMap((market) =>
    ([0, 1] as const).flatMap((outcome) => {
      const { chain } = balances.holding(user, market.tokens[outcome]);
      if (chain <= 0n) return [];
      const size = Number(renderMicro(chain));
      const price = computeCurrentPrice(market, outcome);
      return [{ market, outcome, size, price, value: size * price }];
    }),
  );
}

/** Positions smaller than `sizeThreshold` shares, by default one, are left out. */
function positions(
  venue: Venue,
  user: string,
  query: URLSearchParams,
  least = Number(query.get('sizeThreshold') ?? SIZE_THRESHOLD_DEFAULT),
): readonly PositionRow[] {
  const conditions = new Set(selectMarkets(venue, query).map(({ condition }) => condition));
  const histories = computeTokenHistories(readWalletFills(venue, user));
  const holdings = readHoldings(venue, user);
  const isPair = ({ market }: TokenHolding): boolean =>
    holdings.filter((other) => other.market === market).length === 2;
  return holdings
    .filter(({ market, size }) => size >= least && conditions.has(market.condition))
    .map((held) => ({
      ...renderPosition(user, held, histories.get(held.market.tokens[held.outcome]) ?? null),
      mergeable: isPair(held),
    }));
}

type PositionRow = ReturnType<typeof renderPosition> & { readonly mergeable: boolean };

function renderPosition(user: string, held: TokenHolding, history: TokenHistory | null) {
  const { market, outcome, size, price, value } = held;
  const avgPrice = history?.avgPrice ?? 0;
  const initialValue = size * avgPrice;
  const { totalBought = 0, realizedPnl = 0 } = history ?? {};
  return {
    proxyWallet: user,
    ...renderToken(market, outcome),
    size,
    avgPrice,
    initialValue,
    currentValue: value,
    cashPnl: value - initialValue,
    percentPnl: toPercent(value - initialValue, initialValue),
    totalBought,
    realizedPnl,
    percentRealizedPnl: toPercent(realizedPnl, totalBought * avgPrice),
    curPrice: price,
    redeemable: market.resolution !== null,
    oppositeOutcome: market.outcomes[outcome === 0 ? 1 : 0],
    oppositeAsset: market.tokens[outcome === 0 ? 1 : 0],
    eventId: market.event.id,
    endDate: new Date(market.endsAt).toISOString().slice(0, 10),
    negativeRisk: market.negRisk,
  };
}

/** Tokens that a wallet bought and no longer holds, the last traded first. */
function closedPositions(venue: Venue, user: string): readonly unknown[] {
  const held = new Set(readHoldings(venue, user).map(({ market, outcome }) => market.tokens[outcome]));
  const closed = [...computeTokenHistories(readWalletFills(venue, user))].filter(
    ([token, { totalBought }]) => totalBought > 0 && !held.has(token),
  );
  return closed
    .map(([, history]) => history)
    .sort((one, other) => other.lastAt - one.lastAt)
    .map(({ market, outcome, avgPrice, totalBought, realizedPnl, lastAt }) => ({
      proxyWallet: user,
      ...renderToken(market, outcome),
      avgPrice,
      totalBought,
      realizedPnl,
      curPrice: computeCurrentPrice(market, outcome),
      timestamp: Math.floor(lastAt / 1000),
      oppositeOutcome: market.outcomes[outcome === 0 ? 1 : 0],
      oppositeAsset: market.tokens[outcome === 0 ? 1 : 0],
      endDate: new Date(market.endsAt).toISOString(),
    }));
}

const toPercent = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

const sum = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);

function computeCurrentPrice(market: Market, outcome: Outcome): number {
  const first = market.resolution?.payout ?? computeMid(market, 0) ?? ONE / 2n;
  return Number(renderDecimal(outcome === 0 ? first : ONE - first));
}

function selectMarkets(venue: Venue, query: URLSearchParams): readonly Market[] {
  const matching = [...query.getAll('market'), ...query.getAll('condition')].flatMap((text) =>
    text.split(','),
  );
  if (matching.length === 0) return venue.markets.all;
  return matching.flatMap((condition) => venue.markets.byCondition(condition) ?? []);
}

function parseNumber(query: URLSearchParams, name: string, defaultValue: number): number | null {
  const value = Number(query.get(name) ?? defaultValue);
  return Number.isInteger(value) && value >= 0 ? value : null;
}
