import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { startService } from '../support/test-service.ts';

/**
 * The Python client: its types, and its tests against the real service. It needs Python 3.11 with the packages of
 * `PACKAGES`, which Debian has; without them the tests are skipped. `CROSSBOOK_TEST_PYTHON` names an interpreter.
 */

const ROOT = dirname(dirname(import.meta.dirname));
const SDK = join(ROOT, 'sdk-python');
const PACKAGES = ['cryptography', 'httpx', 'websockets', 'pytest', 'pytest_asyncio', 'hypothesis'];
const INSTALL =
  'apt-get install python3-httpx python3-websockets python3-cryptography python3-pytest python3-pytest-asyncio python3-hypothesis python3-pandas python3-pip mypy';
const run = promisify(execFile);

const canRun = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

const hasPackages = (python: string): boolean =>
  canRun(python, '-c', `import sys, ${PACKAGES.join(', ')}; sys.exit(sys.version_info < (3, 11))`);

const candidates = [process.env['CROSSBOOK_TEST_PYTHON'], 'python3', '/usr/bin/python3'];
const python = candidates.find((each) => each !== undefined && hasPackages(each));
const skip = python === undefined ? `no Python 3.11 with ${PACKAGES.join(', ')}: ${INSTALL}` : false;
const skipMypy =
  skip !== false ? skip : canRun('mypy', '--version') ? false : `mypy is not installed: ${INSTALL}`;

const skipPip =
  skip !== false
    ? skip
    : canRun(python ?? '', '-m', 'pip', '--version')
      ? false
      : `pip is not installed: ${INSTALL}`;

const dir = mkdtempSync(join(tmpdir(), 'crossbook-python-'));
after(() => rmSync(dir, { recursive: true, force: true }));

/** Runs a program in the folder of the package. Its output is the message of a failure. */
async function runInPackage(
  program: string,
  args: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): Promise<string> {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...variables };
  return run(program, args, { cwd: SDK, env, maxBuffer: 1 << 26 }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => assert.fail(`${stdout}\n${stderr}`),
  );
}

test('the types of the Python client are complete (pyright)', { skip }, async () => {
  const pyright = join(ROOT, 'node_modules', 'pyright', 'index.js');
  await runInPackage(process.execPath, [pyright, '--pythonpath', python ?? '']);
});

test('the types of the Python client are complete (mypy)', { skip: skipMypy }, async () => {
  await runInPackage('mypy', ['--cache-dir', join(dir, 'mypy')]);
});

test('pip installs the Python client from the index of the service', { skip: skipPip }, async () => {
  const service = await startService();
  const target = join(dir, 'installed');
  const index = `${service.url}/sdk/python/`;
  const options = ['--no-deps', '--no-cache-dir', '--disable-pip-version-check', '--index-url', index];
  await runInPackage(python ?? '', [
    '-m',
    'pip',
    'install',
    '-q',
    ...options,
    '--target',
    target,
    'crossbook',
  ]);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const program =
    'import crossbook, importlib.metadata as m; print(crossbook.__file__, m.version("crossbook"))';
  const output = await runInPackage(python ?? '', ['-c', program], { PYTHONPATH: target });
  assert.equal(output.trim(), `${join(target, 'crossbook', '__init__.py')} ${version}`);
});

test('the tests of the Python client pass against the real service', { skip }, async () => {
  const service = await startService();
  const output = await runInPackage(python ?? '', ['-m', 'pytest', '-q', '-rs', '-p', 'no:cacheprovider'], {
    CROSSBOOK_TEST_KEY_FILE: join(service.dataDir, 'sandbox-key.json'),
    CROSSBOOK_TEST_NODE: process.execPath,
  });
  assert.match(output, /\d+ passed/);
  assert.doesNotMatch(output, /no service|no Node/);
});
