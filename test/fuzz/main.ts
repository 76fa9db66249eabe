import { parseArgs } from 'node:util';
import { fuzz } from './fuzz-run.ts';
import { TARGETS } from './fuzz-targets.ts';

/** `npm run long -- fuzz --inputs 500000 --seed 7`; `--target NAME --from N --inputs 1` reproduces one input. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      inputs: { type: 'string', default: '200000' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      target: { type: 'string' },
    },
  });
  const chosen = TARGETS.filter(({ name }) => values.target === undefined || values.target === name);
  if (chosen.length === 0) {
    console.error(`no target ${values.target}; there are: ${TARGETS.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  for (const target of chosen) {
    const share = values.target === undefined ? target.share : 1;
    const inputs = Math.ceil(Number(values.inputs) * share);
    const startedMs = performance.now();
    await fuzz(target, { seed: Number(values.seed), from: Number(values.from), inputs });
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
    console.log(`✔ ${target.name.padEnd(20)}${String(inputs).padStart(8)} inputs ${seconds.padStart(7)} s`);
  }
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
