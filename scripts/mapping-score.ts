// How well matching judges pairs whose answer people have written down. `npm run match:score` prints the
// held-out half and writes it into docs/matching.md; `-- --blind` does so for the blind set, of which no
// single verdict is shown, and `-- --third` for the third, of which only totals are; `-- --tuning --wrong` and
// `-- --third --open --wrong` are for working on the rules; `-- --file pairs.jsonl` scores pairs of your own.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareListings, type Verdict } from '../src/domain/mapping/compare-listings.ts';
import {
  BLIND_PAIRS,
  FIRST_PAIRS,
  isHeldOut,
  type Label,
  type Pair,
  THIRD_PAIRS,
} from '../test/mapping/labelled-pairs.ts';
import { ROOT } from './steps.ts';

const PAGE = join(ROOT, 'docs', 'matching.md');
const SCORES = ['<!-- scores: written by npm run match:score -->', '<!-- end of scores -->'] as const;
const BLIND = [
  '<!-- blind: written by npm run match:score -- --blind -->',
  '<!-- end of the blind set -->',
] as const;
const THIRD = [
  '<!-- third: written by npm run match:score -- --third -->',
  '<!-- end of the third set -->',
] as const;
const HEAD: readonly string[] = [
  '| Kind | Pairs | Proposed | Rightly | Missed | Precision | Recall |',
  '|---|--:|--:|--:|--:|--:|--:|',
];

interface Judged {
  readonly pair: Pair;
  readonly verdict: Verdict;
}

function main(): void {
  const { values } = parseArgs({
    options: {
      tuning: { type: 'boolean' },
      blind: { type: 'boolean' },
      third: { type: 'boolean' },
      open: { type: 'boolean' },
      wrong: { type: 'boolean' },
      file: { type: 'string' },
    },
  });
  if (values.file !== undefined) return show(judge(readPairs(values.file)), values.wrong === true);
  if (values.blind === true) return scoreBlind();
  if (values.third === true) return scoreThird(values.open === true, values.wrong === true);
  const judged = judge(FIRST_PAIRS);
  const tuning = judged.filter(({ pair }) => !isHeldOut(pair));
  if (values.tuning === true) return show(tuning, values.wrong === true);
  const heldOut = judged.filter(({ pair }) => isHeldOut(pair));
  show(heldOut, false);
  writePage(SCORES, `### Held-out half\n\n${tableOf(heldOut)}\n\n### Tuning half\n\n${tableOf(tuning)}`);
}

/** Half of its families have been looked at since the first reading, by the same hash as in the first set. */
function scoreBlind(): void {
  const judged = judge(BLIND_PAIRS);
  const closed = tableOf(judged.filter(({ pair }) => isHeldOut(pair)));
  const opened = tableOf(judged.filter(({ pair }) => !isHeldOut(pair)));
  console.log(`${closed}\n\n${opened}`);
  writePage(BLIND, `### Second set, unopened half\n\n${closed}\n\n### Second set, opened half\n\n${opened}`);
}

/** The sealed half shows nothing but its totals: the row of a kind with one pair would tell its verdict. */
function scoreThird(open: boolean, withWrong: boolean): void {
  if (open) return show(judge(THIRD_PAIRS.filter((pair) => !isHeldOut(pair))), withWrong);
  const totals = totalsOf(judge(THIRD_PAIRS.filter(isHeldOut)));
  console.log(totals);
  writePage(THIRD, `### Third set, sealed half\n\n${totals}`);
}

const judge = (pairs: readonly Pair[]): readonly Judged[] =>
  pairs.map((pair) => ({ pair, verdict: compareListings(pair.kalshi, pair.polymarket).verdict }));

/** Lines of JSON, each a `Pair` as test/mapping/labelled-pairs.ts defines it. */
const readPairs = (file: string): readonly Pair[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Pair);

function show(judged: readonly Judged[], withWrong: boolean): void {
  console.log(tableOf(judged));
  if (!withWrong) return;
  for (const { pair, verdict } of judged.filter((it) => !isRight(it))) {
    console.log(`\n${pair.id} (${pair.kind}): ${pair.label}, judged ${verdict}`);
    console.log(`  ${pair.kalshi.title}\n  ${pair.polymarket.title}`);
    for (const { kind, name, weight, words } of compareListings(pair.kalshi, pair.polymarket).features)
      console.log(`    ${kind.padEnd(6)} ${name.padEnd(12)} ${weight.toFixed(2).padStart(5)}  ${words}`);
  }
}

const POSITIVE: Readonly<Record<Verdict, Label | null>> = {
  same: 'same',
  'same-inverted': 'inverted',
  different: null,
  unsure: null,
};

/** A pair that is one contract is proposed the right way round, one that is not is not proposed. */
const isRight = ({ pair, verdict }: Judged): boolean =>
  pair.label === 'different' ? POSITIVE[verdict] === null : POSITIVE[verdict] === pair.label;

function tableOf(judged: readonly Judged[]): string {
  const kinds = [...new Set(judged.map(({ pair }) => pair.kind))].sort();
  const rows = kinds.map((kind) =>
    rowOf(
      kind,
      judged.filter(({ pair }) => pair.kind === kind),
    ),
  );
  return [...HEAD, ...rows, rowOf('**all**', judged)].join('\n');
}

const totalsOf = (judged: readonly Judged[]): string => [...HEAD, rowOf('**all**', judged)].join('\n');

function rowOf(kind: string, judged: readonly Judged[]): string {
  const proposed = judged.filter(({ verdict }) => POSITIVE[verdict] !== null);
  const rightly = proposed.filter(isRight);
  const there = judged.filter(({ pair }) => pair.label !== 'different');
  const missed = there.length - rightly.length;
  const share = (part: number, of: number): string => (of === 0 ? '–' : (part / of).toFixed(3));
  return `| ${[kind, judged.length, proposed.length, rightly.length, missed, share(rightly.length, proposed.length), share(rightly.length, there.length)].join(' | ')} |`;
}

function writePage([begin, end]: readonly [string, string], tables: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const [before = ''] = page.split(begin);
  const [, after = ''] = page.split(end);
  writeFileSync(PAGE, `${before}${begin}\n\n${tables}\n\n${end}${after}`);
}

main();
