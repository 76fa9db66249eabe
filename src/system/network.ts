import type { Clock } from '../ports/clock.ts';
import type { Network } from '../ports/network.ts';
import { HttpPool } from './httppool.ts';
import { openSocket } from './websocket.ts';

export interface NetworkLimits {
  readonly bodyBytesMax: number; // of one answer
  readonly frameBytesMax: number; // of one message of a socket
  readonly handshakeMs: number; // until a socket is open
}

const LIMITS: NetworkLimits = {
  // A page of a large catalogue is a few megabytes, and so is one snapshot of many books.
  bodyBytesMax: 32 * 1024 * 1024,
  frameBytesMax: 32 * 1024 * 1024,
  handshakeMs: 10_000,
};

/** The internet of this machine. `limits` cut what another side could otherwise make us hold. */
export function createNetwork(clock: Clock, limits: Partial<NetworkLimits> = {}): Network {
  const bounds: NetworkLimits = { ...LIMITS, ...limits };
  return {
    http: (origin, { connectionsMax }) => new HttpPool(origin, { ...bounds, connectionsMax, clock }),
    socket: (url, headers, listener) => openSocket({ url, headers, listener, clock, limits: bounds }),
  };
}
