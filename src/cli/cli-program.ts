import { Command, CommanderError } from 'commander';
import { addAccountCommands, addKeyCommands } from './access-commands.ts';
import { waitForService } from './admin-call.ts';
import { wholeNumber } from './api-calls.ts';
import { addApprovalCommands } from './approval-commands.ts';
import { addAuditCommands, verify } from './audit-commands.ts';
import { addBackupCommands } from './backup-commands.ts';
import { type CliContext, openContext, type Run, version, withAdvice } from './cli-context.ts';
import { EXIT, Failure } from './cli-failure.ts';
import { addClusterCommands } from './cluster-commands.ts';
import { addComplexOrderCommands } from './complex-order-commands.ts';
import { doctor } from './doctor.ts';
import { addHelperCommands } from './export/export-commands.ts';
import { HELP } from './help-texts.ts';
import { addMatchCommands } from './mapping-commands.ts';
import { addMarketCommands } from './market-commands.ts';
import { addMcpCommand } from './mcp-command.ts';
import { addOperationCommands } from './operation-commands.ts';
import { addOrderCommands } from './order-commands.ts';
import { addQuoteCommands } from './quote-commands.ts';
import { addReplayCommand, readReplay, type StartOptions, withReplayOptions } from './replay-options.ts';
import { addReportCommands } from './report-commands.ts';
import { addCallCommands, type PairOptions, pair } from './request-commands.ts';
import { addRiskCommands } from './risk-commands.ts';
import { withLivelyMarkets, withUntidyFaults } from './sandbox-behaviour.ts';
import { addSdkCommands } from './sdk-commands.ts';
import { addServiceManagerCommands } from './service-commands.ts';
import { addFaultCommands } from './simulator-fault-commands.ts';
import { start } from './start-command.ts';
import { addStreamCommands } from './stream-commands.ts';
import type { Terminal } from './terminal-io.ts';
import { addVenueCommands } from './venue-commands.ts';
import { addWebhookCommands } from './webhook-commands.ts';

/**
 * Runs one command line and returns its exit code. An expected error is reported without a stack; a
 * defect with its stack.
 */
export async function runCli(
  args: readonly string[],
  terminal: Terminal,
  parts: CliContext['parts'],
): Promise<number> {
  let exitCode: number = EXIT.ok;
  const program = buildProgram(terminal, parts, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return report(error, terminal);
  }
}

function report(error: unknown, terminal: Terminal): number {
  if (!(error instanceof Failure)) {
    terminal.notify(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return EXIT.internal;
  }
  for (const line of error.message.split('\n')) terminal.notify(`crossbook: ${line}`);
  return error.exitCode;
}

function buildProgram(
  terminal: Terminal,
  parts: CliContext['parts'],
  exitWith: (code: number) => void,
): Command {
  const program = new Command('crossbook')
    .description('One signed trading API over prediction-market venues')
    .version(version())
    .option('--config <file>', 'settings file (TOML)')
    .option('--data-dir <folder>', 'folder of journal, market data and keys')
    .addHelpText('after', HELP.program)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.notify(text.trimEnd()),
    });
  const open = (): CliContext => {
    const { config, dataDir } = program.opts<{ config?: string; dataDir?: string }>();
    return openContext(terminal, parts, { file: config, dataDir });
  };
  const run: Run = async (action) => {
    const session = open();
    exitWith((await withAdvice(session, () => action(session))) ?? EXIT.ok);
  };
  addMarketCommands(program, run);
  addOrderCommands(program, run);
  addOperationCommands(program, run);
  program.commandsGroup('Automate:');
  addComplexOrderCommands(program, run);
  program.commandsGroup('');
  addRiskCommands(program, run);
  addQuoteCommands(program, run);
  addStreamCommands(program, run);
  addWebhookCommands(program, run);
  addApprovalCommands(program, run);
  addHelperCommands(program, run);
  addServiceCommands(program, run, async () => exitWith(await doctor(terminal, open)));
  addServiceManagerCommands(program, run);
  addReplayCommand(program, run);
  addReportCommands(program, run);
  addBackupCommands(program, run);
  addClusterCommands(program, run);
  addAuditCommands(program, run);
  addVenueCommands(program, run);
  addAccountCommands(program, run);
  addKeyCommands(program, run);
  addMatchCommands(program, run);
  addFaultCommands(program, run);
  addCallCommands(program, run);
  addSdkCommands(program, run);
  addMcpCommand(program, run);
  program.commandsGroup(`${OTHER_GROUP}:`).helpCommand(true);
  for (const command of program.commands) command.helpGroup(findGroup(command));
  return program;
}

/** The groups of `--help`, besides the commands of complex orders. Every other command is of the last one. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Data: 'markets events opportunities book trades candles stats fees venues record stream export'.split(' '),
  Trade:
    'buy sell order positions close merge split redeem operations balances pnl performance fills risk kill limits approvals hedge'.split(
      ' ',
    ),
  Automate: 'guard quotes mmp webhook alert replay report mcp sdk api sign'.split(' '),
};
const OTHER_GROUP = 'Admin';

function findGroup(command: Command): string {
  const group = Object.keys(GROUPS).find((name) => GROUPS[name]?.includes(command.name()));
  const others = command.helpGroup() === '' ? `${OTHER_GROUP}:` : command.helpGroup();
  return group === undefined ? others : `${group}:`;
}

const READY_S = 60;

/** Adds the commands start, wait, pair, verify and doctor. `examine` runs the doctor, which needs no session. */
function addServiceCommands(program: Command, run: Run, examine: () => Promise<void>): void {
  withReplayOptions(program.command('start'))
    .option('--lively', 'Demo: books move every second, and trades are frequent')
    .option('--untidy', 'sandbox: the local exchanges fail now and then, as real venues do')
    .description('run the service until a stop signal')
    .addHelpText('after', HELP.start)
    .action((options: StartOptions) =>
      run((session) => {
        const replayed = readReplay(
          session,
          options,
          program.opts<{ dataDir?: string }>().dataDir !== undefined,
        );
        const plain = replayed?.session ?? session;
        const tidy = options.lively === true ? withLivelyMarkets(plain) : plain;
        return start(options.untidy === true ? withUntidyFaults(tidy) : tidy, replayed?.replay ?? null);
      }),
    );
  program
    .command('wait')
    .option('--timeout <seconds>', 'default: 60')
    .description('wait until the service of the data folder is ready, and print its address')
    .addHelpText('after', HELP.wait)
    .action(({ timeout }: { readonly timeout?: string }) =>
      run(async (session) => {
        const { url } = await waitForService(session, wholeNumber('--timeout', timeout) ?? READY_S);
        session.terminal.print(url);
      }),
    );
  program
    .command('pair')
    .option('--account <id>', 'account id; optional if only one account exists')
    .option(
      '--permissions <list>',
      'permissions of the browser key: read, trade, risk, review, alerts; required under profile live',
    )
    .option(
      '--expires <when>',
      'expiry of the browser key: 30d (default), 12h, 90m, a date or an RFC 3339 time',
    )
    .description('print a one-time link that opens the web terminal')
    .action((options: PairOptions) => run((session) => pair(session, options)));
  program
    .command('verify')
    .description('replay the journal and compare it with the tables')
    .action(() => run(verify));
  program.command('doctor').description('check the prerequisites of a start').action(examine);
}
