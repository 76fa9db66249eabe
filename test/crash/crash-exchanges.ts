import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, until } from '../api-assertions.ts';
import { parseUnits } from '../support/decimal.ts';
import { getFills, getOrders, signedQty } from '../support/order-bodies.ts';
import type { Asset, Fill, Order } from '../support/record-schemas.ts';
import { SUBACCOUNTS, type TradableListings } from './crash-expectations.ts';

const AGREED_WITHIN_MS = 60_000; // a trade of Polymarket is on chain some seconds after the match

/**
 * Questions with a price near one half, so that orders of both sides cross at every venue that lists them.
 */
const TITLES = ['Earthquake of magnitude 8 or more', 'Fed rate cut'];

type Member = Asset['members'][number];

/** The traded markets when the simulators of Kalshi and Polymarket run: the same questions as at Demo. */
export async function externalListings(
  api: Api,
): Promise<{ listings: TradableListings; members: readonly Member[] }> {
  const assets = await until('assets of all venues are listed', async () => {
    const all = await api.ok<readonly Asset[]>('GET', '/v1/generic-assets');
    const chosen = all.filter(({ title }) => TITLES.includes(title));
    return chosen.length === TITLES.length ? chosen : null;
  });
  const members = assets.flatMap((asset) => asset.members).filter(({ venue }) => venue !== 'Demo');
  const instruments = members.map((member) => member.instrument_id);
  const ids = assets.map((asset) => asset.generic_asset_id);
  return { listings: { instruments, assets: ids, hasShortExpiry: false }, members };
}

/** The state of one exchange as lines, to compare with our own record. */
interface ExchangeState {
  readonly orderIds: ReadonlySet<string>;
  readonly lines: readonly string[];
}

/**
 * Compares our record with each exchange's state at its admin port: every leg that has a venue order id
 * exists there, open legs are open with the same remaining quantity, every trade is counted once, and
 * positions are equal. An order there that we have no record of appears as an additional line.
 */
export async function checkAgainstExchanges(
  api: Api,
  dataDir: string,
  members: readonly Member[],
): Promise<void> {
  let [ours, theirs]: (readonly string[])[] = [[], []];
  const look = async (): Promise<true | null> => {
    const states = await Promise.all([
      readKalshiState(dataDir, members),
      readPolymarketState(dataDir, members),
    ]);
    const { orders, fills } = await ourRecord(api);
    const known = new Set(states.flatMap(({ orderIds }) => [...orderIds]));
    const lost = orders.flatMap(externalLegs).filter(({ id }) => !known.has(id));
    ours = [
      ...lost.map(({ id }) => `${id} is at no exchange`),
      ...orders.flatMap(externalLegs).filter(isOpen).map(openLine),
      ...tradeLines(fills.map(({ venue, venue_trade_id, qty }) => [venue, toTradeId(venue_trade_id), qty])),
      ...heldLines(fills, members),
    ].sort();
    theirs = states.flatMap(({ lines }) => lines).sort();
    return ours.join() === theirs.join() ? true : null;
  };
  // Resting orders keep trading, so a fill may happen between the two reads.
  await until('our record equals that of the exchanges', look, AGREED_WITHIN_MS).catch(() =>
    assert.deepEqual(ours, theirs),
  );
}

async function ourRecord(api: Api): Promise<{ orders: readonly Order[]; fills: readonly Fill[] }> {
  const orders = await Promise.all(SUBACCOUNTS.map((subaccount) => getOrders(api, subaccount)));
  const fills = await Promise.all(SUBACCOUNTS.map((subaccount) => getFills(api, subaccount)));
  return { orders: orders.flat(), fills: fills.flat().filter(({ venue }) => venue !== 'Demo') };
}

interface VenueLeg {
  readonly venue: string;
  readonly id: string;
  readonly status: string;
  readonly left: bigint;
}

const externalLegs = ({ legs }: Order): readonly VenueLeg[] =>
  legs
    .filter(({ venue }) => venue !== 'Demo')
    .flatMap(({ venue, venue_order_id: id, status, qty, filled_qty }) =>
      id === null ? [] : [{ venue, id, status, left: parseUnits(qty) - parseUnits(filled_qty) }],
    );

const isOpen = ({ status }: VenueLeg): boolean => status === 'OPEN' || status === 'PARTIAL';
const openLine = ({ venue, id, left }: Omit<VenueLeg, 'status'>): string => `${venue} ${id} open ${left}`;

/** One Polymarket trade can fill several of our orders: its id precedes the colon. */
const toTradeId = (venueTradeId: string): string => venueTradeId.split(':')[0] ?? '';

/** Each trade with all of our fills in it. */
function tradeLines(
  parts: readonly (readonly [venue: string, trade: string, qty: string])[],
): readonly string[] {
  const sums = new Map<string, bigint>();
  for (const [venue, trade, qty] of parts) {
    const name = `${venue} trade ${trade}`;
    sums.set(name, (sums.get(name) ?? 0n) + parseUnits(qty));
  }
  return [...sums].map(([name, qty]) => `${name} ${qty}`);
}

