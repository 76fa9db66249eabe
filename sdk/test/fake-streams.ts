/** One accepted WebSocket of the fake service. */
import type { WebSocket } from 'ws';
import type { TradePrint } from '../src/index.ts';
import type { FakeMarket } from './fake-routes.ts';

export type StreamScript = (connection: FakeConnection) => void;

export class FakeConnection {
  readonly socket: WebSocket;
  readonly path: string;
  readonly search: URLSearchParams;
  heartbeatMs = 15_000;
  readonly #market: FakeMarket;
  #seq = 0;

  constructor(socket: WebSocket, path: string, search: URLSearchParams, market: FakeMarket) {
    this.socket = socket;
    this.path = path;
    this.search = search;
    this.#market = market;
  }

  /** Sends a frame under the next `seq`, or under the one given. */
  send(frame: Record<string, unknown>): void {
    this.#seq++;
    this.socket.send(JSON.stringify({ seq: this.#seq, ...frame }));
  }

  print(print: TradePrint): void {
    if (this.path === '/v1/ws/tradeprints') this.send({ type: 'tradeprint', ...print });
  }

  greet(): void {
    const stream = this.path.slice('/v1/ws/'.length);
    const times = { heartbeat_ms: this.heartbeatMs, timestamp: 1782907200000 };
    this.send({ type: 'connected', stream, connection_id: 'c_81', ...times });
    this.send({ type: 'subscribed', id: null, instrument_ids: '*' });
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
