import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitName } from '../../scripts/steps.ts';
import { SeededRandom } from '../support/seeded-values.ts';
import { type GeneratedMutant, sampleMutants } from './generated/generated-mutants.ts';
import { NearestTests } from './generated/nearest-tests.ts';
import { ProjectTypes } from './generated/project-types.ts';
import { EQUIVALENTS, filesOf, findFiles, ROOMS, type Room, UNIT_TESTS } from './generated/rooms.ts';
import { runUnharmed, tryMutant } from './generated/try-mutant.ts';
import { ROOT } from './mutant.ts';
import type { Verdict } from './run-node.ts';

const RECORD = join(ROOT, 'docs', 'generated-mutants.md');
const USAGE = `npm run mutants -- --sample               20 generated defects in each room
  --room oms,cli             only these rooms
  --count N --seed N         how many in each room, and where chance begins
  --file TEXT                only in files whose path contains this
  --quick                    run only the nearest tests; a survivor may still be detected by others
  --list                     print the defects, run no test
  --record                   add the scores to docs/generated-mutants.md`;

interface Score {
  readonly room: Room;
  readonly detected: number;
  readonly count: number;
}

/** Exit code 0: each room reaches its minimum; 1: one does not; 2: invalid command line. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      room: { type: 'string' },
      count: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      file: { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
    },
  });
  const names = values.room?.split(',') ?? ROOMS.map(({ name }) => name);
  const isKnown = names.every((name) => ROOMS.some((room) => room.name === name));
  if (!isKnown || ![values.count, values.seed].every((text) => /^[1-9]\d*$/.test(text))) {
    console.error(`${USAGE}\nRooms: ${ROOMS.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  const tools = {
    types: new ProjectTypes(
      'tsconfig.json',
      ROOMS.filter(({ types }) => types === undefined).flatMap(filesOf),
    ),
    nearest: new NearestTests(findFiles(['{src,simulators,sdk,terminal}/**/*.{ts,tsx}']), UNIT_TESTS),
  };
  const commit = commitName(); // before the run: the record describes the program that ran
  const scores: Score[] = [];
  for (const room of ROOMS.filter(({ name }) => names.includes(name))) {
    const types = room.types === undefined ? tools.types : new ProjectTypes(room.types, filesOf(room));
    const random = new SeededRandom(Number(values.seed));
    const files = filesOf(room).filter((file) => file.includes(values.file));
    const mutants = sampleMutants(files, types, random, {
      count: Number(values.count),
      isKnown: isEquivalent,
    });
    if (values.list) for (const mutant of mutants) console.log(describe(mutant));
    else scores.push(await scoreOf(room, mutants, { ...tools, types, isQuick: values.quick }));
  }
  if (values.list) return 0;
  printScores(scores);
  if (values.record)
    appendFileSync(RECORD, scores.map((score) => recordOf(score, commit, values.seed)).join(''));
  return scores.every(reachesMinimum) ? 0 : 1;
}

interface Tools {
  readonly types: ProjectTypes;
  readonly nearest: NearestTests;
  readonly isQuick: boolean;
}

async function scoreOf(room: Room, mutants: readonly GeneratedMutant[], tools: Tools): Promise<Score> {
  const detectedBy: string[] = [];
  for (const mutant of mutants) {
    const startedMs = performance.now();
    const replaced = tools.types.read(mutant.file).source.text.slice(mutant.start, mutant.end);
    const verdict = await tryMutant(mutant, replaced, room, tools.nearest, tools.isQuick);
    if (verdict.kind === 'caught') detectedBy.push(verdict.by);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    console.log(`${describe(mutant)}\n  ${RESULTS[verdict.kind]}${describeVerdict(verdict)}  ${seconds} s`);
  }
  const unharmed = await runUnharmed(detectedBy);
  if (unharmed.kind !== 'missed')
    throw new Error(`this test also fails without a defect${describeVerdict(unharmed)}`);
  console.log(`${room.name}: ${detectedBy.length} of ${mutants.length} detected\n`);
  return { room, detected: detectedBy.length, count: mutants.length };
}

/** A defect whose run does not end is not counted as detected. */
const RESULTS = { caught: 'detected by', missed: 'SURVIVED', unknown: 'UNKNOWN' } as const;

const describeVerdict = (verdict: Verdict): string =>
  verdict.kind === 'missed' ? '' : `: ${verdict.kind === 'caught' ? verdict.by : verdict.why}`;

const isEquivalent = ({ file, before, after }: GeneratedMutant): boolean =>
  EQUIVALENTS.some((known) => known.file === file && known.before === before && known.after === after);

const describe = ({ file, line, operator, before, after }: GeneratedMutant): string =>
  `${file}:${line} ${operator}\n  - ${before}\n  + ${after}`;

const shareOf = ({ detected, count }: Score): number => (count === 0 ? 1 : detected / count);

const reachesMinimum = (score: Score): boolean => shareOf(score) >= score.room.minimum;

function printScores(scores: readonly Score[]): void {
  console.log('| room | detected | share | minimum |\n|---|---|---|---|');
  for (const score of scores) {
    const { room, detected, count } = score;
    const mark = reachesMinimum(score) ? '' : ' **below**';
    console.log(
      `| ${room.name} | ${detected} of ${count} | ${shareOf(score).toFixed(2)} | ${room.minimum}${mark} |`,
    );
  }
  const detected = scores.reduce((sum, score) => sum + score.detected, 0);
  const count = scores.reduce((sum, score) => sum + score.count, 0);
  const below = scores.filter((score) => !reachesMinimum(score)).map(({ room }) => room.name);
  const result =
    below.length === 0 ? 'every room reaches its minimum' : `below the minimum: ${below.join(', ')}`;
  console.log(`\n${detected} of ${count} generated defects detected; ${result}`);
}

function recordOf({ room, detected, count }: Score, commit: string, seed: string): string {
  const day = new Date().toISOString().slice(0, 10);
  return `| ${day} | ${commit} | ${seed} | ${room.name} | ${detected} of ${count} | ${room.minimum} |\n`;
}

process.exitCode = await main();
