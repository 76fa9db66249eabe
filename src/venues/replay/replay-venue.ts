import type { Instrument, InstrumentId } from '#contract';
import {
  applyReplayDelta,
  applyReplayPrint,
  applyReplaySnapshot,
  loseBook,
  type RecordedUpdate,
} from '#domain';
import type { VenueCapabilities } from '#ports';
import { MODEL_CAPABILITIES, ModelVenue, type ModelVenueDeps } from './model-venue.ts';

const OUT_OF_REACH = 'the venue was out of reach, or was not recorded';

/**
 * A venue whose market data comes from a recording, and which fills orders by the model of `domain/replay`. What is applied
 * before the start is its first state.
 */
export class ReplayVenue extends ModelVenue {
  readonly capabilities: VenueCapabilities = {
    ...MODEL_CAPABILITIES,
    deadServiceNote: 'The time of a replay does not move while the service is down.',
  };
  readonly #instruments = new Map<InstrumentId, Instrument>();
  readonly #stale = new Set<string>(); // native ids of books that the recording says are too old
  #isHealthy = true;

  constructor(deps: ModelVenueDeps) {
    super(deps, 'replay');
  }

  protected async begin(): Promise<void> {
    for (const instrument of this.#instruments.values()) {
      this.#list(instrument);
      if (!this.#stale.has(instrument.venueInstrumentId)) this.publishBook(instrument.venueInstrumentId);
    }
  }

  /** While the recording says that the venue was out of reach, no request arrives there. */
  protected whyOutOfReach(): string | null {
    return this.#isHealthy ? null : OUT_OF_REACH;
  }

  /** Applies one recorded update. Its time is the present of the clock. */
  apply(update: RecordedUpdate, recvUs: number): void {
    if (update.table === 'instrument') return this.#list(update.instrument);
    if (update.table === 'status') return this.#applyStatus(update);
    const instrument = this.#instruments.get(update.instrumentId);
    if (instrument === undefined) return;
    const id = instrument.venueInstrumentId;
    if (update.table === 'print') {
      const { price, qty, side } = update;
      const at = this.clock.now();
      this.listener?.onTrades([
        { venueInstrumentId: id, venueTradeId: `p-${update.id}`, price, qty, side, at },
      ]);
      this.exchange.change(id, (market) => applyReplayPrint(market, { price, qty, taker: side }, recvUs));
      return;
    }
    const { bids, asks, kind } = update;
    this.#stale.delete(id);
    if (kind !== 'DELTA') this.differing.add(id);
    else if (this.exchange.market(id)?.isKnown !== true) return;
    else this.passOn({ kind: 'delta', venueInstrumentId: id, bids, asks, at: this.clock.now() });
    this.exchange.change(id, (market) =>
      kind === 'DELTA'
        ? applyReplayDelta(market, { bids, asks }, recvUs)
        : applyReplaySnapshot(market, { bids, asks }, recvUs),
    );
  }

  /** A stale book stays lost: neither a trade nor our order confirms it. */
  protected override publishOwnEffect(venueInstrumentId: string): void {
    if (!this.#stale.has(venueInstrumentId)) super.publishOwnEffect(venueInstrumentId);
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

  #list(instrument: Instrument): void {
    this.#instruments.set(instrument.instrumentId, instrument);
    this.listener?.onInstruments([instrument]);
    this.exchange.list(instrument);
  }

  #applyStatus({ instrumentId, kind }: RecordedUpdate & { readonly table: 'status' }): void {
    if (instrumentId === null) return this.#applyVenueStatus(kind);
    const instrument = this.#instruments.get(instrumentId);
    if (instrument === undefined) return;
    if (kind === 'GAP') this.#lose(instrument, 'the recording has a gap');
    if (kind === 'STALE') {
      this.#stale.add(instrument.venueInstrumentId);
      this.publishLost(instrument.venueInstrumentId, 'the recorded book was stale');
    }
    if (kind === 'HEALTHY' && this.#stale.delete(instrument.venueInstrumentId))
      this.publishBook(instrument.venueInstrumentId);
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
    if (this.exchange.market(id)?.isKnown !== true) return;
    this.exchange.change(id, (market) => ({ market: loseBook(market), fills: [] }));
    this.publishLost(id, why);
  }
}
