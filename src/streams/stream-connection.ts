import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Config } from '#config';
import {
  type ApiKey,
  type Caller,
  createFullBucket,
  isKeyUsable,
  type Json,
  type Permission,
  type QueryPair,
  type Rejection,
  type Result,
  rejection,
  type SubaccountGrant,
  type TokenBucket,
  takeTokens,
} from '#contract';
import type { AccessService } from '#orders';
import type { Clock, Log, Timer } from '#ports';
import { type ClientFrame, type FrameId, type MalformedFrame, parseClientFrame } from './client-frame.ts';
import { HeartbeatMonitor } from './heartbeat.ts';
import { createFrame, type Flusher, type Frame, SendQueue } from './send-queue.ts';

export const STREAM_NAMES = [
  'tradeprints',
  'positions',
  'orders',
  'complex-orders',
  'fills',
  'balances',
  'operations',
  'orderbooks',
  'opportunities',
  'multiplex',
  'trade',
] as const;
export type StreamName = (typeof STREAM_NAMES)[number];

/** Where a session sends its frames: a connection, or one subscription of a multiplexed connection. */
export interface StreamOutput {
  readonly caller: Caller;
  /** The client's id of the frame that opened the subscription; null: the handshake did. */
  readonly openedBy: FrameId;
  /** False when nothing is sent any more. */
  readonly isOpen: boolean;
  /** Sends within a few milliseconds, together with other frames. */
  send(frame: Frame): void;
  /** Sends many frames at once, after the queued ones. The array is shared and must not be changed. */
  sendNow(frames: readonly Frame[]): void;
  /** Writes the queued frames at once. */
  flush(): void;
  /** @param id  the client's id of the rejected frame; null when no frame caused the error */
  refuse(id: FrameId, why: StreamError): void;
  /** Resolves when the client has received everything sent so far, or is gone. */
  drained(): Promise<void>;
  /** Handles a defect: logs the details, and sends the client only the code `internal`. */
  fail(error: unknown): void;
}

/** The part of a stream that serves one subscription. Frames are handled one after another. */
export interface StreamSession {
  subscribe(frame: ClientFrame): Promise<void> | void;
  unsubscribe(frame: ClientFrame): Promise<void> | void;
  /**
   * False when the current grant of the key no longer covers the subscription of the session. A session of several
   * subscriptions ends those that are not covered, and stays.
   */
  isGranted(grant: SubaccountGrant): boolean;
  end(): void;
}

/** A session whose frames are requests, not subscriptions. It spends the frame bucket itself. */
export interface RequestSession extends Pick<StreamSession, 'isGranted' | 'end'> {
  receive(data: RawData, isBinary: boolean): void;
}

/** WebSocket close codes. Source: contract, Streams, close codes. */
export const CLOSE = {
  stopping: 1001, // reconnect with jitter
  tooLarge: 1009,
  internal: 1011,
  slowConsumer: 1013,
  malformed: 4400,
  keyEnded: 4401,
  withdrawn: 4403,
  noPong: 4408,
  replaced: 4409,
  tooManyFrames: 4429,
} as const;
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];

interface ConnectionDeps {
  readonly trading: { readonly access: Pick<AccessService, 'key'> };
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Config['ws'];
  readonly flusher: Flusher;
  /** Called once when the server closes the stream because of the peer; the socket may stay open for a while. */
  onCut(connection: StreamConnection, code: CloseCode): void;
  /** Called once when the socket is closed. */
  onClosed(connection: StreamConnection): void;
}

/** The content of an error frame: a rejection, or one of the two codes that only streams use. */
export interface StreamError {
  readonly code: string;
  readonly message: string;
  readonly details: { readonly [key: string]: Json } | null;
}

export const INTERNAL_ERROR = rejection('internal', 'internal error; reconnect and resume');
const MALFORMED_MAX = 3;
const CLOSE_WAIT_MS = 5_000; // for the close frame of the peer, and for data still in transit

const SLOW_CONSUMER: StreamError = {
  code: 'slow_consumer',
  message: 'the client reads too slowly; reconnect and resume',
  details: null,
};

/**
 * One client connection of a stream. It sends and receives frames in order and closes by the rules of the
 * contract. Its session handles the content of the frames.
 */
