import { hash } from 'node:crypto';
import type { RawData } from 'ws';
import {
  type Caller,
  err,
  grantCovers,
  grantIncludes,
  isJsonObject,
  parseOrderId,
  parseParentId,
  type Rejection,
  type Result,
  rejection,
  renderTime,
  type SessionId,
  type SubaccountGrant,
  type SubaccountId,
} from '#contract';
import {
  checkRouteAccess,
  type HttpDeps,
  isForAudit,
  type RateDecision,
  type RouteResult,
  toHttpError,
} from '#http';
import { type CommandContext, createRequestTrace } from '#orders';
import { createFrame, createFrameOfJson, type Frame } from '../send-queue.ts';
import type { RequestSession, StreamConnection } from '../stream-connection.ts';
import { CommandLanes } from './command-lanes.ts';
import { type BadTradeFrame, parseTradeFrame, type TradeFrame } from './trade-frame.ts';
import { type RouteInput, TRADE_OPERATIONS, type TradeOperation, toRouteInput } from './trade-operations.ts';

export const IN_FLIGHT_MAX = 256;

/** What a session serves: its id, and the caller narrowed to the subaccounts of the session. */
export interface TradeSessionScope {
  readonly sessionId: SessionId;
  readonly caller: Caller;
}

/** A request with its rate decision, until its result is sent. */
interface Request {
  readonly frame: TradeFrame;
  readonly operation: TradeOperation;
  readonly requestId: string;
  readonly rate: RateDecision;
  readonly startedMs: number;
}

/**
 * One connection of the trade socket. Each request runs the handler of its HTTP route. Requests take effect in the
 * order received, for each subaccount; results are sent as they are ready. Nothing is decided once the connection
 * has closed, or its key has ended (I-41).
 */
export class TradeSession implements RequestSession {
  readonly #connection: StreamConnection;
  readonly #scope: TradeSessionScope;
  readonly #deps: HttpDeps;
  readonly #onEnd: () => void;
  readonly #lanes = new CommandLanes();
  readonly #inFlight = new Set<TradeFrame['id']>();
  #requests = 0;
  #isFlushDue = false;
  #isEnded = false;

  constructor(connection: StreamConnection, scope: TradeSessionScope, deps: HttpDeps, onEnd: () => void) {
    this.#connection = connection;
    this.#scope = scope;
    this.#deps = deps;
    this.#onEnd = onEnd;
  }

