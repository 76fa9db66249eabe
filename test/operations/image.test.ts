import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');

interface Inspected {
  readonly OCIv1: {
    readonly config: {
      readonly User: string;
      readonly Entrypoint: readonly string[];
      readonly Cmd: readonly string[];
    };
  };
}

function whyNoImage(): string | false {
  if (process.platform !== 'linux') return 'images are built on Linux';
  if (process.getuid?.() !== 0) return 'building an image needs root';
  return spawnSync('buildah', ['--version']).error === undefined ? false : 'buildah is not installed';
}

test('the image starts as a user without privileges, answers /health and stops on SIGTERM', {
  skip: whyNoImage(),
}, async (t) => {
  const scratch = mkdtempSync(join(tmpdir(), 'crossbook-image-'));
  t.after(() => rmSync(scratch, { recursive: true, force: true }));
  const archive = join(scratch, 'image.tar');
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'image.ts'), '--out', archive], { stdio: 'ignore' });

  const store = [
    '--root',
    join(scratch, 'storage'),
    '--runroot',
    join(scratch, 'run'),
    '--storage-driver',
    'vfs',
  ];
  const buildah = (...args: string[]): string =>
    execFileSync('buildah', [...store, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const container = buildah('from', '--quiet', `oci-archive:${archive}`);
  const { User, Entrypoint, Cmd } = (JSON.parse(buildah('inspect', container)) as Inspected).OCIv1.config;
  assert.equal(User, '1000:1000');

  const options = ['--isolation', 'chroot', '--env', 'CROSSBOOK_PORT=0'];
  const args = [...store, 'run', ...options, container, '--', ...Entrypoint, ...Cmd];
  const child = spawn('buildah', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let listening: { readonly url: string; readonly pid: number } | null = null;
  for await (const line of createInterface(child.stderr)) {
    if (!line.includes('"msg":"listening"')) continue;
    listening = JSON.parse(line) as { readonly url: string; readonly pid: number };
    break;
  }
  child.stderr.resume();
  assert.ok(listening !== null, 'the service listens');
  const { url, pid } = listening;
  t.after(() => spawnSync('kill', ['-9', String(pid)]));
  assert.match(readFileSync(`/proc/${pid}/status`, 'utf8'), /^Uid:\t1000\t1000\t1000\t1000$/m);
  const health = await fetch(`${url.replace('0.0.0.0', '127.0.0.1')}/health`);
  assert.equal(((await health.json()) as { readonly status: string }).status, 'ok');
  process.kill(pid, 'SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});
