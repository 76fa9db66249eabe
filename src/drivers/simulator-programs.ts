import { join } from 'node:path';
import { PROJECT_DIR } from '#config';

/** The program of a local exchange, which Node starts as a process. The tests put a bundled one in its place. */
export const simulatorProgram = (name: 'kalshi' | 'polymarket'): string =>
  join(PROJECT_DIR, 'simulators', name, 'main.ts');
