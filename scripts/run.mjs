// Starts a project command on the project's own Node, installing what is missing first.
// Plain JavaScript on purpose: it is the one file that an old Node (20) has to understand.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NODE_MAJOR_MIN = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const nodeMajor = Number(process.versions.node.split('.')[0]);
if (nodeMajor < 20) {
  console.error(`Crossbook needs Node 20 or newer to start; this is ${process.version}.`);
  process.exit(1);
}

/** The Node binary that npm installed for this machine, or null when there is none. */
function projectNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const names = [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`];
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  const paths = names.map((name) => join(root, 'node_modules', name, 'bin', binary));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** True when node_modules holds what the lock file asks for (npm keeps its own copy of the lock). */
function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || present[path]?.version === entry.version,
  );
}

function install() {
  console.error('Crossbook: installing dependencies (once, about half a minute) …');
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const done = spawnSync(command, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (done.status !== 0) {
    console.error('Crossbook: npm ci failed; see its message above.');
    process.exit(done.status ?? 1);
  }
}

/** Runs the command in a child and passes signals on, so that stopping us stops it. */
function runWith(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

const [script, ...args] = process.argv.slice(2);
if (!isInstalled()) install();
const node = projectNode();
const path = join(root, script);
if (nodeMajor >= NODE_MAJOR_MIN) {
  process.argv = [process.argv[0], path, ...args];
  await import(pathToFileURL(path).href);
} else if (node) {
  runWith(node, [path, ...args]);
} else {
  console.error(
    `Crossbook runs on Node ${NODE_MAJOR_MIN} or newer; there is no packaged Node for ${process.platform}/${process.arch} and this is ${process.version}.`,
  );
  process.exit(1);
}