function heldLines(fills: readonly Fill[], members: readonly Member[]): readonly string[] {
  return members.flatMap(({ venue, ticker, instrument_id }) => {
    const own = fills.filter((fill) => fill.instrument_id === instrument_id);
    return heldLine(
      venue,
      ticker,
      own.reduce((sum, fill) => sum + signedQty(fill), 0n),
    );
  });
}

const heldLine = (venue: string, ticker: string, held: bigint): readonly string[] =>
  held === 0n ? [] : [`${venue} ${ticker} held ${held}`];

async function readKalshiState(dataDir: string, members: readonly Member[]): Promise<ExchangeState> {
  const { orders, fills, positions } = (await fetchState(dataDir, 'kalshi')) as KalshiState;
  const names = orders.map(({ client_order_id }) => client_order_id);
  assert.equal(new Set(names).size, names.length, 'a client order id is used for one order');
  const held = members.flatMap(({ venue, ticker }) => {
    if (venue !== 'Kalshi') return [];
    const position = positions.find((each) => each.ticker === ticker);
    return heldLine(venue, ticker, signedUnits(position?.position_fp ?? '0'));
  });
  const open = orders.filter(({ status }) => status === 'resting');
  return {
    orderIds: new Set(orders.map(({ order_id }) => order_id)),
    lines: [
      ...open.map((order) =>
        openLine({ venue: 'Kalshi', id: order.order_id, left: parseUnits(order.remaining_count_fp) }),
      ),
      ...tradeLines(fills.map(({ trade_id, count_fp }) => ['Kalshi', trade_id, count_fp])),
      ...held,
    ],
  };
}

async function readPolymarketState(dataDir: string, members: readonly Member[]): Promise<ExchangeState> {
  const state = (await fetchState(dataDir, 'polymarket')) as PolymarketState;
  const { orders, trades, wallets, holdings, markets } = state;
  const addresses = new Set(wallets.map(({ address }) => address));
  const own = orders.filter(({ wallet }) => addresses.has(wallet));
  const owners = new Set(own.map(({ owner }) => owner)); // keys that traded
  const parts = trades.flatMap(({ id, owner, size, makers }) =>
    [{ owner, size }, ...makers]
      .filter((part) => owners.has(part.owner))
      .map((part) => ['Polymarket', id, part.size] as const),
  );
  const balance = (token: string | undefined): bigint =>
    holdings
      .filter(({ wallet, asset }) => addresses.has(wallet) && asset === token)
      .reduce((sum, { chain }) => sum + signedUnits(chain), 0n);
  const held = members.flatMap(({ venue, ticker }) => {
    const tokens = markets.find(({ slug }) => slug === ticker)?.tokens ?? [];
    return venue === 'Polymarket' ? heldLine(venue, ticker, balance(tokens[0]) - balance(tokens[1])) : [];
  });
  const open = own.filter(({ status }) => status === 'LIVE' || status === 'UNMATCHED');
  return {
    orderIds: new Set(own.map(({ id }) => id)),
    lines: [
      ...open.map(({ id, size, matched }) =>
        openLine({ venue: 'Polymarket', id, left: parseUnits(size) - parseUnits(matched) }),
      ),
      ...tradeLines(parts),
      ...held,
    ],
  };
}

const signedUnits = (text: string): bigint =>
  text.startsWith('-') ? -parseUnits(text.slice(1)) : parseUnits(text);

async function fetchState(dataDir: string, exchange: Exchange): Promise<unknown> {
  const response = await fetch(`${readListening(dataDir, exchange).control}/state`);
  return response.json();
}

export type Exchange = 'kalshi' | 'polymarket';

/** The admin URL that the exchange wrote to its folder. */
export function readListening(
  dataDir: string,
  exchange: Exchange,
): { readonly control: string; readonly pid: number } {
  const file = join(dataDir, 'sandbox', exchange, 'listening.json');
  return JSON.parse(readFileSync(file, 'utf8')) as { readonly control: string; readonly pid: number };
}

interface KalshiState {
  readonly orders: readonly {
    readonly order_id: string;
    readonly client_order_id: string;
    readonly status: string;
    readonly remaining_count_fp: string;
  }[];
  readonly fills: readonly { readonly trade_id: string; readonly count_fp: string }[];
  readonly positions: readonly { readonly ticker: string; readonly position_fp: string }[];
}

interface PolymarketState {
  readonly orders: readonly {
    readonly id: string;
    readonly owner: string;
    readonly wallet: string;
    readonly size: string;
    readonly matched: string;
    readonly status: string;
  }[];
  readonly trades: readonly (Part & { readonly id: string; readonly makers: readonly Part[] })[];
  readonly wallets: readonly { readonly address: string }[];
  readonly holdings: readonly { readonly wallet: string; readonly asset: string; readonly chain: string }[];
  readonly markets: readonly { readonly slug: string; readonly tokens: readonly string[] }[];
}

interface Part {
  readonly owner: string;
  readonly size: string;
}
