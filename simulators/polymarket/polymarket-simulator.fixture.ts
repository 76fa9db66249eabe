import assert from 'node:assert/strict';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Clock } from '../../src/ports/environment.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { CatalogueEvent } from '../catalogue/event-catalogue.ts';
import type { ListingSchedule } from '../catalogue/recurring-events.ts';
import { MemoryExchangeStore } from '../shared/exchange-store.ts';
import type {
  SimulatorAnswer,
  SimulatorReply,
  SimulatorRequest,
  SimulatorSession,
} from '../shared/simulator-types.ts';
import { computeHmac } from './api-keys.ts';
import { PolymarketSimulator } from './polymarket-simulator.ts';
import { DEFAULT_SETTINGS, type Settings } from './simulator-context.ts';
import { parseMicro } from './trading/micro-units.ts';
import {
  authDigest,
  getExchangeContract,
  orderDigest,
  type SignedFields,
  toAddress,
  toHex,
} from './trading/order-signing.ts';

const ZERO = `0x${'00'.repeat(32)}`;

/** An event with one plain market; tests override fields. */
export function createEvent(
  slug: string,
  more: Partial<NonNullable<CatalogueEvent['polymarket']>> = {},
): CatalogueEvent {
  return {
    key: slug,
    category: 'Weather',
    fair: 0.5,
    volatility: 0.1,
    polymarket: {
      slug,
      question: `Will it be ${slug}?`,
      description: 'Resolves Yes if it is.',
      eventSlug: 'event',
      eventTitle: 'Event',
      tag: 'Weather',
      tickSize: '0.01',
      minSize: 5,
      feeRate: '0',
      endInDays: 30,
      ...more,
    },
  };
}

/** A simulator on a manual clock, by default without a market maker. */
export class PolymarketSimulatorHarness {
  readonly clock = new ManualClock();
  readonly store = new MemoryExchangeStore();
  readonly #events: readonly CatalogueEvent[];
  readonly #settings: Settings;
  readonly #timetable: ListingSchedule | null;
  simulator: PolymarketSimulator;
  #lifetime = { isOver: false };

  constructor(
    events: readonly CatalogueEvent[] = [createEvent('rain')],
    settings: Partial<Settings> = {},
    timetable: ListingSchedule | null = null,
  ) {
    this.#events = events;
    this.#timetable = timetable;
    this.#settings = { ...DEFAULT_SETTINGS, hasMarketMaker: false, ...settings };
    this.simulator = this.#open();
  }

  /** Kills the exchange and starts a new one on the same store. */
  restart(): void {
    this.#lifetime.isOver = true;
    this.simulator = this.#open();
  }

