import { writeFileSync } from 'node:fs';
import type { HttpClient, HttpResult, Network, SocketListener } from '../ports/network.ts';

/** Names whose values never reach the log, at any of the depths that facts have. */
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

/** The paths as the logger's redaction takes them: the name itself, and one and two levels down. */
export const SECRET_PATHS: readonly string[] = [
  ...SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  ...SIGNATURE_HEADERS.flatMap((name) => [name, `*${name}`, `*.*${name}`]),
];

const HIDDEN = '[redacted]';
const LENGTH_MIN = 12; // what is shorter stands in ordinary text too, like the frame of a PEM file

/**
 * The secrets that this process holds, by value: whatever text they turn up in, an error's or a venue's
 * own, they are hidden before it is written anywhere.
 */
export class SecretRedactor {
  readonly #values = new Set<string>();
  readonly #sent = new Set<string>();

  /** Each line by itself: a key of many lines is recognised by any of them. */
  add(text: string): void {
    for (const line of text.split(/\s+/)) if (line.length >= LENGTH_MIN) this.#values.add(line);
  }

  /** One that its venue is sent, and could repeat. Those that only sign never leave the process. */
  addSent(text: string): void {
    if (text.length >= LENGTH_MIN) this.#sent.add(text);
    this.add(text);
  }

  redact(text: string): string {
    return replaceSecrets(this.#values, text);
  }

  /** For what a venue says: thousands of messages a second, so only for what it was told. */
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
 * A network whose other side cannot tell us our own secrets: a venue that repeats a request in its error
 * would have them in our log, journal and answers. An answer that succeeds is left as it is, since
 * new credentials arrive in one.
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
 * Keeps the process's memory, which holds venue keys, out of files: a core dump on Linux then has no memory in
 * it, and a diagnostic report no environment. Where the system has no such switch, `ulimit -c 0` is the
 * operator's to set (docs/operations.md).
 */
export function disableCoreDumps(): void {
  if (process.report !== undefined) process.report.excludeEnv = true;
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A container may show it read-only. Nothing else can be done from inside.
  }
}
