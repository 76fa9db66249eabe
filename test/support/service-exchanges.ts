import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { known, parseUnits, renderUnits, sumDecimals } from './decimal.ts';
import { signedQty } from './order-bodies.ts';
import type { Fill, Position } from './record-schemas.ts';
import type { TestService } from './test-service.ts';

/** A venue's state, in a form that can be compared with ours. */
export interface VenueState {
  readonly trades: readonly string[]; // sorted, in the format of `sumTrades`
  readonly positions: ReadonlyMap<string, string>; // by ticker, in YES; without zero positions
  readonly resting: number; // orders
}

export interface LocalExchangeAddress {
  readonly url: string;
  readonly control: string;
  readonly pid: number;
}

/** The URL of the local exchange that replaces a venue. */
export function readExchangeAddress(
  service: TestService,
  venue: 'Kalshi' | 'Polymarket',
): LocalExchangeAddress {
  const file = join(service.dataDir, 'sandbox', venue.toLowerCase(), 'listening.json');
  return JSON.parse(readFileSync(file, 'utf8')) as LocalExchangeAddress;
}

/**
 * Lets an outside trader offer YES of a Polymarket market far below its value, in a size that the market makers do not
 * use up: the price gap to other venues lasts as long as the test.
 */
export async function offerCheapYes(service: TestService, ticker: string): Promise<void> {
  const { control } = readExchangeAddress(service, 'Polymarket');
  const state = (await (await fetch(`${control}/state`)).json()) as PolymarketState;
  const token = state.markets.find(({ slug }) => slug === ticker)?.tokens[0];
  const body = JSON.stringify({
    verb: 'trade',
    token,
    side: 'SELL',
    price: '0.02',
    size: '100000',
    type: 'GTC',
  });
  const answer = await fetch(`${control}/act`, { method: 'PUT', body });
  if (answer.status !== 200) throw new Error(`${ticker}: ${await answer.text()}`);
}

/** Reads a simulator's state through its admin API. */
export async function fetchVenueState(
  service: TestService,
  venue: 'Kalshi' | 'Polymarket',
): Promise<VenueState> {
  const response = await fetch(`${readExchangeAddress(service, venue).control}/state`);
  const state: unknown = await response.json();
  return venue === 'Kalshi'
    ? toKalshiState(state as KalshiState)
    : toPolymarketState(state as PolymarketState);
}

/** Our fills at one venue, summed by venue trade: a venue may report one trade as several fills. */
export function sumTrades(
  fills: readonly Fill[],
  tickerOf: (instrument: number) => string,
): readonly string[] {
  const trades = new Map<string, Trade>();
  for (const fill of fills) {
    const [trade = ''] = fill.venue_trade_id.split(':');
    const { ticker, qty, paid, fee } = trades.get(trade) ?? newTrade(tickerOf(fill.instrument_id));
    const signed = signedQty(fill);
    const price = fill.outcome === 'YES' ? parseUnits(fill.price) : parseUnits('1') - parseUnits(fill.price);
    trades.set(trade, {
      ticker,
      qty: qty + signed,
      paid: paid + signed * price,
      fee: fee + parseUnits(known(fill.fee)),
    });
  }
  return renderTrades(trades);
}

/** Our positions by ticker; NO is a negative YES. */
export const toNetPositions = (
  positions: readonly Position[],
  tickerOf: (instrument: number) => string,
): ReadonlyMap<string, string> =>
  new Map(
    positions.map(({ instrument_id, side, qty }) => [
      tickerOf(instrument_id),
      side === 'BUY' ? qty : `-${qty}`,
    ]),
  );

/** A trade from our side, in YES terms: signed contracts, their cost (1e-16), and the fee. */
interface Trade {
  readonly ticker: string;
  readonly qty: bigint;
  readonly paid: bigint;
  readonly fee: bigint;
}

const newTrade = (ticker: string): Trade => ({ ticker, qty: 0n, paid: 0n, fee: 0n });

