/** The one WebSocket of a client for all its streams. */
import type { Addresses } from '../addresses.ts';
import { errorOfFrame, RateLimitedError } from '../errors.ts';
import type { Query } from '../query.ts';
import type { Signer } from '../signature.ts';
import type { CallOptions } from '../transport.ts';
import type { RateLimits } from '../types.ts';
import { Connection, type Ending, toSocketUrl } from './connection.ts';
import type { ServerFrame } from './frames.ts';
import type { WebSocketConstructor } from './websocket.ts';

export interface MultiplexerDeps {
  readonly addresses: Addresses;
  readonly limits: (options: CallOptions) => Promise<RateLimits>;
  /** A signed request that needs what a handshake needs, because a WebSocket does not report why it was refused. */
  readonly explain: (options: CallOptions) => Promise<unknown>;
  readonly webSocket: WebSocketConstructor;
  readonly timeoutMs: number;
  readonly signer: Signer;
}

export interface SubscriptionOptions {
  readonly topic: string;
  readonly query: Query;
  readonly onFrame: (frame: ServerFrame) => void;
}

/** Why a subscription ended, with the connection or alone. */
export interface SubscriptionEnding extends Ending {
  /** The refusal of the subscription, or of the handshake as far as HTTP can report it; null if there is none. */
  readonly refusal: unknown;
  /** The connection delivered data, so the back-off of earlier failures is reset. */
  readonly isLive: boolean;
}

export interface Subscription {
  /** Resolves once. Rejects if no connection can be attempted. */
  readonly ended: Promise<SubscriptionEnding>;
  close(): void;
}

/**
 * The connection opens with the first subscription and closes with the last. When it is lost all subscriptions end; each
 * stream then subscribes again, and the first that does opens the next connection.
 */
export class Multiplexer {
  readonly #deps: MultiplexerDeps;
  #link: Link | null = null;

  constructor(deps: MultiplexerDeps) {
    this.#deps = deps;
  }

  subscribe(options: SubscriptionOptions): Subscription {
    if (this.#link === null || this.#link.isOver) this.#link = new Link(this.#deps);
    return this.#link.subscribe(options);
  }
}

const PATH = '/v1/ws/multiplex';
const CLOSED = 'closed by the caller';

interface Member extends SubscriptionOptions {
  readonly end: (ending: SubscriptionEnding) => void;
  readonly fail: (error: unknown) => void;
  isLive: boolean;
}

/** One connection with its subscriptions, from the first of them to the end. */
class Link {
  readonly #deps: MultiplexerDeps;
  readonly #members = new Map<string, Member>();
  readonly #closing = new AbortController();
  #connection: Connection | null = null;
  #made = 0;
  #isReady = false;
  #isLive = false;
  #isOver = false;

  constructor(deps: MultiplexerDeps) {
    this.#deps = deps;
    this.#run().then(
      (ending) => this.#endAll(ending),
      (error: unknown) => {
        for (const { fail } of this.#removeAll()) fail(error);
      },
    );
  }

  /** No subscription can be added. */
  get isOver(): boolean {
    return this.#isOver;
  }

  subscribe(options: SubscriptionOptions): Subscription {
    const sub = String((this.#made += 1));
    const ended = new Promise<SubscriptionEnding>((end, fail) => {
      this.#members.set(sub, { ...options, end, fail, isLive: false });
    });
    if (this.#isReady) this.#sendSubscribe(sub);
    return { ended, close: () => this.#leave(sub) };
  }

  async #run(): Promise<SubscriptionEnding> {
    const { addresses, signer, webSocket, timeoutMs } = this.#deps;
    const query = await signer.handshakeQuery(PATH, {});
    this.#closing.signal.throwIfAborted();
    const address = addresses.current;
    const url = toSocketUrl(address, PATH, query);
    this.#connection = new Connection({ url, webSocket, timeoutMs, onFrame: (frame) => this.#take(frame) });
    const ending = await this.#connection.ended;
    this.#isOver = true;
    if (!ending.isOpened) addresses.leave(address, null);
    const refusal = ending.isOpened ? null : await this.#findRefusal();
    return { ...ending, refusal, isLive: this.#isLive };
  }

  #take(frame: ServerFrame): void {
    const { sub, ...content } = frame as ServerFrame & { readonly sub?: string };
    if (frame.type === 'connected') return this.#begin();
    if (frame.type !== 'subscribed' && frame.type !== 'error') this.#isLive = true;
    const member = sub === undefined ? undefined : this.#members.get(sub);
    if (sub === undefined || member === undefined) return;
    if (frame.type === 'ended' || (frame.type === 'error' && frame.id !== null)) {
      const refusal = errorOfFrame(frame);
      this.#members.delete(sub);
      member.end({ isOpened: true, code: null, reason: refusal.message, refusal, isLive: member.isLive });
      if (this.#members.size === 0) this.#close();
      return;
    }
    if (frame.type !== 'subscribed') member.isLive = true;
    member.onFrame(content);
  }

  #begin(): void {
    this.#isReady = true;
    for (const sub of this.#members.keys()) this.#sendSubscribe(sub);
  }

  #sendSubscribe(sub: string): void {
    const { topic, query } = this.#members.get(sub) ?? {};
    this.#connection?.send(JSON.stringify({ action: 'subscribe', id: sub, sub, topic, query }));
  }

  #leave(sub: string): void {
    const member = this.#members.get(sub);
    if (member === undefined) return;
    this.#members.delete(sub);
    member.end({ isOpened: this.#isReady, code: null, reason: CLOSED, refusal: null, isLive: member.isLive });
    if (this.#members.size === 0) return this.#close();
    if (this.#isReady) this.#connection?.send(JSON.stringify({ action: 'unsubscribe', id: sub, sub }));
  }

  #close(): void {
    this.#isOver = true;
    this.#closing.abort();
    this.#connection?.close();
  }

  #endAll(ending: SubscriptionEnding): void {
    for (const { end } of this.#removeAll()) end(ending);
  }

  #removeAll(): readonly Member[] {
    this.#isOver = true;
    const members = [...this.#members.values()];
    this.#members.clear();
    return members;
  }

  async #findRefusal(): Promise<unknown> {
    const { signal } = this.#closing;
    try {
      await this.#deps.explain({ signal });
      return await findStreamLimit(this.#deps, signal);
    } catch (error) {
      return error;
    }
  }
}

export class StreamLimitError extends RateLimitedError {}

/** The refusal of a handshake because the key has as many streams as it may; a WebSocket does not report it. */
export async function findStreamLimit(
  { limits }: Pick<MultiplexerDeps, 'limits'>,
  signal: AbortSignal,
): Promise<StreamLimitError | null> {
  const { streams } = await limits({ signal });
  if (streams === undefined || streams.open < streams.max) return null;
  const message = `${streams.open} of ${streams.max} streams of this key are open`;
  const details = { bucket: 'connections', max: streams.max };
  return new StreamLimitError({ status: 429, error: 'rate_limited', message, details });
}
