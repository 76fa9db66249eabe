import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Mutant, plant, sourceOf, type Watch } from './mutant.ts';
import { MUTANTS } from './mutant-list.ts';
import { look, type Outcome } from './run-mutants.ts';

const USAGE = `npm run mutants                     every planted defect before those who should notice
npm run mutants -- --only NAME,NAME  these
npm run mutants -- --list            what there is
  --jobs N                           so many at once`;

/** Exit code 0: all caught; 1: one was missed, or nothing can be said; 2: the command was not understood. */
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
    console.error(unknown === undefined ? USAGE : `no mutant ${unknown}\n${USAGE}`);
    return 2;
  }
  const chosen = MUTANTS.filter(({ name }) => names === undefined || names.includes(name));
  for (const mutant of chosen) plant(sourceOf(mutant), mutant); // before an hour is spent on the others
  if (values.list) {
    for (const { name, file, line, planted } of chosen)
      console.log(`${name}  ${file}\n  - ${line}\n  + ${planted}`);
    return 0;
  }
  return (await isQuietUnharmed(chosen)) ? run(chosen, Number(values.jobs)) : 1;
}

/** Watchers that cry without a cause prove nothing. */
async function isQuietUnharmed(mutants: readonly Mutant[]): Promise<boolean> {
  const tests = new Set(mutants.flatMap(({ seenBy }) => ('tests' in seenBy ? seenBy.tests : [])));
  const seeds = new Set(mutants.flatMap(({ seenBy }) => ('seeds' in seenBy ? seenBy.seeds : [])));
  const watches: Watch[] = [{ seeds: [...seeds] }];
  if (tests.size > 0) watches.push({ tests: [...tests] });
  for (const watch of watches) {
    const { caughtBy } = await look(watch, null);
    if (caughtBy === null) continue;
    console.error(`✖ with nothing planted this fails already: ${caughtBy}`);
    return false;
  }
  return true;
}

async function run(mutants: readonly Mutant[], jobs: number): Promise<number> {
  const startedMs = performance.now();
  console.log('| defect | where | | noticed by | s |\n|---|---|---|---|---|');
  const missed: string[] = [];
  const waiting = [...mutants];
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const outcome = await look(mutant.seenBy, mutant);
      console.log(rowOf(mutant, outcome));
      if (outcome.caughtBy === null) missed.push(mutant.name);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  console.log(`\n${mutants.length - missed.length} of ${mutants.length} caught in ${seconds} s`);
  for (const name of missed) console.error(`✖ missed: ${name}`);
  return missed.length === 0 ? 0 : 1;
}

const rowOf = ({ name, file }: Mutant, { caughtBy, seconds }: Outcome): string =>
  `| ${name} | ${file} | ${caughtBy === null ? '**missed**' : 'caught'} | ${caughtBy ?? ''} | ${seconds.toFixed(1)} |`;

process.exitCode = await main();
