import { createHash } from 'node:crypto';
import { openSync } from 'node:fs';
import { join } from 'node:path';

/** What an operating system takes as a socket's path, in bytes; macOS has the shortest. */
const PATH_BYTES_MAX = 103;

/**
 * Where the control socket of a data folder is: `control.sock` inside it, a named pipe on Windows.
 */
export function controlAddress(dataDir: string): string {
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
