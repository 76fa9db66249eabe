import { ONE, type TimestampMs } from '#contract';
import type { Timer } from '#ports';
import type { CatalogueEvent } from '../catalogue/event-catalogue.ts';
import type { ListingSchedule } from '../catalogue/recurring-events.ts';
import { withFaults } from '../shared/exchange-faults.ts';
import { readFirstStart, type StoredRow } from '../shared/exchange-store.ts';
import { MarketMaker } from '../shared/market-maker.ts';
import type {
  Simulator,
  SimulatorAnswer,
  SimulatorPeer,
  SimulatorReply,
  SimulatorRequest,
  SimulatorUpgrade,
} from '../shared/simulator-types.ts';
import {
  commit,
  loadStoredState,
  type MarketState,
  PrintRows,
  restore,
  toMarketRow,
} from './exchange-persistence.ts';
import { type AdminActions, cancelOrdersOf, PolymarketControls } from './polymarket-admin.ts';
import { fundMaker, PolymarketMakerVenue } from './polymarket-maker.ts';
import { fail } from './rest/rest-reply.ts';
import { type Origin, Router } from './rest/rest-router.ts';
import {
  createVenue,
  Markets,
  type Ports,
  type Settings,
  VENUE_NAME,
  type Venue,
} from './simulator-context.ts';
import { MarketChannel } from './sockets/market-channel.ts';
import { UserChannel } from './sockets/user-channel.ts';
import { isOpen, type VenueOrder, type VenueTrade } from './trading/order-records.ts';
import { getSpenders } from './trading/order-signing.ts';
import { listMarkets, type Market, type MarketSetting, type Resolution } from './trading/outcome-market.ts';
import { type ExchangeCoreListener, isMaker, MAKER_WALLET } from './trading/polymarket-exchange-core.ts';
import { SettlementLifecycle } from './trading/settlement-lifecycle.ts';

const TICK_MS = 1_000;

/** One REST host of the venue, in-process. */
export type OriginServer = Pick<Simulator, 'handle' | 'connect'>;

/**
 * Polymarket as a local exchange: the CLOB with both WebSocket channels, and Gamma and the Data API as
 * separate `origins`. It has no network sockets; `http-host.ts` or a simulation drives it.
 */
export class PolymarketSimulator implements Simulator {
  readonly controls: PolymarketControls;
  readonly origins: Readonly<Record<Origin, OriginServer>>;
  readonly #ports: Ports;
  readonly #venue: Venue;
  readonly #settlements: SettlementLifecycle;
  readonly #marketChannel: MarketChannel;
  readonly #userChannel: UserChannel;
  readonly #marketMaker: MarketMaker;
  readonly #timers: Timer[] = [];
  readonly #setting: MarketSetting;
  readonly #schedule: ListingSchedule | null;
  #scheduleUntil = 0; // the schedule does not change before this time
  #pendingRows: StoredRow[] = [];
  readonly #printRows = new PrintRows();
  #isPrintDue = false; // a print is that of a caller's trade

