import { createSigner, readKeyFile } from './signing-bench.ts';

/** A complete response of the service; the bare server returns the same one. */
export interface Reply {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** node:http sets these headers, so the bare server must not set them again. */
const TRANSPORT_HEADERS = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

/** One signed call outside the measured load. Throws unless the status is 200. */
export async function call(
  port: number,
  keyFile: string,
  method: string,
  path: string,
  body = '',
): Promise<Reply> {
  const { status, headers, text } = await tryCall(port, keyFile, method, path, body);
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
  return { headers, text };
}

/** One signed call with any status, and its duration in milliseconds. */
export async function tryCall(
  port: number,
  keyFile: string,
  method: string,
  path: string,
  body = '',
): Promise<Reply & { readonly status: number; readonly ms: number }> {
  const start = performance.now();
  const signer = createSigner(readKeyFile(keyFile));
  const timestamp = String(Date.now());
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      'X-Key-Id': signer.keyId,
      'X-Timestamp': timestamp,
      'X-Signature': signer.sign(method, path, timestamp, body),
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === '' ? {} : { body }),
  });
  const text = await response.text();
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !TRANSPORT_HEADERS.has(name)));
  return { status: response.status, ms: performance.now() - start, headers, text };
}

/** The fields of an instrument that the load needs. */
export interface OpenInstrument {
  readonly instrument_id: number;
  readonly min_price: string;
  readonly min_qty: string;
}

/** The first `count` open instruments in the service's list. */
export async function openInstruments(
  port: number,
  keyFile: string,
  count: number,
): Promise<readonly OpenInstrument[]> {
  const { text } = await call(port, keyFile, 'GET', '/v1/markets');
  const listed = JSON.parse(text) as readonly (OpenInstrument & { readonly status: string })[];
  const open = listed.filter(({ status }) => status === 'OPEN').slice(0, count);
  if (open.length === 0) throw new Error('no instrument is open');
  return open;
}
