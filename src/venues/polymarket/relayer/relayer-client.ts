import type { HttpClient, HttpRequest, HttpResult, Network } from '#ports';
import { parseText, parseWireJson, toFields } from '../codec/polymarket-decoder.ts';
import { hmac } from '../http/polymarket-auth.ts';
import type { RelayerCredentials } from '../polymarket-settings.ts';
import type { RelayedWallet } from './wallet-requests.ts';

/** The relayer estimates the gas of a transaction before it answers. */
const SUBMIT_TIMEOUT_MS = 20_000;
const READ_TIMEOUT_MS = 8_000;
const ANSWER_BYTES_MAX = 4_194_304;
const HEADERS = { 'User-Agent': 'crossbook', Accept: '*/*', 'Content-Type': 'application/json' } as const;

export type RelayerState = 'pending' | 'confirmed' | 'failed';

/** A transaction in the relayer's records. */
export interface RelayerTransaction {
  readonly id: string;
  readonly state: RelayerState;
  readonly type: string | null; // of the wallet: `WALLET`, `SAFE`, `PROXY`
  readonly wallet: string | null; // address
  readonly hash: string | null;
  readonly nonce: string | null;
  readonly signature: string | null;
  readonly error: string | null;
}

export interface RelayerClientDeps {
  readonly network: Network;
  readonly url: string;
  readonly credentials: RelayerCredentials;
  readonly nowMs: () => number; // the venue's clock
}

/** Polymarket's relayer over HTTP. Each request is sent once. */
export class RelayerClient {
  readonly #deps: RelayerClientDeps;
  readonly #http: HttpClient;

  constructor(deps: RelayerClientDeps) {
    this.#deps = deps;
    this.#http = deps.network.http(new URL(deps.url).origin, { connectionsMax: 2 });
  }

  /** The next nonce of a wallet, by its owner; null if it could not be read. */
  async readNonce(owner: string, type: RelayedWallet): Promise<string | null> {
    const query = new URLSearchParams({ address: owner, type });
    const answer = await this.#send('GET', `/nonce?${query.toString()}`, null);
    return answer.kind === 'answer' && answer.status === 200 ? parseNonce(parseWireJson(answer.body)) : null;
  }

  submit(body: string): Promise<HttpResult> {
    return this.#send('POST', '/submit', body);
  }

  /** `not_known` if the relayer has no such transaction; null if that could not be read. */
  async readTransaction(id: string): Promise<RelayerTransaction | 'not_known' | null> {
    const found = await this.#readTransactions(`/transaction?id=${encodeURIComponent(id)}`);
    return found === null ? null : (found.find((each) => each.id === id) ?? 'not_known');
  }

  /** The recent transactions of the credentials' owner, newest first; null if they could not be read. */
  readRecent(): Promise<readonly RelayerTransaction[] | null> {
    return this.#readTransactions('/transactions');
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  async #readTransactions(path: string): Promise<readonly RelayerTransaction[] | null> {
    const answer = await this.#send('GET', path, null);
    if (answer.kind !== 'answer' || answer.status !== 200) return null;
    const value = parseWireJson(answer.body);
    const rows = Array.isArray(value) ? (value as readonly unknown[]) : [value];
    const parsed = rows.map(parseTransaction);
    return parsed.every((row) => row !== null) ? parsed : null;
  }

  #send(method: HttpRequest['method'], path: string, body: string | null): Promise<HttpResult> {
    const { credentials, nowMs } = this.#deps;
    const seconds = Math.floor(nowMs() / 1_000);
    const headers = { ...HEADERS, ...relayerHeaders(credentials, seconds, { method, path, body }) };
    const timeoutMs = method === 'POST' ? SUBMIT_TIMEOUT_MS : READ_TIMEOUT_MS;
    return this.#http.request({ method, path, body, headers, timeoutMs, answerBytesMax: ANSWER_BYTES_MAX });
  }
}

/** Headers of a relayer key, or of a builder key, which signs time, method, path without query, and body. */
function relayerHeaders(
  credentials: RelayerCredentials,
  seconds: number,
  { method, path, body }: Pick<HttpRequest, 'method' | 'path' | 'body'>,
): Record<string, string> {
  if (credentials.kind === 'relayer_key')
    return { RELAYER_API_KEY: credentials.apiKey, RELAYER_API_KEY_ADDRESS: credentials.address };
  const [plain = path] = path.split('?', 1);
  return {
    POLY_BUILDER_API_KEY: credentials.apiKey,
    POLY_BUILDER_PASSPHRASE: credentials.passphrase,
    POLY_BUILDER_TIMESTAMP: String(seconds),
    POLY_BUILDER_SIGNATURE: hmac(credentials.secret, `${seconds}${method}${plain}${body ?? ''}`),
  };
}

/** The next nonce; null for another answer. */
export function parseNonce(value: unknown): string | null {
  const nonce = parseText(toFields(value)?.['nonce']);
  return nonce !== null && /^\d{1,30}$/.test(nonce) ? nonce : null;
}

/** States of the relayer. MINED may still be undone by the chain, so it is not final. */
const STATES: Readonly<Record<string, RelayerState>> = {
  STATE_NEW: 'pending',
  STATE_EXECUTED: 'pending',
  STATE_MINED: 'pending',
  STATE_CONFIRMED: 'confirmed',
  STATE_INVALID: 'failed',
  STATE_FAILED: 'failed',
};

/**
 * A transaction record; null without an id. Some records have snake_case names. A state that is not known ends nothing, and does
 * not hide the other records of its list.
 */
export function parseTransaction(value: unknown): RelayerTransaction | null {
  const fields = toFields(value);
  if (fields === null) return null;
  const read = (...names: readonly string[]): string | null =>
    names.map((name) => parseText(fields[name])).find((text) => text !== null && text !== '') ?? null;
  const id = read('transactionID', 'transaction_id');
  if (id === null) return null;
  return {
    id,
    state: STATES[read('state') ?? ''] ?? 'pending',
    type: read('type'),
    wallet: read('proxyAddress', 'proxy_address'),
    hash: read('transactionHash', 'transaction_hash', 'hash'),
    nonce: read('nonce'),
    signature: read('signature'),
    error: read('errorMsg', 'error_msg', 'error'),
  };
}
