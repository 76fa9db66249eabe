// Many WebSocket clients in a separate process. They only count frames.
import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface SocketsJob {
  readonly port: number;
  readonly path: string;
  readonly sockets: number;
  readonly greetings: number; // frames at the start of each connection
}

process.once('message', (message) => {
  void open(message as SocketsJob);
});

/** Reports `ready` to its parent once all clients have their greeting frames, and on request the frames counted since then. */
async function open({ port, path, sockets, greetings }: SocketsJob): Promise<void> {
  const listeners: Listener[] = [];
  for (let index = 0; index < sockets; index += 1) listeners.push(await Listener.open(port, path));
  const greeted = () => sum(listeners) >= sockets * greetings;
  while (!greeted()) await new Promise((resolve) => setImmediate(resolve));
  process.on('message', () => process.send?.(sum(listeners) - sockets * greetings));
  process.send?.('ready');
}

const sum = (listeners: readonly Listener[]): number =>
  listeners.reduce((frames, listener) => frames + listener.frames, 0);

/** Counts the unmasked frames of one connection; a frame may end in any later chunk. */
class Listener {
  frames = 0;
  #rest: Buffer | null = null; // the start of a frame with an incomplete header
  #skip = 0; // remaining bytes of the current frame

  static async open(port: number, path: string): Promise<Listener> {
    const socket = connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    socket.write(
      [
        `GET ${path} HTTP/1.1`,
        'Host: 127.0.0.1',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        '\r\n',
      ].join('\r\n'),
    );
    return new Listener(socket, await upgraded(socket));
  }

  private constructor(socket: Socket, first: Buffer) {
    this.#read(first);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('close', () => process.exit(1)); // no client may be disconnected: the figure would be wrong
  }

  #read(chunk: Buffer): void {
    const bytes = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = null;
    let at = this.#skip;
    while (at < bytes.length) {
      const length = bytes.length - at < 2 ? null : frameLength(bytes, at);
      if (length === null) {
        this.#rest = bytes.subarray(at);
        this.#skip = 0;
        return;
      }
      this.frames += 1;
      at += length;
    }
    this.#skip = at - bytes.length;
  }
}

/** Length of the frame at `at` including its header; null while the header is incomplete. */
function frameLength(bytes: Buffer, at: number): number | null {
  const short = bytes.readUInt8(at + 1) & 0x7f;
  if (short < 126) return 2 + short;
  if (bytes.length - at < (short === 126 ? 4 : 10)) return null;
  return short === 126 ? 4 + bytes.readUInt16BE(at + 2) : 10 + Number(bytes.readBigUInt64BE(at + 2));
}

/** Waits for status 101; returns frames that arrived with it. */
async function upgraded(socket: Socket): Promise<Buffer> {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  const end = chunk.indexOf('\r\n\r\n');
  if (end === -1 || !chunk.toString('latin1', 0, 12).endsWith('101')) {
    throw new Error(`the handshake was rejected: ${chunk.toString('latin1')}`);
  }
  return chunk.subarray(end + 4);
}