  covers(subaccountId: SubaccountId): boolean {
    return grantCovers(this.#scope.caller.subaccounts, subaccountId);
  }

  isGranted(grant: SubaccountGrant): boolean {
    return grantIncludes(grant, this.#scope.caller.subaccounts);
  }

  end(): void {
    this.#isEnded = true;
    this.#onEnd();
  }

  /** Sends a frame after the current event loop task, together with the other frames of the task. */
  send(frame: Frame): void {
    this.#connection.send(frame);
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    setImmediate(() => {
      this.#isFlushDue = false;
      this.#connection.flush();
    });
  }

  receive(data: RawData, isBinary: boolean): void {
    const parsed = parseTradeFrame(data, isBinary);
    if (!parsed.ok) return this.#refuseFrame(parsed.error);
    const frame = parsed.value;
    const operation = TRADE_OPERATIONS.get(frame.op);
    if (operation === undefined) return this.#answerPing(frame);
    if (!this.#connection.checkKey()) return;
    if (this.#inFlight.has(frame.id)) return this.#refuseFrame({ id: frame.id, why: DUPLICATE_ID });
    const request = this.#admit(frame, operation);
    if (!request.ok) return;
    this.#inFlight.add(frame.id);
    void this.#serve(request.value, data);
  }

  #refuseFrame({
    id,
    why,
  }: BadTradeFrame | { readonly id: TradeFrame['id']; readonly why: typeof DUPLICATE_ID }) {
    if (this.#connection.spendFrame()) this.#connection.refuse(id, why);
  }

  #answerPing({ id }: TradeFrame): void {
    if (!this.#connection.spendFrame()) return;
    this.send(createFrame('pong', { id, timestamp: this.#deps.clock.now() }));
  }

  /** Takes the tokens of a request. A request beyond the limits is answered at once. */
  #admit(frame: TradeFrame, operation: TradeOperation): Result<Request, null> {
    const { deps, caller } = { deps: this.#deps, caller: this.#scope.caller };
    const { route } = operation;
    this.#requests += 1;
    const isFull = this.#inFlight.size >= IN_FLIGHT_MAX;
    const isFree = isFull || operation.isFree?.(frame.args, deps.trading, caller) === true;
    const tokens = isFree ? 0 : (route.computeTokens?.(frame.args, deps, caller) ?? 1);
    const rate = deps.rates.take(caller.keyId, route.bucket, tokens);
    const requestId = `${this.#scope.sessionId}_${this.#requests}`;
    const request = { frame, operation, requestId, rate, startedMs: deps.clock.monotonicMs() };
    const refused = isFull ? TOO_MANY : rate.allowed ? null : tooFast(route.bucket, rate);
    if (refused === null) return { ok: true, value: request };
    this.#sendResult(request, err(refused));
    return err(null);
  }

  async #serve(request: Request, data: RawData): Promise<void> {
    const result = await this.#execute(request, data).catch((error: unknown): RouteResult => {
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const { requestId, frame } = request;
      this.#deps.log.error('a request failed', { requestId, op: frame.op, error: what });
      return err(DEFECT);
    });
    this.#inFlight.delete(request.frame.id);
    this.#sendResult(request, result);
  }

  async #execute(request: Request, data: RawData): Promise<RouteResult> {
    const { deps, caller } = { deps: this.#deps, caller: this.#scope.caller };
    const { frame, operation, requestId } = request;
    const { route } = operation;
    const forbidden = checkRouteAccess(route, caller, deps.trading);
    if (forbidden !== null) {
      if (route.isMutating) deps.trading.calls.countForbidden(caller, 'WS', toTarget(frame.op));
      return err(forbidden);
    }
    const input = toRouteInput(operation, frame.args);
    const result = input.ok ? await this.#runInOrder(request, input.value) : input;
    if (!route.isMutating || !isForAudit(route, result)) return result;
    await deps.trading.calls.record(caller, {
      method: 'WS',
      target: toTarget(frame.op),
      bodySha256: hash('sha256', data as Buffer, 'hex'),
      requestId,
      error: result.ok ? null : result.error.code,
    });
    return result;
  }

  #runInOrder({ frame, operation, startedMs }: Request, input: RouteInput): Promise<RouteResult> {
    const { deps, caller } = { deps: this.#deps, caller: this.#scope.caller };
    const isExported = deps.config.telemetry.otlpUrl !== '';
    const trace = createRequestTrace(frame.trace, startedMs, { random: deps.random, isExported });
    const check = (): Rejection | null => this.#check(frame, operation);
    const query = operation.route.readQuery(input.query);
    if (!query.ok) return Promise.resolve(query);
    return this.#lanes.run(this.#findLane(operation, input), (onDecided) => {
      const refused = check();
      if (refused !== null) return err(refused);
      const { sessionId } = this.#scope;
      const command: CommandContext = { sessionId, ack: frame.ack, check, onDecided };
      const call = {
        deps,
        caller,
        isTimestampFresh: true,
        query: query.value,
        idempotencyKey: null,
        command,
        trace,
      };
      const { params, body } = input;
      return operation.route.handle({ ...call, params, body });
    });
  }

  /** Called in the step that decides: a request of a closed connection has no effect (I-41). */
  #check({ validUntil }: TradeFrame, { isCreate }: TradeOperation): Rejection | null {
    const { clock, trading, config } = this.#deps;
    if (this.#isEnded || !this.#connection.checkKey()) return CLOSED;
    const now = clock.now();
    if (validUntil !== null && now > validUntil) {
      const details = { valid_until: renderTime(validUntil), server_time: now };
      return rejection('expired_request', 'the request was decided after its valid_until', details);
    }
    const delayMs = isCreate ? trading.calls.delayMs : 0;
    if (delayMs <= config.orders.journalDelayMsMax) return null;
    const retry = { retry_after_ms: Math.ceil(delayMs) };
    return rejection('overloaded', 'the journal is behind: new orders are not accepted now', retry);
  }

  /** The subaccount of a request; null when it concerns several, or it is unknown. */
  #findLane({ isOnOrder }: TradeOperation, { params, body }: RouteInput): string | null {
    if (isOnOrder) {
      const id = parseOrderId(params['id']) ?? parseParentId(params['id']);
      return id === null ? null : this.#deps.trading.access.findSubaccount(id);
    }
    const subaccountId = isJsonObject(body) ? body['subaccount_id'] : null;
    return typeof subaccountId === 'string' ? subaccountId : null;
  }

  #sendResult({ frame, operation, requestId, rate, startedMs }: Request, result: RouteResult): void {
    const { metrics, clock } = this.#deps;
    const { status, body, replayed } = toResult(result, requestId, frame.op);
    const labels = { op: frame.op, status: String(status) };
    metrics.observe('trade_request_ms', clock.monotonicMs() - startedMs, labels);
    const r = JSON.stringify({ bucket: operation.route.bucket, r: rate.remaining, t: rate.resetSeconds });
    const json = `{"id":${JSON.stringify(frame.id)},"status":${status}${replayed},"body":${body},"rate":${r}}`;
    this.send(createFrameOfJson('result', json));
  }
}

const DUPLICATE_ID = {
  code: 'duplicate_id',
  message: 'a request with this id has no result yet; this one was not executed',
  details: null,
};
const TOO_MANY = rejection('too_many_in_flight', `at most ${IN_FLIGHT_MAX} requests without a result`, {
  max: IN_FLIGHT_MAX,
});
const CLOSED = rejection('shutting_down', 'the connection closed before the request took effect', {
  outcome: 'not_stored',
});
const DEFECT = rejection('internal', 'the service failed to process the request; quote its request id');

const tooFast = (bucket: string, { retryAfterMs }: RateDecision): Rejection =>
  rejection('rate_limited', 'too many requests', { bucket, retry_after_ms: retryAfterMs });

const toTarget = (op: string): string => `/v1/ws/trade#${op}`;

interface ResultText {
  readonly status: number;
  readonly body: string; // JSON
  readonly replayed: string; // the JSON field, for a new order
}

function toResult(result: RouteResult, requestId: string, op: string): ResultText {
  if (!result.ok) {
    const { status, body } = toHttpError(result.error, requestId);
    return { status, body: JSON.stringify(body), replayed: '' };
  }
  const { content, headers } = result.value;
  if (typeof content !== 'string') throw new Error(`${op} has a streamed response`);
  const isReplayed = headers['idempotent-replayed'] === 'true';
  return { status: 200, body: content, replayed: op.endsWith('.create') ? `,"replayed":${isReplayed}` : '' };
}
