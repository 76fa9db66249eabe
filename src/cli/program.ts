import { Command, CommanderError } from 'commander';
import { addAccountCommands, addKeyCommands } from './commands/access.ts';
import { addAuditCommands } from './commands/audit.ts';
import { addCallCommands } from './commands/calls.ts';
import { addFaultCommands } from './commands/faults.ts';
import { addMatchCommands } from './commands/matching.ts';
import { addServiceCommands } from './commands/service.ts';
import { addVenueCommands } from './commands/venues.ts';
import { doctor } from './doctor.ts';
import { addHelperCommands } from './export/commands.ts';
import { EXIT, Failure } from './failure.ts';
import { HELP } from './help.ts';
import { addMarketCommands } from './markets/commands.ts';
import { addOrderCommands } from './orders/commands.ts';
import { addRiskCommands } from './risk/commands.ts';
import type { Run } from './run.ts';
import { openSession, type Session, version, withAdvice } from './session.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs one command line and gives its exit code. What the operator can mend is told in a message
 * without a stack; a defect shows its stack.
 */
export async function runCli(
  args: readonly string[],
  terminal: Terminal,
  parts: Session['parts'],
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
    terminal.tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return EXIT.internal;
  }
  for (const line of error.message.split('\n')) terminal.tell(`crossbook: ${line}`);
  return error.exitCode;
}

function buildProgram(
  terminal: Terminal,
  parts: Session['parts'],
  exitWith: (code: number) => void,
): Command {
  const program = new Command('crossbook')
    .description('One signed trading API over prediction-market venues')
    .version(version())
    .option('--config <file>', 'settings (TOML)')
    .option('--data-dir <folder>', 'journal, market data, keys')
    .addHelpText('after', HELP.program)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.tell(text.trimEnd()),
    });
  const open = (): Session => {
    const { config, dataDir } = program.opts<{ config?: string; dataDir?: string }>();
    return openSession(terminal, parts, { file: config, dataDir });
  };
  const run: Run = async (action) => {
    const session = open();
    exitWith((await withAdvice(session, () => action(session))) ?? EXIT.ok);
  };
  program.commandsGroup('Markets and orders:');
  addMarketCommands(program, run);
  addOrderCommands(program, run);
  addRiskCommands(program, run);
  addHelperCommands(program, run);
  program.commandsGroup('The service:');
  addServiceCommands(program, run, async () => exitWith(await doctor(terminal, open)));
  addAuditCommands(program, run);
  addVenueCommands(program, run);
  addAccountCommands(program, run);
  addKeyCommands(program, run);
  addMatchCommands(program, run);
  addFaultCommands(program, run);
  addCallCommands(program, run);
  return program;
}
