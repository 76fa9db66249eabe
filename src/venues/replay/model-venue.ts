import { QTY_ZERO, type VenueName } from '#contract';
import { hasOwnEffect, visibleBook } from '#domain';
import type {
  Clock,
  Timer,
  Venue,
  VenueBookUpdate,
  VenueCapabilities,
  VenueHealth,
  VenueListener,
  VenueOutcome,
} from '#ports';
import { type FillModel, ReplayExchange } from './replay-exchange.ts';

const EXPIRY_CHECK_MS = 100;

type VenueBookChange = Extract<VenueBookUpdate, { readonly bids: unknown }>;

/** What every venue can do whose orders are filled by the model. */
export const MODEL_CAPABILITIES: VenueCapabilities = {
  trading: true,
  simulated: true,
  amend: 'native',
  amendQtyIncrease: true,
  tif: ['GTC', 'IOC', 'FOK', 'GTD'],
  postOnly: true,
  notFoundPolicy: { settleMs: 0, confirmations: 1, gapMs: 0 },
  bookDelivery: 'all',
  dustQty: QTY_ZERO,
};

export interface ModelVenueDeps {
  readonly name: VenueName;
  readonly clock: Clock;
  readonly model: FillModel;
}

/** The orders of a venue whose fills come from the model of `domain/replay`; where its market data comes from is open. */
export abstract class ModelVenue implements Venue {
  readonly name: VenueName;
  abstract readonly capabilities: VenueCapabilities;
  protected readonly clock: Clock;
  protected readonly exchange: ReplayExchange;
  protected listener: VenueListener | null = null;
  /** Books of the listener to which a change of the venue does not apply: they have our effect, or are lost. */
  protected readonly differing = new Set<string>();
  #timer: Timer | null = null;

  constructor({ name, clock, model }: ModelVenueDeps, fillPrefix: string) {
    this.name = name;
    this.clock = clock;
    this.exchange = new ReplayExchange({
      now: () => clock.now(),
      fillPrefix,
      model,
      after: (ms, run) => void clock.after(ms, run),
      onChange: (id, report) => {
        if (report !== null) this.listener?.onReport(report);
        else this.publishOwnEffect(id);
      },
    });
  }

  clientIdFor: Venue['clientIdFor'] = ({ clientId }) => clientId;
  place: Venue['place'] = async (order) => this.#reach(() => this.exchange.place(order));
  amend: Venue['amend'] = async (amend) => this.#reach(() => this.exchange.amend(amend));
  cancel: Venue['cancel'] = async (clientId) => this.#reach(() => this.exchange.cancel(clientId));

  order: Venue['order'] = async (clientId) => {
    const report = this.exchange.report(clientId);
    return report === null ? { kind: 'absent' } : { kind: 'found', report };
  };

  reconcile: Venue['reconcile'] = async () => ({ reports: this.exchange.reports(), mark: 'replay' });

  async positions(): Promise<null> {
    return null;
  }

  async start(listener: VenueListener): Promise<void> {
    this.listener = listener;
    this.#timer = this.clock.every(EXPIRY_CHECK_MS, () => this.exchange.expire());
    await this.begin(listener);
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.listener = null;
  }

  abstract watch(venueInstrumentId: string): void;
  abstract unwatch(venueInstrumentId: string): void;
  abstract health(): Promise<VenueHealth>;
  protected abstract begin(listener: VenueListener): Promise<void>;
  /** Why no request can reach the venue now; null: it can. */
  protected abstract whyOutOfReach(): string | null;

  /**
   * Passes an update of the venue on, before the model applies it and reports the fills that it causes. Not where the
   * listener's book has our effect: then the visible book follows.
   */
  protected passOn(update: VenueBookChange): void {
    const { venueInstrumentId: id } = update;
    const market = this.exchange.market(id);
    if (this.differing.has(id) || (market !== null && hasOwnEffect(market))) this.differing.add(id);
    else this.listener?.onBook(update);
  }

  /** The visible book, if our orders or what they took make it another than that of the venue, or did so until now. */
  protected publishOwnEffect(venueInstrumentId: string): void {
    const market = this.exchange.market(venueInstrumentId);
    if (market === null || !market.isKnown) return;
    const differs = hasOwnEffect(market);
    if (!differs && !this.differing.has(venueInstrumentId)) return;
    if (differs) this.differing.add(venueInstrumentId);
    else this.differing.delete(venueInstrumentId);
    this.publishBook(venueInstrumentId);
  }

  /** The book that a member of the venue would see, with our orders. */
  protected publishBook(venueInstrumentId: string): void {
    const market = this.exchange.market(venueInstrumentId);
    if (market === null || !market.isKnown) return;
    const at = this.clock.now();
    this.listener?.onBook({ kind: 'snapshot', venueInstrumentId, ...visibleBook(market), at });
  }

  protected publishLost(venueInstrumentId: string, why: string): void {
    this.differing.add(venueInstrumentId);
    const update: VenueBookUpdate = { kind: 'lost', venueInstrumentId, why, at: this.clock.now() };
    this.listener?.onBook(update);
  }

  #reach(request: () => VenueOutcome): VenueOutcome {
    const why = this.whyOutOfReach();
    return why === null ? request() : { kind: 'unsent', why };
  }
}
