import type { SimulatorReply, SimulatorRequest } from '../../shared/simulator-types.ts';
import type { Credentials } from '../api-keys.ts';
import type { Venue } from '../simulator-context.ts';
import { renderMicro } from '../trading/micro-units.ts';
import type { VenueOrder } from '../trading/order-records.ts';
import type { Caller } from '../trading/trading-rules.ts';
import { PUSD } from '../trading/wallet-balances.ts';
import { renderOrder, renderTrade } from '../wire/render-trading.ts';
import { fail, json, paginate, type RouteTable } from './rest-reply.ts';

const PAGE = 100;
const ORDER_ID = /^0x[0-9a-f]{64}$/i;

/** A caller's own orders, trades and balances. */
export function accountPaths(venue: Venue): RouteTable {
  return {
    open: {},
    signed: {
      'GET /data/order/': (_, caller, id) => order(venue, caller, id),
      'GET /data/orders': ({ query }, caller) => orders(venue, caller, query),
      'GET /data/trades': ({ query }, caller) => trades(venue, caller, query),
      'GET /balance-allowance': ({ query }, caller) => balance(venue, caller, query, false),
      'GET /balance-allowance/update': ({ query }, caller) => balance(venue, caller, query, true),
      'GET /notifications': () => json([]),
      'GET /order-scoring': () => json({ scoring: false }),
    },
  };
}

function order(venue: Venue, caller: Caller, id: string): SimulatorReply {
  if (!ORDER_ID.test(id)) return fail(400, 'Invalid orderID');
  const found = venue.records.visibleOrder(id, caller.apiKey);
  const isServed = found !== undefined && found.status !== 'INVALID' && isActive(found);
  const how = venue.faults.findActive('closed_order')?.how ?? null;
  if (found !== undefined && (isServed || how === 'served')) return json(wireOrder(venue, found));
  if (found !== undefined && how === 'matched')
    return json(wireOrder(venue, found.matched > 0n ? { ...found, status: 'MATCHED' } : found));
  if (how === 'null') return json(null);
  if (how === 'object') return json({});
  if (how === 'empty') return { status: 200, headers: {}, body: '' };
  return fail(404, 'order not found');
}

/** The venue does not serve closed orders. A missing order is only known not to be open. */
const isActive = ({ status }: VenueOrder): boolean =>
  status === 'LIVE' || status === 'UNMATCHED' || status === 'DELAYED';

function orders(venue: Venue, caller: Caller, query: URLSearchParams): SimulatorReply {
  const text = (name: string): string => query.get(name) ?? '';
  const open = venue.records.visibleOpen(caller.apiKey, {
    id: text('id'),
    market: text('market'),
    asset: text('asset_id'),
  });
  const isShown = (): boolean => venue.faults.trigger('list_omits', { path: '/data/orders' }) === null;
  const page = paginate(open.filter(isShown), query.get('next_cursor'), PAGE);
  if (page === null) return fail(400, 'invalid order params payload');
  return json({ ...page, data: page.data.map((each) => wireOrder(venue, each)) });
}

function trades(venue: Venue, caller: Caller, query: URLSearchParams): SimulatorReply {
  const text = (name: string): string => query.get(name) ?? '';
  const time = (name: string): { [name: string]: number } =>
    query.has(name) && query.get(name) !== '' ? { [name]: Number(query.get(name)) } : {};
  const times = { ...time('before'), ...time('after') };
  if (Object.values(times).some((at) => !Number.isFinite(at))) {
    return fail(400, 'Invalid trade params payload');
  }
  const found = venue.records.visibleTrades(caller.apiKey, {
    id: text('id'),
    market: text('market'),
    asset: text('asset_id'),
    ...(text('maker_address') === '' ? {} : { makerAddress: text('maker_address') }),
    ...times,
  });
  const page = paginate(found, query.get('next_cursor'), PAGE);
  if (page === null) return fail(400, 'Invalid trade params payload');
  const data = page.data.flatMap((trade) => {
    const market = venue.markets.byCondition(trade.condition);
    return market === undefined
      ? []
      : [renderTrade(trade, market, venue.records.isOwner(trade, caller.apiKey))];
  });
  return json({ ...page, data });
}

