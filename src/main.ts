import { processTerminal, runCli } from '#cli';
import { takeMasterKey } from '#config';
import { disableCoreDumps } from '#platform';

takeMasterKey();
disableCoreDumps();
// The app is loaded when a command first needs it, so that `--help` and `sign` start without the engine.
const loadApp = () => import('#app');
const exitCode = await runCli(process.argv.slice(2), processTerminal(), loadApp);
// Exits once everything is printed: a connection kept open by a peer must not keep the process alive.
process.stdout.write('', () => process.exit(exitCode));
