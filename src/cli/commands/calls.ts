import type { Command } from 'commander';
import { type CallOptions, printSandboxKey, printSigned, sendSigned } from '../call.ts';
import { HELP } from '../help.ts';
import type { Run } from '../run.ts';

/** Signing and sending any request. */
export function addCallCommands(program: Command, run: Run): void {
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
