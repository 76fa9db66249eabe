import { parseBoundedJson } from '#contract';
import type { Clock, Network, Random } from '#ports';
import { WsConnection } from '#venues/shared';
import type { ServerTime, Signer } from '../http/kalshi-auth.ts';
import type { KalshiSettings } from '../kalshi-settings.ts';

export interface KalshiConnectionDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly signer: Signer;
  readonly time: ServerTime;
  readonly settings: KalshiSettings;
}

/** A message of the venue; its `msg` is not decoded yet. */
export interface Frame {
  readonly type: string;
  readonly id: number | null; // of the command that it answers
  readonly sid: number | null; // of the subscription
  readonly seq: number | null;
  readonly msg: unknown;
}

export interface KalshiConnectionListener {
  /** A new socket is open: no subscription of an older one holds. */
  onReady(): void;
  onFrame(frame: Frame): void;
  onDown(why: string): void;
}

/** A snapshot with each price of the finest grid on both sides is below 450 KB, and is parsed in a few milliseconds. */
const FRAME_CHARS_MAX = 524_288;
const HEARTBEAT_MS = 10_000;
const RECONNECT = { firstMs: 1_000, maxMs: 60_000 };

/** Kalshi's WebSocket: signed handshakes, numbered commands, JSON frames. */
export class KalshiConnection {
  readonly #ws: WsConnection;
  #commands = 0;

  constructor(deps: KalshiConnectionDeps, listener: KalshiConnectionListener) {
    const { network, clock, random, signer, time, settings } = deps;
    const path = new URL(settings.wsUrl).pathname;
    this.#ws = new WsConnection(
      { network, clock },
      {
        url: settings.wsUrl,
        heartbeatMs: HEARTBEAT_MS,
        silenceMsMax: settings.socketSilenceMs,
        reconnect: { ...RECONNECT, jitter: (ms) => ms * (0.5 + random.next() / 2) },
        resetBackoffOn: 'message',
      },
      {
        headers: () => signer.headers('GET', path, time.now()),
        ping: (socket) => socket.ping(),
        onOpen: () => listener.onReady(),
        onText: (text) => {
          const frame = parseFrame(text);
          if (frame !== null) listener.onFrame(frame);
        },
        onDown: (why) => listener.onDown(why),
      },
    );
    if (!settings.isPublic) this.#ws.open(); // the handshake must be signed
  }

  /** How long there has been no open socket; null while there is one. */
  get downMs(): number | null {
    return this.#ws.downMs;
  }

  /** @returns the command's id, which its answer repeats */
  send(cmd: string, params: Readonly<Record<string, unknown>>): number {
    this.#commands += 1;
    this.#ws.send(JSON.stringify({ id: this.#commands, cmd, params }));
    return this.#commands;
  }

  reconnect(why: string): void {
    this.#ws.reconnect(why);
  }

  stop(): void {
    this.#ws.stop();
  }
}

