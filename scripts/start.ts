// Runs `npm start`: builds the terminal if needed, then starts the service in this process.
import { parseArgs } from 'node:util';
import { loadConfig } from '../src/config/load-config.ts';
import { buildTerminal, isTerminalBuilt } from './build-terminal.ts';

const args = process.argv.slice(2);
const { config: file } = parseArgs({ args, options: { config: { type: 'string' } }, strict: false }).values;
const config = loadConfig({
  file: typeof file === 'string' ? file : undefined,
  env: process.env,
  cwd: process.cwd(),
});
// A machine with the keys of real venues builds nothing: it has no development packages.
if (config.ok && config.value.profile === 'live') {
  if (!isTerminalBuilt())
    console.error(
      'Crossbook: the terminal is not built, so the API starts without it. The npm package contains it.',
    );
} else if (buildTerminal() !== 0) {
  // The service works without the terminal, so a failed build is reported and not fatal.
  console.error('Crossbook: the terminal could not be built; the API starts without it.');
}
process.argv.splice(2, 0, 'start');
await import('../src/main.ts');
