import { createHash } from 'node:crypto';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import type { Rejection, Result } from '#contract';

/** Maximum length of a JSON line. Each request gets one reply with the same `id`. */
const LINE_BYTES_MAX = 256 * 1024;

export interface AdminRequest {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

export type AdminReply = { readonly id: number } & Result<unknown, Rejection>;

/** Handles a request and validates its parameters. */
export type AdminHandler = (method: string, params: unknown) => Promise<Result<unknown, Rejection>>;

/** Passes each complete line to `onLine`; calls `onOverflow` if a line exceeds its maximum length. */
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

/** The longest path of a Unix socket in bytes; macOS has the shortest limit. */
const PATH_BYTES_MAX = 103;

/** The address of a data folder's control socket: `control.sock` inside it, or a named pipe on Windows. */
export function getAdminSocketPath(dataDir: string): string {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(dataDir.toLowerCase()).digest('hex').slice(0, 32);
    return `\\\\.\\pipe\\crossbook-${name}`;
  }
  const path = join(dataDir, 'control.sock');
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX || process.platform !== 'linux') return path;
  // A deep folder is reached through an open handle, whose path is short. The handle stays open as long as
  // the process uses the address.
  return `/proc/self/fd/${openSync(dataDir, 'r')}/control.sock`;
}
