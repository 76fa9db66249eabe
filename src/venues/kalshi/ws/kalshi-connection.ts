import type { Clock, Random } from '../../../ports/environment.ts';
import type { Network } from '../../../ports/network.ts';
import { WsConnection } from '../../shared/ws-connection.ts';
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
    this.#ws.open();
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

function parseFrame(text: string): Frame | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null; // the venue sends blank lines between frames
  }
  if (typeof value !== 'object' || value === null) return null;
  const { type, id, sid, seq, msg } = value as Readonly<Record<string, unknown>>;
  if (typeof type !== 'string') return null;
  return { type, id: numberOrNull(id), sid: numberOrNull(sid), seq: numberOrNull(seq), msg };
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);
