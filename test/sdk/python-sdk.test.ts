import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { canRun, PYTHON, PYTHON_INSTALL, PYTHON_SDK, PYTHON_SKIP } from '../support/python.ts';
import { startService } from '../support/test-service.ts';

/** The Python client: its types, and its tests against the real service. */

const skip = PYTHON_SKIP;
const run = promisify(execFile);

const skipMypy =
  skip !== false
    ? skip
    : canRun(PYTHON, '-m', 'mypy', '--version')
      ? false
      : `mypy is not installed: ${PYTHON_INSTALL}`;

const skipPip =
  skip !== false
    ? skip
    : canRun(PYTHON, '-m', 'pip', '--version')
      ? false
      : `pip is not installed: ${PYTHON_INSTALL}`;

const dir = mkdtempSync(join(tmpdir(), 'crossbook-python-'));
after(() => rmSync(dir, { recursive: true, force: true }));

/** Runs a program in the folder of the package. Its output is the message of a failure. */
async function runInPackage(
  program: string,
  args: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): Promise<string> {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...variables };
  return run(program, args, { cwd: PYTHON_SDK, env, maxBuffer: 1 << 26 }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => assert.fail(`${stdout}\n${stderr}`),
  );
}

test('the types of the Python client are complete (pyright)', { skip }, async () => {
  const pyright = join(PYTHON_SDK, '..', 'node_modules', 'pyright', 'index.js');
  await runInPackage(process.execPath, [pyright, '--pythonpath', PYTHON]);
});

test('the types of the Python client are complete (mypy)', { skip: skipMypy }, async () => {
  await runInPackage(PYTHON, ['-m', 'mypy', '--cache-dir', join(dir, 'mypy')]);
});

test('pip installs the Python client from the index of the service', { skip: skipPip }, async () => {
  const service = await startService();
  const target = join(dir, 'installed');
  const index = `${service.url}/sdk/python/`;
  const options = ['--no-deps', '--no-cache-dir', '--disable-pip-version-check', '--index-url', index];
  await runInPackage(PYTHON, ['-m', 'pip', 'install', '-q', ...options, '--target', target, 'crossbook']);
  const { version } = JSON.parse(readFileSync(join(PYTHON_SDK, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const program =
    'import crossbook, importlib.metadata as m; print(crossbook.__file__, m.version("crossbook"))';
  const output = await runInPackage(PYTHON, ['-c', program], { PYTHONPATH: target });
  assert.equal(output.trim(), `${join(target, 'crossbook', '__init__.py')} ${version}`);
});

test('the tests of the Python client pass against the real service', { skip }, async () => {
  const service = await startService();
  const output = await runInPackage(PYTHON, ['-m', 'pytest', '-q', '-rs', '-p', 'no:cacheprovider'], {
    CROSSBOOK_TEST_KEY_FILE: join(service.dataDir, 'sandbox-key.json'),
    CROSSBOOK_TEST_NODE: process.execPath,
  });
  assert.match(output, /\d+ passed/);
  assert.doesNotMatch(output, /no service|no Node/);
});
