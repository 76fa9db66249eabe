// Many WebSocket clients in one process of their own: they count frames and read nothing else.
import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface SocketsJob {
  readonly port: number;
  readonly path: string;
  readonly sockets: number;
  readonly greetings: number; // frames that each connection begins with
}

process.once('message', (message) => {
  void open(message as SocketsJob);
});

/** Tells its parent `ready` once all are greeted, and the frames counted since then whenever asked. */
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
  #rest: Buffer | null = null; // the start of a frame whose header is not whole yet
  #skip = 0; // bytes of the present frame still to come

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
    socket.on('close', () => process.exit(1)); // nobody is to be cut: the figure would be wrong
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

/** Bytes of the frame at `at` with its header; null while the header is not whole. */
function frameLength(bytes: Buffer, at: number): number | null {
  const short = bytes.readUInt8(at + 1) & 0x7f;
  if (short < 126) return 2 + short;
  if (bytes.length - at < (short === 126 ? 4 : 10)) return null;
  return short === 126 ? 4 + bytes.readUInt16BE(at + 2) : 10 + Number(bytes.readBigUInt64BE(at + 2));
}

/** Waits for the 101; frames that came with it are returned. */
async function upgraded(socket: Socket): Promise<Buffer> {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  const end = chunk.indexOf('\r\n\r\n');
  if (end === -1 || !chunk.toString('latin1', 0, 12).endsWith('101')) {
    throw new Error(`the handshake was refused: ${chunk.toString('latin1')}`);
  }
  return chunk.subarray(end + 4);
}
