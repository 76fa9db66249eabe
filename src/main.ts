import { runCli } from './cli/cli-program.ts';
import { loadApp } from './cli/load-app.ts';
import { processTerminal } from './cli/terminal-io.ts';
import { takeMasterKey } from './config/credentials.ts';
import { disableCoreDumps } from './platform/secret-protection.ts';

takeMasterKey();
disableCoreDumps();
const exitCode = await runCli(process.argv.slice(2), processTerminal(), loadApp);
// Exits once everything is printed: a connection kept open by a peer must not keep the process alive.
process.stdout.write('', () => process.exit(exitCode));
