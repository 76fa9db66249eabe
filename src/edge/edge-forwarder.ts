import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { type Duplex, pipeline } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Rejection } from '#contract';
import type { Clock, Metrics } from '#ports';
import { noAnswer, noConnection, noOwner } from './edge-refusals.ts';
import { toRequestHeaders, toResponseHeaders } from './forwarded-headers.ts';
import { callerOptions, type KnownOwner, type OwnerLink } from './node-link.ts';
import { StreamTunnel } from './stream-tunnel.ts';
import { type UnsentRequest, WaitingRequests } from './waiting-requests.ts';

export interface EdgeDeps {
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** How long a request waits for an owner that can be reached. */
  readonly waitMs: number;
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
const UNREACHABLE_PROBE_MS = 200;
const FREE_CONNECTIONS_MAX = 256;

/**
 * Forwards requests to the owner of the journal and tunnels streams to it: method, target, headers and body byte for byte,
 * so the owner verifies the signature itself. A request is sent at most once, whatever happens: an answer that is missing
 * is reported to the client as unknown. A request that was not sent waits for the next owner, so that callers see a
 * takeover as a late answer.
 *
 * docs/decisions/cluster-nodes.md
 */
export class EdgeForwarder {
  readonly #deps: EdgeDeps;
  readonly #waiting: WaitingRequests;
  /** Owners that answer what they have received; they get nothing more. */
  readonly #formers = new Set<Link>();
  #ownerName: string | null = null;
  #link: Link | null = null; // to the owner; null: it takes no requests now
  #state: LinkState = 'no_owner';
  #tunnels = 0;
  #isClosed = false;

  constructor(deps: EdgeDeps) {
    this.#deps = deps;
    deps.metrics.gauge('edge_streams', 0);
    this.#waiting = new WaitingRequests({
      clock: deps.clock,
      onCount: (count) => deps.metrics.gauge('edge_requests_waiting', count),
    });
  }

  get state(): LinkState {
    return this.#state;
  }

  get owner(): string | null {
    return this.#link?.owner.name ?? null;
  }

  /**
   * The owner that gets requests from now on; null: the journal has none. Requests wait for an owner without a link: it is
   * starting, or it gives the journal up and answers what it has received. What is under way to a former owner soon ends.
   */
  setOwner(owner: KnownOwner | null): void {
    const { clock } = this.#deps;
    const current = this.#link;
    const next = owner?.link ?? null;
    if (current !== null && next?.url === current.owner.url && next.key === current.owner.key) return;
    if (current !== null) this.#formers.add(current);
    const isOwnerChanged = owner?.name !== this.#ownerName;
    this.#ownerName = owner?.name ?? null;
    this.#link = owner === null || next === null ? null : toLink({ name: owner.name, ...next });
    this.#state = 'no_owner';
    if (isOwnerChanged || this.#link !== null) {
      for (const former of this.#formers) clock.after(FORMER_OWNER_MS, () => abandon(former));
      this.#formers.clear();
    }
    this.#probe();
    if (this.#link !== null) void this.#waiting.release((unsent) => this.#send(unsent));
  }

  /** Ends everything under way at once, and refuses what waits. */
  async close(): Promise<void> {
    const open = [...this.#formers, ...(this.#link === null ? [] : [this.#link])];
    this.#isClosed = true;
    this.#formers.clear();
    this.#link = null;
    this.#state = 'no_owner';
    for (const link of open) abandon(link);
    await this.#waiting.release((unsent) => this.#wait(unsent, null, 'no_owner'));
  }

  /** Reads the health of the owner, again and again while it is the owner. */
  #probe(): void {
    const link = this.#link;
    if (link === null) return;
    const note = (state: LinkState): void => {
      if (this.#link !== link) return;
      this.#state = state;
      if (state !== 'unreachable') void this.#waiting.release((unsent) => this.#send(unsent));
    };
    const { host, port, agent } = link;
    const probe = httpsRequest({ host, port, agent, path: '/health' }, (answer) => {
      answer.resume();
      note(answer.statusCode === 200 ? 'ok' : 'owner_failing');
    });
    probe.setTimeout(PROBE_MS, () => probe.destroy(new Error('no answer')));
    probe.on('error', () => note('unreachable'));
    probe.on('close', () => {
      const againMs = this.#state === 'unreachable' ? UNREACHABLE_PROBE_MS : PROBE_MS;
      if (this.#link === link) this.#deps.clock.after(againMs, () => this.#link === link && this.#probe());
    });
    probe.end();
  }

  /** A request that cannot be sent now waits for an owner; it is refused when its time is over. */
  forward(request: IncomingMessage, response: ServerResponse, requestId: string): void {
    const untilMs = this.#deps.clock.monotonicMs() + this.#deps.waitMs;
    this.#send({ request, response, requestId, untilMs });
  }

  #send(unsent: UnsentRequest): void {
    const link = this.#link;
    if (link === null) return this.#wait(unsent, null, 'no_owner');
    const { request, response, requestId } = unsent;
    const { clock, metrics } = this.#deps;
    const startedMs = clock.monotonicMs();
    let isSent = false; // true: the owner may have received it
    const { method = 'GET', url: path } = request;
    const headers = toRequestHeaders(request, requestId);
    const { host, port, agent } = link;
    const upstream = httpsRequest({ host, port, agent, method, path, headers: [...headers] });
    const abort: Abort = (why) => void upstream.destroy(why);
    const leave = (): void => {
      if (!response.writableFinished) abort(new Error('the client has left'));
    };
    link.aborts.add(abort);
    const connecting = clock.after(CONNECT_MS_MAX, () => {
      if (!isSent) abort(new Error('no connection'));
    });
    const answering = clock.after(ANSWER_MS_MAX, () => abort(new Error('no answer')));
    const settle = (): void => {
      connecting.cancel();
      answering.cancel();
      link.aborts.delete(abort);
      response.off('close', leave);
      request.off('error', leave);
    };
    // Nothing of a request leaves this node, and its body is not read, before the handshake is complete.
    const begin = (): void => {
      isSent = true;
      request.pipe(upstream);
    };
    upstream.once('socket', (socket) => {
      if (upstream.reusedSocket) begin();
      else (socket as TLSSocket).once('secureConnect', begin);
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
      if (!isSent) return this.#wait(unsent, link, 'unreachable');
      request.unpipe(upstream);
      request.resume();
      if (response.headersSent || response.destroyed) return;
      this.#reject(response, noAnswer(method, link.owner.name), requestId, 'unknown');
    });
    response.once('close', leave);
    request.once('error', leave);
  }

  /** @param tried  the owner that could not be reached; null: none was known */
  #wait(unsent: UnsentRequest, tried: Link | null, outcome: 'no_owner' | 'unreachable'): void {
    const { response, requestId } = unsent;
    if (response.destroyed) return;
    if (this.#link !== tried && this.#link !== null) return this.#send(unsent);
    const refuse = (): void => {
      unsent.request.resume();
      const why = tried === null ? noOwner(this.#ownerName) : noConnection(tried.owner.name);
      this.#reject(response, why, requestId, outcome);
    };
    if (this.#isClosed || !this.#waiting.add(unsent, refuse)) refuse();
  }

  /** Connects a WebSocket handshake with the owner, which accepts or rejects it. */
  tunnel(request: IncomingMessage, socket: Duplex, head: Buffer, requestId: string): void {
    const link = this.#link;
    if (link === null) return this.#reject(socket, noOwner(this.#ownerName), requestId, 'no_owner');
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
