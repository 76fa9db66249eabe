// What src/main.ts is, with parts that need no venues: tests run it as a real process.
import { fakeParts } from './fakes.fixture.ts';
import { runCli } from './program.ts';
import { processTerminal } from './terminal.ts';

process.exit(await runCli(process.argv.slice(2), processTerminal(), async () => fakeParts()));
