import { parseArgs } from 'node:util';
import { failureText, Tally } from './report.ts';
import { runSeed } from './run.ts';

const USAGE = `npm run sim -- --seed N              one world, again
npm run sim -- --seeds COUNT [--from N]  many worlds, one after the other
  --verbose                             every line of the history`;

/** Exit code 0: every world held; 1: one did not; 2: the command was not understood. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      from: { type: 'string', default: '1' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const from = Number(values.seed ?? values.from);
  const count = values.seed === undefined ? Number(values.seeds ?? Number.NaN) : 1;
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(count) || count < 1) {
    console.error(USAGE);
    return 2;
  }
  const tally = new Tally();
  const tell = values.verbose ? (line: string) => console.log(line) : null;
  for (let seed = from; seed < from + count; seed += 1) {
    const report = await runSeed(seed, tell);
    tally.add(report);
    if (report.violation !== null) console.error(failureText(report));
    else if (count === 1) console.log(`seed ${seed} held, hash ${report.hash}`);
  }
  console.log(tally.text());
  return tally.failed.length === 0 ? 0 : 1;
}

process.exitCode = await main();
