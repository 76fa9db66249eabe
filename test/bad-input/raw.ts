import { connect } from 'node:net';

/** What came back on a socket until it closed or fell silent. */
export interface RawAnswer {
  readonly status: number; // of the first answer; 0 when there was none
  readonly text: string; // all of it, heads included
  readonly body: string; // of the last answer
  readonly isClosed: boolean; // by the server
}

/**
 * Writes bytes as they are and reads what comes, until the server closes or `waitMs` went by without a
 * byte. Several chunks are written one after the other, each once the one before has left.
 */
export function sendRaw(
  url: string,
  chunks: readonly (string | Uint8Array)[],
  waitMs = 300,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const received: Buffer[] = [];
    let timer = setTimeout(() => socket.destroy(), 5_000);
    let isClosed = false;
    const renew = () => {
      clearTimeout(timer);
      timer = setTimeout(() => socket.destroy(), waitMs);
    };
    socket.on('connect', () => {
      for (const chunk of chunks) socket.write(chunk);
      renew();
    });
    socket.on('data', (data: Buffer) => {
      received.push(data);
      renew();
    });
    socket.on('end', () => {
      isClosed = true;
    });
    socket.on('error', () => {
      isClosed = true;
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answerOf(Buffer.concat(received).toString('utf8'), isClosed));
    });
  });
}

function answerOf(text: string, isClosed: boolean): RawAnswer {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
  return { status, text, body: text.slice(text.lastIndexOf('\r\n\r\n') + 4), isClosed };
}
