import { renderDecimal } from '#contract';
import type { VenueCheck } from '#ports';
import { toAssumptionChecks } from '#venues/shared';
import { parseMarket, parseMarketPage } from './codec/gamma-messages.ts';
import { type Fields, parseText, parseWireDecimal, toFields } from './codec/polymarket-decoder.ts';
import { parseOrder, parseTrade } from './codec/polymarket-messages.ts';
import type { PolymarketClient, ReadResult } from './http/polymarket-client.ts';
import { BUDGETS } from './http/polymarket-rate-limiter.ts';
import { errorText } from './http/polymarket-refusals.ts';
import type { WalletAccountsDeps } from './orders/wallet-accounts.ts';
import { POLYMARKET_ASSUMPTIONS } from './polymarket-assumptions.ts';
import { checkKeys } from './polymarket-key-check.ts';
import {
  EXCHANGES,
  EXCHANGES_V3,
  NEG_RISK_ADAPTERS,
  type PolymarketSettings,
} from './polymarket-settings.ts';
import type { Wallet } from './signing/wallet.ts';

export interface CheckDeps {
  readonly client: PolymarketClient;
  readonly settings: PolymarketSettings;
  readonly wallet: Wallet;
  readonly keys: WalletAccountsDeps['keys']; // that of `wallet`, then former ones
}

const RESOLUTION_MS = 500; // half of the whole seconds of the venue
const SKEW_MAX_MS = 2_000;
const MICRO = 1_000_000n;
const SAMPLE = 5; // markets whose terms are compared

/** Checks everything that trading at the venue needs. Read-only. */
export async function checkVenue(deps: CheckDeps): Promise<readonly VenueCheck[]> {
  const before = [await clock(deps), await version(deps), await markets(deps), await checkTerms(deps)];
  const assumptions = toAssumptionChecks(POLYMARKET_ASSUMPTIONS);
  const keys = await checkKeys(deps.keys, deps.client.nowMs(), deps.settings);
  const credentials = await login(deps);
  if (!credentials.ok) return [...before, ...keys, credentials, budgets(), ...assumptions];
  const after = [
    await closedOnly(deps),
    await balance(deps),
    await records(deps, '/data/orders', parseOrder),
  ];
  const trades = await records(deps, '/data/trades', parseTrade);
  return [...before, ...keys, credentials, ...after, trades, budgets(), ...assumptions];
}

async function clock({ client }: CheckDeps): Promise<VenueCheck> {
  const latencyMs = await client.measureClock();
  if (latencyMs === null) return failed('clock', 'the venue does not report its time');
  const { offsetMs } = client;
  const offset = Math.abs(offsetMs) < RESOLUTION_MS ? 'no clock offset' : `clock offset ${offsetMs} ms`;
  const detail = `latency ${Math.round(latencyMs)} ms, ${offset}, to the second that the venue states`;
  return Math.abs(offsetMs) < SKEW_MAX_MS
    ? passed('clock', detail)
    : failed('clock', `${detail}: corrected, but check this machine's clock`);
}

async function version({ client }: CheckDeps): Promise<VenueCheck> {
  const answer = await client.read('clob', '/version', 'books');
  const value = answer.kind === 'answer' ? parseText(toFields(answer.value)?.['version']) : null;
  return value === '2'
    ? passed('protocol', 'order version 2')
    : failed('protocol', `version ${value ?? why(answer)}; this adapter signs version 2`);
}

async function markets({ client }: CheckDeps): Promise<VenueCheck> {
  const answer = await client.read('gamma', '/markets/keyset?limit=20&closed=false', 'discovery');
  const page = answer.kind === 'answer' ? parseMarketPage(answer.value) : null;
  if (page === null) return failed('markets', why(answer));
  const unknown = page.items.filter((item) => parseMarket(item) === null).length;
  const fees = page.items.filter((item) => parseMarket(item)?.fee === null).length;
  const detail = `${page.items.length} read, ${unknown} not understood, ${fees} with an unknown fee formula`;
  return unknown === 0 && page.items.length > 0 ? passed('markets', detail) : failed('markets', detail);
}

/** Compares tick and minimum size of a few markets in the catalogue, which we use, with those of their books. */
export async function checkTerms({ client }: CheckDeps): Promise<VenueCheck> {
  const answer = await client.read('gamma', '/markets/keyset?limit=20&closed=false', 'discovery');
  const page = answer.kind === 'answer' ? parseMarketPage(answer.value) : null;
  const open = (page?.items ?? [])
    .map((item) => parseMarket(item))
    .filter((market) => market !== null && market.acceptsOrders && market.hasBook)
    .slice(0, SAMPLE);
  const differing: string[] = [];
  let compared = 0;
  for (const market of open) {
    if (market === null) continue;
    const book = await client.read('clob', `/book?token_id=${market.tokens[0]}`, 'books');
    const fields = book.kind === 'answer' && book.status === 200 ? toFields(book.value) : null;
    if (fields === null) continue;
    compared += 1;
    const [tick, least] = [parseWireDecimal(fields['tick_size']), parseWireDecimal(fields['min_order_size'])];
    const { slug, tick: ourTick, qtyMin } = market;
    if (tick !== ourTick || least !== qtyMin) differing.push(slug);
  }
  const detail = `tick and minimum size of ${compared} markets are the same in catalogue and book`;
  if (compared > 0 && differing.length === 0) return passed('terms', detail);
  if (compared === 0) return failed('terms', 'no book of an open market could be read');
  return failed('terms', `tick or minimum size differ between catalogue and book: ${differing.join(', ')}`);
}

