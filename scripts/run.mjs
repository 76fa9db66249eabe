// Starts a project command on the project's Node version and installs missing dependencies first.
// Plain JavaScript on purpose: an old Node (20) must be able to run this file.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { constants } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NODE_MAJOR_MIN = 24;
const NODE_MAJOR_TO_INSTALL = 20;
const PARENT_POLL_MS = 500;
const SERVICE_SCRIPTS = new Set(['scripts/start.ts', 'src/main.ts']); // run without development packages
// MB for short-lived objects instead of 32: docs/decisions/processor-time.md
const SERVICE_FLAGS = ['--max-semi-space-size=32'];
const OWN_NODE = 'install Node 24 or newer from nodejs.org, which is then used instead.';
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
  const isLive = SERVICE_SCRIPTS.has(script) && isLiveProfile(args);
  if (!isInstalled(isLive) || (!isEnough && projectNode() === null)) install(isLive);
  const path = join(root, script);
  stopWithNpm();
  const node = projectNode();
  // Caches the files with stripped types, for worker threads too, which halves the start time.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node');
  // A client that only tests use installs this native addon, and `ws` would load it into the service.
  process.env.WS_NO_BUFFER_UTIL ??= '1';
  if (isPackage) stripTypes();
  const flags = SERVICE_SCRIPTS.has(script) ? SERVICE_FLAGS : [];
  // An installed package needs a new Node process even if this one is new enough: worker threads inherit the start options.
  if (isEnough) return isPackage ? runWith(process.execPath, [...flags, path, ...args]) : runHere(path, args);
  if (node === null) {
    fail(
      `Crossbook runs on Node ${NODE_MAJOR_MIN} or newer. npm has none for ${process.platform}/${process.arch}, and this is ${process.version}: install a newer Node.`,
    );
  }
  await verifyNode(node);
  if (isLive) console.error(`Crossbook: live trading on ${node}, which a third party published; ${OWN_NODE}`);
  runWith(node, [...flags, path, ...args]);
}

/**
 * Ends the process with an error if the binary differs from the committed hash. Checks it before its first start and
 * after each change of the file: reading 150 MB at every start would double the start time.
 */
async function verifyNode(path) {
  const packageName = basename(dirname(dirname(path)));
  const { size, mtimeMs } = statSync(path);
  const seen = `${path} ${size} ${mtimeMs}`;
  const marker = join(root, 'node_modules', '.cache', 'verified-node');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === seen) return;
  const { version, sha256 } = JSON.parse(
    readFileSync(new URL('node-binaries.json', import.meta.url), 'utf8'),
  );
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  if (hash.digest('hex') !== sha256[packageName]) {
    fail(
      `Crossbook: ${path} is not the Node ${version} that scripts/node-binaries.json names (SHA-256 differs). ` +
        'It was not started. Remove node_modules and start again, or install Node ' +
        `${NODE_MAJOR_MIN} or newer from nodejs.org, which is then used instead.`,
    );
  }
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, seen);
}

/** npm does not pass a stop signal on through its shell: without a parent this process stops as on SIGTERM. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_POLL_MS);
  poll.unref();
}

/** Makes every Node process that we start, and its workers, strip the types of the project's files. */
function stripTypes() {
  const flag = `--import=${new URL('striptypes.mjs', import.meta.url).href}`;
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, '--disable-warning=ExperimentalWarning', flag]
    .filter(Boolean)
    .join(' ');
}

/**
 * True if the settings file selects the profile live: `--config`, else CROSSBOOK_CONFIG, else config/crossbook.toml. Reads
 * the one line itself, because nothing is installed yet that could parse the file.
 */
function isLiveProfile(args) {
  const at = args.findIndex((arg) => arg === '--config' || arg.startsWith('--config='));
  const given = at === -1 ? undefined : (args[at].split('=')[1] ?? args[at + 1]);
  const file = resolve(given || process.env.CROSSBOOK_CONFIG || join(root, 'config', 'crossbook.toml'));
  return existsSync(file) && /^\s*profile\s*=\s*["']live["']/m.test(readFileSync(file, 'utf8'));
}

/** True if node_modules matches the lock file (npm keeps a copy of the lock there). */
function isInstalled(isLive) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  const isNeeded = ([path, { optional, dev, devOptional }]) =>
    path !== '' && !optional && !(isLive && (dev || devOptional));
  return Object.entries(wanted ?? {})
    .filter(isNeeded)
    .every(([path, { version }]) => present?.[path]?.version === version);
}

/** Null if the lock file is missing or incomplete. */
function readPackages(lockFile) {
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

function install(isLive) {
  console.error('Crossbook: installing dependencies (once, about half a minute) …');
  const [command, first] = npm();
  // The project's commands need the development packages, whatever NODE_ENV says. A machine with the keys of real venues
  // gets none of them. No package needs its install script, and a script may contact other hosts.
  const options = [
    isLive ? '--omit=dev' : '--include=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const args = [...first, 'ci', ...options];
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
