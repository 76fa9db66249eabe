import { runCli } from './cli/cli-program.ts';
import { loadParts } from './cli/load-app.ts';
import { processTerminal } from './cli/terminal-io.ts';
import { takeMasterKey } from './config/credentials.ts';
import { keepMemoryPrivate } from './platform/core-dumps.ts';

takeMasterKey();
keepMemoryPrivate();
const exitCode = await runCli(process.argv.slice(2), processTerminal(), loadParts);
// Ended outright, once all is printed: a connection that somebody keeps open must not hold the process.
process.stdout.write('', () => process.exit(exitCode));
