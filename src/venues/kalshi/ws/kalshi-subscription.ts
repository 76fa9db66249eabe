import type { Frame, KalshiConnection } from './kalshi-connection.ts';

/** What a frame of this subscription's sequence means. */
export type SequenceCheck = 'next' | 'repeated' | 'gap';

/**
 * One subscription to one channel, with the tickers that are wanted of it. There is never a second one to
 * the same channel: what the venue makes of that is not known, so tickers are added and removed instead.
 */
export class Subscription {
  readonly channel: string;
  readonly #session: () => KalshiConnection | null;
  readonly #monotonicMs: () => number;
  readonly #params: Readonly<Record<string, unknown>>;
  readonly #isWhole: boolean; // every market, no tickers
  readonly #wanted = new Set<string>();
  #state: 'off' | 'asked' | 'on' = 'off';
  #askedId = 0;
  #askedAtMs = 0;
  #sid = 0;
  #lastSeq: number | null = null;
  #told = new Set<string>(); // tickers that the venue has been asked for

  constructor(
    session: () => KalshiConnection | null,
    channel: string,
    options: {
      readonly isWhole: boolean;
      readonly params?: Readonly<Record<string, unknown>>;
      readonly monotonicMs: () => number;
    },
  ) {
    this.#session = session;
    this.#monotonicMs = options.monotonicMs;
    this.channel = channel;
    this.#isWhole = options.isWhole;
    this.#params = options.params ?? {};
  }

  get isOn(): boolean {
    return this.#state === 'on';
  }

  /** How long the venue has not answered that we subscribe; 0 while nothing is asked of it. */
  get unansweredMs(): number {
    return this.#state === 'asked' ? this.#monotonicMs() - this.#askedAtMs : 0;
  }

  get tickers(): ReadonlySet<string> {
    return this.#wanted;
  }

  add(ticker: string): void {
    this.#wanted.add(ticker);
    this.#settle();
  }

  remove(ticker: string): void {
    this.#wanted.delete(ticker);
    this.#settle();
  }

  /** A new connection knows nothing of what was asked of the last one. */
  resubscribe(): void {
    this.#reset();
    this.#settle();
  }

  /** Gives the present subscription up and asks for everything anew. */
  restart(): void {
    if (this.#state === 'on') this.#session()?.send('unsubscribe', { sids: [this.#sid] });
    this.resubscribe();
  }

  onDown(): void {
    this.#reset();
  }

  /** The connection's session died or the venue ended the subscription. */
  #reset(): void {
    this.#state = 'off';
    this.#sid = 0;
    this.#lastSeq = null;
    this.#told = new Set();
  }

  /** True when the frame answers our subscribe. */
  confirm({ id, msg }: Frame): boolean {
    if (this.#state !== 'asked' || id !== this.#askedId) return false;
    const { sid } = (msg ?? {}) as { readonly sid?: unknown };
    if (typeof sid !== 'number') return false;
    this.#state = 'on';
    this.#sid = sid;
    this.#settle();
    return true;
  }

  /** True when the error concerns this subscription: its subscribe was refused, or it has been ended. */
  isAffectedBy({ id, sid }: Frame): boolean {
    if (this.#state === 'asked' && id === this.#askedId) return true;
    return this.owns(sid);
  }

  owns(sid: number | null): boolean {
    return this.#state === 'on' && sid === this.#sid;
  }

  /** Counts a frame in. The first one of a subscription is never a gap. */
  checkSequence(seq: number | null): SequenceCheck {
    if (seq === null) return 'next';
    const last = this.#lastSeq;
    if (last !== null && seq <= last) return 'repeated';
    this.#lastSeq = seq;
    return last === null || seq === last + 1 ? 'next' : 'gap';
  }

  /** Asks for books again, which also proves that the stream is alive. */
  requestSnapshots(tickers: readonly string[]): void {
    const session = this.#session();
    if (session !== null) this.#update(session, 'get_snapshot', tickers);
  }

  /** Brings what the venue has been asked for to what is wanted. */
  #settle(): void {
    const session = this.#session();
    if (session === null || session.downMs !== null || this.#state === 'asked') return;
    if (this.#state === 'off') return this.#subscribe(session);
    if (this.#isWhole) return;
    const more = [...this.#wanted].filter((ticker) => !this.#told.has(ticker));
    const less = [...this.#told].filter((ticker) => !this.#wanted.has(ticker));
    if (this.#wanted.size === 0) {
      session.send('unsubscribe', { sids: [this.#sid] });
      return this.#reset();
    }
    if (more.length > 0) this.#update(session, 'add_markets', more);
    if (less.length > 0) this.#update(session, 'delete_markets', less);
    this.#told = new Set(this.#wanted);
  }

  #subscribe(session: KalshiConnection): void {
    if (!this.#isWhole && this.#wanted.size === 0) return;
    const tickers = this.#isWhole ? {} : { market_tickers: [...this.#wanted] };
    this.#told = new Set(this.#wanted);
    this.#state = 'asked';
    this.#askedAtMs = this.#monotonicMs();
    this.#askedId = session.send('subscribe', { channels: [this.channel], ...tickers, ...this.#params });
  }

  #update(session: KalshiConnection, action: string, tickers: readonly string[]): void {
    session.send('update_subscription', { sid: this.#sid, action, market_tickers: tickers });
  }
}
