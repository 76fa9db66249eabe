import {
  absolute,
  type Caller,
  complement,
  type InstrumentId,
  type Order,
  type Price,
  type Rejection,
  type Result,
  renderDecimal,
  renderTime,
  type SubaccountId,
  sumFilledQty,
  type VenueName,
} from '#contract';
import {
  addPnl,
  computeEquity,
  type PlainMessage,
  type PnlValue,
  renderCents,
  toBucketStart,
  ZERO_PNL,
} from '#domain';
import type { AccountFeeds, MarkedPosition, Pnl, PnlRange, TradingService } from '#orders';
import type { Clock, MarketView } from '#ports';

export interface ChatReportsDeps {
  readonly trading: Pick<TradingService, 'queries'> & {
    readonly feeds: Pick<AccountFeeds, 'liveOrders'>;
  };
  readonly pnl: Pnl;
  readonly market: Pick<MarketView, 'prefetchInstrument' | 'prefetchAsset'>;
  readonly venueHealth: () => readonly {
    readonly venue: VenueName;
    readonly healthy: boolean;
    readonly reason: string | null;
  }[];
  readonly clock: Clock;
  readonly profile: string;
}

const ROWS_MAX = 20;
const TITLE_CHARACTERS_MAX = 80;

/** What an account holds and earns, as text for a person. Reads only. */
export class ChatReports {
  readonly #deps: ChatReportsDeps;

  constructor(deps: ChatReportsDeps) {
    this.#deps = deps;
  }

  status(caller: Caller): PlainMessage {
    const { trading, venueHealth, clock, profile } = this.#deps;
    const subaccounts = trading.queries.subaccounts(caller);
    const killed = subaccounts.flatMap((each) => (each.killSwitchActive ? [each.subaccountId] : []));
    const venues = venueHealth().map(
      ({ venue, healthy, reason }) =>
        `${venue}: ${healthy ? 'healthy' : `NOT healthy, ${reason ?? 'no reason'}`}`,
    );
    const breaches = subaccounts.flatMap(({ subaccountId }) =>
      take(trading.queries.risk(caller, subaccountId)).breaches.map(
        ({ limit, value, max }) => `${subaccountId}: ${limit} is ${value} of ${max}`,
      ),
    );
    return {
      title: `${caller.accountId}, profile ${profile}, ${renderTime(clock.now())}`,
      text: [
        `Kill switch: ${killed.length === 0 ? 'off' : `ON for ${killed.join(', ')}`}`,
        `Live orders: ${this.countLiveOrders(caller)}`,
        `Open positions: ${this.#positions(caller).length}`,
        ...breaches,
        ...venues,
      ].join('\n'),
    };
  }

  async positions(caller: Caller): Promise<PlainMessage> {
    const rows = this.#positions(caller).map((row) => async () => {
      const { subaccountId, instrumentId, venue } = row.position;
      return `${describePosition(row)}\n  ${await this.#title(instrumentId)} (${venue}, ${subaccountId})`;
    });
    return toList('open positions', rows);
  }

  async orders(caller: Caller): Promise<PlainMessage> {
    const rows = this.#liveOrders(caller).map((order) => async () => {
      const { subaccountId } = order;
      return `${describeOrder(order)}\n  ${await this.#orderTitle(order)} (${subaccountId})`;
    });
    return toList('live orders', rows);
  }

  /** Today begins at midnight UTC. */
  async pnl(caller: Caller): Promise<PlainMessage> {
    const { clock, trading } = this.#deps;
    const start = toBucketStart(clock.now(), '1d');
    const lines: string[] = [];
    for (const { subaccountId } of trading.queries.subaccounts(caller)) {
      const today = await this.#sumPnl(caller, subaccountId, { start, end: null });
      const total = await this.#sumPnl(caller, subaccountId, { start: null, end: null });
      lines.push(
        `${subaccountId}: today ${renderCents(computeEquity(today))}, total ${renderCents(computeEquity(total))}`,
        `  realized ${renderCents(total.realizedPnl)}, unrealized ${renderCents(total.unrealizedPnl)}, fees ${renderCents(total.fees)}${describeUnknownFees(total)}`,
      );
    }
    return { title: 'Net PnL in dollars; today is since midnight UTC', text: lines.join('\n') };
  }

  countLiveOrders(caller: Caller): number {
    return this.#liveOrders(caller).length;
  }

  #subaccounts(caller: Caller): readonly SubaccountId[] {
    return this.#deps.trading.queries.subaccounts(caller).map(({ subaccountId }) => subaccountId);
  }

  #positions(caller: Caller): readonly MarkedPosition[] {
    const { queries } = this.#deps.trading;
    const all = this.#subaccounts(caller).flatMap((id) => take(queries.positions(caller, id)));
    return all.filter(({ position }) => position.net !== 0n);
  }

  #liveOrders(caller: Caller): readonly Order[] {
    const { trading } = this.#deps;
    return this.#subaccounts(caller).flatMap((id) => take(trading.feeds.liveOrders(caller, id)));
  }

  async #sumPnl({ accountId }: Caller, subaccountId: SubaccountId, range: PnlRange): Promise<PnlValue> {
    const filter = { accountId, subaccountId, venue: null, category: null, instrumentId: null };
    const shares = take(await this.#deps.pnl.shares({ ...filter, ...range }, 'venue'));
    return shares.reduce<PnlValue>(addPnl, ZERO_PNL);
  }

  async #title(id: InstrumentId): Promise<string> {
    const instrument = await this.#deps.market.prefetchInstrument(id);
    return instrument?.title.slice(0, TITLE_CHARACTERS_MAX) ?? `instrument ${id}`;
  }

  async #orderTitle({ instrumentId, genericAssetId }: Order): Promise<string> {
    if (instrumentId !== null) return this.#title(instrumentId);
    const asset = genericAssetId === null ? null : await this.#deps.market.prefetchAsset(genericAssetId);
    return asset?.title.slice(0, TITLE_CHARACTERS_MAX) ?? 'several venues';
  }
}

/** A short position in YES is shown as the NO contracts that it is. */
const describeUnknownFees = ({ fillsWithoutFee }: PnlValue): string =>
  fillsWithoutFee === 0 ? '' : ` and those of ${fillsWithoutFee} fills, which are not known`;

function describePosition({ position, avgPrice, markPrice, unrealizedPnl }: MarkedPosition): string {
  const isYes = position.net > 0n;
  const show = (price: Price | null): string =>
    price === null ? 'unknown' : renderDecimal(isYes ? price : complement(price));
  const held = `${renderDecimal(absolute(position.net))} ${isYes ? 'YES' : 'NO'}`;
  return `${held} at ${show(avgPrice)}, now ${show(markPrice)}: ${renderCents(unrealizedPnl)}`;
}

function describeOrder(order: Order): string {
  const { id, side, outcome, type, priceText, qtyText } = order;
  const price = priceText === null ? type : `at ${priceText}`;
  return `${id} ${side} ${qtyText} ${outcome} ${price}, filled ${renderDecimal(sumFilledQty(order))}`;
}

async function toList(name: string, rows: readonly (() => Promise<string>)[]): Promise<PlainMessage> {
  if (rows.length === 0) return { title: `No ${name}`, text: '' };
  const shown = await Promise.all(rows.slice(0, ROWS_MAX).map((row) => row()));
  const more = rows.length - shown.length;
  return {
    title: `${rows.length} ${name}`,
    text: [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  };
}

/** The subaccounts come from the account itself, so only a state such as a projection that catches up is refused. */
function take<T>(result: Result<T, Rejection>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
