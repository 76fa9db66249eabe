import {
  type ParamsOf,
  type ParentParams,
  TYPE_DEFINITIONS,
} from '../../contract/model/complex-order-types.ts';
import { type AccountId, type InstrumentId, type KeyId, toParentId } from '../../contract/model/ids.ts';
import { type Parent, type ParentChild } from '../../contract/model/parent.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { NO_CHILDREN } from '../../domain/complex-orders/parent-projection.ts';
import { accepted, price, qty } from '../../domain/order-state/order.fixture.ts';
import type { ParentInput } from './parent-rules.ts';
import { findActiveStatus, getRules } from './rules-of-types.ts';

export const at = (ms: number): TimestampMs => ms as TimestampMs;

export const EXPIRY = at(1_000_000);

/** At or above 0.5 of a BUY, at or below it of a SELL; without a limit price. */
export const STOP: ParamsOf<'STOP'> = {
  type: 'STOP',
  triggerPrice: price('0.5'),
  triggerSource: 'TOUCH',
  confirmMs: 0,
  maxSlippage: price('0.05'),
  afterPartial: 'REPEAT',
  fireIfMet: false,
  maxOutageMs: null,
};

export const ICEBERG: ParamsOf<'ICEBERG'> = {
  type: 'ICEBERG',
  displayQty: qty('4'),
  reloadDelayMs: 0,
  displayJitter: 0n,
  maxOutageMs: null,
};

/** `BUY 10 YES`, accepted at 1 ms, without a child. */
export const newParent = (params: ParentParams, change: Partial<Parent> = {}): Parent => ({
  ...accepted(),
  ...NO_CHILDREN,
  id: toParentId(7),
  accountId: 'acc_1' as AccountId,
  keyId: 'key_1' as KeyId,
  instrumentId: 1001 as InstrumentId,
  idempotencyKey: null,
  side: 'BUY',
  qty: qty('10'),
  qtyText: '10',
  price: TYPE_DEFINITIONS[params.type].price === 'required' ? price('0.6') : null,
  createdAt: at(1),
  priceText: null,
  tif: 'GTD',
  expiresAt: EXPIRY,
  postOnly: false,
  reduceOnly: false,
  params,
  status: findActiveStatus({ params, side: 'BUY', progress: getRules(params).progress }),
  progress: getRules(params).progress,
  reason: null,
  endsAs: null,
  pausedBy: null,
  pausedAt: null,
  needsResume: false,
  triggeredAt: null,
  triggeredBy: null,
  nextAt: null,
  refusals: 0,
  handledChild: 0,
  moves: 0,
  actingKeyId: null,
  ...change,
});

/** A child that has ended without a fill. */
export const endedChild = (parent: Parent, change: Partial<ParentChild>): ParentChild => ({
  number: 1,
  leg: 0,
  orderId: accepted().id,
  status: 'CANCELLED',
  reason: null,
  cancelReason: null,
  price: parent.price,
  qty: parent.qty,
  liveQty: qty('0'),
  filledQty: qty('0'),
  isAmending: false,
  ...change,
});

export const GRID: ParentInput['grid'] = {
  priceTick: price('0.01'),
  priceMin: price('0.01'),
  priceMax: price('0.99'),
  priceBands: null,
  qtyStep: qty('1'),
  qtyMin: qty('1'),
};

/** A live market without an obstacle; the best prices are 0.47 and 0.49. */
export const newInput = (change: Partial<ParentInput> = {}): ParentInput => ({
  now: at(1),
  touch: { bid: price('0.47'), ask: price('0.49') },
  watched: null,
  isMet: false,
  isConfirmed: false,
  obstacle: null,
  obstacleSince: null,
  isMarketClosed: false,
  isMarketOpen: true,
  isDue: true,
  mayPlace: true,
  random: 0,
  extreme: null,
  entry: null,
  grid: GRID,
  volume: qty('0'),
  gain: null,
  canAmend: true,
  legs: null,
  ...change,
});
