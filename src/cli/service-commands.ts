import { dirname, join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { PROJECT_DIR } from '#config';
import { type CliContext, type Run, version } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { HELP } from './help-texts.ts';

interface UnitOptions {
  readonly user: string;
}

/** Adds `service install`, which prints a systemd unit. Writing it needs root, so that is left to the operator. */
export function addServiceManagerCommands(program: Command, run: Run): void {
  const service = program.command('service').description('run the service under systemd');
  service
    .command('install')
    .addOption(new Option('--print', 'print the unit; nothing is written').makeOptionMandatory())
    .option('--user <name>', 'the system user that runs the service', 'crossbook')
    .description('print a hardened systemd unit for this installation')
    .addHelpText('after', HELP.service)
    .action((options: UnitOptions) => run((session) => printUnit(session, program.opts(), options)));
}

function printUnit(
  { config, terminal }: CliContext,
  { config: file }: { readonly config?: string },
  { user }: UnitOptions,
): void {
  if (!/^[a-z_][a-z0-9_-]{0,31}$/.test(user))
    throw invalid(`--user ${user}: is not the name of a system user.`);
  const configFile = file ?? terminal.env['CROSSBOOK_CONFIG'];
  const unit = {
    user,
    node: process.execPath,
    projectDir: PROJECT_DIR,
    dataDir: config.dataDir,
    configFile: configFile === undefined ? null : resolve(terminal.cwd, configFile),
  };
  const places = [unit.node, unit.projectDir, unit.dataDir, unit.configFile ?? '/'];
  const unquotable = places.find((path) => /[\s"'\\%$]/.test(path));
  if (unquotable !== undefined)
    throw invalid(`${unquotable}: a path in a unit must have no spaces, quotes, %, $ or backslashes.`);
  for (const line of renderUnit(unit)) terminal.print(line);
}

interface Unit {
  readonly user: string;
  readonly node: string;
  readonly projectDir: string;
  readonly dataDir: string;
  readonly configFile: string | null; // null: that of the project, if it exists
}

// As in scripts/run.mjs: docs/decisions/processor-time.md
const NODE_FLAGS = '--max-semi-space-size=32';
const STATE_ROOT = '/var/lib';
const PRIVATE_ROOTS = /^\/(home|root|run\/user)\//;

function renderUnit(unit: Unit): readonly string[] {
  const { user, node, projectDir, dataDir, configFile } = unit;
  const config = configFile === null ? [] : ['--config', configFile];
  const main = join(projectDir, 'src', 'main.ts');
  const command = [node, NODE_FLAGS, main, ...config, '--data-dir', dataDir, 'start'];
  const isInHome = [node, projectDir, dataDir, configFile ?? '/'].some((path) => PRIVATE_ROOTS.test(path));
  return [
    '[Unit]',
    `Description=Crossbook ${version()}`,
    'Wants=network-online.target time-sync.target',
    'After=network-online.target time-sync.target',
    '# A start that fails again and again needs a person.',
    'StartLimitIntervalSec=300',
    'StartLimitBurst=5',
    '',
    '[Service]',
    '# The service reports READY, WATCHDOG and STOPPING with systemd-notify.',
    'Type=notify',
    'NotifyAccess=all',
    `User=${user}`,
    `Group=${user}`,
    `ExecStart=${command.join(' ')}`,
    ...renderEnvironment(projectDir),
    'Restart=on-failure',
    'RestartSec=2',
    'TimeoutStartSec=300',
    'TimeoutStopSec=60',
    'WatchdogSec=60',
    'KillMode=mixed',
    '',
    '# Files: the data folder and the cache are the only ones that it may write.',
    ...renderFolders(dataDir),
    'UMask=0077',
    'ProtectSystem=strict',
    `ProtectHome=${isInHome ? 'read-only' : 'yes'}`,
    'PrivateTmp=yes',
    '',
    '# Memory holds keys of venues.',
    'LimitCORE=0',
    'LimitNOFILE=65536',
    '',
    ...HARDENING,
    '',
    '[Install]',
    'WantedBy=multi-user.target',
  ];
}

/** What `scripts/run.mjs` sets. A package below node_modules has its types stripped by a loader. */
function renderEnvironment(projectDir: string): readonly string[] {
  const loader = new URL('scripts/striptypes.mjs', `file://${projectDir}/`).href;
  const options = `"NODE_OPTIONS=--disable-warning=ExperimentalWarning --import=${loader}"`;
  return [
    'Environment=NODE_COMPILE_CACHE=/var/cache/crossbook/node WS_NO_BUFFER_UTIL=1',
    ...(/\/node_modules\//.test(projectDir) ? [`Environment=${options}`] : []),
    '# CROSSBOOK_MASTER_KEY=… may be there: readable by root only.',
    'EnvironmentFile=-/etc/crossbook/environment',
  ];
}

/** systemd creates a data folder in /var/lib; any other one must exist. */
function renderFolders(dataDir: string): readonly string[] {
  const isState = dirname(dataDir) === STATE_ROOT;
  return [
    isState ? `StateDirectory=${relative(STATE_ROOT, dataDir)}` : `ReadWritePaths=${dataDir}`,
    ...(isState ? ['StateDirectoryMode=0700'] : []),
    'CacheDirectory=crossbook',
    'CacheDirectoryMode=0700',
  ];
}

/** Node compiles code while it runs, so MemoryDenyWriteExecute is not possible. AF_NETLINK: the addresses of this machine. */
const HARDENING = [
  'NoNewPrivileges=yes',
  'CapabilityBoundingSet=',
  'AmbientCapabilities=',
  'PrivateDevices=yes',
  'ProtectClock=yes',
  'ProtectControlGroups=yes',
  'ProtectHostname=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'ProtectProc=invisible',
  'LockPersonality=yes',
  'RemoveIPC=yes',
  'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
  'RestrictNamespaces=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallErrorNumber=EPERM',
];
