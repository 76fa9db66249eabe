import { Command, CommanderError } from 'commander';
import { listAccounts, newAccount, newSubaccount } from './accounts.ts';
import { type CallOptions, printSandboxKey, printSigned, sendSigned } from './call.ts';
import { doctor } from './doctor.ts';
import { addHelperCommands } from './export/commands.ts';
import { EXIT, Failure } from './failure.ts';
import { HELP } from './help.ts';
import { listKeys, type NewKeyOptions, newKey, revokeKey } from './keys.ts';
import { addMarketCommands } from './markets/commands.ts';
import {
  type DecideOptions,
  decideMatch,
  exportMatches,
  importMatches,
  type ListOptions,
  listMatches,
  showMatch,
} from './matching.ts';
import { addOrderCommands } from './orders/commands.ts';
import { type PairOptions, pair } from './pair.ts';
import { addRiskCommands } from './risk/commands.ts';
import { clearFaults, type FaultOptions, listFaults, setFault } from './sandboxfaults.ts';
import { openSession, type Session, version, withAdvice } from './session.ts';
import { start } from './start.ts';
import type { Terminal } from './terminal.ts';
import { checkVenue } from './venuecheck.ts';
import { verify } from './verify.ts';

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

type Action = (session: Session) => Promise<number | void> | void;

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
  const run = async (action: Action): Promise<void> => {
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
  addAccountCommands(program, run);
  addKeyCommands(program, run);
  addMatchCommands(program, run);
  addFaultCommands(program, run);
  addCallCommands(program, run);
  return program;
}

/** Runs a command's work with a session of its own; its exit code is the command's. */
export type Run = (action: Action) => Promise<void>;

function addServiceCommands(program: Command, run: Run, examine: () => Promise<void>): void {
  program
    .command('start')
    .description('run the service until it is stopped')
    .addHelpText('after', HELP.start)
    .action(() => run(start));
  program
    .command('pair')
    .option('--account <id>', 'of this account; may be left out when there is one')
    .description('print a link that opens the web terminal in one browser')
    .action((options: PairOptions) => run((session) => pair(session, options)));
  program
    .command('verify')
    .description('replay the journal and compare it with the tables')
    .action(() => run(verify));
  program
    .command('venue')
    .description('external venues')
    .command('check')
    .argument('<name>')
    .option('--json', 'as JSON')
    .description('look at everything that trading at a venue needs, without trading')
    .addHelpText('after', HELP.venueCheck)
    .action((name: string, options: { json?: boolean }) =>
      run((session) => checkVenue(session, name, options)),
    );
  program
    .command('doctor')
    .description('look at everything a start needs, and say what to do')
    .action(examine);
}

function addAccountCommands(program: Command, run: Run): void {
  const account = program.command('account').description('accounts: who keys, orders and limits belong to');
  account
    .command('new')
    .argument('<account_id>')
    .description('make an account')
    .addHelpText('after', HELP.accountNew)
    .action((id: string) => run((session) => newAccount(session, id)));
  account
    .command('list')
    .description('list accounts')
    .action(() => run(listAccounts));
  program
    .command('subaccount')
    .description('subaccounts: what positions and limits are kept by')
    .command('new')
    .argument('<subaccount_id>')
    .option('--account <id>', 'of this account; may be left out when there is one')
    .option('--name <name>', 'for people')
    .description('make a subaccount')
    .addHelpText('after', HELP.subaccountNew)
    .action((id: string, options: { account?: string; name?: string }) =>
      run((session) => newSubaccount(session, id, options)),
    );
}

function addKeyCommands(program: Command, run: Run): void {
  const key = program.command('key').description('keys: what requests are signed with');
  key
    .command('new')
    .description('make a key')
    .option('--account <id>', 'of this account; may be left out when there is one')
    .option('--permissions <list>', 'read, trade, risk', 'read')
    .option('--subaccounts <list>', 'subaccounts it may use; * for all, also later ones', '*')
    .option('--expires <when>', '30d, 12h, 90m, a day or an RFC 3339 time; never when left out')
    .option('--id <key_id>', 'chosen by the service when left out')
    .option('--public-key <base64>', 'for a key pair of your own')
    .option('--out <file>', 'write the key file here (mode 600) instead of printing it')
    .addHelpText('after', HELP.keyNew)
    .action((options: NewKeyOptions) => run((session) => newKey(session, options)));
  key
    .command('list')
    .description('list keys, revoked ones too')
    .option('--json', 'as JSON')
    .action((options: { json?: boolean }) => run((session) => listKeys(session, options)));
  key
    .command('revoke')
    .argument('<key_id>')
    .option('--yes', 'without asking')
    .description('withdraw a key for good')
    .addHelpText('after', HELP.keyRevoke)
    .action((id: string, options: { yes?: boolean }) => run((session) => revokeKey(session, id, options)));
}

