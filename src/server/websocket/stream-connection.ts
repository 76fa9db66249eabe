import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Config } from '../../config/config.ts';
import { type Caller, isKeyUsable } from '../../domain/access/access.ts';
import type { QueryPair } from '../../domain/access/request-signing.ts';
import { createFullBucket, type TokenBucket, takeTokens } from '../../domain/access/token-bucket.ts';
import { type Json, type Rejection, type Result, rejection } from '../../domain/model/result.ts';
import type { TradingService } from '../../oms/trading-service.ts';
import type { Clock, Timer } from '../../ports/environment.ts';
import type { Log } from '../../ports/telemetry.ts';
import {
  type ClientFrame,
  createFrame,
  type Frame,
  type FrameId,
  type MalformedFrame,
  parseClientFrame,
} from './frame-codec.ts';
import { HeartbeatMonitor } from './heartbeat.ts';
import { type Flusher, SendQueue } from './send-queue.ts';
import { CLOSE, type CloseCode, type StreamName, type StreamSession } from './stream-types.ts';

interface ConnectionDeps {
  readonly trading: Pick<TradingService, 'key'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Config['ws'];
  readonly flusher: Flusher;
  /** Once, when the socket is gone. `cut` is our reason where we ended it for the peer's behaviour. */
  onClosed(connection: StreamConnection, cut: CloseCode | null): void;
}

/** An error as a frame tells it: a refusal, or one of the two codes that only streams have. */
interface StreamError {
  readonly code: string;
  readonly message: string;
  readonly details: { readonly [key: string]: Json } | null;
}

const MALFORMED_MAX = 3;
const CLOSE_WAIT_MS = 5_000; // for the peer's own close frame, and for what is still on its way to it

const SLOW_CONSUMER: StreamError = {
  code: 'slow_consumer',
  message: 'too much is waiting to be read; reconnect and resume',
  details: null,
};

/**
 * One client of a stream: sends it frames in order, reads its frames in order, and ends it by the rules
 * of the contract. What the frames are about is the session's business.
 */
export class StreamConnection {
  readonly id: string;
  readonly stream: StreamName;
  readonly caller: Caller;
  readonly #ws: WebSocket;
  readonly #deps: ConnectionDeps;
  readonly #outbox: SendQueue;
  readonly #liveness: HeartbeatMonitor;
  #session: StreamSession | null = null;
  #framesAllowed: TokenBucket;
  #framesQueued = 0;
  #inOrder: Promise<void> = Promise.resolve();
  #malformed = 0;
  #cut: CloseCode | null = null;
  #closeTimer: Timer | null = null;

