import { resolve } from 'node:path';
import type { Command } from 'commander';
import { errorMessage } from '#contract';
import { systemClock } from '#platform';
import { hasLedger } from './admin-call.ts';
import { type CliContext, machineDeps, type Run, version, withAdvice } from './cli-context.ts';
import { EXIT, Failure, invalid } from './cli-failure.ts';
import { HELP } from './help-texts.ts';
import { stopSignal } from './start-command.ts';

interface BackupOptions {
  readonly to: string;
  readonly every?: string; // `5m`
  readonly keep?: string;
  readonly marketData: boolean;
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Adds the commands backup and restore. */
export function addBackupCommands(program: Command, run: Run): void {
  program
    .command('backup')
    .requiredOption('--to <folder>', 'the folder that gets each backup as a folder')
    .option('--every <duration>', 'repeat until a stop signal: 30s, 5m, 1h or 1d')
    .option('--keep <count>', 'remove the oldest backups in the folder beyond this number')
    .option(
      '--no-market-data',
      'without catalogue, prints, candles and the ids of instruments without orders',
    )
    .description('copy the ledger, also of a running service, and verify the copy')
    .addHelpText('after', HELP.backup)
    .action((options: BackupOptions) => run((session) => backup(session, options)));
  program
    .command('restore')
    .requiredOption('--from <folder>', 'a backup, or the folder of several: then the newest')
    .description('restore a backup into a data folder without a ledger')
    .addHelpText('after', HELP.backup)
    .action(({ from }: { readonly from: string }) => run((session) => restore(session, from)));
}

async function backup(session: CliContext, options: BackupOptions): Promise<void> {
  await requireLedgerFile(session, 'backup');
  if (!hasLedger(session.config)) throw invalid(`there is no ledger in ${session.config.dataDir}.`);
  const everyMs = options.every === undefined ? null : parseDuration('--every', options.every);
  const keep = options.keep === undefined ? null : parseCount(options.keep);
  const request = { to: resolve(session.terminal.cwd, options.to), keep, hasMarketData: options.marketData };
  if (everyMs === null) return backupOnce(session, request);
  const stopped = stopSignal(process, systemClock, (code) => process.exit(code)).then(() => true);
  for (let isStopped = false; !isStopped; ) {
    const next = new Promise<boolean>((done) => systemClock.after(everyMs, () => done(false)));
    // A failure, such as a full disk, must not end the later backups.
    await withAdvice(session, () => backupOnce(session, request)).catch((error: unknown) =>
      session.terminal.notify(`crossbook: no backup now: ${errorMessage(error)}`),
    );
    isStopped = await Promise.race([stopped, next]);
  }
}

async function backupOnce(
  { config, terminal, parts }: CliContext,
  request: { readonly to: string; readonly keep: number | null; readonly hasMarketData: boolean },
): Promise<void> {
  const app = await parts();
  const now = systemClock.now();
  const { folder, head, removed } = await app.backupLedger(config, { ...request, now, version: version() });
  terminal.print(`✓ ${folder}: ${head.seq} journal entries, verified`);
  terminal.print(`head ${head.seq}:${head.hash}`);
  if (removed > 0) terminal.notify(`old backups removed: ${removed}`);
}

async function restore(session: CliContext, from: string): Promise<void> {
  await requireLedgerFile(session, 'restore');
  const app = await session.parts();
  const { terminal, config } = session;
  const { backup: source, head } = await app.restoreLedger(machineDeps(session), resolve(terminal.cwd, from));
  terminal.print(`✓ ${config.dataDir} restored from ${source}: ${head.seq} journal entries, verified`);
  terminal.print(`head ${head.seq}:${head.hash}`);
  terminal.notify(
    'It has no orders, fills or settings of a later time. Before you start the service, read docs/operations.md, Restore.',
  );
}

async function requireLedgerFile({ config, parts }: CliContext, command: string): Promise<void> {
  if ((await parts()).clusterAdmin.findJournalUrl(config) === null) return;
  throw new Failure(
    `${command}: the journal is in PostgreSQL. Use the tools of the database, such as pg_basebackup with an archive of ` +
      'its write-ahead log, or pg_dump; see docs/cluster.md.',
    EXIT.usage,
  );
}

/** Parses `30s`, `5m`, `1h` or `1d` to milliseconds. */
export function parseDuration(option: string, text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([smhd])$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs === undefined) throw invalid(`${option} ${text}: expected 30s, 5m, 1h or 1d.`);
  return Number(count) * unitMs;
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw invalid(`--keep ${text}: expected a number from 1.`);
  return Number(text);
}
