import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { type Duplex, pipeline } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { type Rejection, rejection } from '../../domain/model/result.ts';
import type { Clock } from '../../ports/environment.ts';
import type { Metrics } from '../../ports/telemetry.ts';
import { toRequestHeaders, toResponseHeaders } from './forwarded-headers.ts';
import { callerOptions, type OwnerLink } from './node-link.ts';
import { StreamTunnel } from './stream-tunnel.ts';

export interface EdgeDeps {
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Answers a request, or a handshake on its socket, that was not forwarded or got no answer. */
  reject(target: ServerResponse | Duplex, why: Rejection, requestId: string): void;
}

/** Whether the owner answers, for `GET /health`. */
export type LinkState = 'ok' | 'owner_failing' | 'unreachable' | 'no_owner';

/** A request under way to an owner; called when it must end because the journal has another owner. */
type Abort = (why: Error) => void;

interface Link {
  readonly owner: OwnerLink;
  readonly host: string;
  readonly port: number;
  readonly agent: Agent;
  readonly aborts: Set<Abort>;
}

const CONNECT_MS_MAX = 2_000;
const ANSWER_MS_MAX = 75_000; // longer than the longest `orders.ack_wait_ms`
/** An owner that resigns has answered everything: its answers may still be on their way. */
const FORMER_OWNER_MS = 500;
const PROBE_MS = 1_000;
const FREE_CONNECTIONS_MAX = 256;
const RETRY_AFTER_MS = 1_000;

/**
 * Forwards requests to the owner of the journal and tunnels streams to it: method, target, headers and body byte for byte,
 * so the owner verifies the signature itself. A request is sent at most once, whatever happens: an answer that is missing
 * is reported to the client as unknown.
 *
 * docs/decisions/0173-edges.md
 */
export class EdgeForwarder {
  readonly #deps: EdgeDeps;
  #link: Link | null = null;
  #state: LinkState = 'no_owner';
  #tunnels = 0;

  constructor(deps: EdgeDeps) {
    this.#deps = deps;
    deps.metrics.gauge('edge_streams', 0);
  }

  get state(): LinkState {
    return this.#state;
  }

  get owner(): string | null {
    return this.#link?.owner.name ?? null;
  }

  /** The owner that gets requests from now on; null: none is known. What is under way to another one soon ends. */
  setOwner(owner: OwnerLink | null): void {
    const former = this.#link;
    if (owner?.url === former?.owner.url && owner?.key === former?.owner.key) return;
    this.#state = 'no_owner';
    this.#link = owner === null ? null : toLink(owner);
    if (former !== null) this.#deps.clock.after(FORMER_OWNER_MS, () => abandon(former));
    this.#probe();
  }

  /** Ends everything under way at once. */
  close(): void {
    const former = this.#link;
    this.#link = null;
    this.#state = 'no_owner';
    if (former !== null) abandon(former);
  }

