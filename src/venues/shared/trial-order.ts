import {
  computeNotional,
  errorMessage,
  type OrderId,
  renderDecimal,
  renderNotional,
  type TimestampMs,
  toLegClientId,
  type VenueClientId,
  type VenueInstrument,
} from '#contract';
import { findOtherTerms } from '#domain';
import {
  type Clock,
  type ExternalVenue,
  type OrderReport,
  type StreamedOrder,
  type Venue,
  type VenueBookUpdate,
  type VenueCheck,
  type VenueListener,
  type VenueOrder,
  type VenueQuery,
  wait,
} from '#ports';

export interface TrialOrderDeps {
  readonly clock: Clock;
  readonly ticker: string | null; // null: the first open market that the venue lists
  /** @param question  what will be sent, and what it may cost */
  confirm(question: string): Promise<boolean>;
}

const CLIENT_ID = toLegClientId('ord_1' as OrderId, 1, 1);
const EXPIRES_MS = 600_000; // should the cancel never arrive, the venue ends the order by itself
const OPEN_MS_MIN = 2 * EXPIRES_MS; // until the market closes
const LISTED_MS_MAX = 120_000;
const SENT_MS_MAX = 30_000; // adapters refuse to send until they have credentials and terms
const STREAM_MS_MAX = 15_000;
const SHOWN_MS_MAX = 15_000;
const POLL_MS = 100;
const READ_GAP_MS = 1_000;
const CANCELS_MAX = 5;
const CANCEL_GAP_MS = 2_000;

/**
 * Places one post-only BUY of the smallest size at the lowest price, reads it by its id and on the stream, cancels it, and
 * compares what was sent with what the venue shows. The order is sent once; an answer that is lost is queried.
 * The venue is started for it, and is not stopped.
 *
 * @returns null when the operator declined; nothing was sent then
 */
export async function placeTrialOrder(
  venue: ExternalVenue,
  deps: TrialOrderDeps,
): Promise<readonly VenueCheck[] | null> {
  const listener = new TrialListener(deps);
  const failure: { why: string | null } = { why: null };
  void venue.start(listener).catch((error: unknown) => {
    failure.why = errorMessage(error);
  });
  const instrument = await until(deps.clock, LISTED_MS_MAX, () => listener.market ?? failure.why);
  if (instrument === null || typeof instrument === 'string')
    return [
      failed('trial market', instrument ?? `${describeMarket(deps)} was not listed within two minutes`),
    ];
  const order = toTrialOrder(venue, instrument, deps.clock.now());
  if (!(await deps.confirm(describeOrder(venue, instrument, order)))) return null;
  venue.watch(order.venueInstrumentId);
  await until(deps.clock, STREAM_MS_MAX, () => (listener.books.has(order.venueInstrumentId) ? true : null));
  return new Trial(venue, deps.clock, order, listener).run();
}

/** Keeps the market of the trial, and how the stream shows its order. */
class TrialListener implements VenueListener {
  market: VenueInstrument | null = null;
  readonly streamed: StreamedOrder[] = [];
  readonly books = new Set<string>();
  readonly #deps: TrialOrderDeps;

  constructor(deps: TrialOrderDeps) {
    this.#deps = deps;
  }

  onInstruments(instruments: readonly VenueInstrument[]): void {
    this.market ??= instruments.find((each) => this.#isMarket(each)) ?? null;
  }

  #isMarket({ status, closeTime, ticker, slug, venueInstrumentId }: VenueInstrument): boolean {
    const { clock, ticker: wanted } = this.#deps;
    const isOpen = status === 'OPEN' && (closeTime === null || closeTime > clock.now() + OPEN_MS_MIN);
    return isOpen && (wanted === null || [ticker, slug, venueInstrumentId].includes(wanted));
  }

  onStreamedOrder(order: StreamedOrder): void {
    this.streamed.push(order);
  }

  waitForCapacity = (): Promise<void> => Promise.resolve();
  onReport = (): void => undefined;
  onAssets = (): void => undefined;
  onBook = ({ venueInstrumentId }: VenueBookUpdate): void => {
    if (venueInstrumentId !== null) this.books.add(venueInstrumentId);
  };
  onTrades = (): void => undefined;
  onAnomaly = (): void => undefined;
}

