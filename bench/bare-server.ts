// The bare server: it parses HTTP, verifies the same signature over the same string, and returns the same bytes.
// It has no logic and no state.
import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadVerifier } from '../src/server/auth/signature-verifier.ts';

export interface BareJob {
  readonly publicKey: string; // base64
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

process.once('message', (message) => {
  const job = message as BareJob;
  const isSignedBy = loadVerifier()(Buffer.from(job.publicKey, 'base64'));
  const body = Buffer.from(job.body);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, chunks));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

  function answer(request: IncomingMessage, response: ServerResponse, chunks: readonly Buffer[]): void {
    const isSigned = verify(
      request,
      chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks),
    );
    response.writeHead(isSigned ? 200 : 401, job.headers);
    response.end(body);
  }

  function verify({ method, url, headers }: IncomingMessage, sent: Buffer): boolean {
    const text = [method, url, '', headers['x-timestamp'], hash('sha256', sent, 'hex')].join('\n');
    const signature = Buffer.from(String(headers['x-signature']), 'base64');
    return isSignedBy(Buffer.from(text), signature);
  }
});
