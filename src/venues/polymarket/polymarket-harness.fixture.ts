import {
  createEvent,
  type OrderInput,
  PolymarketSimulatorHarness,
  type Trader,
} from '../../../simulators/polymarket/polymarket-simulator.fixture.ts';
import type { OriginServer } from '../../../simulators/polymarket/polymarket-simulator.ts';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import type { InProcessExchange } from '../../../test/support/exchange-seam.ts';
import { MemoryNetwork, type NetworkHooks } from '../../../test/support/memory-network.ts';
import { requirePresent } from '../../contract/model/assert.ts';
import type { VenueClientId, VenueName } from '../../contract/model/ids.ts';
import { parsePrice, parseQty, renderDecimal } from '../../contract/model/money.ts';
import type { ExternalVenue, OrderReport, VenueOrder, VenueOutcome } from '../../ports/venue.ts';
import type { PolymarketSettings } from './polymarket-settings.ts';
import { createPolymarket } from './polymarket-venue.ts';

export const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
export const KEY_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const HOST = 'venue.test';
const STEP_MS = 25;

export { createEvent } from '../../../simulators/polymarket/polymarket-simulator.fixture.ts';

type Settings = Partial<PolymarketSettings>;
type Questions = ConstructorParameters<typeof PolymarketSimulatorHarness>[0];

/** The adapter with the simulator, both on one clock that the test advances. */
export class PolymarketHarness {
  readonly exchange: PolymarketSimulatorHarness;
  readonly network: MemoryNetwork;
  readonly hooks: { journey: NetworkHooks['delivery'] };
  readonly requests: string[] = [];
  /** Rewrites answer bodies, by `METHOD path`. */
  readonly bodyRewrites = new Map<string, (body: string) => string>();
  /** Rewrites the text of each socket message. */
  messageRewrite = (text: string): string => text;
  venue: ExternalVenue;
  listener = new RecordingListener();
  #orders = 0;
  #others = 0;

  constructor(questions: Questions = [createEvent('rain')], settings: Settings = {}, sandbox = {}) {
    this.exchange = new PolymarketSimulatorHarness(questions, { visibleMs: 0, ...sandbox });
    this.hooks = { journey: () => ({ fate: 'arrives', requestMs: 0, answerMs: 0 }) };
    this.network = new MemoryNetwork({
      clock: this.exchange.clock,
      hosts: new Map(
        (['clob', 'gamma', 'data', 'relayer'] as const).map((origin) => [
          `${origin}.${HOST}`,
          this.#observe(() => this.exchange.simulator.origins[origin]),
        ]),
      ),
      hooks: { delivery: (origin, request) => this.hooks.journey(origin, request) },
    });
    this.venue = this.createVenue(settings);
  }

  createVenue(settings: Settings = {}): ExternalVenue {
    const { clock } = this.exchange;
    let random = 0;
    return createPolymarket(
      {
        name: 'Polymarket' as VenueName,
        network: this.network,
        clock,
        random: {
          next: () => 0.5,
          hex: (length) => {
            random += 1;
            return String(random).padStart(length * 2, '0');
          },
        },
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      },
      {
        clobUrl: `http://clob.${HOST}`,
        gammaUrl: `http://gamma.${HOST}`,
        dataUrl: `http://data.${HOST}`,
        relayerUrl: `http://relayer.${HOST}`,
        wsMarketUrl: `ws://clob.${HOST}/ws/market`,
        wsUserUrl: `ws://clob.${HOST}/ws/user`,
        privateKeyHex: KEY,
        space: 'c0ffee',
        simulated: true,
        ...settings,
      },
    );
  }

