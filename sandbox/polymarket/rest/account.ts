import type { SandboxReply } from '../../common/exchange.ts';
import { PUSD } from '../trading/ledger.ts';
import type { VenueOrder } from '../trading/order.ts';
import type { Caller } from '../trading/rules.ts';
import { renderMicro } from '../trading/units.ts';
import type { Venue } from '../venue.ts';
import { renderOrder, renderTrade } from '../wire/orders.ts';
import { pageOf } from './pages.ts';
import { fail, json, type Paths } from './reply.ts';

const PAGE = 100;
const ORDER_ID = /^0x[0-9a-f]{64}$/i;

/** A caller's own orders, trades and money. */
export function accountPaths(venue: Venue): Paths {
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

function order(venue: Venue, caller: Caller, id: string): SandboxReply {
  if (!ORDER_ID.test(id)) return fail(400, 'Invalid orderID');
  const found = venue.records.visibleOrder(id, caller.apiKey);
  const isServed = found !== undefined && found.status !== 'INVALID' && isActive(found);
  const how = venue.faults.standing('closed_order')?.how ?? null;
  if (found !== undefined && (isServed || how === 'served')) return json(wireOrder(venue, found));
  if (how === 'null') return json(null);
  if (how === 'object') return json({});
  if (how === 'empty') return { status: 200, headers: {}, body: '' };
  return fail(404, 'order not found');
}

/** What is over is not served by this venue: absence proves only that an order is not open. */
const isActive = ({ status }: VenueOrder): boolean =>
  status === 'LIVE' || status === 'UNMATCHED' || status === 'DELAYED';

function orders(venue: Venue, caller: Caller, query: URLSearchParams): SandboxReply {
  const text = (name: string): string => query.get(name) ?? '';
  const open = venue.records.visibleOpen(caller.apiKey, {
    id: text('id'),
    market: text('market'),
    asset: text('asset_id'),
  });
  const page = pageOf(open, query.get('next_cursor'), PAGE);
  if (page === null) return fail(400, 'invalid order params payload');
  return json({ ...page, data: page.data.map((each) => wireOrder(venue, each)) });
}

function trades(venue: Venue, caller: Caller, query: URLSearchParams): SandboxReply {
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
  const page = pageOf(found, query.get('next_cursor'), PAGE);
  if (page === null) return fail(400, 'Invalid trade params payload');
  const data = page.data.flatMap((trade) => {
    const market = venue.markets.byCondition(trade.condition);
    return market === undefined ? [] : [renderTrade(trade, market, caller.apiKey)];
  });
  return json({ ...page, data });
}

function wireOrder({ faults, markets }: Venue, each: VenueOrder): unknown {
  const market = markets.byCondition(each.condition);
  if (market === undefined) return null;
  const size = faults.standing('micro_sizes') === null ? renderMicro : (micro: bigint) => micro.toString();
  const words = faults.standing('status_words');
  const status = words === null ? each.status : `ORDER_STATUS_${each.status}${words.text ?? ''}`;
  return renderOrder(each, market, size, status);
}

/**
 * What a wallet has and allows, as the exchange last read it. The deposit wallet of a key is the one that
 * it signed for; before that, and for plain keys, the key's own account answers.
 */
function balance(venue: Venue, caller: Caller, query: URLSearchParams, isUpdate: boolean): SandboxReply {
  const type = query.get('asset_type');
  const token = query.get('token_id') ?? '';
  if (type !== 'COLLATERAL' && type !== 'CONDITIONAL') return fail(400, 'Invalid asset type');
  if (type === 'CONDITIONAL' && venue.markets.byToken(token) === undefined) {
    return fail(400, 'Invalid asset type');
  }
  const signatureType = query.get('signature_type') ?? '0';
  if (!['0', '1', '2', '3'].includes(signatureType)) return fail(400, 'Invalid signature_type');
  const asset = type === 'COLLATERAL' ? PUSD : token;
  const wallet = walletOf(venue, caller, signatureType);
  if (isUpdate) {
    venue.ledger.refresh(wallet, asset);
    venue.floor.cover(wallet);
  }
  const { seen, owed } = venue.ledger.holding(wallet, asset);
  return json({ balance: String(seen - owed), allowances: venue.wallets.allowancesOf(wallet) });
}

function walletOf({ wallets }: Venue, { address }: Caller, signatureType: string): string {
  if (signatureType === '0') return address;
  return wallets.ownedBy(address).find((wallet) => wallet !== address) ?? address;
}
