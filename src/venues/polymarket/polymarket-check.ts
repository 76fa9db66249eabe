import { renderDecimal } from '../../domain/model/money.ts';
import type { VenueCheck } from '../../ports/venue.ts';
import { parseMarket, parseMarketPage } from './codec/gamma-messages.ts';
import { decimalOf, fieldsOf, textOf } from './codec/polymarket-decoder.ts';
import { parseOrder, parseTrade } from './codec/polymarket-messages.ts';
import type { PolymarketClient, ReadResult } from './http/polymarket-client.ts';
import { BUDGETS } from './http/polymarket-rate-limiter.ts';
import { errorText } from './http/polymarket-refusals.ts';
import { EXCHANGES, type PolymarketSettings } from './polymarket-settings.ts';
import type { Wallet } from './signing/wallet.ts';

export interface CheckDeps {
  readonly client: PolymarketClient;
  readonly settings: PolymarketSettings;
  readonly wallet: Wallet;
}

const SKEW_MAX_MS = 2_000;
const MICRO = 1_000_000n;

/** Reads what trading at the venue needs, and says of each whether it is as it should be. Changes nothing. */
export async function checkVenue(deps: CheckDeps): Promise<readonly VenueCheck[]> {
  const before = [await clock(deps), await version(deps), await markets(deps)];
  const credentials = await login(deps);
  if (!credentials.ok) return [...before, credentials, budgets()];
  const after = [
    await closedOnly(deps),
    await balance(deps),
    await records(deps, '/data/orders', parseOrder),
  ];
  return [...before, credentials, ...after, await records(deps, '/data/trades', parseTrade), budgets()];
}

async function clock({ client }: CheckDeps): Promise<VenueCheck> {
  const latencyMs = await client.measureClock();
  if (latencyMs === null) return bad('clock', 'the venue does not tell its time');
  const { offsetMs } = client;
  const words = `${Math.round(latencyMs)} ms away, clocks ${offsetMs} ms apart`;
  return Math.abs(offsetMs) < SKEW_MAX_MS
    ? good('clock', words)
    : bad('clock', `${words}: corrected, but look at this machine's clock`);
}

async function version({ client }: CheckDeps): Promise<VenueCheck> {
  const answer = await client.read('clob', '/version', 'books');
  const told = answer.kind === 'answer' ? textOf(fieldsOf(answer.value)?.['version']) : null;
  return told === '2'
    ? good('protocol', 'orders of version 2')
    : bad('protocol', `version ${told ?? why(answer)}; we sign version 2`);
}

async function markets({ client }: CheckDeps): Promise<VenueCheck> {
  const answer = await client.read('gamma', '/markets/keyset?limit=20&closed=false', 'discovery');
  const page = answer.kind === 'answer' ? parseMarketPage(answer.value) : null;
  if (page === null) return bad('markets', why(answer));
  const odd = page.items.filter((item) => parseMarket(item) === null).length;
  const fees = page.items.filter((item) => parseMarket(item)?.fee === null).length;
  const words = `${page.items.length} read, ${odd} not understood, ${fees} without a fee that we can compute`;
  return odd === 0 && page.items.length > 0 ? good('markets', words) : bad('markets', words);
}

async function login({ client, wallet }: CheckDeps): Promise<VenueCheck> {
  const missing = await client.obtainCredentials();
  if (missing !== null) return bad('credentials', missing.why);
  const answer = await client.readPrivate('/auth/api-keys');
  const isGood = answer.kind === 'answer' && answer.status === 200;
  return isGood ? good('credentials', `accepted for ${wallet.address}`) : bad('credentials', why(answer));
}

async function closedOnly({ client }: CheckDeps): Promise<VenueCheck> {
  const answer = await client.readPrivate('/auth/ban-status/closed-only');
  const told = answer.kind === 'answer' ? fieldsOf(answer.value)?.['closed_only'] : undefined;
  if (told === false) return good('account', 'may open positions');
  return bad('account', told === true ? 'in closed-only mode: it may only reduce' : why(answer));
}

async function balance({ client, settings, wallet }: CheckDeps): Promise<VenueCheck> {
  const query = `asset_type=COLLATERAL&signature_type=${settings.signatureType}`;
  const answer = await client.readPrivate(`/balance-allowance?${query}`);
  const fields = answer.kind === 'answer' && answer.status === 200 ? fieldsOf(answer.value) : null;
  const units = decimalOf(fields?.['balance']);
  if (units === null) return bad('funds', why(answer));
  const allowances = fieldsOf(fields?.['allowances']) ?? {};
  const allowed = new Map(Object.entries(allowances).map(([of, value]) => [of.toLowerCase(), textOf(value)]));
  const missing = Object.entries(EXCHANGES).filter(
    ([, of]) => (allowed.get(of.toLowerCase()) ?? '0') === '0',
  );
  const words = `${renderDecimal(units / MICRO)} pUSD in ${wallet.maker}`;
  if (missing.length === 0) return good('funds', words);
  return bad('funds', `${words}; no allowance for the ${missing.map(([of]) => of).join(' and ')} exchange`);
}

async function records(
  { client }: CheckDeps,
  path: string,
  parse: (value: unknown) => { readonly ok: boolean },
): Promise<VenueCheck> {
  const list = await client.listPrivate(path, {});
  if (list.kind === 'failed') return bad(path, list.why);
  const odd = list.items.filter((item) => !parse(item).ok).length;
  const words = `${list.items.length} read, ${odd} not understood`;
  return odd === 0 ? good(path, words) : bad(path, words);
}

function budgets(): VenueCheck {
  const { orders, cancels } = BUDGETS;
  return good(
    'budgets',
    `${orders.perSecond} orders and ${cancels.perSecond} cancels a second, by our own limit`,
  );
}

const why = (answer: ReadResult): string =>
  answer.kind === 'failed' ? answer.why : `HTTP ${answer.status} ${errorText(answer.body) ?? ''}`.trim();

const good = (name: string, detail: string): VenueCheck => ({ name, ok: true, detail });
const bad = (name: string, detail: string): VenueCheck => ({ name, ok: false, detail });