  async get(path: string): Promise<SimulatorReply> {
    return toReply(await this.#send('GET', path, {}, ''));
  }

  /** Reads from Gamma. */
  async gamma(path: string): Promise<SimulatorReply> {
    return toReply(await this.simulator.origins.gamma.handle(toRequest('GET', path, {}, '')));
  }

  /** Reads from the Data API. */
  async data(path: string): Promise<SimulatorReply> {
    return toReply(await this.simulator.origins.data.handle(toRequest('GET', path, {}, '')));
  }

  async post(path: string, body: unknown): Promise<SimulatorReply> {
    return toReply(await this.#send('POST', path, {}, JSON.stringify(body)));
  }

  /** Returns the tokens of a market by its slug. */
  async tokens(slug = 'rain'): Promise<readonly [string, string]> {
    const market = read(await this.gamma(`/markets/slug/${slug}`));
    const ids = market.version === 'v2' ? market.positionIds : JSON.parse(String(market.clobTokenIds));
    return ids as [string, string];
  }

  send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<SimulatorAnswer> {
    return this.#send(method, path, headers, body);
  }

  fault(input: Record<string, unknown>): void {
    assert.equal(typeof this.simulator.controls.faults.add(input), 'object');
  }

  act(command: Record<string, unknown>): void {
    assert.equal(this.simulator.controls.act(command), null);
  }

  /** Creates a trader with an API key and the initial balance. `name` determines the private key. */
  async trader(name: string): Promise<Trader> {
    const trader = new Trader(this, keccak_256(utf8ToBytes(name)));
    await trader.login();
    return trader;
  }

  /** Opens a WebSocket; `events` collects its events. */
  socket(path: string): SocketRecorder {
    const socket = new SocketRecorder();
    const upgrade = this.simulator.connect(
      { method: 'GET', path, query: new URLSearchParams(), headers: {}, body: new Uint8Array() },
      {
        send: (text) => socket.receive(text),
        ping: () => undefined,
        close: () => socket.end(),
        drop: () => socket.end(),
      },
    );
    assert.ok('session' in upgrade);
    socket.session = upgrade.session;
    return socket;
  }

  #send(
    method: string,
    target: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<SimulatorAnswer> {
    return this.simulator.handle(toRequest(method, target, headers, body));
  }

  #open(): PolymarketSimulator {
    const lifetime = { isOver: false };
    this.#lifetime = lifetime;
    const whileRunning = (run: () => void) => () => {
      if (!lifetime.isOver) run();
    };
    const clock: Clock = {
      now: () => this.clock.now(),
      monotonicMs: () => this.clock.monotonicMs(),
      after: (ms, run) => this.clock.after(ms, whileRunning(run)),
      every: (ms, run) => this.clock.every(ms, whileRunning(run)),
    };
    const ports = { clock, random: new SeededRandom(), store: this.store };
    const simulator = new PolymarketSimulator(ports, this.#settings, this.#events, this.#timetable);
    simulator.start();
    return simulator;
  }
}

function toRequest(
  method: string,
  target: string,
  headers: Record<string, string>,
  body: string,
): SimulatorRequest {
  const [path = '', query = ''] = target.split('?');
  const bytes = new TextEncoder().encode(body);
  return { method, path, query: new URLSearchParams(query), headers, body: bytes };
}

/** Records the frames of a WebSocket. */
export class SocketRecorder {
  session: SimulatorSession | null = null;
  isEnded = false;
  readonly frames: string[] = [];
  readonly events: Record<string, unknown>[] = [];

  say(frame: unknown): void {
    this.session?.receive(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  receive(text: string): void {
    this.frames.push(text);
    if (!text.startsWith('{') && !text.startsWith('[')) return;
    this.events.push(...([JSON.parse(text)].flat() as Record<string, unknown>[]));
  }

  end(): void {
    this.isEnded = true;
  }

  /** Removes and returns the events of one kind. */
  take(kind: string): readonly Record<string, unknown>[] {
    const taken = this.events.filter(({ event_type: type }) => type === kind);
    for (const each of taken) this.events.splice(this.events.indexOf(each), 1);
    return taken;
  }
}

export interface OrderInput {
  readonly token: string;
  readonly side: 'BUY' | 'SELL';
  readonly maker: string; // amount given, decimal
  readonly taker: string; // amount received, decimal
  readonly type?: string;
  readonly expiration?: number;
  readonly postOnly?: boolean;
  readonly negRisk?: boolean;
  readonly version?: 'v1' | 'v2';
}

/** A trader with a wallet key. Signs requests and orders as the venue requires. */
export class Trader {
  readonly address: string;
  readonly #harness: PolymarketSimulatorHarness;
  readonly #key: Uint8Array;
  creds = { apiKey: '', secret: '', passphrase: '' };
  #salt = 1n;

  constructor(harness: PolymarketSimulatorHarness, key: Uint8Array) {
    this.#harness = harness;
    this.#key = key;
    this.address = toAddress(secp256k1.getPublicKey(key));
  }

  async login(): Promise<void> {
    const timestamp = this.#seconds();
    const headers = {
      poly_address: this.address,
      poly_timestamp: timestamp,
      poly_nonce: '0',
      poly_signature: this.#sign(authDigest(this.address, timestamp, 0n)),
    };
    const made = await this.#harness.send('POST', '/auth/api-key', headers, '');
    this.creds = read(made) as typeof this.creds;
  }

  async call(method: string, path: string, body?: unknown): Promise<SimulatorReply> {
    return toReply(await this.send(method, path, body));
  }

  send(method: string, path: string, body?: unknown): Promise<SimulatorAnswer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    return this.#harness.send(method, path, this.headers(method, path, text), text);
  }

  headers(method: string, path: string, body: string): Record<string, string> {
    const timestamp = this.#seconds();
    const [signedPath = ''] = path.split('?');
    return {
      poly_address: this.address,
      poly_api_key: this.creds.apiKey,
      poly_passphrase: this.creds.passphrase,
      poly_timestamp: timestamp,
      poly_signature: computeHmac(this.creds.secret, timestamp, method, signedPath, body),
    };
  }

  /** The signed body of `POST /order`, with a new salt each time. */
  signed(input: OrderInput): { readonly order: Record<string, unknown>; readonly [name: string]: unknown } {
    this.#salt += 1n;
    const fields: SignedFields = {
      salt: this.#salt,
      maker: this.address,
      signer: this.address,
      tokenId: BigInt(input.token),
      makerAmount: parseMicro(input.maker) ?? 0n,
      takerAmount: parseMicro(input.taker) ?? 0n,
      side: input.side === 'BUY' ? 0 : 1,
      signatureType: 0,
      timestamp: BigInt(this.#harness.clock.now()),
      metadata: ZERO,
      builder: ZERO,
    };
    const digest = orderDigest(
      fields,
      getExchangeContract({ negRisk: input.negRisk ?? false, version: input.version ?? 'v1' }),
    );
    return {
      deferExec: false,
      postOnly: input.postOnly ?? false,
      order: {
        ...fields,
        salt: Number(fields.salt),
        tokenId: input.token,
        makerAmount: fields.makerAmount.toString(),
        takerAmount: fields.takerAmount.toString(),
        side: input.side,
        timestamp: fields.timestamp.toString(),
        expiration: String(input.expiration ?? 0),
        signature: this.#sign(digest),
      },
      owner: this.creds.apiKey,
      orderType: input.type ?? 'GTC',
    };
  }

  async place(input: OrderInput): Promise<SimulatorReply> {
    return this.call('POST', '/order', this.signed(input));
  }

  /** Places an order and asserts that it is accepted. */
  async placed(input: OrderInput): Promise<Record<string, unknown>> {
    const reply = await this.place(input);
    assert.equal(reply.status, 200, reply.body);
    return read(reply);
  }

  async balance(token?: string): Promise<string> {
    const query = token === undefined ? 'asset_type=COLLATERAL' : `asset_type=CONDITIONAL&token_id=${token}`;
    return String(read(await this.call('GET', `/balance-allowance?${query}&signature_type=0`)).balance);
  }

  #seconds(): string {
    return String(Math.floor(this.#harness.clock.now() / 1000));
  }

  #sign(digest: Uint8Array): string {
    const signature = secp256k1.sign(digest, this.#key, { prehash: false, format: 'recovered' });
    return `${toHex(signature.subarray(1))}${bytesToHex(Uint8Array.of(27 + (signature[0] ?? 0)))}`;
  }
}

/** Parses the body of a reply. */
export const read = (answer: SimulatorAnswer): Record<string, unknown> =>
  JSON.parse(toReply(answer).body) as Record<string, unknown>;

export const getError = (answer: SimulatorAnswer): string => String(read(answer).error);

export function toReply(answer: SimulatorAnswer): SimulatorReply {
  assert.ok(typeof answer === 'object', 'the reply was lost');
  return answer;
}

class SeededRandom {
  #state = 41_877;

  next(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 4_294_967_296;
  }

  hex(length: number): string {
    const bytes = Uint8Array.from({ length }, () => Math.floor(this.next() * 256));
    return bytesToHex(bytes);
  }
}
