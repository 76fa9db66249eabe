import type { IncomingMessage } from 'node:http';

/**
 * True for an upgrade that the streams answer. Any other `Upgrade` header is an offer that a server may
 * pass over: some HTTP clients send `h2c` with their first request and want that request answered.
 */
export const isStreamUpgrade = (request: IncomingMessage): boolean =>
  request.headers.upgrade?.toLowerCase() === 'websocket';
