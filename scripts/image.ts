import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { copyPackage, copyRuntimePackages } from './production-files.ts';
import { ROOT } from './steps.ts';

const USAGE = `npm run image                 an OCI image of the service as an archive; needs buildah and root
  --out FILE                  default: dist/crossbook-VERSION.oci.tar`;

const UID = 1000;
/** Inside the image. */
const APP = '/app';
const DATA = '/data';
const NODE = '/usr/bin/node';
// As in scripts/run.mjs: docs/decisions/processor-time.md
const ENTRYPOINT = [NODE, '--max-semi-space-size=32', `${APP}/src/main.ts`];
const ENVIRONMENT = {
  CROSSBOOK_DATA_DIR: DATA,
  CROSSBOOK_HOST: '0.0.0.0',
  HOME: DATA,
  NODE_COMPILE_CACHE: '/tmp/node-compile-cache',
};
const PORT = 8787;

/** `npm run image`: from scratch, with this Node, the libraries that it needs, and the production files. */
function main(): number {
  const { values } = parseArgs({ options: { out: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (spawnSync('buildah', ['--version']).error !== undefined) {
    console.error('buildah is missing: on Debian, apt-get install buildah');
    return 1;
  }
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const out = resolve(ROOT, values.out ?? join('dist', `crossbook-${version}.oci.tar`));
  mkdirSync(dirname(out), { recursive: true });
  rmSync(out, { force: true });
  const scratch = mkdtempSync(join(tmpdir(), 'crossbook-image-'));
  try {
    buildImage(
      createRoot(join(scratch, 'root')),
      join(scratch, 'storage'),
      `oci-archive:${out}:crossbook:${version}`,
      version,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(`${relative(process.cwd(), out)}: ${Math.round(statSync(out).size / 1e6)} MB`);
  return 0;
}

/** Writes the files of the image into a folder, and returns it. */
function createRoot(root: string): string {
  const app = join(root, APP);
  copyPackage(app);
  copyRuntimePackages(join(app, 'node_modules'));
  keepOwnPrebuilds(join(app, 'node_modules', 'sodium-native', 'prebuilds'));
  for (const library of listLibraries(process.execPath)) copyInto(root, library, library);
  copyInto(root, process.execPath, NODE);
  chmodSync(join(root, NODE), 0o755);
  mkdirSync(join(root, 'etc'));
  writeFileSync(join(root, 'etc', 'passwd'), `crossbook:x:${UID}:${UID}::${DATA}:/sbin/nologin\n`);
  writeFileSync(join(root, 'etc', 'group'), `crossbook:x:${UID}:\n`);
  mkdirSync(join(root, 'tmp'));
  chmodSync(join(root, 'tmp'), 0o1777);
  return root;
}

/** A native package contains its binaries for every platform. */
function keepOwnPrebuilds(folder: string): void {
  const own = `${process.platform}-${process.arch}`;
  for (const name of readdirSync(folder)) if (name !== own) rmSync(join(folder, name), { recursive: true });
}

/** The shared libraries that the loader of this machine finds for a program, with the loader itself. */
function listLibraries(program: string): readonly string[] {
  const lines = execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => /(?:=> )?(\/\S+) \(0x/.exec(line)?.[1] ?? []);
}

function copyInto(root: string, from: string, to: string): void {
  mkdirSync(dirname(join(root, to)), { recursive: true });
  copyFileSync(from, join(root, to));
}

/** @param target  where buildah commits the image, such as `oci-archive:FILE:TAG` */
function buildImage(root: string, storage: string, target: string, version: string): void {
  const buildah = (...args: readonly string[]): string =>
    execFileSync(
      'buildah',
      ['--root', storage, '--runroot', `${storage}-run`, '--storage-driver', 'vfs', ...args],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    ).trim();
  const container = buildah('from', 'scratch');
  buildah('add', '--quiet', container, root, '/');
  const owned = mkdtempSync(join(root, 'owned-'));
  mkdirSync(join(owned, DATA), { mode: 0o700 });
  buildah('add', '--quiet', '--chown', `${UID}:${UID}`, container, owned, '/');
  const settings: readonly (readonly [option: string, value: string])[] = [
    ...Object.entries(ENVIRONMENT).map(([name, value]) => ['--env', `${name}=${value}`] as const),
    ['--entrypoint', JSON.stringify(ENTRYPOINT)],
    ['--cmd', 'start'],
    ['--user', `${UID}:${UID}`],
    ['--workingdir', DATA],
    ['--volume', DATA],
    ['--port', String(PORT)],
    ['--stop-signal', 'SIGTERM'],
    ['--label', 'org.opencontainers.image.title=Crossbook'],
    ['--label', `org.opencontainers.image.version=${version}`],
    ['--label', 'org.opencontainers.image.licenses=MIT'],
  ];
  buildah('config', ...settings.flat(), container);
  buildah('commit', '--quiet', '--rm', '--disable-compression=false', container, target);
}

process.exitCode = main();
