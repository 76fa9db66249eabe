import type { Buffer } from 'node:buffer';
import { setTimeout as delay } from 'node:timers/promises';
import { call } from './bench-client.ts';
import { type Answer, Connection } from './bench-connection.ts';
import type { Service } from './bench-service.ts';
import { createSigner, readKeyFile, type Signer, signedRequest } from './signing-bench.ts';
import type { OrderClient } from './simulator-host.ts';

const HEALTHY_MS_MAX = 60_000;

/** A caller of Crossbook's HTTP API on one keep-alive connection, who rests orders at one venue. */
export class CrossbookClient implements OrderClient {
  readonly #connection: Connection;
  readonly #signer: Signer;
  readonly #body: string;

  private constructor(connection: Connection, signer: Signer, body: string) {
    this.#connection = connection;
    this.#signer = signer;
    this.#body = body;
  }

  /** Waits until the venue takes orders, and finds the instrument by its ticker. */
  static async open({ port, keyFile }: Service, venue: string, ticker: string): Promise<CrossbookClient> {
    await healthy(port, keyFile, venue);
    const { text } = await call(port, keyFile, 'GET', '/v1/markets');
    const listed = JSON.parse(text) as readonly { instrument_id: number; venue: string; ticker: string }[];
    const instrument = listed.find((each) => each.venue === venue && each.ticker === ticker);
    if (instrument === undefined) throw new Error(`${ticker} of ${venue} is not listed`);
    const body = JSON.stringify({
      subaccount_id: 'sa_1',
      instrument_id: instrument.instrument_id,
      side: 'BUY',
      outcome: 'YES',
      type: 'LIMIT',
      tif: 'GTC',
      price: '0.02',
      qty: '60',
      routing: { mode: 'DIRECT' },
    });
    const connection = await Connection.open('127.0.0.1', port);
    return new CrossbookClient(connection, createSigner(readKeyFile(keyFile)), body);
  }

  async place(): Promise<() => Promise<unknown>> {
    const { id, status } = await this.#call('POST', '/v1/orders', this.#body);
    if (status !== 'OPEN') throw new Error(`order ${id} is ${status}, not OPEN`);
    return () => this.#call('DELETE', `/v1/orders/${id}`, '');
  }

  async stop(): Promise<void> {
    this.#connection.close();
  }

  async #call(method: string, path: string, body: string): Promise<{ id: string; status: string }> {
    const { status, bytes, bodyStart } = await this.#send(signedRequest(this.#signer, method, path, body));
    const text = bytes.toString('utf8', bodyStart);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text) as { id: string; status: string };
  }

  #send(request: Buffer): Promise<Answer> {
    return new Promise((resolve) => this.#connection.send(request, resolve));
  }
}

async function healthy(port: number, keyFile: string, venue: string): Promise<void> {
  for (const end = performance.now() + HEALTHY_MS_MAX; performance.now() < end; await delay(100)) {
    const { text } = await call(port, keyFile, 'GET', '/v1/venues/health');
    const venues = JSON.parse(text) as readonly { readonly venue: string; readonly healthy: boolean }[];
    if (venues.some((each) => each.venue === venue && each.healthy)) return;
  }
  throw new Error(`${venue} did not become healthy`);
}
