import { loadParts } from './cli/join.ts';
import { runCli } from './cli/program.ts';
import { processTerminal } from './cli/terminal.ts';
import { takeMasterKey } from './config/masterkey.ts';
import { keepMemoryPrivate } from './system/memorydumps.ts';

takeMasterKey();
keepMemoryPrivate();
const exitCode = await runCli(process.argv.slice(2), processTerminal(), loadParts);
// Ended outright, once all is printed: a connection that somebody keeps open must not hold the process.
process.stdout.write('', () => process.exit(exitCode));
