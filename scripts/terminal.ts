// What `npm run terminal:build` runs: the pages are built when their sources are newer than what is built.
import { buildTerminal } from './buildterminal.ts';

process.exitCode = buildTerminal();
