export { runCli } from './cli-program.ts';
export { processTerminal } from './terminal-io.ts';
