import { runCli } from './cli/cli-program.ts';
import { loadApp } from './cli/load-app.ts';
import { processTerminal } from './cli/terminal-io.ts';
import { takeMasterKey } from './config/credentials.ts';
import { disableCoreDumps } from './platform/secret-protection.ts';

takeMasterKey();
disableCoreDumps();
const exitCode = await runCli(process.argv.slice(2), processTerminal(), loadApp);
// Ended outright, once all is printed: a connection that somebody keeps open must not hold the process.
process.stdout.write('', () => process.exit(exitCode));
