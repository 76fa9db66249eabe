import { createHash } from 'node:crypto';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import type { Rejection, Result } from '../domain/model/result.ts';

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

/** What an operating system takes as a socket's path, in bytes; macOS has the shortest. */
const PATH_BYTES_MAX = 103;

/**
 * Where the control socket of a data folder is: `control.sock` inside it, a named pipe on Windows.
 */
export function getAdminSocketPath(dataDir: string): string {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(dataDir.toLowerCase()).digest('hex').slice(0, 32);
    return `\\\\.\\pipe\\crossbook-${name}`;
  }
  const path = join(dataDir, 'control.sock');
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX || process.platform !== 'linux') return path;
  // A deep folder is reached through an open handle on it, whose own path is short. The handle stays
  // open for the life of the process, as the address does.
  return `/proc/self/fd/${openSync(dataDir, 'r')}/control.sock`;
}