const describeMarket = ({ ticker }: TrialOrderDeps): string =>
  ticker === null ? 'an open market' : `an open market ${ticker}`;

function toTrialOrder(venue: Venue, instrument: VenueInstrument, nowMs: TimestampMs): VenueOrder {
  const terms = {
    clientId: CLIENT_ID,
    venueInstrumentId: instrument.venueInstrumentId,
    side: 'BUY',
    outcome: 'YES',
    type: 'LIMIT',
    price: instrument.priceMin,
    qty: instrument.qtyMin,
    postOnly: true,
  } as const;
  const canExpire = venue.capabilities.tif.includes('GTD');
  const order: VenueOrder = canExpire
    ? { ...terms, tif: 'GTD', expiresAt: toWholeSeconds(nowMs + EXPIRES_MS) }
    : { ...terms, tif: 'GTC', expiresAt: null };
  return order;
}

const toWholeSeconds = (ms: number): TimestampMs => (Math.ceil(ms / 1_000) * 1_000) as TimestampMs;

function describeOrder({ name }: Venue, instrument: VenueInstrument, order: VenueOrder): string {
  const { price, qty, expiresAt } = order;
  const cost = renderNotional(computeNotional(price ?? instrument.priceMin, qty));
  const end = expiresAt === null ? '' : '; should that fail, it expires after ten minutes';
  return (
    `Place a real order at ${name}: BUY ${renderDecimal(qty)} YES of ${instrument.ticker} at ` +
    `${renderDecimal(price ?? instrument.priceMin)}, post-only, which can cost ${cost} at most? It is cancelled at once${end}.`
  );
}

/** One order, from its send to its end. */
class Trial {
  readonly #venue: Venue;
  readonly #clock: Clock;
  readonly #order: VenueOrder;
  readonly #clientId: VenueClientId;
  readonly #listener: TrialListener;

  constructor(venue: Venue, clock: Clock, order: VenueOrder, listener: TrialListener) {
    this.#venue = venue;
    this.#clock = clock;
    this.#clientId = venue.clientIdFor(order);
    this.#order = { ...order, clientId: this.#clientId };
    this.#listener = listener;
  }

