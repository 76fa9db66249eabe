/** One WebSocket from handshake to close. It checks frame numbers and closes on silence or a gap. */
import { parseFrame, type ServerFrame } from './frames.ts';
import type { WebSocketConstructor, WebSocketLike } from './websocket.ts';

export interface Ending {
  /** The service accepted the handshake. */
  readonly isOpened: boolean;
  /** Close code of the socket; null if this client dropped the connection. */
  readonly code: number | null;
  readonly reason: string;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly webSocket: WebSocketConstructor;
  readonly timeoutMs: number;
  readonly onFrame: (frame: ServerFrame) => void;
}

export const toSocketUrl = (address: string, path: string, query: string): string =>
  `${address.replace(/^http/, 'ws')}${path}?${query}`;

/** A private close code (4000–4999), so that the service's log shows that the client closed. */
const CLOSE_FAULT = 4000;
/** Two missed heartbeats: one may be late, but two mean that the connection is dead. */
const SILENT_BEATS_MAX = 2;

export class Connection {
  /** Resolves once, when the connection has ended for any reason. */
  readonly ended: Promise<Ending>;
  readonly #socket: WebSocketLike;
  readonly #onFrame: (frame: ServerFrame) => void;
  #end: (ending: Ending) => void = () => {};
  #timer: ReturnType<typeof setTimeout>;
  #isOpened = false;
  #isOver = false;
  #seq = 0;
  #silentBeats = 0;

  constructor(options: ConnectionOptions) {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#onFrame = options.onFrame;
    this.#socket = new options.webSocket(options.url);
    this.#timer = setTimeout(() => this.#giveUp('no response to the handshake'), options.timeoutMs);
    this.#listen();
  }

  /** Sends a text frame; nothing once the connection has ended. */
  send(text: string): void {
    if (!this.#isOver) this.#socket.send(text);
  }

  /** Closes normally. */
  close(): void {
    this.#finish(null, 'closed by the caller');
    this.#socket.close(1000);
  }

  #listen(): void {
    this.#socket.addEventListener('message', (event) => this.#receive((event as { data: unknown }).data));
    this.#socket.addEventListener('close', (event) => {
      const { code, reason } = event as { code: number; reason: string };
      this.#finish(code, reason);
    });
    // An error is always followed by a close with more detail. Without a listener some libraries would throw
    // it.
    this.#socket.addEventListener('error', () => {});
  }

  #receive(data: unknown): void {
    if (this.#isOver) return;
    const frame = parseFrame(data);
    if (frame === null) return this.#giveUp('a frame could not be read');
    if (frame.seq !== this.#seq + 1) return this.#giveUp(`frame ${frame.seq} came after ${this.#seq}`);
    this.#seq = frame.seq;
    this.#silentBeats = 0;
    if (frame.type === 'connected') this.#watch(frame.heartbeat_ms);
    this.#onFrame(frame);
  }

  /** The service sends a frame at least every `heartbeatMs`; counting intervals needs no clock. */
  #watch(heartbeatMs: number): void {
    this.#isOpened = true;
    clearTimeout(this.#timer);
    this.#timer = setInterval(() => {
      this.#silentBeats++;
      if (this.#silentBeats > SILENT_BEATS_MAX) this.#giveUp('silence');
    }, heartbeatMs);
  }

  #giveUp(reason: string): void {
    this.#finish(null, reason);
    this.#socket.close(CLOSE_FAULT, reason);
  }

  #finish(code: number | null, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#end({ isOpened: this.#isOpened, code, reason });
  }
}
