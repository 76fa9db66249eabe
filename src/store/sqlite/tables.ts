import type { ApiKey, Subaccount } from '../../core/access/access.ts';
import type { AssetReview } from '../../core/instruments/review.ts';
import { renderDecimal, renderNotional } from '../../core/kernel/decimal.ts';
import {
  type AccountId,
  type FillId,
  fillIdOf,
  numberOf,
  type OrderId,
  orderIdOf,
  type SubaccountId,
} from '../../core/kernel/ids.ts';
import * as format from '../../core/ledger/formats.ts';
import { decimal, integer, notional, text } from '../../core/ledger/json.ts';
import type { InstrumentBinding, LegName, VenueMark } from '../../core/ledger/tables.ts';
import type { Fill } from '../../core/orders/order.ts';
import type { Position } from '../../core/positions/position.ts';
import type { KillSwitch, Limits } from '../../core/risk/limits.ts';
import { type Column, flag, json, optional, plain, table, units, whole } from './columns.ts';

// Which column holds which field. A field added to a record compiles only once it has its column.

const accountId = plain(format.accountId);
const subaccountId = plain(format.subaccountId);
const instrumentId = whole(format.instrumentId);
const venue = plain(format.venueName);
const timestamp = whole(format.timestamp);
const money = units(renderNotional, notional);
const qty = units(renderDecimal, format.qty);

/** The account itself (null) is stored as an empty text, because a primary key holds no null. */
const scope: Column<SubaccountId | null> = {
  write: (value) => value ?? '',
  read: (stored) => (stored === '' ? null : format.subaccountId.read(stored)),
};
const orderNumber: Column<OrderId> = {
  write: numberOf,
  read: (stored) => orderIdOf(integer().read(stored)),
  name: 'order_number',
};
const fillNumber: Column<FillId> = {
  write: numberOf,
  read: (stored) => fillIdOf(integer().read(stored)),
  name: 'number',
};

export const ACCOUNTS = table<{ readonly accountId: AccountId }>('accounts', 1, { accountId });

export const SUBACCOUNTS = table<Subaccount>('subaccounts', 2, {
  accountId,
  subaccountId,
  name: plain(text()),
});

export const KEYS = table<ApiKey>('keys', 1, {
  keyId: plain(format.keyId),
  accountId,
  publicKey: plain(text()),
  permissions: json(format.permissions),
  subaccounts: json(format.subaccountGrant),
  status: plain(format.keyStatus),
  expiresAt: optional(timestamp),
  createdAt: timestamp,
});

export const LIMITS = table<Limits>('limits', 2, {
  accountId,
  subaccountId: scope,
  maxOrderQty: optional(qty),
  maxOrderQtyText: optional(plain(text())),
  maxPositionQty: optional(qty),
  maxPositionQtyText: optional(plain(text())),
  maxOpenOrders: optional(whole(integer())),
  updatedAt: optional(timestamp),
});

export const KILL_SWITCHES = table<KillSwitch>('kill_switches', 2, {
  accountId,
  subaccountId: scope,
  enabled: flag,
  updatedAt: timestamp,
});

export const BINDINGS = table<InstrumentBinding>('bindings', 1, {
  instrumentId,
  venue,
  venueInstrumentId: plain(text()),
});

export const ASSET_REVIEWS = table<AssetReview>('asset_reviews', 1, {
  genericAssetId: whole(format.genericAssetId),
  status: plain(format.reviewStatus),
  simulated: flag,
  title: plain(text()),
  description: optional(plain(text())),
  category: plain(text()),
  members: json(format.reviewedMembers),
  by: { ...plain(text()), name: 'reviewed_by' },
  why: plain(text()),
  at: { ...timestamp, name: 'reviewed_at' },
});

export const VENUE_MARKS = table<VenueMark>('venue_marks', 1, { venue, mark: plain(text()) });

export const LEG_NAMES = table<LegName>('leg_names', 2, {
  venue,
  clientId: plain(format.venueClientId),
  orderId: orderNumber,
  leg: whole(integer()),
  generation: whole(integer()),
});

export const FILLS = table<Fill>('fills', 1, {
  id: fillNumber,
  orderId: optional(orderNumber),
  leg: optional(whole(integer())),
  generation: whole(integer()),
  clientOrderId: optional(plain(text())),
  accountId,
  subaccountId,
  instrumentId,
  venue,
  venueTradeId: plain(text()),
  side: plain(format.side),
  outcome: plain(format.outcome),
  price: units(renderDecimal, format.price),
  qty,
  fee: money,
  liquidity: plain(format.liquidity),
  realizedPnl: money,
  timestamp,
  settlement: plain(format.fillSettlement),
  voids: optional({ ...fillNumber, name: 'voids' }),
});

export const POSITIONS = table<Position>('positions', 3, {
  accountId,
  subaccountId,
  instrumentId,
  venue,
  net: units(renderDecimal, decimal()),
  cost: money,
  realizedPnl: money,
  updatedAt: timestamp,
});