  /** @param schedule  later listings; null: none */
  constructor(
    ports: Ports,
    settings: Settings,
    events: readonly CatalogueEvent[],
    schedule: ListingSchedule | null = null,
  ) {
    const { clock, random, store } = ports;
    this.#ports = ports;
    this.#schedule = schedule;
    const openedAt = readFirstStart(store, clock.now()) as TimestampMs;
    const past = loadStoredState(store);
    this.#setting = { seed: settings.marketMaker.seed, venue: VENUE_NAME, openedAt };
    const markets = new Markets(listMarkets([...events, ...past.listed], this.#setting));
    this.#venue = createVenue(ports, settings, markets, {
      listener: this.#listener(),
      onOrderEnded: (order) => this.#publishOrder(order, 'CANCELLATION'),
      onDelayEnded: () => this.#commit(),
      onKilled: (order, reason) => this.#userChannel.onKilled(order, reason),
      onRelayed: (wallet) => {
        this.#venue.core.cancelUncovered(wallet);
        this.#commit();
      },
    });
    const { balances, faults, core } = this.#venue;
    this.#settlements = new SettlementLifecycle(
      balances,
      clock,
      faults,
      settings.pace,
      (trade) => this.#isAllowed(trade),
      (trade) => this.#onTradeStatus(trade),
    );
    this.#marketChannel = new MarketChannel(this.#venue);
    this.#userChannel = new UserChannel(this.#venue);
    this.#marketMaker = new MarketMaker(
      new PolymarketMakerVenue(core, random, () => markets.all),
      random,
      settings.marketMaker,
    );
    this.origins = {
      clob: this.#serve('clob', (request, peer) => this.#openChannel(request, peer)),
      gamma: this.#serve('gamma', refuseSocket),
      data: this.#serve('data', refuseSocket),
      relayer: this.#serve('relayer', refuseSocket),
    };
    this.controls = new PolymarketControls(this.#venue, this.#actions());
    this.#restore(past.rows);
  }

  /** A request to the CLOB. */
  handle(request: SimulatorRequest): Promise<SimulatorAnswer> {
    return this.origins.clob.handle(request);
  }

  connect(request: SimulatorRequest, peer: SimulatorPeer): SimulatorUpgrade {
    return this.origins.clob.connect(request, peer);
  }

  #serve(origin: Origin, connect: OriginServer['connect']): OriginServer {
    const router = new Router(this.#venue, origin);
    const handle = (request: SimulatorRequest): Promise<SimulatorAnswer> =>
      withFaults(this.#venue.faults, this.#ports.clock, request, renderStatus, async () => {
        const reply = await router.answer(request);
        this.#commit();
        return reply;
      });
    return { handle, connect };
  }

  #openChannel(request: SimulatorRequest, peer: SimulatorPeer): SimulatorUpgrade {
    const refused = this.#venue.faults.trigger('ws_refuse', { path: request.path });
    if (refused !== null) return { refusal: fail(refused.status ?? 503, 'unavailable') };
    if (request.path === '/ws/market') return { session: this.#marketChannel.open(peer) };
    if (request.path === '/ws/user') return { session: this.#userChannel.open(peer) };
    return { refusal: fail(404, 'not found') };
  }

  start(): void {
    const { clock } = this.#ports;
    const { settings } = this.#venue;
    this.#venue.relayer.start();
    for (const trade of this.#venue.records.trades()) if (!isFinal(trade)) this.#settlements.follow(trade);
    this.#timers.push(clock.every(TICK_MS, () => this.#tick()));
    if (!settings.hasMarketMaker) return;
    this.#marketMaker.open(clock.now());
    this.#timers.push(clock.every(settings.marketMaker.stepMs, () => this.#stepMarketMaker()));
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#settlements.stop();
    this.#venue.relayer.stop();
    this.#venue.intake.stop();
    this.#dropSockets();
    this.#isPrintDue = true;
    this.#commit();
    this.#ports.store.close();
  }

  /** Restores the state of the previous process. Order books come last, because they depend on the rest. */
  #restore(rows: readonly StoredRow[]): void {
    const { markets, core, records, balances } = this.#venue;
    for (const market of markets.all) core.addMarket(market);
    restore(
      rows,
      this.#venue,
      (condition, state: MarketState) => {
        const market = markets.byCondition(condition);
        if (market === undefined) return;
        Object.assign(market, state);
        if (market.resolution !== null) market.book.close(this.#ports.clock.now());
      },
      this.#printRows,
    );
    for (const market of markets.all) market.prints.push(...this.#printRows.listRestored(market.condition));
    fundMaker(balances, markets.all);
    const resting = records.orders().filter((order) => markets.byCondition(order.condition) !== undefined);
    for (const order of resting.toSorted((a, b) => a.bookId - b.bookId)) {
      if (order.status === 'DELAYED') {
        order.status = 'INVALID'; // its delay timer is lost
        records.keepOrder(order);
      }
      if (isOpen(order)) core.restore(order);
    }
    this.#commit();
  }

  /** Stores the fills of each market-maker step before the delayed user events are sent. */
  #stepMarketMaker(): void {
    this.#marketMaker.step(this.#ports.clock.now());
    this.#commit();
  }

  #tick(): void {
    const { core, faults, heartbeats, records, markets } = this.#venue;
    core.expire(faults.findActive('early_expiry') !== null);
    for (const apiKey of heartbeats.takeSilent()) {
      for (const order of records.getOpen(apiKey)) core.cancel(order);
    }
    if (faults.findActive('session_orders_end') !== null) this.#endSessions();
    const now = this.#ports.clock.now();
    for (const market of markets.all) {
      if (market.resolution !== null || now < market.endsAt) continue;
      this.#resolve(market, computeResolution(market, now));
    }
    this.#listDue(now);
    this.#commit();
  }

  /** Cancels the orders of the session keys that have expired. */
  #endSessions(): void {
    const { wallets, clock } = this.#venue;
    for (const [, { sessions = {} }] of wallets.all())
      for (const [key, { validUntil }] of Object.entries(sessions))
        if (clock.now() >= validUntil * 1_000) cancelOrdersOf(this.#venue, key);
  }

  #actions(): AdminActions {
    return {
      tick: (market, tick) => this.#setTick(market, tick),
      accept: (market, isAccepting) => this.#setAccepting(market, isAccepting),
      describe: (market, description) => this.#setDescription(market, description),
      resolve: (market, resolution) => this.#resolve(market, resolution),
      list: (event) => this.#list(event),
      dropSockets: () => this.#dropSockets(),
      done: () => this.#commit(),
    };
  }

  #listener(): ExchangeCoreListener {
    return {
      onOrder: (order, what) => this.#publishOrder(order, what),
      onTrade: (trade) => this.#onTrade(trade),
      onBook: (market, change, prints) => {
        this.#printRows.add(market.condition, prints);
        this.#marketChannel.onBook(market, change, prints);
      },
    };
  }

  #publishOrder(order: VenueOrder, what: 'PLACEMENT' | 'UPDATE' | 'CANCELLATION'): void {
    if (isMaker(order)) return;
    this.#venue.records.keepOrder(order);
    this.#userChannel.onOrder(order, what);
  }

  /** Settles trades of the market maker with itself at once, and follows all others. */
  #onTrade(trade: VenueTrade): void {
    const { balances, records } = this.#venue;
    const concernsCaller = [trade, ...trade.makers].some(({ owner }) => owner !== MAKER_WALLET);
    if (!concernsCaller) {
      balances.mine(trade.moves, true);
      return;
    }
    records.keepTrade(trade);
    this.#isPrintDue = true;
    this.#userChannel.onTrade(trade);
    this.#settlements.follow(trade);
  }

  /** Whether the wallets of callers still allow the contracts of the market to move what they pay. */
  #isAllowed({ condition, moves }: VenueTrade): boolean {
    const { markets, wallets } = this.#venue;
    const market = markets.byCondition(condition);
    const spenders = market === undefined ? [] : getSpenders(market);
    return moves.every(
      ({ wallet, amount }) =>
        amount >= 0n ||
        wallets.getOwner(wallet) === null ||
        spenders.every((spender) => wallets.getAllowance(wallet, spender) >= 0n - amount),
    );
  }

  #onTradeStatus(trade: VenueTrade): void {
    this.#venue.records.keepTrade(trade);
    this.#userChannel.onTrade(trade);
    for (const { wallet } of trade.moves) this.#venue.core.cancelUncovered(wallet);
    this.#commit();
  }

  #setTick(market: Market, tick: Market['tick']): void {
    const old = market.tick;
    market.tick = tick;
    this.#addMarketRow(market);
    this.#marketChannel.onTick(market, old);
  }

  #setAccepting(market: Market, isAccepting: boolean): void {
    market.isAccepting = isAccepting;
    this.#addMarketRow(market);
  }

  #setDescription(market: Market, description: string): void {
    market.description = description;
    market.changedAt = this.#ports.clock.now();
    this.#addMarketRow(market);
  }

  #resolve(market: Market, resolution: Resolution): void {
    this.#venue.core.resolve(market, resolution);
    this.#addMarketRow(market);
    this.#marketChannel.onResolved(market);
  }

  #listDue(now: number): void {
    if (this.#schedule === null || now < this.#scheduleUntil) return;
    const { events, until } = this.#schedule(now);
    this.#scheduleUntil = until;
    for (const event of events) this.#list(event);
  }

  #list(event: CatalogueEvent): Market | null {
    const { markets, core, balances } = this.#venue;
    const [market] = listMarkets([event], this.#setting, markets.all.length);
    if (market === undefined || markets.byCondition(market.condition) !== undefined) return null;
    markets.add(market);
    core.addMarket(market);
    fundMaker(balances, [market]);
    const place = String(markets.all.length).padStart(6, '0');
    this.#addRow('listed', place, JSON.stringify(event));
    this.#marketChannel.onListed(market);
    return market;
  }

  #dropSockets(): void {
    this.#marketChannel.dropAll();
    this.#userChannel.dropAll();
  }

  #addMarketRow(market: Market): void {
    this.#pendingRows.push(toMarketRow(market));
  }

  #addRow(kind: string, key: string, value: string): void {
    this.#pendingRows.push({ kind, key, value });
  }

  /** Stores all changes. A reply is sent only after its changes are stored. */
  #commit(): void {
    const isDue = this.#isPrintDue || this.#pendingRows.length > 0;
    const rows = [...this.#pendingRows, ...this.#printRows.take(isDue)];
    this.#isPrintDue = false;
    this.#pendingRows = [];
    commit(this.#ports.store, this.#venue, rows);
  }
}

/** The result of a market at its closing time. Prices, not the oracle, decide crypto markets. */
function computeResolution(market: Market, at: number): Resolution {
  const whole = market.resultAt(market.endsAt) ? ONE : 0n;
  const payout = (market.endsEven ? ONE / 2n : whole) as Resolution['payout'];
  return market.tag === 'Crypto' ? { payout, at, uma: null } : { payout, at };
}

const refuseSocket: OriginServer['connect'] = () => ({ refusal: fail(404, 'not found') });

const isFinal = ({ status }: VenueTrade): boolean => status === 'CONFIRMED' || status === 'FAILED';

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  404: 'not found',
  410: 'Gone',
  425: 'Too Early',
  429: 'Too Many Requests',
  500: 'Internal server error',
  503: 'Trading is currently disabled. Check polymarket.com for updates',
};

function renderStatus(status: number, text: string | null): SimulatorReply {
  const headers = status === 429 ? { 'retry-after': '1' } : {};
  return fail(status, text ?? STATUS_TEXTS[status] ?? 'Internal server error', headers);
}
