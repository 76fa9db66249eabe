import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

/** A caller's credentials, as in the key file. */
export interface Key {
  readonly key_id: string;
  readonly private_key: string; // base64 of the 32-byte seed
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export type Body = undefined | string | Uint8Array | object;

const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The private key of a base64 seed. */
export function parsePrivateKey(seed: string): KeyObject {
  const der = Buffer.concat([PKCS8_OF_ED25519, Buffer.from(seed, 'base64')]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

export const signText = (text: string, key: KeyObject): string =>
  sign(null, Buffer.from(text), key).toString('base64');

/** The string to sign of an HTTP request, implemented independently from the contract, §2.1. */
export function stringToSign(
  method: string,
  target: string,
  timestamp: number | string,
  body: Uint8Array,
): string {
  const [path, query] = splitOnce(target, '?');
  const hash = createHash('sha256').update(body).digest('hex');
  return [method, path, sortedQuery(query), timestamp, hash].join('\n');
}

/** The string to sign of a WebSocket handshake with query parameters, §7.1. */
export function socketStringToSign(target: string, timestamp: number): string {
  const [path, query] = splitOnce(target, '?');
  return ['WS', path, sortedQuery(query), timestamp].join('\n');
}

/** Decodes the pairs, sorts them by key bytes and then value bytes, and encodes them in the canonical way. */
export function sortedQuery(query: string): string {
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => splitOnce(pair, '='))
    .map(([key, value]) => [decoded(key), decoded(value)] as const);
  pairs.sort(([a1, a2], [b1, b2]) => Buffer.compare(a1, b1) || Buffer.compare(a2, b2));
  return pairs.map((pair) => pair.map(encoded).join('=')).join('&');
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(part: string): Buffer {
  const bytes = Buffer.from(part.replaceAll('+', ' ')).toString('latin1');
  const plain = bytes.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(plain, 'latin1');
}

const encoded = (bytes: Buffer): string =>
  Array.from(bytes, (byte) => {
    const letter = String.fromCharCode(byte);
    return /[A-Za-z0-9\-._~]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');

export const toBytes = (body: Body): Uint8Array => {
  if (body === undefined) return Buffer.alloc(0);
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
};

const lastTimestamps = new Map<string, number>(); // by key

/**
 * Never returns a value twice for a key: two equal requests in one millisecond would have the same signature, which is
 * a replay.
 */
function nextTimestamp(keyId: string, now: number): number {
  const next = Math.max(now, (lastTimestamps.get(keyId) ?? 0) + 1);
  lastTimestamps.set(keyId, next);
  return next;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Signs and sends as the contract specifies, without code of the service. */
export class SignedClient {
  readonly #url: () => string;
  readonly #now: () => number;
  readonly #privateKey: KeyObject;
  readonly keyId: string;

  constructor(url: () => string, key: Key, now: () => number = Date.now) {
    this.#url = url;
    this.#now = now;
    this.#privateKey = parsePrivateKey(key.private_key);
    this.keyId = key.key_id;
  }

  /** The three headers, under `prefix`. */
  headers(method: string, target: string, body?: Body, timestamp?: number | string, prefix = 'X-') {
    const at = timestamp ?? nextTimestamp(this.keyId, this.#now());
    return {
      [`${prefix}Key-Id`]: this.keyId,
      [`${prefix}Timestamp`]: String(at),
      [`${prefix}Signature`]: signText(stringToSign(method, target, at, toBytes(body)), this.#privateKey),
    };
  }

  /** The target of a handshake that carries its signature in the query. */
  socketTarget(target: string, timestamp = nextTimestamp(this.keyId, this.#now())): string {
    const signature = signText(socketStringToSign(target, timestamp), this.#privateKey);
    const query = new URLSearchParams({ key_id: this.keyId, ts: String(timestamp), sig: signature });
    return `${target}${target.includes('?') ? '&' : '?'}${query.toString()}`;
  }

  /** A signed request; `headers` override the usual ones. */
  call(method: string, target: string, body?: Body, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    return this.send(method, target, body, { ...this.headers(method, target, body), ...headers });
  }

  /** Sends a request as given, unsigned unless `headers` contain a signature. */
  send(method: string, target: string, body: Body, headers: OutgoingHttpHeaders): Promise<Answer> {
    const bytes = toBytes(body);
    const { hostname, port } = new URL(this.#url());
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const length = body === undefined && method === 'GET' ? {} : { 'Content-Length': bytes.length };
    return new Promise((resolve, reject) => {
      const sent = request(
        { agent, hostname, port, method, path: target, headers: { ...type, ...length, ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(bytes);
    });
  }
}
