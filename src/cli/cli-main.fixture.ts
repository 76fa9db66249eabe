// src/main.ts with fake parts that need no venues; tests run it as a real process.
import { runCli } from './cli-program.ts';
import { processTerminal } from './terminal-io.ts';

const loadParts = async () => (await import('./cli-fakes.fixture.ts')).fakeParts();
process.exit(await runCli(process.argv.slice(2), processTerminal(), loadParts));
