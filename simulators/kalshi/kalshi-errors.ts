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

/** The inside of shape a; batches carry it in an entry. */
export const toVenueError = (code: string, details?: string): VenueError => ({
  code,
  message: code.replaceAll('_', ' '),
  ...(details === undefined ? {} : { details }),
});

/** Shape b: the body could not be read. */
export const flat = (code: string, details?: string): SimulatorReply =>
  json(400, { code, message: code.replaceAll('_', ' '), ...(details === undefined ? {} : { details }) });

/** Shape c: a query parameter was refused. */
export const badQuery = (operation: string, what: string): SimulatorReply =>
  json(400, { msg: `Parameter validation failed for ${operation}: ${what}` });

/** Shape d. No Retry-After and no rate headers come with it. */
export const tooManyRequests = (): SimulatorReply => json(429, { error: 'too many requests' });

/** 401 in the words of each cause. The message of an authentication error is its code. */
export const unauthenticated = (details: string): SimulatorReply =>
  json(401, { error: { code: 'authentication_error', message: 'authentication_error', details } });

export const notFound = (): SimulatorReply => nested(404, 'not_found');

/** How a fault or the door says a bare status. */
export function statusReply(status: number, text: string | null): SimulatorReply {
  if (text !== null) return { status, headers: { 'content-type': 'text/html' }, body: text };
  if (status === 429) return tooManyRequests();
  if (status === 410) return nested(410, 'deprecated_v1_order_endpoint');
  if (status === 503) return nested(503, 'service_unavailable');
  return { status, headers: {}, body: '' };
}

/** The exchange's no: as a whole answer, or as one entry of a batch. */
export interface Rejection {
  readonly status: number;
  readonly error: VenueError;
}

export const reject = (status: number, code: string, details?: string): Rejection => ({
  status,
  error: toVenueError(code, details),
});

export const renderRejection = ({ status, error }: Rejection): SimulatorReply => json(status, { error });