  /** Records and rewrites the traffic of one origin. A restarted exchange has new origins. */
  #observe(origin: () => OriginServer): InProcessExchange {
    return {
      handle: async (request) => {
        const name = `${request.method} ${request.path}`;
        this.requests.push(name);
        const answer = await origin().handle(request);
        const rewrite = this.bodyRewrites.get(name);
        if (rewrite === undefined || typeof answer === 'string') return answer;
        return { ...answer, body: rewrite(answer.body) };
      },
      connect: (request, peer) =>
        origin().connect(request, {
          send: (text) => peer.send(this.messageRewrite(text)),
          ping: (payload) => peer.ping(payload),
          close: (code, reason) => peer.close(code, reason),
          drop: () => peer.drop(),
        }),
    };
  }

  /** Starts, subscribes to every market, and reconciles as the engine does. */
  async start(): Promise<void> {
    await this.until(this.venue.start(this.listener));
    for (const id of this.listener.instruments.keys()) this.venue.watch(id);
    await this.pass(100);
    await this.until(this.venue.reconcile(null));
  }

  /** Restarts the adapter with the same exchange. */
  async restart(settings: Settings = {}): Promise<void> {
    await this.until(this.venue.stop());
    this.venue = this.createVenue(settings);
    this.listener = new RecordingListener();
  }

  get id(): string {
    return requirePresent([...this.listener.instruments.keys()][0], 'an instrument');
  }

  /** Advances time until the promise settles. */
  async until<Value>(promise: Promise<Value>): Promise<Value> {
    const progress = { isDone: false };
    const end = (): void => void (progress.isDone = true);
    void promise.then(end, end);
    for (let turns = 0; !progress.isDone && turns < 40_000; turns += 1)
      await this.step(turns % 3 === 2 ? STEP_MS : 0);
    return promise;
  }

  async pass(ms: number): Promise<void> {
    const step = Math.max(STEP_MS, Math.ceil(ms / 400));
    for (let left = ms; left > 0; left -= step) {
      await this.step(Math.min(left, step));
      await this.step(0);
      await this.step(0);
    }
  }

  async step(ms: number): Promise<void> {
    if (ms > 0) this.exchange.clock.advance(ms);
    await new Promise((resolve) => void setImmediate(resolve));
  }

  /** BUY YES, GTC, 10 at 0.40, with the client id that the venue will know. */
  prepareOrder(fields: Partial<VenueOrder> = {}, price: string | null = '0.4', qty = '10'): VenueOrder {
    this.#orders += 1;
    const order: VenueOrder = {
      clientId: `leg-${this.#orders}` as VenueClientId,
      venueInstrumentId: this.id,
      side: 'BUY',
      outcome: 'YES',
      type: price === null ? 'MARKET' : 'LIMIT',
      tif: price === null ? 'IOC' : 'GTC',
      price: price === null ? null : parsePrice(price),
      qty: requirePresent(parseQty(qty), 'a quantity'),
      expiresAt: null,
      ...fields,
    };
    return { ...order, clientId: this.venue.clientIdFor(order) };
  }

  place(fields: Partial<VenueOrder> = {}, price: string | null = '0.4', qty = '10'): Promise<VenueOutcome> {
    return this.until(this.venue.place(this.prepareOrder(fields, price, qty)));
  }

  /** Deposits tokens into the wallet and lets the adapter refresh its balances. */
  async depositTokens(outcome: 0 | 1, amount: string): Promise<void> {
    const asset = (await this.exchange.tokens())[outcome];
    this.exchange.act({ verb: 'deposit', wallet: KEY_ADDRESS, asset, amount });
    await this.until(this.venue.positions());
  }

  /** Adds another trader with funds and an order in the book. */
  async addTrader(order: Omit<OrderInput, 'token'>, outcome: 0 | 1 = 0): Promise<Trader> {
    this.#others += 1;
    const trader = await this.exchange.trader(`other ${this.#others}`);
    const tokens = await this.exchange.tokens();
    await trader.placed({ token: tokens[outcome], ...order });
    await this.pass(50);
    return trader;
  }

  async stop(): Promise<void> {
    await this.until(this.venue.stop());
  }
}

/** `status reason filled; settlement liquidity side outcome qty @ price; …` */
export function describeReport(report: OrderReport): string {
  const fills = report.fills.map(
    ({ settlement, liquidity, side, outcome, qty, price }) =>
      `${settlement} ${liquidity} ${side} ${outcome} ${renderDecimal(qty)} @ ${renderDecimal(price)}`,
  );
  const head = [report.status, report.reason, renderDecimal(report.filledQty)].filter((it) => it !== null);
  return [head.join(' '), ...fills].join('; ');
}

export function describeOutcome(result: VenueOutcome): string {
  if (result.kind === 'report') return describeReport(result.report);
  return `${result.kind} ${result.kind === 'refused' ? result.code : result.why}`;
}