const renderTrades = (trades: ReadonlyMap<string, Trade>): readonly string[] =>
  [...trades]
    .map(
      ([id, { ticker, qty, paid, fee }]) =>
        `${id} ${ticker} ${renderUnits(qty)} ${renderUnits(paid, 16)} fee ${renderUnits(fee)}`,
    )
    .toSorted();

interface KalshiState {
  readonly fills: readonly {
    readonly trade_id: string;
    readonly ticker: string;
    readonly side: 'yes' | 'no';
    readonly count_fp: string;
    readonly yes_price_dollars: string;
    readonly fee_cost: string;
  }[];
  readonly positions: readonly { readonly ticker: string; readonly position_fp: string }[];
  readonly orders: readonly { readonly status: string }[];
}

function toKalshiState({ fills, positions, orders }: KalshiState): VenueState {
  const trades = fills.map(({ trade_id, ticker, side, count_fp, yes_price_dollars, fee_cost }) => {
    const qty = side === 'yes' ? parseUnits(count_fp) : -parseUnits(count_fp);
    return [
      trade_id,
      { ticker, qty, paid: qty * parseUnits(yes_price_dollars), fee: parseUnits(fee_cost) },
    ] as const;
  });
  return {
    trades: renderTrades(new Map(trades)),
    positions: sumPositions(positions.map(({ ticker, position_fp }) => [ticker, parseUnits(position_fp)])),
    resting: orders.filter(({ status }) => status === 'resting').length,
  };
}

interface PolymarketState {
  readonly markets: readonly { readonly slug: string; readonly tokens: readonly [string, string] }[];
  readonly trades: readonly {
    readonly id: string;
    readonly owner: string;
    readonly token: string;
    readonly side: 'BUY' | 'SELL';
    readonly fee: string;
    readonly makers: readonly { readonly token: string; readonly price: string; readonly size: string }[];
  }[];
  readonly wallets: readonly { readonly address: string }[];
  readonly holdings: readonly { readonly wallet: string; readonly asset: string; readonly chain: string }[];
  readonly orders: readonly { readonly owner: string; readonly status: string }[];
}

/** We are the only client; all other orders belong to the market maker. */
function toPolymarketState({ markets, trades, wallets, holdings, orders }: PolymarketState): VenueState {
  const slugs = new Map(markets.flatMap(({ slug, tokens }) => tokens.map((token) => [token, slug])));
  const isYes = new Set(markets.map(({ tokens: [yes] }) => yes));
  const ours = trades.map(({ id, token, side, fee, makers }) => {
    const sign = (side === 'BUY') === isYes.has(token) ? 1n : -1n;
    const paid = makers.map(({ token: at, price, size }) => {
      const yesPrice = isYes.has(at) ? parseUnits(price) : parseUnits('1') - parseUnits(price);
      return sign * parseUnits(size) * yesPrice;
    });
    const qty = sign * sumDecimals(makers.map(({ size }) => size));
    const cost = paid.reduce((sum, each) => sum + each, 0n);
    return [id, { ticker: slugs.get(token) ?? '', qty, paid: cost, fee: parseUnits(fee) }] as const;
  });
  const own = new Set(wallets.map(({ address }) => address));
  const tokens = holdings.filter(({ wallet, asset }) => own.has(wallet) && slugs.has(asset));
  return {
    trades: renderTrades(new Map(ours)),
    positions: sumPositions(
      tokens.map(({ asset, chain }) => [
        slugs.get(asset) ?? '',
        isYes.has(asset) ? parseUnits(chain) : -parseUnits(chain),
      ]),
    ),
    resting: orders.filter(({ owner, status }) => owner !== 'house' && RESTING.has(status)).length,
  };
}

const RESTING: ReadonlySet<string> = new Set(['LIVE', 'DELAYED']);

function sumPositions(
  changes: readonly (readonly [ticker: string, qty: bigint])[],
): ReadonlyMap<string, string> {
  const nets = new Map<string, bigint>();
  for (const [ticker, qty] of changes) nets.set(ticker, (nets.get(ticker) ?? 0n) + qty);
  return new Map(
    [...nets].filter(([, qty]) => qty !== 0n).map(([ticker, qty]) => [ticker, renderUnits(qty)]),
  );
}
