import type { Clock, Random } from '../../../ports/environment.ts';
import type { Network } from '../../../ports/network.ts';
import { WsConnection } from '../../shared/ws-connection.ts';
import { jsonOf } from '../codec/polymarket-decoder.ts';

const HEARTBEAT_MS = 10_000;
const SILENCE_MS_MAX = 30_000; // the venue's PONGs included
const RECONNECT = { firstMs: 500, maxMs: 15_000 };
const BRACE_CODE = 0x7b;
const BRACKET_CODE = 0x5b;

export interface PolymarketConnectionDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly url: string;
  readonly onUp: () => void;
  /** Called for each object of a frame, which holds one or several. */
  readonly onEvent: (event: unknown) => void;
  /** Called when an open socket ended. */
  readonly onDown: (why: string) => void;
}

/** One of the venue's WebSockets. The venue answers the text `PING`, not ping frames. */
export class PolymarketConnection {
  readonly #ws: WsConnection;

  constructor({ network, clock, random, url, onUp, onEvent, onDown }: PolymarketConnectionDeps) {
    const jitter = (ms: number): number => Math.round(ms * (0.5 + random.next() / 2));
    this.#ws = new WsConnection(
      { network, clock },
      {
        url,
        heartbeatMs: HEARTBEAT_MS,
        silenceMsMax: SILENCE_MS_MAX,
        reconnect: { ...RECONNECT, jitter },
        resetBackoffOn: 'open',
      },
      {
        headers: () => ({}),
        ping: (socket) => socket.send('PING'),
        onOpen: onUp,
        onText: (text) => forEachEvent(text, onEvent),
        onDown: (why, wasOpen) => {
          if (wasOpen) onDown(why);
        },
      },
    );
  }

  get isUp(): boolean {
    return this.#ws.isOpen;
  }

  open(): void {
    this.#ws.open();
  }

  /** Dropped while the socket is down: subscribe again in `onUp`. */
  send(message: unknown): void {
    this.#ws.send(JSON.stringify(message));
  }

  /** Replaces the socket, because what it delivers cannot be trusted. */
  reconnect(why: string): void {
    this.#ws.reconnect(why);
  }

  stop(): void {
    this.#ws.stop();
  }
}

function forEachEvent(text: string, onEvent: (event: unknown) => void): void {
  const first = text.charCodeAt(0);
  if (first !== BRACE_CODE && first !== BRACKET_CODE) return; // `PONG`, `NO NEW ASSETS` and other plain text
  const frame = jsonOf(text);
  if (Array.isArray(frame)) for (const event of frame as readonly unknown[]) onEvent(event);
  else if (frame !== undefined) onEvent(frame);
}
