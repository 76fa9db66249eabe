import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { until } from './api-assertions.ts';

const ROOT = dirname(import.meta.dirname);
const PACKAGE = `node-${process.platform}-${process.arch}`;
/** A Node that is too old to run the project, so that the launcher starts the project's own. */
const OLD_NODE = ['/usr/local/bin/node', '/usr/bin/node', process.env['npm_node_execpath'] ?? ''].find(
  isOldNode,
);

function isOldNode(path: string): boolean {
  if (path === '' || !existsSync(path)) return false;
  const major = Number(/^v(\d+)/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout)?.[1]);
  return major >= 20 && major < 24;
}

/** A folder with the launcher, one script, and `binary` as the Node that npm installed. */
function createProject(t: TestContext, binary: string): string {
  const root = mkdtempSync(join(tmpdir(), 'launcher-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'node_modules', PACKAGE, 'bin'), { recursive: true });
  mkdirSync(join(root, 'scripts'));
  for (const file of ['run.mjs', 'node-binaries.json', 'striptypes.mjs'])
    cpSync(join(ROOT, 'scripts', file), join(root, 'scripts', file));
  writeFileSync(join(root, 'package-lock.json'), '{"packages":{}}');
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), '{"packages":{}}');
  const path = join(root, 'node_modules', PACKAGE, 'bin', 'node');
  writeFileSync(path, binary);
  chmodSync(path, 0o755);
  return root;
}

test('every Node that npm may install has a hash, of the version that package.json names', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { version, sha256 } = JSON.parse(readFileSync(join(ROOT, 'scripts', 'node-binaries.json'), 'utf8'));
  const nodes = Object.entries(optionalDependencies).filter(([name]) =>
    /^node-(bin-)?(linux|darwin|win)-/.test(name),
  );
  assert.deepEqual(
    Object.fromEntries(nodes),
    Object.fromEntries(Object.keys(sha256).map((name) => [name, version])),
  );
});

describe('the launcher', {
  skip: OLD_NODE === undefined && 'needs a Node older than 24 on this machine',
}, () => {
  const node = OLD_NODE ?? '';

  test('does not start a binary that differs from its hash, and prints the remedy', (t) => {
    const root = createProject(t, '#!/bin/sh\ntouch "$0.started"\n');
    for (const attempt of ['first', 'second']) {
      const { status, stderr } = spawnSync(node, [join(root, 'scripts', 'run.mjs'), 'x.ts'], {
        encoding: 'utf8',
      });
      assert.equal(status, 1, attempt);
      assert.match(
        stderr,
        /is not the Node \d+\.\d+\.\d+ that scripts\/node-binaries\.json names .* was not started/,
      );
    }
    assert.equal(existsSync(join(root, 'node_modules', PACKAGE, 'bin', 'node.started')), false);
  });

  test('hashes a binary again when the file changes after a good check', (t) => {
    const root = createProject(t, '#!/bin/sh\nexit 7\n');
    const file = join(root, 'scripts', 'node-binaries.json');
    const allow = (sha256: string): void =>
      writeFileSync(file, JSON.stringify({ version: '1.0.0', sha256: { [PACKAGE]: sha256 } }));
    const run = (): number | null => spawnSync(node, [join(root, 'scripts', 'run.mjs'), 'x.ts']).status;
    const binary = join(root, 'node_modules', PACKAGE, 'bin', 'node');
    allow('00');
    assert.equal(run(), 1);
    allow(createHash('sha256').update(readFileSync(binary)).digest('hex'));
    assert.equal(run(), 7);
    writeFileSync(binary, '#!/bin/sh\nexit 0 # other\n');
    assert.equal(run(), 1);
  });

  test('starts the service with more room for short-lived objects, and no other script', (t) => {
    const binary = '#!/bin/sh\necho "$@"\n';
    const root = createProject(t, binary);
    const sha256 = { [PACKAGE]: createHash('sha256').update(binary).digest('hex') };
    writeFileSync(join(root, 'scripts', 'node-binaries.json'), JSON.stringify({ version: '1.0.0', sha256 }));
    const argumentsOf = (...args: readonly string[]): string =>
      spawnSync(node, [join(root, 'scripts', 'run.mjs'), ...args], { encoding: 'utf8' }).stdout;
    assert.match(argumentsOf('src/main.ts', 'start'), /^--max-semi-space-size=32 \S*main\.ts start$/m);
    assert.match(argumentsOf('scripts/x.ts'), /^\S*x\.ts$/m);
  });
});

