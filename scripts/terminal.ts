// What `npm run terminal:build` runs: the pages are built when their sources are newer than what is built.
import { buildTerminal } from './build-terminal.ts';

process.exitCode = buildTerminal();
