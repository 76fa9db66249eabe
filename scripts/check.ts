import { join } from 'node:path';
import { ROOT, runNode, tool } from './steps.ts';

const BIOME = tool('@biomejs/biome/bin/biome');

interface Step {
  readonly name: string;
  readonly args: readonly string[];
}

/** The static checks, fastest first. */
const STATIC: readonly Step[] = [
  { name: 'format', args: [BIOME, 'ci', '.'] },
  { name: 'types', args: [tool('typescript/bin/tsc'), '--noEmit'] },
  { name: 'types of the terminal', args: [tool('typescript/bin/tsc'), '--noEmit', '-p', 'terminal'] },
  { name: 'lint', args: [tool('oxlint/bin/oxlint'), '--type-aware'] },
  { name: 'unused code', args: [tool('knip/bin/knip.js')] },
];

/** Every change passes these before it is committed. */
const TESTS: readonly Step[] = [
  { name: 'known vulnerabilities', args: [join(ROOT, 'scripts', 'npm-audit.ts')] },
  { name: 'rules of the tree', args: testFiles('test/tidy.test.ts') },
  { name: 'unit tests', args: [join(ROOT, 'scripts', 'test.ts'), 'unit'] },
  { name: 'simulation', args: testFiles('simulation/short-simulation.test.ts') },
];

function testFiles(...files: readonly string[]): readonly string[] {
  return [join(ROOT, 'scripts', 'test.ts'), ...files];
}

/**
 * `npm run check`; with `--static` without tests. Stops at the first step that fails. With `--write` it formats every file and puts
 * imports in order instead.
 */
function main(): number {
  if (process.argv.includes('--write')) return runNode([BIOME, 'check', '--write', '.']);
  const steps = process.argv.includes('--static') ? STATIC : [...STATIC, ...TESTS];
  for (const { name, args } of steps) {
    const startedMs = performance.now();
    console.log(`\n── ${name}`);
    const exitCode = runNode(args);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    console.log(`${exitCode === 0 ? '✔' : '✖'} ${name} (${seconds} s)`);
    if (exitCode === 0) continue;
    console.log(`\nred: ${name} failed; its messages are above`);
    return exitCode;
  }
  console.log('\n✔ all checks passed');
  return 0;
}

process.exitCode = main();
