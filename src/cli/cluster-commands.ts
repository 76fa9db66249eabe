import type { Command } from 'commander';
import type { ClusterStatus } from '#app';
import { systemClock } from '#platform';
import { wait } from '#ports';
import type { CliContext, Run } from './cli-context.ts';
import { EXIT, Failure, invalid } from './cli-failure.ts';
import { HELP } from './help-texts.ts';

interface ClusterOptions {
  readonly url?: string; // of the journal
}

const HANDOVER_MS_MAX = 60_000;
const LOOK_MS = 200;

/** Adds `cluster status`, `cluster resign` and `migrate`. */
export function addClusterCommands(program: Command, run: Run): void {
  addMigrate(program, run);
  const cluster = program
    .command('cluster')
    .description('Inspect and steer the nodes of a journal in PostgreSQL')
    .addHelpText('after', HELP.cluster);
  const url = [
    '--url <url>',
    'URL of the journal; default: journal.url, or that of the data folder',
  ] as const;
  cluster
    .command('status')
    .description('print owner, nodes and database servers as JSON')
    .option(...url)
    .action((options: ClusterOptions) => run((session) => printStatus(session, options)));
  cluster
    .command('resign')
    .description('make the owner give the journal to another node')
    .option(...url)
    .action((options: ClusterOptions) => run((session) => resign(session, options)));
}

/** Adds to the program, since it needs no cluster: the data folder becomes one with a journal in PostgreSQL. */
function addMigrate(program: Command, run: Run): void {
  program
    .command('migrate')
    .description('move the ledger of a stopped service to an empty PostgreSQL database')
    .requiredOption('--to <url>', 'URL of the database')
    .action(({ to }: { readonly to: string }) =>
      run(async (session) => {
        const parts = await session.parts();
        const { entries, head } = await parts.migrateLedger(session.config, checkUrl(to));
        session.terminal.print(`✓ ${entries} entries moved, and the hash chain and every table are the same`);
        session.terminal.print(`head ${head.seq}:${head.hash}`);
      }),
    );
}

async function printStatus(session: CliContext, options: ClusterOptions): Promise<void> {
  const { clusterAdmin } = await session.parts();
  session.terminal.print(JSON.stringify(await clusterAdmin.status(await findUrl(session, options))));
}

/** Asks the owner to resign, and waits until a node serves as the owner again. Prints the status after that. */
async function resign(session: CliContext, options: ClusterOptions): Promise<number> {
  const { clusterAdmin } = await session.parts();
  const url = await findUrl(session, options);
  const before = await clusterAdmin.status(url);
  if ((await clusterAdmin.resign(url)).length === 0)
    throw new Failure('no node owns the journal.', EXIT.conflict);
  for (let waitedMs = 0; waitedMs < HANDOVER_MS_MAX; waitedMs += LOOK_MS) {
    const now = await clusterAdmin.status(url);
    if (isHandedOver(before, now)) {
      session.terminal.print(JSON.stringify(now));
      return EXIT.ok;
    }
    await wait(systemClock, LOOK_MS);
  }
  session.terminal.print(JSON.stringify(await clusterAdmin.status(url)));
  throw new Failure('no node serves as the new owner yet; look at the status again.', EXIT.unavailable);
}

/** True once a later start owns each shard, and serves. */
const isHandedOver = (before: ClusterStatus, now: ClusterStatus): boolean =>
  now.shards.every(({ shard, owner, epoch }) => {
    const earlier = before.shards.find((each) => each.shard === shard);
    const isServing = now.nodes.some(({ name, role }) => name === owner && role === 'owner');
    return isServing && epoch > (earlier?.epoch ?? 0);
  });

async function findUrl({ config, parts }: CliContext, { url }: ClusterOptions): Promise<string> {
  const found = url ?? (await parts()).clusterAdmin.findJournalUrl(config);
  if (found === null)
    throw invalid(
      `no journal in PostgreSQL: set journal.url, --url, or the --data-dir of a node that has run.`,
    );
  return checkUrl(found);
}

function checkUrl(url: string): string {
  if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return url;
  throw invalid(`${JSON.stringify(url)} is not the URL of a PostgreSQL database.`);
}