  async run(): Promise<readonly VenueCheck[]> {
    const placed = await this.#place();
    if (!placed.ok) return [placed];
    const checks = [
      placed,
      this.#compare('read by id', await this.#waitForRead()),
      await this.#waitForStream(),
    ];
    return [...checks, await this.#cancel()];
  }

  /** Sends the order once. An attempt that provably left nothing at the venue is repeated until the adapter is ready. */
  async #place(): Promise<VenueCheck> {
    const name = 'trial order';
    const deadline = this.#clock.monotonicMs() + SENT_MS_MAX;
    for (;;) {
      const outcome = await this.#venue.place(this.#order);
      if (outcome.kind === 'report') {
        const { status, venueOrderId, venueAnswer } = outcome.report;
        if (status === 'OPEN') return passed(name, `open as ${venueOrderId ?? this.#clientId}`);
        return failed(name, `${status}${venueAnswer?.venueMessage ? `: ${venueAnswer.venueMessage}` : ''}`);
      }
      if (outcome.kind === 'refused') return failed(name, `refused: ${outcome.message}`);
      if (outcome.kind === 'unknown') return this.#resolve(outcome.why);
      if (outcome.reason !== undefined || this.#clock.monotonicMs() >= deadline)
        return failed(name, `not sent: ${outcome.why}`);
      await wait(this.#clock, POLL_MS);
    }
  }

  /** Queries an order whose answer is missing, until the venue shows it or has proven that it has none. */
  async #resolve(why: string): Promise<VenueCheck> {
    const { settleMs, confirmations, gapMs } = this.#venue.capabilities.notFoundPolicy;
    await wait(this.#clock, settleMs);
    let absences = 0;
    for (let left = 2 * confirmations; left > 0 && absences < confirmations; left -= 1) {
      const query = await this.#query();
      if (query.kind === 'found')
        return passed('trial order', `the answer was lost (${why}), the order was found`);
      absences = query.kind === 'absent' ? absences + 1 : 0;
      await wait(this.#clock, gapMs);
    }
    return failed(
      'trial order',
      absences < confirmations
        ? `whether it was placed is not known: ${why}. Look for ${this.#describe()} on the venue's page, and cancel it there`
        : `not placed: ${why}`,
    );
  }

  #query(): Promise<VenueQuery> {
    return this.#venue.order(this.#clientId, this.#order.venueInstrumentId);
  }

  /** Reads may lag behind the acknowledgement. */
  async #waitForRead(): Promise<VenueQuery> {
    const deadline = this.#clock.monotonicMs() + SHOWN_MS_MAX;
    for (;;) {
      const query = await this.#query();
      if (query.kind === 'found' || this.#clock.monotonicMs() >= deadline) return query;
      await wait(this.#clock, READ_GAP_MS);
    }
  }

  async #waitForStream(): Promise<VenueCheck> {
    const name = 'stream';
    const { streamed } = this.#listener;
    const shown = await until(
      this.#clock,
      SHOWN_MS_MAX,
      () => streamed.find(({ clientId }) => clientId === this.#clientId) ?? null,
    );
    if (shown === null) return failed(name, `the order was not shown within ${SHOWN_MS_MAX / 1_000} s`);
    const { side, price, qty } = this.#order;
    return shown.side === side && shown.price === price && shown.qty === qty
      ? passed(name, 'as it was sent')
      : failed(name, `it is shown as ${shown.side} ${describeShown(shown)}`);
  }

  #compare(name: string, query: VenueQuery): VenueCheck {
    if (query.kind === 'absent') return failed(name, 'the venue does not know the order');
    if (query.kind === 'failed') return failed(name, query.why);
    const other = this.#findDifference(query.report);
    return other === null ? passed(name, 'as it was sent') : failed(name, other);
  }

  #findDifference(report: OrderReport): string | null {
    const { price, qty, expiresAt } = this.#order;
    if (report.status !== 'OPEN') return `it is ${report.status}`;
    if (report.filledQty !== 0n) return `${renderDecimal(report.filledQty)} were filled`;
    if (report.price !== price || report.qty !== qty) return `it is shown as ${describeShown(report)}`;
    if (report.expiresAt !== expiresAt) return 'it is shown with another time of expiry';
    const { terms } = report;
    return terms === undefined
      ? null
      : findOtherTerms({ ...this.#order }, terms, this.#venue.capabilities.dustQty);
  }

  async #cancel(): Promise<VenueCheck> {
    const name = 'cancel';
    let why = '';
    for (let left = CANCELS_MAX; left > 0; left -= 1) {
      const outcome = await this.#venue.cancel(this.#clientId, this.#order.venueInstrumentId);
      why = outcome.kind === 'refused' ? outcome.message : outcome.kind === 'report' ? '' : outcome.why;
      const query = await this.#query();
      if (query.kind === 'found' && query.report.status !== 'OPEN') {
        const { status, filledQty } = query.report;
        if (status !== 'CANCELLED') return failed(name, `the order is ${status}`);
        return filledQty === 0n
          ? passed(name, 'cancelled, nothing was filled')
          : failed(name, `cancelled, but ${renderDecimal(filledQty)} were filled`);
      }
      await wait(this.#clock, CANCEL_GAP_MS);
    }
    const end = this.#order.expiresAt === null ? '' : ' It expires by itself after ten minutes.';
    return failed(
      name,
      `not confirmed${why === '' ? '' : ` (${why})`}: cancel ${this.#describe()} on the venue's page.${end}`,
    );
  }

  #describe(): string {
    const { price, qty, venueInstrumentId } = this.#order;
    return `BUY ${renderDecimal(qty)} at ${price === null ? 'market' : renderDecimal(price)} of ${venueInstrumentId}`;
  }
}

const describeShown = ({ price, qty }: Pick<OrderReport, 'price' | 'qty'>): string =>
  `${renderDecimal(qty)} at ${price === null ? 'no price' : renderDecimal(price)}`;

/** Polls until `find` has a value; null after `ms`. */
async function until<Value>(clock: Clock, ms: number, find: () => Value | null): Promise<Value | null> {
  const deadline = clock.monotonicMs() + ms;
  for (;;) {
    const found = find();
    if (found !== null || clock.monotonicMs() >= deadline) return found;
    await wait(clock, POLL_MS);
  }
}

const passed = (name: string, detail: string): VenueCheck => ({ name, ok: true, detail });
const failed = (name: string, detail: string): VenueCheck => ({ name, ok: false, detail });
