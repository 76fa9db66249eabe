import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The parts of a response that the load generator reads. */
export interface Answer {
  readonly status: number;
  readonly bytes: Buffer; // head and body
  readonly bodyStart: number;
}

/**
 * One keep-alive connection with one request in flight. It reads only the status and length of a response, so that the
 * generator uses less CPU than the server it measures.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #onAnswer: ((answer: Answer) => void) | null = null;
  onClosed: (error: Error) => void = (error) => {
    throw error;
  };

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => this.onClosed(error));
    socket.on('close', () => {
      if (this.#onAnswer !== null) this.onClosed(new Error('the server closed the connection'));
    });
  }

  static async open(host: string, port: number): Promise<Connection> {
    const socket = connect({ host, port });
    await once(socket, 'connect');
    return new Connection(socket);
  }

  /** Sends a request. The response to the previous one must have arrived. */
  send(request: Buffer, onAnswer: (answer: Answer) => void): void {
    if (this.#onAnswer !== null) throw new Error('a request is already in flight');
    this.#onAnswer = onAnswer;
    this.#socket.write(request);
  }

  close(): void {
    this.#onAnswer = null;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const bodyStart = headEnd + 4;
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`a response without Content-Length: ${head}`);
    if (this.#received.length < bodyStart + Number(length)) return;
    const answer = { status: Number(head.slice(9, 12)), bytes: this.#received, bodyStart };
    const onAnswer = this.#onAnswer;
    this.#received = Buffer.alloc(0);
    this.#onAnswer = null;
    onAnswer?.(answer);
  }
}