async function login({ client, wallet }: CheckDeps): Promise<VenueCheck> {
  const missing = await client.obtainCredentials();
  if (missing !== null) return failed('credentials', missing.why);
  const answer = await client.readPrivate('/auth/api-keys');
  const isAccepted = answer.kind === 'answer' && answer.status === 200;
  return isAccepted
    ? passed('credentials', `accepted for ${wallet.address}`)
    : failed('credentials', why(answer));
}

async function closedOnly({ client }: CheckDeps): Promise<VenueCheck> {
  const answer = await client.readPrivate('/auth/ban-status/closed-only');
  const value = answer.kind === 'answer' ? toFields(answer.value)?.['closed_only'] : undefined;
  if (value === false) return passed('account', 'can open positions');
  return failed('account', value === true ? 'closed-only mode: it can only reduce positions' : why(answer));
}

async function balance({ client, settings, wallet }: CheckDeps): Promise<VenueCheck> {
  const query = `asset_type=COLLATERAL&signature_type=${settings.signatureType}`;
  const answer = await client.readPrivate(`/balance-allowance?${query}`);
  const fields = answer.kind === 'answer' && answer.status === 200 ? toFields(answer.value) : null;
  const units = parseWireDecimal(fields?.['balance']);
  if (units === null) return failed('funds', why(answer));
  const allowances = toFields(fields?.['allowances']) ?? {};
  const missing = findMissingAllowances(allowances);
  const funds = `${renderDecimal(units / MICRO)} pUSD in ${wallet.maker}`;
  const detail = hasV3Allowance(allowances, settings.chainId) ? funds : `${funds}; ${NO_V3}`;
  if (missing.length === 0) return passed('funds', detail);
  return failed('funds', `${detail}; no allowance for ${missing.join(' and ')}`);
}

const NO_V3 = 'no allowance for Exchange V3, so purchases in markets of Protocol V2 will be refused';

function hasV3Allowance(allowances: Fields, chainId: number): boolean {
  const exchange = EXCHANGES_V3[chainId]?.toLowerCase();
  const found = Object.entries(allowances).find(([spender]) => spender.toLowerCase() === exchange);
  return found !== undefined && (parseText(found[1]) ?? '0') !== '0';
}

/**
 * The contracts that may not spend the wallet's pUSD. The venue may leave out a neg-risk adapter, so one that it
 * does not list is missing only if it lists neither.
 */
export function findMissingAllowances(allowances: Fields): readonly string[] {
  const allowed = new Map(
    Object.entries(allowances).map(([of, value]) => [of.toLowerCase(), parseText(value)]),
  );
  const amountOf = (spender: string): string | null => allowed.get(spender.toLowerCase()) ?? null;
  const exchanges = Object.entries(EXCHANGES)
    .filter(([, spender]) => (amountOf(spender) ?? '0') === '0')
    .map(([name, spender]) => `the ${name} exchange ${spender}`);
  const isListed = NEG_RISK_ADAPTERS.some((spender) => amountOf(spender) !== null);
  const adapters = NEG_RISK_ADAPTERS.filter(
    (spender) => (amountOf(spender) ?? (isListed ? null : '0')) === '0',
  );
  return [...exchanges, ...adapters.map((spender) => `the neg-risk adapter ${spender}`)];
}

async function records(
  { client }: CheckDeps,
  path: string,
  parse: (value: unknown) => { readonly ok: boolean },
): Promise<VenueCheck> {
  const list = await client.listPrivate(path, {});
  if (list.kind === 'failed') return failed(path, list.why);
  const unknown = list.items.filter((item) => !parse(item).ok).length;
  const detail = `${list.items.length} read, ${unknown} not understood`;
  return unknown === 0 ? passed(path, detail) : failed(path, detail);
}

function budgets(): VenueCheck {
  const { orders, cancels } = BUDGETS;
  return passed(
    'budgets',
    `this adapter sends at most ${orders.perSecond} orders and ${cancels.perSecond} cancels per second, until the venue reports a higher tier`,
  );
}

const why = (answer: ReadResult): string =>
  answer.kind === 'failed' ? answer.why : `HTTP ${answer.status} ${errorText(answer.body) ?? ''}`.trim();

const passed = (name: string, detail: string): VenueCheck => ({ name, ok: true, detail });
const failed = (name: string, detail: string): VenueCheck => ({ name, ok: false, detail });
