import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Answer } from '../support/api-client.ts';

const MORE_WITHIN_MS = 30; // further answers follow the first one immediately

/**
 * Writes bytes on a separate socket and returns all responses, until the service closes the connection or
 * sends nothing more.
 *
 * @param answeredWithinMs  timeout for the first byte of an answer
 */
export async function sendRaw(
  url: string,
  bytes: string | Uint8Array,
  answeredWithinMs = 5_000,
): Promise<readonly Answer[]> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on('error', () => undefined); // a reset counts as an empty answer
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    socket.setTimeout(MORE_WITHIN_MS);
  });
  socket.setTimeout(answeredWithinMs, () => socket.destroy());
  socket.write(bytes);
  await once(socket, 'close');
  return parseAnswers(Buffer.concat(chunks).toString('latin1'));
}

/** Splits the received bytes by the content length of the responses. Fails on bytes that are no response. */
function parseAnswers(bytes: string): readonly Answer[] {
  const answers: Answer[] = [];
  for (let rest = bytes; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*/.exec(rest);
    assert.ok(end !== -1 && head !== null, `no HTTP answer: ${JSON.stringify(rest)}`);
    const lines = rest
      .slice(0, end)
      .split('\r\n')
      .slice(1)
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]);
    const headers = Object.fromEntries(lines) as Readonly<Record<string, string>>;
    const length = Number(headers['content-length'] ?? 0);
    const text = Buffer.from(rest.slice(end + 4, end + 4 + length), 'latin1').toString('utf8');
    if (head[1] !== '100') answers.push({ status: Number(head[1]), headers, text });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}
