import type { SimulatorServer } from './http-host.ts';
import type {
  Controls,
  MarketCommand,
  SimulatorReply,
  SimulatorRequest,
  VenueCommand,
} from './simulator-types.ts';

/** Renews the process lease and returns its length. */
export type RenewLease = () => { readonly lease_ms: number };

const VENUE_VERBS = ['pause_trading', 'pause_exchange', 'cancel_only', 'resume', 'drop_sockets'];

/**
 * The admin API: `GET
 *  PUT
 *  DELETE /faults`, `GET /state`, `PUT /market`, `PUT /venue`, `PUT /act`, `PUT /attach`. It has a separate
 * port, so that the venue port serves only the real protocol.
 */
export function createAdminApi(controls: Controls, attach: RenewLease): SimulatorServer {
  return { handle: (request) => Promise.resolve(answer(controls, attach, request)) };
}

function answer(controls: Controls, attach: RenewLease, request: SimulatorRequest): SimulatorReply {
  const { method, path } = request;
  if (path === '/faults') return faults(controls, request);
  if (method === 'GET' && path === '/state') return json(200, controls.state());
  if (method === 'PUT' && path === '/attach') return json(200, attach());
  const command = parse(request.body);
  if (method === 'PUT' && path === '/market') return done(market(controls, command));
  if (method === 'PUT' && path === '/venue') return done(venue(controls, command));
  if (method === 'PUT' && path === '/act') return done(act(controls, command));
  return json(404, { error: 'unknown admin path' });
}

function faults(controls: Controls, { method, query, body }: SimulatorRequest): SimulatorReply {
  const board = controls.faults;
  if (method === 'GET') return json(200, { faults: board.list(), known: board.names });
  if (method === 'DELETE') {
    const id = query.get('id');
    board.remove(id === null ? query.get('name') : Number(id));
    return json(200, { faults: board.list() });
  }
  if (method !== 'PUT') return json(405, { error: 'GET, PUT or DELETE' });
  const fault = board.add(parse(body));
  return typeof fault === 'string' ? json(400, { error: fault }) : json(200, fault);
}

function market(controls: Controls, command: Record<string, unknown> | null): string | null {
  if (typeof command?.market !== 'string' || typeof command.verb !== 'string') {
    return 'market and verb are required';
  }
  if (!isMarketVerb(command)) {
    return 'verb must be pause, resume, close, settle (with result), tick (with tick) or rules (with rules)';
  }
  return controls.market(command);
}

function isMarketVerb(command: Record<string, unknown>): command is Record<string, unknown> & MarketCommand {
  const { verb, result, tick, rules } = command;
  if (verb === 'settle') return result === 'yes' || result === 'no' || result === 'scalar';
  if (verb === 'tick') return typeof tick === 'string';
  if (verb === 'rules') return typeof rules === 'string';
  return verb === 'pause' || verb === 'resume' || verb === 'close';
}

function venue(controls: Controls, command: Record<string, unknown> | null): string | null {
  if (command === null || !VENUE_VERBS.includes(String(command.verb))) {
    return `verb is one of ${VENUE_VERBS.join(', ')}`;
  }
  return controls.venue(command as unknown as VenueCommand);
}

function act(controls: Controls, command: Record<string, unknown> | null): string | null {
  if (command === null) return 'a command must be an object';
  return controls.act === undefined ? 'this exchange has no act commands' : controls.act(command);
}

const done = (refusal: string | null): SimulatorReply =>
  refusal === null ? json(200, { done: true }) : json(400, { error: refusal });

const json = (status: number, value: unknown): SimulatorReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

function parse(body: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
