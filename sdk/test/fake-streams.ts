/** One subscription or trade session of the fake service. */
import type { WebSocket } from 'ws';
import type { TradePrint } from '../src/index.ts';
import type { FakeMarket } from './fake-routes.ts';

/** The frames of one socket. */
export interface FrameCounter {
  sent: number;
}

export type StreamScript = (connection: FakeConnection) => void;

export class FakeConnection {
  readonly socket: WebSocket;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly #market: FakeMarket;
  readonly #fields: { readonly sub?: string };
  readonly #frames: FrameCounter;

  constructor(
    socket: WebSocket,
    path: string,
    search: URLSearchParams,
    parts: { readonly market: FakeMarket; readonly frames: FrameCounter; readonly sub?: string },
  ) {
    this.socket = socket;
    this.path = path;
    this.search = search;
    this.#market = parts.market;
    this.#frames = parts.frames;
    this.#fields = parts.sub === undefined ? {} : { sub: parts.sub };
  }

  /** Sends a frame under the next `seq`, or under the one given. */
  send(frame: Record<string, unknown>): void {
    this.#frames.sent += 1;
    this.socket.send(JSON.stringify({ seq: this.#frames.sent, ...this.#fields, ...frame }));
  }

  print(print: TradePrint): void {
    if (this.path === '/v1/ws/tradeprints') this.send({ type: 'tradeprint', ...print });
  }

  greet(): void {
    this.send({ type: 'subscribed', id: null, instrument_ids: '*' });
  }

  /** Refuses the subscription. */
  refuse(error: string, details: Record<string, unknown> | null = null): void {
    this.send({ type: 'error', id: this.#fields.sub ?? null, error, message: `it is ${error}`, details });
  }

  /** Follows the contract: greeting, then the prints after `after_id`, or a snapshot. */
  behave(): void {
    this.greet();
    if (this.path === '/v1/ws/positions') return this.snapshot();
    const after = this.search.get('after_id');
    for (const print of this.#market.prints) {
      if (after !== null && print.id > Number(after)) this.print(print);
    }
  }

  snapshot(): void {
    const positions = this.#market.positions;
    this.send({ type: 'snapshot', subaccount_id: 'sa_1', positions, timestamp: 1782907200020 });
  }
}
