const HEAD_END = '\r\n\r\n';
const CLOSE_OPCODE = 0x8;

/** Finds the ends of WebSocket frames in the bytes of a server: the answer to the handshake, then frames without a mask. */
export class FrameScanner {
  hasCloseFrame = false;
  #head: string | null = ''; // null: the handshake was accepted, and its answer has ended
  #header: number[] = []; // of the frame that has begun
  #left = 0; // bytes of its payload to come

  get isBetweenFrames(): boolean {
    return this.#head === null && this.#header.length === 0 && this.#left === 0;
  }

  read(chunk: Buffer): void {
    let at = this.#head === null ? 0 : this.#readHead(chunk);
    while (at < chunk.length) {
      if (this.#left > 0) {
        const used = Math.min(this.#left, chunk.length - at);
        this.#left -= used;
        at += used;
      } else {
        this.#header.push(chunk[at] ?? 0);
        at += 1;
        this.#startPayload();
      }
    }
  }

  /** Returns where the frames begin in this chunk. */
  #readHead(chunk: Buffer): number {
    const before = this.#head?.length ?? 0;
    const head = `${this.#head}${chunk.toString('latin1')}`;
    const end = head.indexOf(HEAD_END);
    const isAccepted = end !== -1 && head.startsWith('HTTP/1.1 101');
    this.#head = isAccepted ? null : head.slice(0, 32_768);
    return isAccepted ? end + HEAD_END.length - before : chunk.length;
  }

  #startPayload(): void {
    const header = Buffer.from(this.#header);
    if (header.length < 2) return;
    const short = header.readUInt8(1) & 0x7f;
    const size = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (header.length < size) return;
    if ((header.readUInt8(0) & 0x0f) === CLOSE_OPCODE) this.hasCloseFrame = true;
    this.#left = size === 2 ? short : size === 4 ? header.readUInt16BE(2) : Number(header.readBigUInt64BE(2));
    this.#header = [];
  }
}
