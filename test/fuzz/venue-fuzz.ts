import assert from 'node:assert/strict';
import { requirePresent } from '../../src/contract/model/assert.ts';
import type { VenueClientId } from '../../src/contract/model/ids.ts';
import { parsePrice, parseQty } from '../../src/contract/model/money.ts';
import type { OrderReport, VenueOrder, VenueOutcome } from '../../src/ports/venue.ts';
import { KalshiHarness, TICKER } from '../../src/venues/kalshi/kalshi-harness.fixture.ts';
import { PolymarketHarness } from '../../src/venues/polymarket/polymarket-harness.fixture.ts';
import { RecordingListener } from '../conformance/venue/recording-listener.ts';
import type {
  ExchangePeer,
  ExchangeRequest,
  ExchangeResponse,
  UpgradeResult,
} from '../support/exchange-seam.ts';

/** The two sides of an exchange that a test intercepts. */
interface Seam {
  handle(request: ExchangeRequest): Promise<ExchangeResponse>;
  connect(request: ExchangeRequest, peer: ExchangePeer): UpgradeResult;
}

/** The messages of an exchange, and a way to send others instead. */
export class Interposed {
  readonly peers: ExchangePeer[] = [];
  readonly frames: string[] = [];
  readonly answers: string[] = [];
  /** Set to change answers. */
  change: ((body: string) => string) | null = null;

  /** Changes the traffic between the servers of an exchange and their client. */
  constructor(...seams: readonly Seam[]) {
    for (const seam of seams) this.#interpose(seam);
  }

  #interpose(seam: Seam): void {
    const handle = seam.handle.bind(seam);
    const connect = seam.connect.bind(seam);
    seam.handle = async (request) => this.#answer(await handle(request));
    seam.connect = (request, peer) => {
      const listener: ExchangePeer = {
        send: (text) => {
          this.frames.push(text);
          peer.send(text);
        },
        ping: (payload) => peer.ping(payload),
        close: (code, reason) => peer.close(code, reason),
        drop: () => peer.drop(),
      };
      this.peers.push(peer);
      return connect(request, listener);
    };
  }

  #answer(answer: ExchangeResponse): ExchangeResponse {
    if (typeof answer === 'string') return answer;
    if (answer.status === 200) this.answers.push(answer.body);
    return this.change === null ? answer : { ...answer, body: this.change(answer.body) };
  }
}

export interface QueryCounts {
  readonly answered: number;
  readonly failed: number;
}

/** An adapter with its simulator, one resting order and one filled order. */
export interface AdapterWorld {
  readonly between: Interposed;
  readonly listener: RecordingListener;
  readonly pass: (ms: number) => Promise<void>;
  readonly venueFills: ReadonlySet<string>; // the fills so far, as listed by `fillsOf`
  /** Makes every query that the engine makes; each may fail. Returns the number of successful ones. */
  readonly ask: () => Promise<QueryCounts>;
  readonly place: () => Promise<VenueOutcome>;
  readonly stop: () => Promise<void>;
}

export async function kalshiWorld(): Promise<AdapterWorld> {
  const harness = new KalshiHarness();
  const between = new Interposed(harness.exchange);
  await harness.quote();
  const venue = harness.createUndrivenVenue();
  const listener = new RecordingListener();
  await harness.run(venue.start(listener));
  venue.watch(TICKER);
  await harness.pass(500);
  await harness.run(venue.reconcile(null));
  let count = 0;
  const place = (price: string): Promise<VenueOutcome> => {
    count += 1;
    const clientId = `cb-9${count}-1-1` as VenueClientId;
    return harness.run(venue.place({ ...createTerms(price), clientId, venueInstrumentId: TICKER }));
  };
  const placed = [await place('0.3'), await place('0.55')];
  await harness.pass(1_000);
  return {
    between,
    listener,
    venueFills: venueFills(placed),
    pass: (ms) => harness.pass(ms),
    ask: () =>
      askInOrder([
        () => harness.run(venue.order('cb-91-1-1' as VenueClientId, TICKER)),
        () => harness.run(venue.positions()),
        () => harness.run(venue.health()),
        () => harness.run(venue.reconcile(null)),
      ]),
    place: () => place('0.2'),
    stop: () => harness.close(),
  };
}

export async function polymarketWorld(): Promise<AdapterWorld> {
  const harness = new PolymarketHarness();
  const between = new Interposed(...Object.values(harness.exchange.simulator.origins));
  await harness.start();
  await harness.addTrader({ side: 'BUY', maker: '3', taker: '6' }, 1); // Buying NO at 0.50 equals selling YES at 0.50.
  const resting = harness.prepareOrder({}, '0.3');
  const placed = [await harness.until(harness.venue.place(resting)), await harness.place({}, '0.5')];
  await harness.pass(1_000);
  return {
    between,
    listener: harness.listener,
    venueFills: venueFills(placed),
    pass: (ms) => harness.pass(ms),
    ask: () =>
      askInOrder([
        () => harness.until(harness.venue.order(resting.clientId, harness.id)),
        () => harness.until(harness.venue.positions()),
        () => harness.until(harness.venue.health()),
        () => harness.until(harness.venue.reconcile(null)),
      ]),
    place: () => harness.place({}, '0.2'),
    stop: () => harness.stop(),
  };
}

/** `client id, quantity, price` of each fill, once. */
export const toFillLines = (reports: readonly OrderReport[]): readonly string[] => [
  ...new Set(
    reports.flatMap(({ clientId, fills }) => fills.map(({ qty, price }) => `${clientId} ${qty} @ ${price}`)),
  ),
];

function venueFills(placed: readonly VenueOutcome[]): ReadonlySet<string> {
  const reports = placed.map((outcome) =>
    outcome.kind === 'report' ? outcome.report : assert.fail(outcome.kind),
  );
  const fills = toFillLines(reports);
  assert.ok(fills.length > 0, 'there is a fill to report falsely');
  return new Set(fills);
}

/** A query may fail with a reason, but it never throws because of its input. */
async function askInOrder(questions: readonly (() => Promise<unknown>)[]): Promise<QueryCounts> {
  let failed = 0;
  for (const question of questions) {
    try {
      const answer = await question();
      if (isUnknown(answer)) failed += 1;
    } catch (error) {
      assert.ok(error instanceof Error && error.constructor === Error, String(error));
      failed += 1;
    }
  }
  return { answered: questions.length - failed, failed };
}

/** Outcomes of an adapter without a result: no answer, an unknown order, an unhealthy venue. */
const isUnknown = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  (('kind' in answer && answer.kind === 'unknown') || ('healthy' in answer && answer.healthy === false));

const QTY = requirePresent(parseQty('2'), 'a quantity');

const createTerms = (price: string): Omit<VenueOrder, 'clientId' | 'venueInstrumentId'> => ({
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  tif: 'GTC',
  price: parsePrice(price),
  qty: QTY,
  expiresAt: null,
});