function addMatchCommands(program: Command, run: Run): void {
  const match = program
    .command('match')
    .description('generic assets: which listings of different venues are one contract')
    .addHelpText('after', HELP.match);
  match
    .command('list')
    .option('--state <state>', 'proposed, approved, suspended, rejected or all', 'proposed')
    .option('--unsure', 'the doubtful proposals too')
    .option('--json', 'as JSON; so it is wherever nobody sits at a terminal')
    .description('what waits for a decision, or what was decided')
    .addHelpText('after', HELP.matchList)
    .action((options: ListOptions) => run((session) => listMatches(session, options)));
  match
    .command('show')
    .argument('<member...>', 'instrument id, or VENUE:TICKER')
    .option('--json', 'as JSON')
    .description('both texts in full, and every reason for and against')
    .addHelpText('after', HELP.matchShow)
    .action((members: string[], options: { json?: boolean }) =>
      run((session) => showMatch(session, members, options)),
    );
  addDecision(match, run, 'approve', 'let these be one asset, which is listed and routed', HELP.matchApprove);
  addDecision(match, run, 'reject', 'never propose these again, or take an asset off', HELP.matchReject);
  match
    .command('export')
    .option('--out <file>', 'write it here instead of printing it')
    .description('what is approved, for another service')
    .addHelpText('after', HELP.matchExport)
    .action((options: { out?: string }) => run((session) => exportMatches(session, options)));
  match
    .command('import')
    .argument('<file>')
    .description('approve what a file says')
    .addHelpText('after', HELP.matchImport)
    .action((file: string) => run((session) => importMatches(session, file)));
}

function addDecision(match: Command, run: Run, verb: 'approve' | 'reject', what: string, help: string): void {
  match
    .command(verb)
    .argument('[member...]', 'instrument ids, or VENUE:TICKER; the first one sets what YES means')
    .option('--asset <id>', 'an asset that there is, instead of members')
    .requiredOption('--why <text>', 'kept with the decision')
    .option('--by <name>', 'who decides; you, when left out')
    .option('--title <text>', 'of the asset; the title of its first member when left out')
    .option('--inverted <member...>', 'its NO is the YES of the asset')
    .option('--despite', 'against what matching says, having read both')
    .option('--json', 'as JSON')
    .description(what)
    .addHelpText('after', help)
    .action((members: string[], options: DecideOptions) =>
      run((session) => decideMatch(session, verb, members, options)),
    );
}

function addFaultCommands(program: Command, run: Run): void {
  const fault = program
    .command('sandbox')
    .description('the local exchanges that stand in the place of real venues')
    .command('fault')
    .description('let a local exchange fail, to see what your bot does')
    .addHelpText('after', HELP.fault);
  fault
    .command('set')
    .argument('<venue>')
    .argument('<fault>')
    .option('--param <name=value...>', 'when and how it strikes')
    .option('--json', 'as JSON')
    .description('switch a fault on')
    .addHelpText('after', HELP.fault)
    .action((venue: string, name: string, options: FaultOptions) =>
      run((session) => setFault(session, venue, name, options)),
    );
  fault
    .command('clear')
    .argument('<venue>')
    .argument('[fault]', 'its name or number; everything when left out')
    .description('switch faults off')
    .action((venue: string, which?: string) => run((session) => clearFaults(session, venue, which)));
  fault
    .command('list')
    .argument('<venue>')
    .option('--json', 'as JSON')
    .description('say what is on, and what each fault does')
    .action((venue: string, options: { json?: boolean }) =>
      run((session) => listFaults(session, venue, options)),
    );
}

function addCallCommands(program: Command, run: Run): void {
  withCallOptions(program.command('sign'))
    .description('print the headers that sign a request')
    .option('--curl', 'print a line for the shell instead')
    .option('--timestamp <ms>', 'sign for this time instead of now')
    .addHelpText('after', HELP.sign)
    .action((method: string, path: string, options: CallOptions) =>
      run((session) => printSigned(session, method, path, options)),
    );
  withCallOptions(program.command('api'))
    .description('make a signed request and print the answer')
    .option('-i, --include', "tell the answer's status and headers too (standard error)")
    .addHelpText('after', HELP.api)
    .action((method: string, path: string, options: CallOptions) =>
      run((session) => sendSigned(session, method, path, options)),
    );
  program
    .command('sandbox-key')
    .description('say where the sandbox key is and what it is for')
    .action(() => run(printSandboxKey));
}

const withCallOptions = (command: Command): Command =>
  command
    .argument('<method>', 'GET, POST, …')
    .argument('<path>', 'from /v1 on')
    .option('--body <json>', 'JSON, @file, or - for standard input')
    .option('--query <name=value...>', 'query parameters, not encoded')
    .option('--key <file>', 'key file to sign with')
    .option('--base-url <url>', 'of the service, when not the one in the key file');
