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