/** Null for a text that is no message, or is longer than 512 KiB. */
export function parseFrame(text: string): Frame | null {
  const value = parseBoundedJson(text, FRAME_CHARS_MAX); // the venue sends blank lines between frames
  if (typeof value !== 'object' || value === null) return null;
  const { type, id, sid, seq, msg } = value as Readonly<Record<string, unknown>>;
  if (typeof type !== 'string') return null;
  return { type, id: numberOrNull(id), sid: numberOrNull(sid), seq: numberOrNull(seq), msg };
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The result of checking a frame's sequence number. */
type SequenceCheck = 'next' | 'repeated' | 'gap';

/**
 * One subscription to one channel, for all markets or for a set of tickers. Tickers are added and removed on
 * this subscription, because the venue does not document a second one to the same channel.
 */
export class Subscription {
  readonly channel: string;
  readonly #getConnection: () => KalshiConnection | null;
  readonly #monotonicMs: () => number;
  readonly #params: Readonly<Record<string, unknown>>;
  readonly #allMarkets: boolean; // every market; no tickers are sent
  readonly #tickers = new Set<string>();
  #state: 'off' | 'requested' | 'on' = 'off';
  #requestId = 0;
  #requestedAtMs = 0;
  #sid = 0;
  #lastSeq: number | null = null;
  #requested = new Set<string>(); // tickers sent to the venue

  constructor(
    getConnection: () => KalshiConnection | null,
    channel: string,
    options: {
      readonly allMarkets: boolean;
      readonly params?: Readonly<Record<string, unknown>>;
      readonly monotonicMs: () => number;
    },
  ) {
    this.#getConnection = getConnection;
    this.#monotonicMs = options.monotonicMs;
    this.channel = channel;
    this.#allMarkets = options.allMarkets;
    this.#params = options.params ?? {};
  }

  get isOn(): boolean {
    return this.#state === 'on';
  }

  /** How long our subscribe request has been unanswered; 0 while none is pending. */
  get unansweredMs(): number {
    return this.#state === 'requested' ? this.#monotonicMs() - this.#requestedAtMs : 0;
  }

  get tickers(): ReadonlySet<string> {
    return this.#tickers;
  }

  add(ticker: string): void {
    this.#tickers.add(ticker);
    this.#sync();
  }

  remove(ticker: string): void {
    this.#tickers.delete(ticker);
    this.#sync();
  }

  /** Subscribes again on a new socket. */
  resubscribe(): void {
    this.#reset();
    this.#sync();
  }

  /** Unsubscribes, and subscribes again to receive new snapshots. */
  restart(): void {
    if (this.#state === 'on') this.#getConnection()?.send('unsubscribe', { sids: [this.#sid] });
    this.resubscribe();
  }

  /** The socket was lost, or the venue ended the subscription. */
  onDown(): void {
    this.#reset();
  }

  #reset(): void {
    this.#state = 'off';
    this.#sid = 0;
    this.#lastSeq = null;
    this.#requested = new Set();
  }

  /** @returns true when the frame confirms our subscribe request */
  confirm({ id, msg }: Frame): boolean {
    if (this.#state !== 'requested' || id !== this.#requestId) return false;
    const { sid } = (msg ?? {}) as { readonly sid?: unknown };
    if (typeof sid !== 'number') return false;
    this.#state = 'on';
    this.#sid = sid;
    this.#sync();
    return true;
  }

  /** True when an error frame refuses our subscribe request or ends this subscription. */
  isAffectedBy({ id, sid }: Frame): boolean {
    if (this.#state === 'requested' && id === this.#requestId) return true;
    return this.owns(sid);
  }

  owns(sid: number | null): boolean {
    return this.#state === 'on' && sid === this.#sid;
  }

  /** Checks and records a sequence number. The first one of a subscription is never a gap. */
  checkSequence(seq: number | null): SequenceCheck {
    if (seq === null) return 'next';
    const last = this.#lastSeq;
    if (last !== null && seq <= last) return 'repeated';
    this.#lastSeq = seq;
    return last === null || seq === last + 1 ? 'next' : 'gap';
  }

  /** Requests new snapshots; an answer also proves that the stream is alive. */
  requestSnapshots(tickers: readonly string[]): void {
    const connection = this.#getConnection();
    if (connection !== null) this.#update(connection, 'get_snapshot', tickers);
  }

  /** Sends the commands that make the venue's subscription equal to ours. */
  #sync(): void {
    const connection = this.#getConnection();
    if (connection === null || connection.downMs !== null || this.#state === 'requested') return;
    if (this.#state === 'off') return this.#subscribe(connection);
    if (this.#allMarkets) return;
    const more = [...this.#tickers].filter((ticker) => !this.#requested.has(ticker));
    const less = [...this.#requested].filter((ticker) => !this.#tickers.has(ticker));
    if (this.#tickers.size === 0) {
      connection.send('unsubscribe', { sids: [this.#sid] });
      return this.#reset();
    }
    if (more.length > 0) this.#update(connection, 'add_markets', more);
    if (less.length > 0) this.#update(connection, 'delete_markets', less);
    this.#requested = new Set(this.#tickers);
  }

  #subscribe(connection: KalshiConnection): void {
    if (!this.#allMarkets && this.#tickers.size === 0) return;
    const tickers = this.#allMarkets ? {} : { market_tickers: [...this.#tickers] };
    this.#requested = new Set(this.#tickers);
    this.#state = 'requested';
    this.#requestedAtMs = this.#monotonicMs();
    this.#requestId = connection.send('subscribe', { channels: [this.channel], ...tickers, ...this.#params });
  }

  #update(connection: KalshiConnection, action: string, tickers: readonly string[]): void {
    connection.send('update_subscription', { sid: this.#sid, action, market_tickers: tickers });
  }
}
