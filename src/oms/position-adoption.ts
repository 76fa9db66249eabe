import type { Subaccount } from '../domain/access/access.ts';
import type { LedgerEvent } from '../domain/events/event-schema.ts';
import { getIdNumber, positionKey, toFillId, type VenueName } from '../domain/model/ids.ts';
import type { Instrument } from '../domain/model/instrument.ts';
import { absolute, NOTIONAL_ZERO, type Price, type Qty } from '../domain/model/money.ts';
import type { Side } from '../domain/model/order.ts';
import type { Rejection, Result } from '../domain/model/result.ts';
import { applyFill } from '../domain/positions/position-accounting.ts';
import { bindInstruments } from '../domain/projections/ledger-state.ts';
import type { MarketView } from '../ports/market-view.ts';
import type { StateStore } from './state-store.ts';

export type PositionOwner = Pick<Subaccount, 'accountId' | 'subaccountId'>;

/** YES contracts that the venue's account holds beyond our fills (> 0), or lacks (< 0). */
export interface PositionGap {
  readonly venueInstrumentId: string;
  readonly net: bigint; // 1e-8 contracts
  readonly avgPrice: Price | null; // what all contracts of the account cost by the venue, if none of them are ours
}

export interface AdoptedPosition {
  readonly instrument: Instrument;
  readonly side: Side; // of YES contracts
  readonly qty: Qty;
  readonly price: Price;
  readonly isCost: boolean; // false: the market's present price, since the cost is not known
}

/** A difference that was not taken over, and why. */
export interface LeftPosition extends Pick<PositionGap, 'venueInstrumentId' | 'net'> {
  readonly why: string;
}

export interface Adoption {
  readonly adopted: readonly AdoptedPosition[];
  readonly left: readonly LeftPosition[];
}

/** Takes the positions of a venue's account over into a subaccount. */
export type PositionAdopter = (venue: string, owner: PositionOwner) => Promise<Result<Adoption, Rejection>>;

interface PositionAdoptionDeps {
  readonly store: StateStore;
  readonly market: MarketView;
}

/**
 * Takes positions of a venue's account over into one subaccount, as fills without an order: positions stay the sum of
 * the fills. The price is the average that the venue states, else the market's present price; there is no fee.
 *
 * Source  docs/decisions/venue-accounts.md
 */
export async function adoptPositions(
  { store, market }: PositionAdoptionDeps,
  venue: VenueName,
  owner: PositionOwner,
  gaps: readonly PositionGap[],
  actor: string,
): Promise<Adoption> {
  const adopted: AdoptedPosition[] = [];
  const left: LeftPosition[] = [];
  for (const { venueInstrumentId, net, avgPrice } of gaps) {
    const instrument = await market.prefetchListed(venue, venueInstrumentId);
    if (instrument === null) {
      left.push({ venueInstrumentId, net, why: 'the market is in no list of the venue that was read' });
      continue;
    }
    const price = avgPrice ?? (await readPrice(market, instrument));
    if (price === null) {
      left.push({ venueInstrumentId, net, why: 'neither a cost nor a price is known' });
      continue;
    }
    const side = net > 0n ? 'BUY' : 'SELL';
    adopted.push({ instrument, side, qty: absolute(net) as Qty, price, isCost: avgPrice !== null });
  }
  if (adopted.length > 0) {
    const bound = bindInstruments(
      store.state,
      adopted.map(({ instrument }) => instrument),
    );
    const fills = adopted.map((each, index) => toFill(store, venue, owner, each, index));
    await store.commit('positions_adopted', actor, [...bound, ...fills]);
  }
  return { adopted, left };
}

async function readPrice(market: MarketView, { instrumentId }: Instrument): Promise<Price | null> {
  if (market.mark(instrumentId) === null) await market.waitForBooks([instrumentId]);
  return market.mark(instrumentId);
}

function toFill(
  store: StateStore,
  venue: VenueName,
  owner: PositionOwner,
  { instrument, side, qty, price }: AdoptedPosition,
  index: number,
): LedgerEvent {
  const { instrumentId, venueInstrumentId } = instrument;
  const id = toFillId(store.state.fillNumber + 1 + index);
  const at = store.now();
  const traded = { ...owner, instrumentId, venue, side, outcome: 'YES', price, qty } as const;
  const before = store.state.positions.get(positionKey(owner.accountId, owner.subaccountId, instrumentId));
  const { realizedPnl } = applyFill(before ?? null, { ...traded, at });
  const venueTradeId = `adopted-${venueInstrumentId}-${getIdNumber(id)}`;
  return {
    type: 'FillRecorded',
    fill: { ...ADOPTED_FILL, ...traded, id, venueTradeId, realizedPnl, timestamp: at },
  };
}

const ADOPTED_FILL = {
  orderId: null,
  leg: null,
  generation: 1,
  clientOrderId: null,
  tag: null,
  fee: NOTIONAL_ZERO,
  liquidity: 'ADOPTED',
  settlement: 'FINAL',
  voids: null,
  tokenSide: null,
} as const;
