// Runs `npm start`: builds the terminal if needed, then starts the service in this process.
import { buildTerminal } from './build-terminal.ts';

// The service works without the terminal, so a failed build is reported and not fatal.
if (buildTerminal() !== 0)
  console.error('Crossbook: the terminal could not be built; the API starts without it.');
process.argv.splice(2, 0, 'start');
await import('../src/main.ts');
