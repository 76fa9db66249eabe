import type { SimulatorReply } from '../shared/simulator-types.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };

export const json = (status: number, value: unknown): SimulatorReply => ({
  status,
  headers: JSON_HEADERS,
  body: JSON.stringify(value),
});

/** Shape a: most order and authentication errors. */
export const nested = (status: number, code: string, details?: string): SimulatorReply =>
  json(status, { error: toVenueError(code, details) });

export interface VenueError {
  readonly code: string;
  readonly message: string;
  readonly details?: string;
}

/** The inner object of shape a; also an entry of a batch reply. */
export const toVenueError = (code: string, details?: string): VenueError => ({
  code,
  message: code.replaceAll('_', ' '),
  ...(details === undefined ? {} : { details }),
});

/** Shape b: the body is unreadable. */
export const flat = (code: string, details?: string): SimulatorReply =>
  json(400, { code, message: code.replaceAll('_', ' '), ...(details === undefined ? {} : { details }) });

/** Shape c: a query parameter is invalid. */
export const badQuery = (operation: string, what: string): SimulatorReply =>
  json(400, { msg: `Parameter validation failed for ${operation}: ${what}` });

/** Shape d: no Retry-After and no rate-limit headers. */
export const tooManyRequests = (): SimulatorReply => json(429, { error: 'too many requests' });

/** A 401 with the cause in `details`. The message of an authentication error equals its code. */
export const unauthenticated = (details: string): SimulatorReply =>
  json(401, { error: { code: 'authentication_error', message: 'authentication_error', details } });

export const notFound = (): SimulatorReply => nested(404, 'not_found');

/** Renders a bare status for a fault or the router. */
export function statusReply(status: number, text: string | null): SimulatorReply {
  if (text !== null) return { status, headers: { 'content-type': 'text/html' }, body: text };
  if (status === 429) return tooManyRequests();
  if (status === 410) return nested(410, 'deprecated_v1_order_endpoint');
  if (status === 503) return nested(503, 'service_unavailable');
  return { status, headers: {}, body: '' };
}

/** An error of the exchange, rendered as a whole reply or as one entry of a batch. */
export interface Rejection {
  readonly status: number;
  readonly error: VenueError;
}

export const reject = (status: number, code: string, details?: string): Rejection => ({
  status,
  error: toVenueError(code, details),
});

export const renderRejection = ({ status, error }: Rejection): SimulatorReply => json(status, { error });
