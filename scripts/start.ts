// What `npm start` runs: the terminal is built when that is due, then the service takes over this process.
import { buildTerminal } from './build-terminal.ts';

// Without its pages the service trades all the same, so a failed build is told and not fatal.
if (buildTerminal() !== 0)
  console.error('Crossbook: the terminal could not be built; the API starts without it.');
process.argv.splice(2, 0, 'start');
await import('../src/main.ts');