  /** Reads the health of the owner, again and again while it is the owner. */
  #probe(): void {
    const link = this.#link;
    if (link === null) return;
    const note = (state: LinkState): void => {
      if (this.#link === link) this.#state = state;
    };
    const { host, port, agent } = link;
    const probe = httpsRequest({ host, port, agent, path: '/health' }, (answer) => {
      answer.resume();
      note(answer.statusCode === 200 ? 'ok' : 'owner_failing');
    });
    probe.setTimeout(PROBE_MS, () => probe.destroy(new Error('no answer')));
    probe.on('error', () => note('unreachable'));
    probe.on('close', () => {
      if (this.#link === link) this.#deps.clock.after(PROBE_MS, () => this.#link === link && this.#probe());
    });
    probe.end();
  }

  forward(request: IncomingMessage, response: ServerResponse, requestId: string): void {
    const link = this.#link;
    if (link === null) return this.#reject(response, noOwner(), requestId, 'no_owner');
    const { clock, metrics } = this.#deps;
    const startedMs = clock.monotonicMs();
    let isSent = false; // true: the owner may have received it
    const { method = 'GET', url: path } = request;
    const headers = toRequestHeaders(request, requestId);
    const { host, port, agent } = link;
    const upstream = httpsRequest({ host, port, agent, method, path, headers: [...headers] });
    const abort: Abort = (why) => void upstream.destroy(why);
    link.aborts.add(abort);
    const connecting = clock.after(CONNECT_MS_MAX, () => {
      if (!isSent) abort(new Error('no connection'));
    });
    const answering = clock.after(ANSWER_MS_MAX, () => abort(new Error('no answer')));
    const settle = (): void => {
      connecting.cancel();
      answering.cancel();
      link.aborts.delete(abort);
    };
    upstream.once('socket', (socket) => {
      // Nothing of a request leaves this node before the handshake is complete.
      if (upstream.reusedSocket) isSent = true;
      else (socket as TLSSocket).once('secureConnect', () => (isSent = true));
    });
    upstream.once('response', (answer) => {
      answering.cancel();
      response.writeHead(
        answer.statusCode ?? 502,
        answer.statusMessage,
        toResponseHeaders(answer.rawHeaders),
      );
      pipeline(answer, response, () => settle()); // an answer that ends early ends early for the client too
      metrics.count('edge_requests_total', { outcome: 'forwarded' });
      metrics.observe('edge_request_ms', clock.monotonicMs() - startedMs);
    });
    upstream.on('error', () => {
      settle();
      request.unpipe(upstream);
      request.resume();
      if (response.headersSent || response.destroyed) return;
      if (isSent) this.#reject(response, noAnswer(method, link.owner.name), requestId, 'unknown');
      else this.#reject(response, noConnection(link.owner.name), requestId, 'unreachable');
    });
    response.once('close', () => {
      if (!response.writableFinished) abort(new Error('the client has left'));
    });
    request.once('error', () => abort(new Error('the client has left')));
    request.pipe(upstream);
  }

  /** Connects a WebSocket handshake with the owner, which accepts or rejects it. */
  tunnel(request: IncomingMessage, socket: Duplex, head: Buffer, requestId: string): void {
    const link = this.#link;
    if (link === null) return this.#reject(socket, noOwner(), requestId, 'no_owner');
    const tunnel = new StreamTunnel({
      request,
      socket,
      head,
      requestId,
      link,
      clock: this.#deps.clock,
      connectMsMax: CONNECT_MS_MAX,
    });
    this.#countTunnel(1);
    link.aborts.add(tunnel.abort);
    tunnel.onEnd((isAnswered) => {
      this.#countTunnel(-1);
      link.aborts.delete(tunnel.abort);
      if (!isAnswered) this.#reject(socket, noConnection(link.owner.name), requestId, 'unreachable');
    });
  }

  #countTunnel(change: number): void {
    this.#tunnels += change;
    this.#deps.metrics.gauge('edge_streams', this.#tunnels);
  }

  #reject(target: ServerResponse | Duplex, why: Rejection, requestId: string, outcome: string): void {
    this.#deps.metrics.count('edge_requests_total', { outcome });
    this.#deps.reject(target, why, requestId);
  }
}

function toLink(owner: OwnerLink): Link {
  const { hostname, port } = new URL(owner.url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const agent = new Agent({
    ...callerOptions(owner),
    keepAlive: true,
    maxFreeSockets: FREE_CONNECTIONS_MAX,
  });
  return { owner, host, port: Number(port), agent, aborts: new Set() };
}

function abandon({ agent, aborts }: Link): void {
  for (const abort of aborts) abort(new Error('the journal has another owner'));
  agent.destroy();
}

const noOwner = (): Rejection =>
  rejection('not_owner', 'no owner of the journal is known now: nothing was sent to it', {
    owner: null,
    outcome: 'not_stored',
    retry_after_ms: RETRY_AFTER_MS,
  });

const noConnection = (owner: string): Rejection =>
  rejection('not_owner', 'the owner of the journal cannot be reached: nothing was sent to it', {
    owner,
    outcome: 'not_stored',
    retry_after_ms: RETRY_AFTER_MS,
  });

/** A read stores nothing. Any other request may have been executed, so it is not sent again. */
const noAnswer = (method: string, owner: string): Rejection =>
  method === 'GET' || method === 'HEAD'
    ? rejection('journal_unavailable', 'the owner of the journal did not answer: nothing was stored', {
        owner,
        outcome: 'not_stored',
        retry_after_ms: RETRY_AFTER_MS,
      })
    : rejection(
        'journal_unavailable',
        'the owner of the journal did not answer, and may have stored this request: repeat an order with the same client_order_id',
        { owner, outcome: 'unknown', retry_after_ms: RETRY_AFTER_MS },
      );
