import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Python 3.11 with the packages of the client and of its tests, which Debian has; without them its tests are skipped.
 * `CROSSBOOK_TEST_PYTHON` names an interpreter, such as that of a virtual environment into which pip has installed them.
 */

const PACKAGES = ['cryptography', 'httpx', 'websockets', 'pytest', 'pytest_asyncio', 'hypothesis'];
export const PYTHON_INSTALL =
  'apt-get install python3-httpx python3-websockets python3-cryptography python3-pytest python3-pytest-asyncio python3-hypothesis python3-pandas python3-pip mypy';

export const PYTHON_SDK = join(import.meta.dirname, '..', '..', 'sdk-python');

export const canRun = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

const hasPackages = (python: string): boolean =>
  canRun(python, '-c', `import sys, ${PACKAGES.join(', ')}; sys.exit(sys.version_info < (3, 11))`);

const candidates = [process.env['CROSSBOOK_TEST_PYTHON'], 'python3', '/usr/bin/python3'];
const found = candidates.find((each) => each !== undefined && hasPackages(each));

/** The interpreter; empty when there is none. */
export const PYTHON = found ?? '';

/** Why a test that needs Python is skipped; false: it is not. */
export const PYTHON_SKIP =
  found === undefined ? `no Python 3.11 with ${PACKAGES.join(', ')}: ${PYTHON_INSTALL}` : false;
