import type { Command } from 'commander';
import type { ClusterStatus } from '../app/types.ts';
import { systemClock } from '../platform/system-environment.ts';
import { wait } from '../ports/environment.ts';
import type { CliContext, Run } from './cli-context.ts';
import { EXIT, Failure, invalid } from './cli-failure.ts';
import { HELP } from './help-texts.ts';

interface ClusterOptions {
  readonly url?: string; // of the journal
}

const HANDOVER_MS_MAX = 20_000;
const LOOK_MS = 200;

/** Adds `cluster status` and `cluster resign`. */
export function addClusterCommands(program: Command, run: Run): void {
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

async function printStatus(session: CliContext, options: ClusterOptions): Promise<void> {
  const { clusterAdmin } = await session.parts();
  session.terminal.print(JSON.stringify(await clusterAdmin.status(await findUrl(session, options))));
}

/** Asks the owner to resign, and waits until a node owns the journal again. Prints the status after that. */
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
  throw new Failure(
    'the owner has not given up the journal yet; look at the status again.',
    EXIT.unavailable,
  );
}

/** True once a later start owns each shard. */
const isHandedOver = (before: ClusterStatus, now: ClusterStatus): boolean =>
  now.shards.every(({ shard, owner, epoch }) => {
    const earlier = before.shards.find((each) => each.shard === shard);
    return owner !== null && epoch > (earlier?.epoch ?? 0);
  });

async function findUrl({ config, parts }: CliContext, { url }: ClusterOptions): Promise<string> {
  const found = url ?? (await parts()).clusterAdmin.findJournalUrl(config);
  if (found === null)
    throw invalid(
      `no journal in PostgreSQL: set journal.url, --url, or the --data-dir of a node that has run.`,
    );
  if (!URL.canParse(found) || !/^postgres(ql)?:$/.test(new URL(found).protocol))
    throw invalid(`${JSON.stringify(found)} is not the URL of a PostgreSQL database.`);
  return found;
}
