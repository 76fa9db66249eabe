import type {
  Fill,
  InstrumentId,
  LegArrival,
  Order,
  OrderId,
  OrderTag,
  SubaccountId,
  TimestampMs,
  VenueName,
} from '#contract';
import { type ContractValue, type PerformanceGroup, type TradeFigures, TradePerformance } from '#domain';
import type { MarketView } from '#ports';

/** Which trades of a subaccount are summed up, and by what. */
export interface PerformanceQuery {
  readonly subaccountId: SubaccountId;
  readonly by: PerformanceGroup;
  readonly start?: TimestampMs;
  readonly end?: TimestampMs; // exclusive
  readonly venue?: VenueName;
  readonly tag?: OrderTag;
}

export interface Performance {
  readonly groups: readonly (TradeFigures & { readonly group: string })[];
  readonly total: TradeFigures;
  readonly isTruncated: boolean; // there are more fills than are read for one answer
}

/** Fills that are read for one answer. */
export const PERFORMANCE_FILLS_MAX = 20_000;

interface PerformanceSources {
  readonly market: Pick<MarketView, 'prefetchInstrument' | 'mark'>;
  /** Null for an order that is not stored. */
  readonly findOrder: (id: OrderId) => Order | null | Promise<Order | null>;
}

/**
 * Sums up pages of fills. Each page is read and added in its own iteration of the event loop, so that other requests
 * are answered in between.
 */
export async function readPerformance(
  pages: AsyncIterable<readonly Fill[]>,
  { by, venue }: Pick<PerformanceQuery, 'by' | 'venue'>,
  { market, findOrder }: PerformanceSources,
): Promise<Performance> {
  const performance = new TradePerformance(by);
  let read = 0;
  for await (const page of pages) {
    read += page.length;
    const fills = page.filter(
      (fill) => TradePerformance.isTrade(fill) && (venue ?? fill.venue) === fill.venue,
    );
    const ids = [...new Set(fills.flatMap(({ orderId }) => orderId ?? []))];
    const orders = new Map(await Promise.all(ids.map(async (id) => [id, await findOrder(id)] as const)));
    for (const fill of fills) performance.add(fill, findArrival(fill, orders));
  }
  const values = new Map<InstrumentId, ContractValue>();
  for (const id of performance.instrumentIds()) values.set(id, await readValue(id, market));
  const valueOf = (id: InstrumentId): ContractValue => values.get(id) ?? UNKNOWN;
  return {
    groups: performance.groups(valueOf),
    total: performance.total(valueOf),
    isTruncated: read >= PERFORMANCE_FILLS_MAX,
  };
}

const findArrival = (
  { orderId, leg }: Fill,
  orders: ReadonlyMap<OrderId, Order | null>,
): LegArrival | null => {
  const order = orderId === null ? null : (orders.get(orderId) ?? null);
  return order?.legs.find((each) => each.leg === leg)?.arrival ?? null;
};

const UNKNOWN: ContractValue = { price: null, isSettled: false, isRefunded: false };

async function readValue(id: InstrumentId, market: PerformanceSources['market']): Promise<ContractValue> {
  const instrument = await market.prefetchInstrument(id);
  if (instrument === null) return UNKNOWN;
  const { result, settlementPrice } = instrument;
  if (result === null) return { price: market.mark(id), isSettled: false, isRefunded: false };
  return { price: settlementPrice, isSettled: true, isRefunded: settlementPrice === null };
}
