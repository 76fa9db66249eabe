import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, runNode } from './steps.ts';

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
}

/** Writes the files of the npm package, with the built terminal, into a folder. */
export function copyPackage(folder: string): void {
  if (runNode([join(ROOT, 'scripts', 'terminal.ts')]) !== 0)
    throw new Error('the terminal could not be built');
  const scratch = mkdtempSync(join(tmpdir(), 'crossbook-pack-'));
  try {
    const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', scratch];
    const packed = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' });
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-xzf', join(scratch, packed.trim()), '--strip-components=1', '-C', folder]);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Copies the packages that the lock file has for the runtime, as `npm install --omit=dev` would install them. */
export function copyRuntimePackages(modules: string): void {
  for (const name of listRuntimePackages())
    cpSync(join(ROOT, 'node_modules', name), join(modules, name), { recursive: true, dereference: true });
}

function listRuntimePackages(): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  return Object.entries(packages).flatMap(([path, { dev, devOptional, optional, link }]) => {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    return name === undefined || dev || devOptional || optional || link ? [] : [name];
  });
}
