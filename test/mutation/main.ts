import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Detection, type Mutant, plant, readSource } from './mutant.ts';
import { MUTANTS } from './mutant-list.ts';
import { type Outcome, runDetection } from './run-mutants.ts';

const USAGE = `npm run mutants                     runs the tests of every planted defect
npm run mutants -- --only NAME,NAME  only these
npm run mutants -- --list            list all defects
npm run mutants -- --sample          defects generated from the code instead
  --jobs N                           number of parallel runs`;

/**
 * Exit code 0: all detected; 1: a defect was not detected or its run did not end, or the tests fail without a defect; 2: invalid
 * command line.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      list: { type: 'boolean', default: false },
      jobs: { type: 'string', default: String(availableParallelism()) },
    },
  });
  const names = values.only?.flatMap((text) => text.split(','));
  const unknown = names?.find((name) => MUTANTS.every((mutant) => mutant.name !== name));
  if (unknown !== undefined || !/^[1-9]\d*$/.test(values.jobs)) {
    console.error(unknown === undefined ? USAGE : `unknown defect ${unknown}\n${USAGE}`);
    return 2;
  }
  const chosen = MUTANTS.filter(({ name }) => names === undefined || names.includes(name));
  for (const mutant of chosen) plant(readSource(mutant), mutant); // checked first, because the run takes an hour
  if (values.list) {
    for (const { name, file, line, planted } of chosen)
      console.log(`${name}  ${file}\n  - ${line}\n  + ${planted}`);
    return 0;
  }
  return (await passesWithoutDefects(chosen)) ? run(chosen, Number(values.jobs)) : 1;
}

/** The tests must pass without a defect, or their failures prove nothing. */
async function passesWithoutDefects(mutants: readonly Mutant[]): Promise<boolean> {
  const tests = new Set(mutants.flatMap(({ seenBy }) => ('tests' in seenBy ? seenBy.tests : [])));
  const seeds = new Set(mutants.flatMap(({ seenBy }) => ('seeds' in seenBy ? seenBy.seeds : [])));
  const watches: Detection[] = [{ seeds: [...seeds] }];
  if (tests.size > 0) watches.push({ tests: [...tests] });
  for (const watch of watches) {
    const { verdict } = await runDetection(watch, null);
    if (verdict.kind === 'missed') continue;
    console.error(
      `✖ this fails without a planted defect: ${verdict.kind === 'caught' ? verdict.by : verdict.why}`,
    );
    return false;
  }
  return true;
}

async function run(mutants: readonly Mutant[], jobs: number): Promise<number> {
  const startedMs = performance.now();
  console.log('| defect | where | | detected by | s |\n|---|---|---|---|---|');
  const failed = { missed: [] as string[], unknown: [] as string[] };
  const waiting = [...mutants];
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const outcome = await runDetection(mutant.seenBy, mutant);
      console.log(renderRow(mutant, outcome));
      const { kind } = outcome.verdict;
      if (kind !== 'caught') failed[kind].push(mutant.name);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  const { missed, unknown } = failed;
  const detected = mutants.length - missed.length - unknown.length;
  console.log(`\n${detected} of ${mutants.length} detected in ${seconds} s`);
  for (const name of missed) console.error(`✖ missed: ${name}`);
  for (const name of unknown) console.error(`✖ unknown, its run did not end with a failed test: ${name}`);
  return detected === mutants.length ? 0 : 1;
}

const renderRow = ({ name, file }: Mutant, { verdict, seconds }: Outcome): string => {
  const { kind } = verdict;
  const by = kind === 'caught' ? verdict.by : kind === 'unknown' ? verdict.why : '';
  return `| ${name} | ${file} | ${kind === 'caught' ? kind : `**${kind}**`} | ${by} | ${seconds.toFixed(1)} |`;
};

const sampleAt = process.argv.indexOf('--sample');
if (sampleAt === -1) process.exitCode = await main();
else {
  process.argv.splice(sampleAt, 1);
  await import('./sample.ts');
}