describe('an installation by the launcher', () => {
  /** A project whose lock has a runtime and a development package, with an npm that records its arguments. */
  function createUninstalled(
    t: TestContext,
    { profile, present }: { profile: string; present: readonly string[] },
  ) {
    const root = createProject(t, '');
    const packages = {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', dev: true },
    };
    const installed = Object.entries(packages).filter(([path]) => present.includes(path));
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
    writeFileSync(
      join(root, 'node_modules', '.package-lock.json'),
      JSON.stringify({ packages: Object.fromEntries(installed) }),
    );
    mkdirSync(join(root, 'config'));
    writeFileSync(join(root, 'config', 'crossbook.toml'), `# settings\nprofile = "${profile}" # as agreed\n`);
    const npm = join(root, 'npm-cli.js');
    writeFileSync(
      npm,
      `require('node:fs').writeFileSync(${JSON.stringify(`${npm}.args`)}, process.argv.slice(2).join(' '))`,
    );
    mkdirSync(join(root, 'src'));
    for (const script of ['src/main.ts', 'scripts/start.ts', 'scripts/test.ts'])
      writeFileSync(join(root, script), '');
    /** What npm was called with; null when nothing was installed. */
    const run = (...args: readonly string[]): string | null => {
      const env = { ...process.env, npm_execpath: npm, CROSSBOOK_CONFIG: '' };
      const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'run.mjs'), ...args], {
        encoding: 'utf8',
        env,
      });
      assert.equal(status, 0, stderr);
      return existsSync(`${npm}.args`) ? readFileSync(`${npm}.args`, 'utf8') : null;
    };
    return { root, run };
  }

  test('has no development packages when the service runs with profile live', (t) => {
    const { run } = createUninstalled(t, { profile: 'live', present: [] });
    assert.match(run('scripts/start.ts') ?? '', /^ci --omit=dev --ignore-scripts/);
  });

  test('happens neither for the service nor for its commands when only development packages are missing', (t) => {
    const { root, run } = createUninstalled(t, { profile: 'live', present: ['node_modules/a'] });
    assert.equal(run('scripts/start.ts'), null);
    assert.equal(run('src/main.ts', 'key', 'list'), null);
    const sandbox = join(root, 'sandbox.toml');
    writeFileSync(sandbox, 'profile = "sandbox"\n');
    assert.match(run('src/main.ts', 'start', '--config', sandbox) ?? '', /^ci --include=dev/);
  });

  test('has the development packages for tests and for the sandbox', (t) => {
    const tests = createUninstalled(t, { profile: 'live', present: ['node_modules/a'] });
    assert.match(tests.run('scripts/test.ts') ?? '', /^ci --include=dev --ignore-scripts/);
    const sandbox = createUninstalled(t, { profile: 'sandbox', present: ['node_modules/a'] });
    assert.match(sandbox.run('scripts/start.ts') ?? '', /^ci --include=dev/);
  });
});

test('the program stops when the npm that started it is gone', {
  skip: process.platform === 'win32',
}, async (t) => {
  const root = createProject(t, '');
  const done = join(root, 'done');
  writeFileSync(
    join(root, 'scripts', 'wait.ts'),
    `import { writeFileSync } from 'node:fs';
     setInterval(() => undefined, 1000);
     process.once('SIGTERM', () => { writeFileSync(${JSON.stringify(done)}, 'stopped'); process.exit(); });
     writeFileSync(${JSON.stringify(`${done}.ready`)}, String(process.pid));`,
  );
  // The shell of npm: it runs the launcher as its child and passes no signal on.
  const command = `"${process.execPath}" "${join(root, 'scripts', 'run.mjs')}" scripts/wait.ts; true`;
  const shell = spawn('sh', ['-c', command], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: 'ignore',
  });
  await until('the program runs', async () => (existsSync(`${done}.ready`) ? true : null));
  shell.kill('SIGKILL');
  await until('the program stopped', async () => (existsSync(done) ? true : null));
});
