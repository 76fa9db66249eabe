// `npm run prepack`, which npm runs before it packs: builds the terminal if its sources are newer than the last build.
import { buildTerminal } from './build-terminal.ts';

process.exitCode = buildTerminal();
