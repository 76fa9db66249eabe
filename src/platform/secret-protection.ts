import { writeFileSync } from 'node:fs';
import type { HttpClient, HttpResult, Network, SocketListener } from '#ports';

/** Field names whose values are never logged, at any nesting depth of log fields. */
const SECRET_NAMES = [
  'private_key',
  'privateKey',
  'privateKeyPem',
  'privateKeyHex',
  'passphrase',
  'api_key',
  'apiKey',
  'credentials',
  'seed',
  'signature',
  'sig',
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
];
const SIGNATURE_HEADERS = ['["x-signature"]', '["X-Signature"]'];

/** Paths for the logger's redaction: each name at the top level and one and two levels down. */
export const SECRET_PATHS: readonly string[] = [
  ...SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  ...SIGNATURE_HEADERS.flatMap((name) => [name, `*${name}`, `*.*${name}`]),
];

const HIDDEN = '[redacted]';
const LENGTH_MIN = 12; // shorter values also occur in ordinary text, for example in the header of a PEM file

/**
 * Replaces this process's secrets, by value, in any text before it is written, such as errors and venue
 * responses.
 */
export class SecretRedactor {
  readonly #values = new Set<string>();
  readonly #sent = new Set<string>();

  /** Registers each line separately, so that any line of a multi-line key is recognised. */
  add(text: string): void {
    for (const line of text.split(/\s+/)) if (line.length >= LENGTH_MIN) this.#values.add(line);
  }

  /** Registers a secret that is sent to its venue, which may repeat it. Signing keys are never sent. */
  addSent(text: string): void {
    if (text.length >= LENGTH_MIN) this.#sent.add(text);
    this.add(text);
  }

  redact(text: string): string {
    return replaceSecrets(this.#values, text);
  }

  /** For venue messages, thousands per second: checks only secrets that were sent to a venue. */
  redactSent(text: string): string {
    return replaceSecrets(this.#sent, text);
  }
}

function replaceSecrets(values: ReadonlySet<string>, text: string): string {
  let shown = text;
  for (const value of values) if (shown.includes(value)) shown = shown.replaceAll(value, HIDDEN);
  return shown;
}

type Hide = (text: string) => string;

/**
 * A network that removes our secrets from received data: a venue that repeats a request in an error would
 * otherwise put them into our log, journal and responses. Successful responses are unchanged, because new
 * credentials arrive in them.
 */
export function createRedactingNetwork(network: Network, hide: Hide): Network {
  return {
    http: (origin, options) => redactClient(network.http(origin, options), hide),
    socket: (url, headers, listener) => network.socket(url, headers, redactListener(listener, hide)),
  };
}

const redactClient = (client: HttpClient, hide: Hide): HttpClient => ({
  request: async (request) => redactResult(await client.request(request), hide),
  close: () => client.close(),
});

function redactResult(result: HttpResult, hide: Hide): HttpResult {
  if (result.kind !== 'answer') return { ...result, why: hide(result.why) };
  return result.status >= 200 && result.status < 300 ? result : { ...result, body: hide(result.body) };
}

const redactListener = (listener: SocketListener, hide: Hide): SocketListener => ({
  onOpen: () => listener.onOpen(),
  onText: (text) => listener.onText(hide(text)),
  onPong: () => listener.onPong(),
  onClosed: (why) => listener.onClosed(hide(why)),
});

/**
 * Keeps the process's memory, which holds venue keys, out of files: no memory in a core dump (Linux) and no
 * environment in a diagnostic report. On other systems the operator sets `ulimit -c 0` (docs/operations.md).
 */
export function disableCoreDumps(): void {
  if (process.report !== undefined) process.report.excludeEnv = true;
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A container may mount it read-only; there is no alternative.
  }
}
