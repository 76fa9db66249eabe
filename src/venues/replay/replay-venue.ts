import type { InstrumentId, VenueName } from '../../domain/model/ids.ts';
import type { Instrument } from '../../domain/model/instrument.ts';
import { QTY_ZERO } from '../../domain/model/money.ts';
import type { RecordedUpdate } from '../../domain/recording/recorded-update.ts';
import {
  applyReplayDelta,
  applyReplayPrint,
  applyReplaySnapshot,
  loseBook,
  visibleBook,
} from '../../domain/replay/replay-market.ts';
import type { Clock, Timer } from '../../ports/environment.ts';
import type {
  Venue,
  VenueBookUpdate,
  VenueCapabilities,
  VenueListener,
  VenueOutcome,
} from '../../ports/venue.ts';
import { ReplayExchange } from './replay-exchange.ts';

const EXPIRY_CHECK_MS = 100;
const OUT_OF_REACH = 'the venue was out of reach, or was not recorded';

const CAPABILITIES: VenueCapabilities = {
  trading: true,
  simulated: true,
  amend: 'native',
  amendQtyIncrease: true,
  tif: ['GTC', 'IOC', 'FOK', 'GTD'],
  postOnly: true,
  deadServiceNote: 'The time of a replay does not move while the service is down.',
  notFoundPolicy: { settleMs: 0, confirmations: 1, gapMs: 0 },
  bookDelivery: 'all',
  dustQty: QTY_ZERO,
};

export interface ReplayVenueDeps {
  readonly name: VenueName;
  readonly clock: Clock;
}

/**
 * A venue whose market data comes from a recording, and which fills orders by the model of `domain/replay`. What is applied
 * before the start is its first state.
 */
export class ReplayVenue implements Venue {
  readonly name: VenueName;
  readonly capabilities = CAPABILITIES;
  readonly #deps: ReplayVenueDeps;
  readonly #exchange: ReplayExchange;
  readonly #instruments = new Map<InstrumentId, Instrument>();
  readonly #stale = new Set<InstrumentId>();
  #listener: VenueListener | null = null;
  #isHealthy = true;
  #timer: Timer | null = null;

  constructor(deps: ReplayVenueDeps) {
    this.name = deps.name;
    this.#deps = deps;
    this.#exchange = new ReplayExchange(
      () => deps.clock.now(),
      (id, report) => {
        if (report !== null) this.#listener?.onReport(report);
        else this.#publishBook(id);
      },
    );
  }

  async start(listener: VenueListener): Promise<void> {
    this.#listener = listener;
    for (const instrument of this.#instruments.values()) {
      this.#list(instrument);
      this.#publishBook(instrument.venueInstrumentId);
    }
    this.#timer = this.#deps.clock.every(EXPIRY_CHECK_MS, () => this.#exchange.expire());
  }

  /** Applies one recorded update. Its time is the present of the clock. */
  apply(update: RecordedUpdate, recvUs: number): void {
    if (update.table === 'instrument') return this.#list(update.instrument);
    if (update.table === 'status') return this.#applyStatus(update);
    const instrument = this.#instruments.get(update.instrumentId);
    if (instrument === undefined) return;
    const id = instrument.venueInstrumentId;
    this.#stale.delete(update.instrumentId);
    if (update.table === 'print') {
      const { price, qty, side } = update;
      const at = this.#deps.clock.now();
      this.#listener?.onTrades([
        { venueInstrumentId: id, venueTradeId: `p-${update.id}`, price, qty, side, at },
      ]);
      this.#exchange.change(id, (market) => applyReplayPrint(market, { price, qty, taker: side }, recvUs));
      return;
    }
    const { bids, asks, kind } = update;
    this.#exchange.change(id, (market) =>
      kind === 'DELTA'
        ? applyReplayDelta(market, { bids, asks }, recvUs)
        : applyReplaySnapshot(market, { bids, asks }, recvUs),
    );
  }

  clientIdFor: Venue['clientIdFor'] = ({ clientId }) => clientId;
  place: Venue['place'] = async (order) => this.#reach(() => this.#exchange.place(order));
  amend: Venue['amend'] = async (amend) => this.#reach(() => this.#exchange.amend(amend));
  cancel: Venue['cancel'] = async (clientId) => this.#reach(() => this.#exchange.cancel(clientId));

  order: Venue['order'] = async (clientId) => {
    const report = this.#exchange.report(clientId);
    return report === null ? { kind: 'absent' } : { kind: 'found', report };
  };

  reconcile: Venue['reconcile'] = async () => ({ reports: this.#exchange.reports(), mark: 'replay' });

  async positions(): Promise<null> {
    return null;
  }

  watch(): void {}
  unwatch(): void {}

  async health() {
    return {
      healthy: this.#isHealthy,
      latencyMs: 0,
      reason: this.#isHealthy ? null : OUT_OF_REACH,
    };
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.#listener = null;
  }

  /** While the recording says that the venue was out of reach, no request arrives there. */
  #reach(request: () => VenueOutcome): VenueOutcome {
    return this.#isHealthy ? request() : { kind: 'unsent', why: OUT_OF_REACH };
  }

  #list(instrument: Instrument): void {
    this.#instruments.set(instrument.instrumentId, instrument);
    this.#listener?.onInstruments([instrument]);
    this.#exchange.list(instrument);
  }

  #applyStatus({ instrumentId, kind }: RecordedUpdate & { readonly table: 'status' }): void {
    if (instrumentId === null) return this.#applyVenueStatus(kind);
    const instrument = this.#instruments.get(instrumentId);
    if (instrument === undefined) return;
    if (kind === 'GAP') this.#lose(instrument, 'the recording has a gap');
    if (kind === 'STALE') {
      this.#stale.add(instrumentId);
      this.#publish(instrument, { kind: 'lost', why: 'the recorded book was stale' });
    }
    if (kind === 'HEALTHY' && this.#stale.delete(instrumentId))
      this.#publishBook(instrument.venueInstrumentId);
  }

  #applyVenueStatus(kind: string): void {
    if (kind === 'HEALTHY') this.#isHealthy = true;
    if (kind === 'DISCONNECT') this.#isHealthy = false;
    if (kind !== 'GAP') return;
    this.#isHealthy = false;
    for (const instrument of this.#instruments.values()) this.#lose(instrument, 'the recording has a gap');
  }

  #lose(instrument: Instrument, why: string): void {
    const id = instrument.venueInstrumentId;
    if (this.#exchange.market(id)?.isKnown !== true) return;
    this.#exchange.change(id, (market) => ({ market: loseBook(market), fills: [] }));
    this.#publish(instrument, { kind: 'lost', why });
  }

  #publishBook(venueInstrumentId: string): void {
    const market = this.#exchange.market(venueInstrumentId);
    if (market === null || !market.isKnown) return;
    const at = this.#deps.clock.now();
    this.#listener?.onBook({ kind: 'snapshot', venueInstrumentId, ...visibleBook(market), at });
  }

  #publish(
    { venueInstrumentId }: Instrument,
    update: Pick<VenueBookUpdate & { readonly kind: 'lost' }, 'kind' | 'why'>,
  ): void {
    this.#listener?.onBook({ ...update, venueInstrumentId, at: this.#deps.clock.now() });
  }
}
