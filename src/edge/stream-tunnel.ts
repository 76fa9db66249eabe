import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';
import type { Clock } from '#ports';
import { renderHandshake } from './forwarded-headers.ts';
import { FrameScanner } from './frame-scanner.ts';
import { callerOptions, type OwnerLink } from './node-link.ts';

interface TunnelParts {
  readonly request: IncomingMessage; // the handshake
  readonly socket: Duplex; // of the client
  readonly head: Buffer; // bytes of the client after the handshake
  readonly requestId: string;
  readonly link: { readonly owner: OwnerLink; readonly host: string; readonly port: number };
  readonly clock: Clock;
  readonly connectMsMax: number;
}

const CLOSE_MS_MAX = 500;

/** A close frame with 1012, "service restart": the client connects again and resumes. */
const RESTART_FRAME = Buffer.from([0x88, 0x02, 0x03, 0xf4]);

/**
 * A WebSocket between a client and the owner: bytes in both directions, unread, except that the ends of the owner's frames
 * are found. When the owner is lost between two frames, the client gets a close frame with 1012.
 */
export class StreamTunnel {
  readonly #parts: TunnelParts;
  readonly #upstream: TLSSocket;
  readonly #frames = new FrameScanner();
  #isAnswered = false;
  #onEnd: (isAnswered: boolean) => void = () => undefined;

  constructor(parts: TunnelParts) {
    this.#parts = parts;
    const { socket, head, link, request, requestId, clock, connectMsMax } = parts;
    const { host, port, owner } = link;
    const upstream = connect({ ...callerOptions(owner), host, port });
    this.#upstream = upstream;
    const connecting = clock.after(connectMsMax, () => upstream.destroy());
    upstream.once('secureConnect', () => {
      connecting.cancel();
      upstream.setNoDelay(true);
      upstream.write(renderHandshake(request, requestId), 'latin1');
      if (head.length > 0) upstream.write(head);
      socket.pipe(upstream);
    });
    upstream.on('data', (chunk: Buffer) => {
      this.#isAnswered = true;
      this.#frames.read(chunk);
      if (!socket.write(chunk)) upstream.pause();
    });
    socket.on('drain', () => upstream.resume());
    socket.on('error', () => upstream.destroy());
    socket.once('close', () => upstream.destroy());
    upstream.on('error', () => upstream.destroy());
    upstream.once('close', () => {
      connecting.cancel();
      this.#end();
    });
  }

  /** Called once the owner has closed the connection; with false if it has not answered the handshake. */
  onEnd(listener: (isAnswered: boolean) => void): void {
    this.#onEnd = listener;
  }

  readonly abort = (): void => void this.#upstream.destroy();

  #end(): void {
    const { socket, clock } = this.#parts;
    const isLost = this.#frames.isBetweenFrames && !this.#frames.hasCloseFrame;
    if (this.#isAnswered && !socket.destroyed && !socket.writableEnded) {
      if (isLost) socket.write(RESTART_FRAME);
      socket.end();
      socket.resume(); // reads the client's end
      clock.after(CLOSE_MS_MAX, () => socket.destroy());
    }
    this.#onEnd(this.#isAnswered || socket.destroyed);
  }
}
