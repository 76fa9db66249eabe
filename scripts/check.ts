import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runNode, tool } from './steps.ts';

const SIM_SEEDS = 20; // a short run; `npm test` runs more

interface Step {
  readonly name: string;
  readonly args: readonly string[];
}

/** The door: what every change passes, quickest first. Stops at the first step that fails. */
const STEPS: readonly Step[] = [
  { name: 'format', args: [tool('@biomejs/biome/bin/biome'), 'ci', '.'] },
  { name: 'lint', args: [tool('oxlint/bin/oxlint'), '--type-aware'] },
  { name: 'types', args: [tool('typescript/bin/tsc'), '--noEmit'] },
  { name: 'types of the terminal', args: [tool('typescript/bin/tsc'), '--noEmit', '-p', 'terminal'] },
  { name: 'unused', args: [tool('knip/bin/knip.js')] },
  { name: 'known dangers', args: [join(ROOT, 'scripts', 'npm-audit.ts')] },
  { name: 'tests', args: [join(ROOT, 'scripts', 'test.ts'), 'unit', 'contract'] },
  { name: 'sim', args: [join(ROOT, 'simulation', 'main.ts'), '--seeds', String(SIM_SEEDS)] },
];

function main(): number {
  for (const { name, args } of STEPS) {
    if (args[0] !== undefined && !existsSync(args[0])) continue; // no simulator yet
    const startedMs = performance.now();
    console.log(`\n── ${name}`);
    const exitCode = runNode(args);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    console.log(`${exitCode === 0 ? '✔' : '✖'} ${name} (${seconds} s)`);
    if (exitCode !== 0) return exitCode;
  }
  console.log('\n✔ all checks passed');
  return 0;
}

process.exitCode = main();
