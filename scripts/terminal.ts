// Runs `npm run terminal:build`: builds the terminal if its sources are newer than the last build.
import { buildTerminal } from './build-terminal.ts';

process.exitCode = buildTerminal();
