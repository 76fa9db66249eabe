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
export class Secrets {
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

  hide(text: string): string {
    return without(this.#values, text);
  }

  /** For what a venue says: thousands of messages a second, so only for what it was told. */
  hideSent(text: string): string {
    return without(this.#sent, text);
  }
}

function without(values: ReadonlySet<string>, text: string): string {
  let shown = text;
  for (const value of values) if (shown.includes(value)) shown = shown.replaceAll(value, HIDDEN);
  return shown;
}
