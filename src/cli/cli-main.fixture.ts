// src/main.ts with fake parts that need no venues; tests run it as a real process.
import { fakeParts } from './cli-fakes.fixture.ts';
import { runCli } from './cli-program.ts';
import { processTerminal } from './terminal-io.ts';

process.exit(await runCli(process.argv.slice(2), processTerminal(), async () => fakeParts()));
