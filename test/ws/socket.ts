import assert from 'node:assert/strict';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type Key, nextTimestamp, privateKeyOf, signText, socketStringToSign } from '../client.ts';

export type Frame = Readonly<Record<string, unknown>> & { readonly type: string };

/** A stream as a stranger reads it: the handshake is signed from the contract, every `seq` is checked. */
export class Socket {
  readonly ws: WebSocket;
  readonly closed: Promise<number>; // the close code
  readonly #frames: Frame[] = [];
  #seq = 0;
  #wake = (): void => {};

  private constructor(ws: WebSocket) {
    this.ws = ws;
    this.closed = once(ws, 'close').then(([code]) => code as number);
    ws.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as Frame;
      this.#seq += 1;
      assert.equal(frame['seq'], this.#seq, 'frames are numbered without a gap');
      this.#frames.push(frame);
      this.#wake();
    });
  }

  static async open(url: string, target: string, key: Key): Promise<Socket> {
    const socket = new Socket(new WebSocket(signedUrl(url, target, key)));
    await once(socket.ws, 'open');
    return socket;
  }

  /** The status that refused a handshake, and its body. */
  static async refused(address: string): Promise<{ readonly status: number; readonly error: unknown }> {
    const ws = new WebSocket(address);
    ws.on('error', () => {});
    const [, response] = (await once(ws, 'unexpected-response')) as [
      unknown,
      import('node:http').IncomingMessage,
    ];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return {
      status: response.statusCode ?? 0,
      error: (JSON.parse(text) as { readonly error: unknown }).error,
    };
  }

  /** The next frame of this type; others that come before it are passed over. */
  async next(type: string, isWanted: (frame: Frame) => boolean = () => true): Promise<Frame> {
    for (;;) {
      const frame = this.#frames.shift();
      if (frame !== undefined && frame.type === type && isWanted(frame)) return frame;
      if (frame === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  close(): void {
    this.ws.close();
  }
}

/** The address of a stream with `key_id`, `ts` and `sig` in its query. */
export function signedUrl(url: string, target: string, key: Key): string {
  const ts = nextTimestamp(Date.now());
  const sig = signText(socketStringToSign(target, ts), privateKeyOf(key.private_key));
  const mark = target.includes('?') ? '&' : '?';
  return `${url.replace('http', 'ws')}${target}${mark}key_id=${key.key_id}&ts=${ts}&sig=${encodeURIComponent(sig)}`;
}