function wireOrder({ faults, markets }: Venue, each: VenueOrder): unknown {
  const market = markets.byCondition(each.condition);
  if (market === undefined) return null;
  const size = faults.findActive('micro_sizes') === null ? renderMicro : (micro: bigint) => micro.toString();
  const words = faults.findActive('status_words');
  const status = words === null ? each.status : `ORDER_STATUS_${each.status}${words.text ?? ''}`;
  return renderOrder(each, market, size, status);
}

/**
 * A wallet's balance and allowances as last read by the exchange. A key's deposit wallet is known after its
 * first signed order; before that, and for plain keys, it is the key's own wallet.
 */
function balance(venue: Venue, caller: Caller, query: URLSearchParams, isUpdate: boolean): SimulatorReply {
  const type = query.get('asset_type');
  const token = query.get('token_id') ?? '';
  const market = venue.markets.byToken(token);
  const tokenType = market?.version === 'v2' ? 'CONDITIONAL-V2' : 'CONDITIONAL';
  if (type !== 'COLLATERAL' && (market === undefined || type !== tokenType)) {
    return fail(400, 'Invalid asset type');
  }
  const signatureType = query.get('signature_type') ?? '0';
  if (!['0', '1', '2', '3'].includes(signatureType)) return fail(400, 'Invalid signature_type');
  const asset = type === 'COLLATERAL' ? PUSD : token;
  const wallet = findWallet(venue, caller, signatureType);
  if (isUpdate) {
    venue.balances.refresh(wallet, asset);
    venue.core.cancelUncovered(wallet);
  }
  const { seen } = venue.balances.holding(wallet, asset);
  return json({ balance: String(seen), allowances: venue.wallets.getAllowances(wallet) });
}

function findWallet({ wallets }: Venue, { address }: Caller, signatureType: string): string {
  if (signatureType === '0') return address;
  const session = wallets.findSession(address);
  if (session !== null) return session.wallet;
  return wallets.getWallets(address).find((wallet) => wallet !== address) ?? address;
}

/** API keys: created and derived with a wallet signature, listed and deleted with their own. */
export function authPaths(venue: Venue): RouteTable {
  const { keys, clock, wallets } = venue;
  const byWallet = (
    request: SimulatorRequest,
    find: (address: string, nonce: string) => Credentials | null,
    missing: string,
  ): SimulatorReply => {
    const signer = keys.checkL1(request, clock.now());
    if (signer === null) return fail(401, 'Invalid L1 Request headers');
    const found = find(signer.address, signer.nonce);
    if (found === null) return fail(400, missing);
    wallets.open(signer.address, signer.address);
    const { apiKey, secret, passphrase } = found;
    return json({ apiKey, secret, passphrase });
  };
  return {
    open: {
      'POST /auth/api-key': (request) =>
        byWallet(request, (...who) => keys.create(...who), 'Could not create api key'),
      'GET /auth/derive-api-key': (request) =>
        byWallet(request, (...who) => keys.derive(...who), 'Could not derive api key!'),
    },
    signed: {
      'GET /auth/api-keys': (_, { address }) => json({ apiKeys: keys.listKeys(address) }),
      'DELETE /auth/api-key': (_, { apiKey }) => {
        keys.remove(apiKey);
        return json('OK');
      },
      'GET /v1/user/session-signers': (_, { address }) => sessionSigners(venue, address),
      'GET /auth/ban-status/closed-only': () => json({ closed_only: false }),
    },
  };
}

/** The session keys that can be used, for the owner of the wallet. */
function sessionSigners({ wallets, clock }: Venue, address: string): SimulatorReply {
  const owned = wallets.all().find(([wallet, { owner }]) => owner === address && wallet !== address);
  if (owned === undefined) return fail(404, 'wallet not found');
  const [wallet, { sessions = {} }] = owned;
  const active = Object.entries(sessions).filter(([, { validUntil }]) => clock.now() < validUntil * 1_000);
  const signers = active.map(([key, { scopes, validUntil }]) => ({
    address: key,
    scopes,
    valid_until: validUntil,
  }));
  return json({ wallet, signers });
}
