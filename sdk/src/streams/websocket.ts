/**
 * The part of the WebSocket interface that this client uses; the global one fits, and so does that of `ws`.
 */
export interface WebSocketLike {
  addEventListener(type: string, listener: (event: unknown) => void): void;
  close(code?: number, reason?: string): void;
  send(data: string): void;
}

export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** The runtime's own WebSocket; null on Node 20, which has none. */
export function globalWebSocket(): WebSocketConstructor | null {
  return (globalThis as { WebSocket?: WebSocketConstructor }).WebSocket ?? null;
}
