import type { Api } from '../api-assertions.ts';
import { parseUnits } from './decimal.ts';
import type { Book, Fill, Order, Position } from './record-schemas.ts';

/** Trades on Demo at prices near one half, with a tick of one cent and whole contracts. */
export const RAIN = 1001;

/** The default body of an order; fields that are set to undefined are left out. */
export type Fields = Readonly<Record<string, unknown>>;

/** An order that rests: far below the best ask. */
export const createRestingOrder = (fields: Fields = {}): Fields => ({
  subaccount_id: 'sa_1',
  instrument_id: RAIN,
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  tif: 'GTC',
  price: '0.02',
  qty: '10',
  routing: { mode: 'DIRECT' },
  ...fields,
});

/** An order that fills immediately at any ask price. */
export const createTakingOrder = (fields: Fields = {}): Fields =>
  createRestingOrder({ type: 'MARKET', tif: 'IOC', price: undefined, ...fields });

/** A complex order that shows 4 of 10 contracts at a price that rests. */
export const createIceberg = (fields: Fields = {}, params: Fields = {}): Fields => ({
  subaccount_id: 'sa_1',
  type: 'ICEBERG',
  instrument_id: RAIN,
  side: 'BUY',
  qty: '10',
  price: '0.02',
  params: { display_qty: '4', ...params },
  ...fields,
});

export const submit = (api: Api, fields: Fields): Promise<Order> => api.ok('POST', '/v1/orders', fields);
export const getOrder = (api: Api, id: string): Promise<Order> => api.ok('GET', `/v1/orders/${id}`);
export const getBook = (api: Api, id: number): Promise<Book> => api.ok('GET', `/v1/orderbooks/${id}`);
export const cancelAll = (api: Api): Promise<unknown> => api.ok('POST', '/v1/orders/cancel-all');

export const getFills = (api: Api, subaccount = 'sa_1', more = ''): Promise<readonly Fill[]> =>
  api.ok('GET', `/v1/fills?subaccount_id=${subaccount}${more}`);

export const getPositions = (api: Api, subaccount = 'sa_1'): Promise<readonly Position[]> =>
  api.ok('GET', `/v1/positions?subaccount_id=${subaccount}`);

export const getOrders = (api: Api, subaccount = 'sa_1', more = ''): Promise<readonly Order[]> =>
  api.ok('GET', `/v1/orders?subaccount_id=${subaccount}${more}`);

/** Contracts of YES that a fill adds to a position, in 1e-8: buying NO counts as selling YES. */
export const signedQty = ({ side, outcome, qty }: Pick<Fill, 'side' | 'outcome' | 'qty'>): bigint =>
  (side === 'BUY') === (outcome === 'YES') ? parseUnits(qty) : -parseUnits(qty);
