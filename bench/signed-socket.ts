import { WebSocket } from 'ws';
import { createSigner, readKeyFile } from './signing-bench.ts';

/**
 * A signed WebSocket that has received its first message. Rejects if the handshake fails.
 *
 * @param path    with its query, such as `/v1/ws/orders?subaccount_id=sa_1`
 * @param number  differs between sockets opened at once, so that each handshake has its own signature
 */
export async function openSignedSocket(
  port: number,
  keyFile: string,
  path: string,
  number = 0,
): Promise<WebSocket> {
  const signer = createSigner(readKeyFile(keyFile));
  const timestamp = String(Date.now() + number);
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    perMessageDeflate: false,
    headers: {
      'X-Key-Id': signer.keyId,
      'X-Timestamp': timestamp,
      'X-Signature': signer.sign('GET', path, timestamp, ''),
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('message', () => resolve()).once('error', reject);
  await promise;
  return socket;
}
