import { runCli } from './cli/cli-program.ts';
import { processTerminal } from './cli/terminal-io.ts';
import { takeMasterKey } from './config/credentials.ts';
import { disableCoreDumps } from './platform/secret-protection.ts';

takeMasterKey();
disableCoreDumps();
// The app is loaded when a command first needs it, so that `--help` and `sign` start without the engine.
const loadApp = () => import('./app/create-app.ts');
const exitCode = await runCli(process.argv.slice(2), processTerminal(), loadApp);
// Exits once everything is printed: a connection kept open by a peer must not keep the process alive.
process.stdout.write('', () => process.exit(exitCode));
