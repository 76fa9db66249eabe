import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { requirePresent } from '../../src/contract/model/assert.ts';
import type { CatalogueEvent, KalshiListing } from '../catalogue/event-catalogue.ts';
import { MemoryExchangeStore } from '../shared/exchange-store.ts';
import { ManualClock, seededRandom } from '../shared/manual-clock.fixture.ts';
import type { SimulatorAnswer, SimulatorPeer, SimulatorSession } from '../shared/simulator-types.ts';
import { type KalshiParts, KalshiSimulator } from './kalshi-simulator.ts';
import { TIERS } from './request-costs.ts';
import type { ApiKey } from './simulator-keys.ts';

const ROOT = '/trade-api/v2';
const START = Date.parse('2026-11-20T15:00:00Z');

/** A key pair and its registered key. Created once, because RSA key generation is slow. */
export interface Signer {
  readonly key: ApiKey;
  readonly privateKey: KeyObject;
}

export function createSigner(keyId: string, user: string, more: Partial<ApiKey> = {}, kind = 'rsa'): Signer {
  const pair =
    kind === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519');
  const publicKey = toText(pair.publicKey.export({ type: 'spki', format: 'pem' }));
  const key = { keyId, user, publicKey, scopes: ['read', 'write'], subaccount: null, ...more };
  return { key, privateKey: pair.privateKey };
}

/** Converts an exported PEM to a string. */
export const toText = (pem: string | Buffer): string => (typeof pem === 'string' ? pem : pem.toString());

export const ALICE = createSigner('11111111-aaaa-4aaa-8aaa-111111111111', 'alice');
export const BOB = createSigner('22222222-bbbb-4bbb-8bbb-222222222222', 'bob', {}, 'ed25519');

export const TICKER = 'KXTEST-1-A';
export const SPORTS = 'KXSPORT-1-A';

/** An event with this listing on Kalshi. */
export function createEvent(ticker: string, listing: Partial<KalshiListing> = {}): CatalogueEvent {
  const event = ticker.slice(0, ticker.lastIndexOf('-'));
  const series = event.slice(0, event.indexOf('-'));
  const names = { seriesTicker: series, seriesTitle: series, eventTicker: event, eventTitle: event, ticker };
  const kalshi = { ...names, yesSubTitle: 'Yes', rulesPrimary: 'If so, Yes.', closeInDays: 10, ...listing };
  return { key: ticker, category: 'Test', fair: 0.5, volatility: 0.1, kalshi };
}

export const QUESTIONS: readonly CatalogueEvent[] = [
  createEvent(TICKER),
  createEvent('KXTEST-1-B', {
    feeType: 'quadratic_with_maker_fees',
    priceLevelStructure: 'tapered_deci_cent',
  }),
  createEvent(SPORTS, { shard: 3 }),
];

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

/** A JSON reply for assertions: a missing path is undefined, a leaf is compared as is. */
export interface Json {
  readonly [key: string]: Json | undefined;
}

/** Returns the id of a placed order. */
export const getOrderId = ({ body }: Reply): string => body.order_id as unknown as string;

/** A simulator on a manual clock, called without network sockets. */
export class KalshiHarness {
  readonly clock = new ManualClock(START);
  readonly store = new MemoryExchangeStore();
  readonly #random = seededRandom(1); // shared by all restarts, so that ids never repeat
  readonly options: Partial<KalshiParts>;
  exchange: KalshiSimulator;

  constructor(options: Partial<KalshiParts> = {}) {
    this.options = options;
    this.exchange = this.#open();
  }

  /** Stops the process and starts a new one on the same store. */
  restart(): void {
    this.exchange.stop();
    this.exchange = this.#open();
    this.exchange.start();
  }

