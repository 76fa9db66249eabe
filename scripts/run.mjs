// Starts a project command on the project's Node version and installs missing dependencies first.
// Plain JavaScript on purpose: an old Node (20) must be able to run this file.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { constants } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NODE_MAJOR_MIN = 24;
const NODE_MAJOR_TO_INSTALL = 20;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isPackage = /[\\/]node_modules[\\/]/.test(root); // installed by npm, not a clone
const nodeMajor = Number(process.versions.node.split('.')[0]);

/** Runs `script` (a path in the project) with the arguments on a suitable Node version. */
async function main([script, ...args]) {
  if (nodeMajor < NODE_MAJOR_TO_INSTALL) {
    fail(`Crossbook needs Node ${NODE_MAJOR_TO_INSTALL} or newer to start; this is ${process.version}.`);
  }
  if (script === undefined) fail('usage: node scripts/run.mjs SCRIPT [ARGUMENT…]');
  const isEnough = nodeMajor >= NODE_MAJOR_MIN;
  if (!isInstalled() || (!isEnough && projectNode() === null)) install();
  const path = join(root, script);
  const node = projectNode();
  // Caches the files with stripped types, for worker threads too, which halves the start time.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node');
  if (isPackage) stripTypes();
  // An installed package needs a new Node process even if this one is new enough: worker threads inherit the start options.
  if (isEnough) return isPackage ? runWith(process.execPath, [path, ...args]) : runHere(path, args);
  if (node === null) {
    fail(
      `Crossbook runs on Node ${NODE_MAJOR_MIN} or newer. npm has none for ${process.platform}/${process.arch}, and this is ${process.version}: install a newer Node.`,
    );
  }
  runWith(node, [path, ...args]);
}

/** Makes every Node process that we start, and its workers, strip the types of the project's files. */
function stripTypes() {
  const flag = `--import=${new URL('striptypes.mjs', import.meta.url).href}`;
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, '--disable-warning=ExperimentalWarning', flag]
    .filter(Boolean)
    .join(' ');
}

/** True if node_modules matches the lock file (npm keeps a copy of the lock there). */
function isInstalled() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted ?? {}).every(
    ([path, entry]) => path === '' || entry.optional || present?.[path]?.version === entry.version,
  );
}

/** Null if the lock file is missing or incomplete. */
function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch {
    return null;
  }
}

/** The Node binary that npm installed for this machine, or null when there is none. */
function projectNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const names = [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`];
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  const paths = names.map((name) => join(root, 'node_modules', name, 'bin', binary));
  return paths.find((path) => existsSync(path)) ?? null;
}

function install() {
  console.error('Crossbook: installing dependencies (once, about half a minute) …');
  const [command, first] = npm();
  // Development packages are always installed, whatever NODE_ENV says: the project's commands need them.
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (done.error?.code === 'ENOENT') fail('Crossbook: npm is not installed here; it comes with Node.');
  if (done.error) fail(`Crossbook: npm did not start: ${done.error.message}`);
  if (done.status !== 0) fail('Crossbook: npm ci failed; its message is above.');
}

/**
 * The npm that started this process, run by the current Node; else the npm on the PATH.
 *
 * @returns {[string, string[]]} the command and its first arguments
 */
function npm() {
  const path = process.env.npm_execpath;
  return path && basename(path) === 'npm-cli.js' ? [process.execPath, [path]] : ['npm', []];
}

async function runHere(path, args) {
  nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  process.argv = [process.argv[0], path, ...args];
  await import(pathToFileURL(path).href);
}

/** Runs the script in a child process, forwards signals to it, and exits with its status. */
function runWith(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Crossbook: ${node} did not start: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

await main(process.argv.slice(2));
