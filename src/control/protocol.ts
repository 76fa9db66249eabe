import type { Refusal } from '../core/kernel/refusal.ts';
import type { Result } from '../core/kernel/result.ts';

/** Lines of JSON, each at most this long: a request asks, one reply with its `id` answers. */
export const LINE_BYTES_MAX = 256 * 1024;

export interface ControlRequest {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

export type ControlReply = { readonly id: number } & Result<unknown, Refusal>;

/** Answers a request; what it is asked is checked inside. */
export type ControlHandler = (method: string, params: unknown) => Promise<Result<unknown, Refusal>>;

/** Hands each complete line to `onLine`; `onOverflow` when one grows beyond its bound. */
export function splitLines(
  onLine: (line: string) => void,
  onOverflow: () => void,
): (chunk: Buffer | string) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') onLine(line);
    if (rest.length > LINE_BYTES_MAX) onOverflow();
  };
}
