import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createStandbyServer, type StandbyServer } from '../app/standby-server.ts';
import { type Config, DEFAULT_CONFIG } from '../config/config.ts';
import { systemClock, systemRandom } from '../platform/system-environment.ts';
import type { Clock } from '../ports/environment.ts';
import { type KnownOwner, LINK_HEADERS, type OwnerLink } from './node-link.ts';
import { NodeListener } from './node-listener.ts';

export const CLUSTER_KEY = 'ab'.repeat(32);

/** Counts and gauges by name and labels. */
export class CountedMetrics {
  readonly values = new Map<string, number>();
  readonly count = (name: string, labels: object = {}): void => {
    const key = [name, ...Object.values(labels)].join(' ');
    this.values.set(key, (this.values.get(key) ?? 0) + 1);
  };
  readonly gauge = (name: string, value: number): void => void this.values.set(name, value);
  readonly observe = (): void => undefined;
}

export interface TestOwner {
  readonly server: Server; // its HTTP server, which listens for nodes only
  readonly link: OwnerLink;
  readonly listener: NodeListener;
  readonly metrics: CountedMetrics;
}

/** An owner without the service: a handler behind the port for other nodes. */
export async function startOwner(
  t: TestContext,
  name: string,
  handle: (...parts: Parameters<RequestListener>) => void | Promise<void>,
): Promise<TestOwner> {
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    const isProbe = request.headers[LINK_HEADERS.address] === undefined;
    if (isProbe) response.end('{}');
    else void handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const metrics = new CountedMetrics();
  const listener = new NodeListener({ server, key: CLUSTER_KEY, clock: systemClock, metrics });
  const port = await listener.listen({ host: '127.0.0.1', port: 0 });
  t.after(async () => {
    server.closeAllConnections();
    await listener.close();
    server.close();
  });
  return {
    server,
    listener,
    metrics,
    link: { name, url: `tls://127.0.0.1:${port}`, key: CLUSTER_KEY },
  };
}

export interface TestEdge {
  readonly edge: StandbyServer;
  readonly port: number;
  readonly metrics: CountedMetrics;
}

interface EdgeOptions {
  readonly isEnabled?: boolean;
  readonly waitMs?: number;
  readonly clock?: Clock;
  readonly profile?: Config['profile'];
}

export const toKnownOwner = (owner: OwnerLink | null): KnownOwner | null =>
  owner === null ? null : { name: owner.name, link: owner };

export async function startEdge(
  t: TestContext,
  owner: OwnerLink | null,
  { isEnabled = true, waitMs = 0, clock = systemClock, profile = 'sandbox' }: EdgeOptions = {},
): Promise<TestEdge> {
  const metrics = new CountedMetrics();
  const edge = createStandbyServer({
    config: { ...DEFAULT_CONFIG, profile, edge: { ...DEFAULT_CONFIG.edge, enabled: isEnabled, waitMs } },
    clock,
    random: systemRandom(),
    metrics,
    version: '1.0.0',
    metricsText: async () => 'the metrics of this node',
    owner: () => owner?.name ?? null,
  });
  edge.setOwner(toKnownOwner(owner));
  const port = await edge.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => edge.close());
  return { edge, port, metrics };
}

/** Sends bytes and returns everything that is received until the connection is closed. */
export async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes, 'latin1');
  return readAll(socket);
}

export async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  if (!socket.destroyed) await once(socket, 'close');
  return text;
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

/** The error of an answer as text. */
export function parseError(answer: string): {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: {
    readonly error: string;
    readonly request_id: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
} {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return {
    status: Number(head.split(' ')[1]),
    retryAfter: /^retry-after: (.*)$/im.exec(head)?.[1],
    body: JSON.parse(body),
  };
}