  constructor(
    ws: WebSocket,
    socket: Duplex,
    who: { readonly id: string; readonly stream: StreamName; readonly caller: Caller },
    deps: ConnectionDeps,
  ) {
    this.id = who.id;
    this.stream = who.stream;
    this.caller = who.caller;
    this.#ws = ws;
    this.#deps = deps;
    this.#framesAllowed = createFullBucket(this.#frameRule, deps.clock.monotonicMs());
    this.#outbox = new SendQueue(ws, socket, deps.flusher, {
      bytesMax: deps.limits.bufferBytesMax,
      framesMax: deps.limits.bufferFramesMax,
      onOverflow: () => this.#cutWith(SLOW_CONSUMER, CLOSE.slowConsumer),
    });
    this.#liveness = new HeartbeatMonitor(deps.clock, deps.limits.heartbeatMs, {
      onPeriod: () => this.#checkKey(),
      ping: () => this.isOpen && ws.ping(),
      heartbeat: () => this.reply('heartbeat', { timestamp: deps.clock.now() }),
      lastFrameMs: () => this.#outbox.writtenMs,
      onDead: () => this.close(CLOSE.noPong, 'no pong'),
    });
    this.#listen();
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  /** Greets the client and lets the session start, in one turn and one write. */
  open(begin: (connection: StreamConnection) => StreamSession): void {
    const { heartbeatMs } = this.#deps.limits;
    const greeting = { stream: this.stream, connection_id: this.id, heartbeat_ms: heartbeatMs };
    this.send(createFrame('connected', { ...greeting, timestamp: this.#deps.clock.now() }));
    this.#session = begin(this);
    this.#outbox.flush();
  }

  /** Sends within a few milliseconds, together with what else comes up until then. */
  send(frame: Frame): void {
    this.#outbox.push(frame);
  }

  /** Sends many frames at once, after what was sent before. The array is shared: nobody may change it. */
  sendNow(frames: readonly Frame[]): void {
    this.#outbox.write(frames);
  }

  /** Lets go at once of what was sent so far. */
  flush(): void {
    this.#outbox.flush();
  }

  /** Sends at once, after what was sent before. */
  reply(type: string, fields: object): void {
    this.#outbox.push(createFrame(type, fields));
    this.#outbox.flush();
  }

  /** @param id  the client's name for the frame that is refused; null when none caused it */
  refuse(id: FrameId, { code, message, details }: StreamError): void {
    this.reply('error', { id, error: code, message, details });
  }

  /** Resolves when the client has taken everything sent so far, or is gone. */
  drained(): Promise<void> {
    return this.#outbox.drained();
  }

  /** A fault of ours: told to the log in full, to the client in a word. */
  fail(error: unknown): void {
    this.#deps.log.error('a stream session failed', { stream: this.stream, connection: this.id, error });
    this.#cutWith(rejection('internal', 'a fault of ours; reconnect and resume'), CLOSE.internal);
  }

  /** Sends what is waiting, then the close frame. The peer has a moment to answer before it is cut off. */
  close(code: CloseCode, reason: string): void {
    if (!this.isOpen) return;
    this.#outbox.flush();
    if (!this.isOpen) return; // the last write was one too many and closed it already
    if (code !== CLOSE.stopping) this.#cut = code;
    this.#ws.close(code, reason);
    this.#wind();
  }

  #listen(): void {
    const ws = this.#ws;
    ws.on('message', (data, isBinary) => this.#receive(data, isBinary));
    ws.on('ping', () => this.#spendFrame());
    ws.on('pong', () => this.#liveness.pongReceived());
    ws.on('error', (error) => this.#onProtocolError(error));
    ws.on('close', () => this.#onClosed());
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (!this.isOpen || !this.#spendFrame()) return;
    this.#framesQueued += 1;
    if (this.#framesQueued > this.#deps.limits.framesPerSecondMax) return this.#cutForFrames();
    this.#inOrder = this.#inOrder
      .then(() => this.#handle(data, isBinary))
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        this.#framesQueued -= 1;
      });
  }

  async #handle(data: RawData, isBinary: boolean): Promise<void> {
    if (!this.isOpen) return;
    const parsed = parseClientFrame(data, isBinary);
    if (!parsed.ok) return this.#onMalformed(parsed.error);
    await this.#dispatch(parsed.value);
    this.#outbox.flush(); // an answer does not wait for company
  }

  async #dispatch(frame: ClientFrame): Promise<void> {
    switch (frame.action) {
      case 'ping':
        return this.send(createFrame('pong', { id: frame.id, timestamp: this.#deps.clock.now() }));
      case 'subscribe':
        return this.#session?.subscribe(frame);
      case 'unsubscribe':
        return this.#session?.unsubscribe(frame);
    }
  }

  #onMalformed({ id, issue }: MalformedFrame): void {
    this.#malformed += 1;
    this.refuse(id, rejection('validation', issue));
    if (this.#malformed >= MALFORMED_MAX) this.close(CLOSE.malformed, 'not JSON or unknown action');
  }

  /** False when the client has sent more than its frames a second, which ends the connection. */
  #spendFrame(): boolean {
    const taken = takeTokens(this.#framesAllowed, this.#frameRule, 1, this.#deps.clock.monotonicMs());
    this.#framesAllowed = taken.bucket;
    if (!taken.allowed) this.#cutForFrames();
    return taken.allowed;
  }

  get #frameRule(): { readonly perSecond: number; readonly burst: number } {
    const { framesPerSecondMax } = this.#deps.limits;
    return { perSecond: framesPerSecondMax, burst: framesPerSecondMax };
  }

  #cutForFrames(): void {
    const { framesPerSecondMax } = this.#deps.limits;
    const message = `at most ${framesPerSecondMax} frames a second`;
    this.#cutWith(rejection('rate_limited', message, { bucket: 'frames' }), CLOSE.tooManyFrames);
  }

  #cutWith(error: StreamError, code: CloseCode): void {
    if (!this.isOpen) return;
    this.refuse(null, error);
    this.close(code, error.code);
  }

  /** Keys end while connections live: looked at each period, so expiry needs no timer of its own. */
  #checkKey(): void {
    const key = this.#deps.trading.key(this.caller.keyId);
    if (key === null || !isKeyUsable(key, this.#deps.clock.now())) {
      this.close(CLOSE.keyEnded, 'key revoked or expired');
    } else if (!key.permissions.includes('read') || this.#session?.isGranted(key.subaccounts) === false) {
      this.close(CLOSE.withdrawn, 'permission or subaccount withdrawn');
    }
  }

  /** The peer broke the WebSocket protocol or a size limit: `ws` has sent the fitting close frame. */
  #onProtocolError(error: Error & { readonly code?: string }): void {
    if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') this.#cut = CLOSE.tooLarge;
    this.#wind();
  }

  /** From the close frame on: nothing is sent, and the peer is given `CLOSE_WAIT_MS`. */
  #wind(): void {
    this.#liveness.stop();
    this.#outbox.stop();
    this.#session?.end();
    this.#session = null;
    this.#closeTimer ??= this.#deps.clock.after(CLOSE_WAIT_MS, () => this.#ws.terminate());
  }

  #onClosed(): void {
    this.#wind();
    this.#closeTimer?.cancel();
    this.#deps.onClosed(this, this.#cut);
  }
}

/** One of the feeds. It judges a handshake before the upgrade, so that a refusal is ordinary HTTP. */
export interface Stream {
  readonly name: StreamName;
  admit(caller: Caller, query: readonly QueryPair[]): Promise<Result<SessionStarter, Rejection>>;
  /** Lets go of its sources. */
  stop(): void;
}

/** Starts an admitted session on its connection: sends `subscribed` and what follows it, in one turn. */
export type SessionStarter = (connection: StreamConnection) => StreamSession;
