import { requirePresent } from '#contract';
import type { FaultInjector } from '#matching-engine';
import type { Clock } from '#ports';
import type { SimulatorReply, SimulatorRequest } from '../shared/simulator-types.ts';
import { flat, nested, notFound, statusReply, tooManyRequests } from './kalshi-errors.ts';
import { DEFAULT_COST, type RequestRateLimiter } from './request-costs.ts';
import type { RequestCost, Route, RouteRequest } from './route-helpers.ts';
import type { TradingStatus } from './routes/exchange-status-routes.ts';
import { type ApiKey, hasScope, type KeyRing, MISSING_CREDENTIALS } from './simulator-keys.ts';

const ROOT = '/trade-api/v2';

/** A time as the exchange usually writes it. */
const UTC_TIME = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6})Z/g;

interface Compiled {
  readonly route: Route;
  readonly segments: readonly string[];
}

interface RouterParts {
  readonly clock: Clock;
  readonly keys: KeyRing;
  readonly rateLimiter: RequestRateLimiter;
  readonly faults: FaultInjector;
  readonly tradingStatus: TradingStatus;
}

/** Routes REST requests after checking key, scope, rate limit and body, in this order. */
export class Router {
  readonly #parts: RouterParts;
  readonly #routes: readonly Compiled[];

  constructor(parts: RouterParts, routes: readonly Route[]) {
    this.#parts = parts;
    this.#routes = routes.map((route) => ({ route, segments: route.path.split('/') }));
  }

  answer(request: SimulatorRequest): SimulatorReply {
    const { clock, tradingStatus } = this.#parts;
    const now = clock.now();
    const isRefused = tradingStatus.isExchangePaused && request.method !== 'GET';
    const reply = isRefused ? statusReply(503, null) : this.#answer(request, now);
    const date = new Date(this.#wall()).toUTCString();
    const hasOtherForm = this.#parts.faults.findActive('time_forms') !== null;
    const body = hasOtherForm ? reply.body.replace(UTC_TIME, '$1000+00:00') : reply.body;
    return { ...reply, headers: { date, ...reply.headers }, body };
  }

  /** Authenticates the sender by the exchange's own clock. */
  identify(request: SimulatorRequest): ApiKey | SimulatorReply | null {
    return this.#parts.keys.identify(request, this.#wall());
  }

  #answer(request: SimulatorRequest, now: number): SimulatorReply {
    const found = this.#find(request);
    if (found === null) return notFound();
    const key = this.identify(request);
    if (key !== null && 'status' in key) return key;
    const { route, params } = found;
    if (route.scope !== null && key === null) return MISSING_CREDENTIALS;
    if (route.scope !== null && !hasScope(requirePresent(key, 'the key'), route.scope)) {
      return nested(403, 'insufficient_scope');
    }
    const { refusal, value: body } = route.hasBody === true ? parseBody(request) : NO_BODY;
    if (refusal !== null) return refusal;
    const call: RouteRequest = { request, params, query: request.query, key, now, body };
    const requestCost = route.computeCost?.(call) ?? { cost: DEFAULT_COST, shards: null };
    return this.#pay(call, requestCost) ? route.run(call) : tooManyRequests();
  }

  #pay({ key }: RouteRequest, { cost, shards }: RequestCost): boolean {
    const user = key?.user ?? '';
    const nowMs = this.#parts.clock.monotonicMs();
    const { rateLimiter } = this.#parts;
    return shards === null
      ? rateLimiter.takeRead(user, cost, nowMs)
      : rateLimiter.takeWrite(user, shards, cost, nowMs);
  }

  #find({ method, path }: SimulatorRequest): { route: Route; params: Record<string, string> } | null {
    if (!path.startsWith(`${ROOT}/`)) return null;
    const segments = path.slice(ROOT.length).split('/');
    for (const { route, segments: pattern } of this.#routes) {
      if (route.method !== method || pattern.length !== segments.length) continue;
      const params = match(pattern, segments);
      if (params !== null) return { route, params };
    }
    return null;
  }

  /** The exchange's wall clock. The fault `clock_skew` moves it ahead. */
  #wall(): number {
    return this.#parts.clock.now() + (this.#parts.faults.findActive('clock_skew')?.ms ?? 0);
  }
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith('{')) params[part.slice(1, -1)] = decodeURIComponent(segment);
    else if (part !== segment) return null;
  }
  return params;
}

interface Body {
  readonly refusal: SimulatorReply | null;
  readonly value: unknown;
}

const NO_BODY: Body = { refusal: null, value: undefined };

function parseBody({ headers, body }: SimulatorRequest): Body {
  if (headers['content-type']?.startsWith('application/json') !== true || body.length === 0) {
    return { refusal: flat('invalid_content_type'), value: undefined };
  }
  try {
    return { refusal: null, value: JSON.parse(new TextDecoder().decode(body)) as unknown };
  } catch (error) {
    return { refusal: flat('bad_request', String(error)), value: undefined };
  }
}