export class StreamConnection implements StreamOutput {
  readonly id: string;
  readonly openedBy = null;
  readonly stream: StreamName;
  readonly #ws: WebSocket;
  readonly #deps: ConnectionDeps;
  readonly #sendQueue: SendQueue;
  readonly #heartbeat: HeartbeatMonitor;
  #session: StreamSession | RequestSession | null = null;
  readonly #permission: Permission;
  #caller: Caller;
  #key: ApiKey | null = null; // that `#caller` was made from
  #framesAllowed: TokenBucket;
  #framesQueued = 0;
  #inOrder: Promise<void> = Promise.resolve();
  #malformed = 0;
  #isCut = false;
  #closeTimer: Timer | null = null;

  constructor(
    ws: WebSocket,
    socket: Duplex,
    who: {
      readonly id: string;
      readonly stream: StreamName;
      readonly caller: Caller;
      readonly permission: Permission;
    },
    deps: ConnectionDeps,
  ) {
    this.id = who.id;
    this.stream = who.stream;
    this.#caller = who.caller;
    this.#permission = who.permission;
    this.#ws = ws;
    this.#deps = deps;
    this.#framesAllowed = createFullBucket(this.#frameRule, deps.clock.monotonicMs());
    this.#sendQueue = new SendQueue(ws, socket, deps.flusher, {
      bytesMax: deps.limits.bufferBytesMax,
      framesMax: deps.limits.bufferFramesMax,
      onOverflow: () => this.#cutWith(SLOW_CONSUMER, CLOSE.slowConsumer),
    });
    this.#heartbeat = new HeartbeatMonitor(deps.clock, deps.limits.heartbeatMs, {
      onPeriod: () => void this.checkKey(),
      ping: () => this.isOpen && ws.ping(),
      heartbeat: () => this.reply('heartbeat', { timestamp: deps.clock.now() }),
      lastFrameMs: () => this.#sendQueue.writtenMs,
      onDead: () => this.close(CLOSE.noPong, 'no pong'),
    });
    this.#listen();
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  /** Sends the `connected` frame and starts the session, synchronously and in one write. */
  open(begin: SessionStarter): void {
    const { heartbeatMs } = this.#deps.limits;
    const about = { stream: this.stream, connection_id: this.id, heartbeat_ms: heartbeatMs };
    const greeting = { ...about, ...begin.greeting };
    this.send(createFrame('connected', { ...greeting, timestamp: this.#deps.clock.now() }));
    this.#session = begin(this);
    this.#sendQueue.flush();
  }

  send(frame: Frame): void {
    this.#sendQueue.push(frame);
  }

  sendNow(frames: readonly Frame[]): void {
    this.#sendQueue.write(frames);
  }

  flush(): void {
    this.#sendQueue.flush();
  }

  /** Sends a frame at once, after the queued ones. */
  reply(type: string, fields: object): void {
    this.#sendQueue.push(createFrame(type, fields));
    this.#sendQueue.flush();
  }

  refuse(id: FrameId, { code, message, details }: StreamError): void {
    this.reply('error', { id, error: code, message, details });
  }

  drained(): Promise<void> {
    return this.#sendQueue.drained();
  }

  fail(error: unknown): void {
    this.#deps.log.error('a stream session failed', { stream: this.stream, connection: this.id, error });
    this.#cutWith(INTERNAL_ERROR, CLOSE.internal);
  }

  /** Sends the queued frames, then the close frame. Terminates the socket if the peer does not answer in time. */
  close(code: CloseCode, reason: string): void {
    if (!this.isOpen) return;
    this.#sendQueue.flush();
    if (!this.isOpen) return; // the flush exceeded the buffer limit and closed the connection
    if (code !== CLOSE.stopping) this.#reportCut(code);
    this.#ws.close(code, reason);
    this.#stopSending();
  }

  #listen(): void {
    const ws = this.#ws;
    ws.on('message', (data, isBinary) => this.#receive(data, isBinary));
    ws.on('ping', () => this.spendFrame());
    ws.on('pong', () => this.spendFrame() && this.#heartbeat.pongReceived());
    ws.on('error', (error) => this.#onProtocolError(error));
    ws.on('close', () => this.#onClosed());
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (!this.isOpen) return;
    if (this.#session !== null && 'receive' in this.#session) return this.#session.receive(data, isBinary);
    if (!this.spendFrame()) return;
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
    if (!parsed.ok) return this.refuseMalformed(parsed.error);
    await this.#dispatch(parsed.value);
    this.#sendQueue.flush(); // responses are not delayed for batching
  }

  async #dispatch(frame: ClientFrame): Promise<void> {
    const session = this.#session !== null && 'subscribe' in this.#session ? this.#session : null;
    switch (frame.action) {
      case 'ping':
        return this.sendPong(frame.id);
      case 'subscribe':
        return session?.subscribe(frame);
      case 'unsubscribe':
        return session?.unsubscribe(frame);
    }
  }

  sendPong(id: FrameId): void {
    this.send(createFrame('pong', { id, timestamp: this.#deps.clock.now() }));
  }

  /** The third malformed frame closes the connection. */
  refuseMalformed({ id, issue }: MalformedFrame): void {
    this.#malformed += 1;
    this.refuse(id, rejection('validation', issue));
    if (this.#malformed >= MALFORMED_MAX) this.close(CLOSE.malformed, 'not JSON or unknown action');
  }

  /** False when the client exceeds its frame rate; the connection is then closed. */
  spendFrame(): boolean {
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

  /** The caller with what its key may do now. */
  get caller(): Caller {
    const key = this.#deps.trading.access.key(this.#caller.keyId);
    if (key === null || key === this.#key) return this.#caller;
    this.#key = key;
    this.#caller = { ...this.#caller, permissions: key.permissions, subaccounts: key.subaccounts };
    return this.#caller;
  }

  /**
   * False, and the connection is closed, when the key has ended or lost what the stream needs. Checked each period,
   * so the expiry of a key needs no timer.
   */
  checkKey(): boolean {
    const key = this.#deps.trading.access.key(this.caller.keyId);
    if (key === null || !isKeyUsable(key, this.#deps.clock.now())) {
      this.close(CLOSE.keyEnded, 'key revoked or expired');
    } else if (
      !key.permissions.includes(this.#permission) ||
      this.#session?.isGranted(key.subaccounts) === false
    ) {
      this.close(CLOSE.withdrawn, 'permission or subaccount withdrawn');
    }
    return this.isOpen;
  }

  /** The peer violated the WebSocket protocol or a size limit; `ws` has sent the close frame. */
  #onProtocolError(error: Error & { readonly code?: string }): void {
    if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') this.#reportCut(CLOSE.tooLarge);
    this.#stopSending();
  }

  /** After the close frame: stops sending, and gives the peer `CLOSE_WAIT_MS` to close. */
  #stopSending(): void {
    this.#heartbeat.stop();
    this.#sendQueue.stop();
    this.#session?.end();
    this.#session = null;
    this.#closeTimer ??= this.#deps.clock.after(CLOSE_WAIT_MS, () => this.#ws.terminate());
  }

  #onClosed(): void {
    this.#stopSending();
    this.#closeTimer?.cancel();
    this.#deps.onClosed(this);
  }

  #reportCut(code: CloseCode): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#deps.onCut(this, code);
  }
}

/** One of the streams. It checks a handshake before the upgrade, so that a rejection is a normal HTTP response. */
export interface Stream<Session extends SessionStarter = SessionStarter> {
  readonly name: StreamName;
  admit(caller: Caller, query: readonly QueryPair[]): Promise<Result<Session, Rejection>>;
  /** Unsubscribes from its data sources. */
  stop(): void;
  /** That the key needs; default: `read`. */
  readonly permission?: Permission;
}

/** A stream of data, which is also a topic of a multiplexed connection. */
export type DataStream = Stream<SubscriptionStarter>;

/** Starts the session of a subscription: sends `subscribed` and the first data synchronously. */
export type SubscriptionStarter = (output: StreamOutput) => StreamSession;

/** Starts the session of an accepted handshake: sends `subscribed` and the first data synchronously. */
export interface SessionStarter {
  (connection: StreamConnection): StreamSession | RequestSession;
  /** Further fields of the frame `connected`. */
  readonly greeting?: object;
}