  /** Sends a signed request; a null signer sends it unsigned. */
  async call(method: string, path: string, body?: unknown, signer: Signer | null = ALICE): Promise<Reply> {
    const answer = await this.raw(method, path, body, signer === null ? {} : this.sign(method, path, signer));
    if (typeof answer === 'string') throw new Error(`no answer: ${answer}`);
    return { ...answer, body: JSON.parse(answer.body === '' ? '{}' : answer.body) as Json };
  }

  raw(
    method: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<SimulatorAnswer> {
    const [plain = '', query = ''] = path.split('?');
    const bytes = body === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(body));
    const typed = body === undefined ? headers : { 'content-type': 'application/json', ...headers };
    const search = new URLSearchParams(query);
    return this.exchange.handle({ method, path: ROOT + plain, query: search, headers: typed, body: bytes });
  }

  /** @param skewMs  the caller's clock difference */
  sign(method: string, path: string, signer: Signer, skewMs = 0): Record<string, string> {
    const [plain = ''] = path.split('?');
    const root = plain.startsWith('/trade-api') ? '' : ROOT;
    const timestamp = String(this.clock.now() + skewMs);
    return {
      'kalshi-access-key': signer.key.keyId,
      'kalshi-access-timestamp': timestamp,
      'kalshi-access-signature': computeSignature(`${timestamp}${method}${root}${plain}`, signer.privateKey),
    };
  }

  /** Places an order; `10 @ 0.47` is count and price. */
  place(side: 'bid' | 'ask', what: string, more: object = {}, signer: Signer = ALICE): Promise<Reply> {
    return this.call('POST', '/portfolio/events/orders', orderBody(side, what, more), signer);
  }

  /** Opens a WebSocket that records its messages. */
  socket(signer: Signer = ALICE): SocketRecorder {
    const socket = new SocketRecorder();
    const path = '/trade-api/ws/v2';
    const headers = this.sign('GET', path, signer);
    const query = new URLSearchParams();
    const request = { method: 'GET', path, query, headers, body: new Uint8Array() };
    const upgrade = this.exchange.connect(request, socket.peer);
    if ('refusal' in upgrade) throw new Error('refused');
    socket.session = upgrade.session;
    return socket;
  }

  #open(): KalshiSimulator {
    return new KalshiSimulator({
      clock: this.clock,
      random: this.#random,
      store: this.store,
      events: QUESTIONS,
      keys: [ALICE.key, BOB.key],
      tier: requirePresent(
        TIERS.find(({ name }) => name === 'prime'),
        'the tier',
      ),
      precision: 'direct',
      readLagMs: 300,
      seed: 7,
      marketMaker: null,
      funds: { 0: '1000', 3: '50' },
      ...this.options,
    });
  }
}

export function orderBody(side: 'bid' | 'ask', what: string, more: object = {}): object {
  const [count = '', price = ''] = what.split(' @ ');
  const usual = { time_in_force: 'good_till_canceled', self_trade_prevention_type: 'taker_at_cross' };
  return { ticker: TICKER, side, count, price, ...usual, ...more };
}

function computeSignature(text: string, key: KeyObject): string {
  if (key.asymmetricKeyType === 'ed25519') return sign(null, Buffer.from(text), key).toString('base64');
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants;
  return sign('sha256', Buffer.from(text), { key, padding, saltLength }).toString('base64');
}

export class SocketRecorder {
  readonly messages: Json[] = [];
  isGone = false;
  session: SimulatorSession | null = null;

  readonly peer: SimulatorPeer = {
    send: (text) => {
      this.messages.push(JSON.parse(text) as Json);
    },
    ping: () => undefined,
    close: () => undefined,
    drop: () => {
      this.isGone = true;
      this.session?.closed();
    },
  };

  say(command: object): void {
    this.session?.receive(JSON.stringify(command));
  }

  subscribe(channel: string, params: object = {}): void {
    this.say({ id: 1, cmd: 'subscribe', params: { channels: [channel], ...params } });
  }

  /** Returns the messages received since the last call. */
  take(): readonly Json[] {
    return this.messages.splice(0);
  }
}
