// Measures the mapping rules against labelled pairs. `npm run match:score` prints the scores of the sealed pairs, the recorded listings, the first
// set and the worded classes, and writes them into docs/mapping-scores.md; `-- --blind` does the same for the blind set, without single
// verdicts, and `-- --third` for the third set, with totals only. For work on the rules: `-- --tuning --wrong`
// and `-- --third --open --wrong` explain each wrong verdict, `-- --november` scores the pairs sealed in November 2026, `-- --market` scores the classes of markets, and `-- --file pairs.jsonl` scores other pairs.
// `-- --digest` prints a hash of every comparison and of the proposals between two generated catalogues: equal before and
// after a change that is only for speed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareListings, type Verdict } from '../src/relations/mapping/compare-listings.ts';
import {
  BLIND_PAIRS,
  FIRST_PAIRS,
  isHeldOut,
  type Label,
  MARKET_PAIRS,
  type Pair,
  THIRD_PAIRS,
} from '../test/mapping/labelled-pairs.ts';
import {
  AREAS_SEALED_PAIRS,
  FRESH_SEALED_PAIRS,
  FURTHER_SEALED_PAIRS,
  GAMES_SEALED_PAIRS,
  LATEST_SEALED_PAIRS,
  loadPublishedPairs,
  NEAR_TWINS_SEALED_PAIRS,
  NOVEMBER_SEALED_PAIRS,
  PARTS_SEALED_PAIRS,
  READINGS_SEALED_PAIRS,
  SEALED_PAIRS,
  SECOND_SEALED_PAIRS,
  SERIES_SEALED_PAIRS,
  TERMS_SEALED_PAIRS,
} from '../test/mapping/published-pairs.ts';
import { FIRST_RECORDED, SECOND_RECORDED } from '../test/mapping/recorded-pairs.ts';
import { FULL_CLASSES, OPEN_CLASSES, SEALED_CLASSES, toWordedPairs } from '../test/mapping/worded-pairs.ts';
import { computeDigest } from './mapping-digest.ts';
import { renderPublished, renderTotalRow, renderWorded } from './mapping-score-worded.ts';
import { ROOT } from './steps.ts';

const PAGE = join(ROOT, 'docs', 'mapping-scores.md');

/** The markers around the generated part of the page, for each set. */
const RECORDED_MARKERS = toMarkers('recorded listings', 'match:score');
const SECOND_RECORDED_MARKERS = toMarkers('second recorded listings', 'match:score');
const FIRST_MARKERS = toMarkers('first set', 'match:score');
const BLIND_MARKERS = toMarkers('blind set', 'match:score -- --blind');
const MARKET_MARKERS = toMarkers('market set', 'match:score -- --market');
const WORDED_MARKERS = toMarkers('worded classes', 'match:score');
const SEALED_MARKERS = toMarkers('sealed pairs', 'match:score');
const NOVEMBER_MARKERS = toMarkers('pairs of November 2026', 'match:score -- --november');
const THIRD_MARKERS = toMarkers('third set', 'match:score -- --third');

const HEAD: readonly string[] = [
  '| Kind | Pairs | Proposed | Rightly | Missed | Precision | Recall |',
  '|---|--:|--:|--:|--:|--:|--:|',
];

interface ComparedPair {
  readonly pair: Pair;
  readonly verdict: Verdict;
}

function main(): void {
  const { values } = parseArgs({
    options: {
      tuning: { type: 'boolean' },
      blind: { type: 'boolean' },
      third: { type: 'boolean' },
      market: { type: 'boolean' },
      november: { type: 'boolean' },
      recorded: { type: 'boolean' },
      open: { type: 'boolean' },
      wrong: { type: 'boolean' },
      file: { type: 'string' },
      digest: { type: 'boolean' },
    },
  });
  if (values.file !== undefined)
    return print(comparePairs(loadPublishedPairs(values.file)), values.wrong === true);
  if (values.digest === true) return console.log(computeDigest());
  if (values.blind === true) return scoreBlind();
  if (values.third === true) return scoreThird(values.open === true, values.wrong === true);
  if (values.november === true) return scoreNovember(values.wrong === true);
  if (values.market === true) return scoreMarket(values.wrong === true);
  if (values.recorded === true)
    return print(comparePairs([...FIRST_RECORDED.pairs, ...SECOND_RECORDED.pairs]), values.wrong === true);
  if (values.tuning !== true) {
    scoreSealed();
    scoreRecorded();
  }
  const compared = comparePairs(FIRST_PAIRS);
  const tuning = compared.filter(({ pair }) => !isHeldOut(pair));
  if (values.tuning === true) return print(tuning, values.wrong === true);
  const heldOut = compared.filter(({ pair }) => isHeldOut(pair));
  print(heldOut, false);
  print(comparePairs(MARKET_PAIRS), false);
  scoreWorded();
  writePage(
    FIRST_MARKERS,
    keepTotals(`### Held-out half\n\n${renderTable(heldOut)}\n\n### Tuning half\n\n${renderTable(tuning)}`),
  );
}

/** The sealed sets, the newest first. */
function scoreSealed(): void {
  const tables = [
    renderTotalRow('sealed pairs of all areas, second', LATEST_SEALED_PAIRS),
    renderTotalRow('sealed near-twins of the readings of December', READINGS_SEALED_PAIRS),
    renderTotalRow('sealed pairs of all areas', FRESH_SEALED_PAIRS),
    renderTotalRow('sealed pairs of new series', SERIES_SEALED_PAIRS),
    renderTotalRow('sealed pairs of other areas and near-twins of new readings', FURTHER_SEALED_PAIRS),
    renderTotalRow('sealed pairs of games, fights and companies', GAMES_SEALED_PAIRS),
    renderTotalRow('sealed pairs of lines and terms', TERMS_SEALED_PAIRS),
    renderTotalRow('sealed pairs of parts and offices', PARTS_SEALED_PAIRS),
    renderTotalRow('sealed pairs with near-twins', NEAR_TWINS_SEALED_PAIRS),
    renderTotalRow('sealed pairs of other areas', AREAS_SEALED_PAIRS),
    renderTotalRow('sealed pairs', SEALED_PAIRS),
    renderTotalRow('second sealed pairs', SECOND_SEALED_PAIRS),
  ].join('\n\n');
  console.log(`sealed pairs\n${tables}\n`);
  writePage(SEALED_MARKERS, tables);
}

/** The listings that the venues published. */
function scoreRecorded(): void {
  for (const [name, { pairs }, markers] of [
    ['recorded listings', FIRST_RECORDED, RECORDED_MARKERS],
    ['second recorded listings', SECOND_RECORDED, SECOND_RECORDED_MARKERS],
  ] as const) {
    const table = renderPublished(pairs);
    console.log(`${name}\n${table}\n`);
    writePage(markers, keepTotals(table));
  }
}

/** One half of the blind set was opened after its first measurement. The same hash selects it as in the first set. */
function scoreBlind(): void {
  const compared = comparePairs(BLIND_PAIRS);
  const closed = renderTable(compared.filter(({ pair }) => isHeldOut(pair)));
  const opened = renderTable(compared.filter(({ pair }) => !isHeldOut(pair)));
  console.log(`${closed}\n\n${opened}`);
  writePage(BLIND_MARKERS, keepTotals(`### Unopened half\n\n${closed}\n\n### Opened half\n\n${opened}`));
}

/** Generated wordings of the classes. For the sealed part, totals only. */
function scoreWorded(): void {
  const open = renderWorded(toWordedPairs(OPEN_CLASSES), true);
  const full = renderWorded(toWordedPairs(FULL_CLASSES), true);
  const sealed = renderWorded(toWordedPairs(SEALED_CLASSES), false);
  console.log(
    `\nworded classes, open\n${open}\n\nworded classes, full rules\n${full}\n\nworded classes, sealed\n${sealed}`,
  );
  writePage(
    WORDED_MARKERS,
    keepTotals(`### Open part\n\n${open}\n\n### Full rules\n\n${full}\n\n### Sealed part\n\n${sealed}`),
  );
}

/** The classes of markets: two-sided games, draws, ladders, central banks, nominees, elections, one-offs. */
function scoreMarket(withWrong: boolean): void {
  const compared = comparePairs(MARKET_PAIRS);
  print(compared, withWrong);
  writePage(MARKET_MARKERS, keepTotals(renderTable(compared)));
}

/** The pairs that were sealed on 23 November 2026. */
function scoreNovember(withWrong: boolean): void {
  const table = renderPublished(NOVEMBER_SEALED_PAIRS);
  console.log(table);
  if (withWrong) printWrong(comparePairs(NOVEMBER_SEALED_PAIRS));
  else writePage(NOVEMBER_MARKERS, keepTotals(table));
}

/** The sealed half shows totals only: a row of a kind with a single pair would reveal its verdict. */
function scoreThird(isOpen: boolean, withWrong: boolean): void {
  if (isOpen) return print(comparePairs(THIRD_PAIRS.filter((pair) => !isHeldOut(pair))), withWrong);
  const totals = renderTotals(comparePairs(THIRD_PAIRS.filter(isHeldOut)));
  console.log(totals);
  writePage(THIRD_MARKERS, `### Sealed half\n\n${totals}`);
}

const comparePairs = (pairs: readonly Pair[]): readonly ComparedPair[] =>
  pairs.map((pair) => ({ pair, verdict: compareListings(pair.kalshi, pair.polymarket).verdict }));

function print(compared: readonly ComparedPair[], withWrong: boolean): void {
  console.log(renderTable(compared));
  if (withWrong) printWrong(compared);
}

function printWrong(compared: readonly ComparedPair[]): void {
  for (const { pair, verdict } of compared.filter((it) => !isCorrect(it))) {
    console.log(`\n${pair.id} (${pair.kind}): label ${pair.label}, verdict ${verdict}`);
    console.log(`  ${pair.kalshi.title}\n  ${pair.polymarket.title}`);
    for (const { kind, name, weight, words } of compareListings(pair.kalshi, pair.polymarket).reasons)
      console.log(`    ${kind.padEnd(6)} ${name.padEnd(12)} ${weight.toFixed(2).padStart(5)}  ${words}`);
  }
}

const PROPOSED_LABEL: Readonly<Record<Verdict, Label | null>> = {
  same: 'same',
  'same-inverted': 'inverted',
  different: null,
  unsure: null,
};

/** An equal pair must be proposed with the right orientation, and a different pair must not be proposed. */
const isCorrect = ({ pair, verdict }: ComparedPair): boolean =>
  pair.label === 'different' ? PROPOSED_LABEL[verdict] === null : PROPOSED_LABEL[verdict] === pair.label;

function renderTable(compared: readonly ComparedPair[]): string {
  const kinds = [...new Set(compared.map(({ pair }) => pair.kind))].sort();
  const rows = kinds.map((kind) =>
    renderRow(
      kind,
      compared.filter(({ pair }) => pair.kind === kind),
    ),
  );
  const inverted = compared.filter(({ pair }) => pair.label === 'inverted');
  return [...HEAD, ...rows, renderRow('**inverted pairs**', inverted), renderRow('**all**', compared)].join(
    '\n',
  );
}

const renderTotals = (compared: readonly ComparedPair[]): string =>
  [...HEAD, renderRow('**all**', compared)].join('\n');

function renderRow(kind: string, compared: readonly ComparedPair[]): string {
  const proposed = compared.filter(({ verdict }) => PROPOSED_LABEL[verdict] !== null);
  const correct = proposed.filter(isCorrect);
  const equal = compared.filter(({ pair }) => pair.label !== 'different');
  const missed = equal.length - correct.length;
  const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(3));
  return `| ${[kind, compared.length, proposed.length, correct.length, missed, share(correct.length, proposed.length), share(correct.length, equal.length)].join(' | ')} |`;
}

function toMarkers(set: string, command: string): readonly [begin: string, end: string] {
  return [`<!-- ${set}: generated by npm run ${command} -->`, `<!-- end of the ${set} -->`];
}

/** Without the rows of single kinds, which the command prints: the page says what a set measures as a whole. */
const keepTotals = (tables: string): string =>
  tables
    .split('\n')
    .filter((line, at, lines) => !/^\| (?!\*\*)/.test(line) || lines[at + 1]?.startsWith('|--') === true)
    .join('\n');

function writePage([begin, end]: readonly [string, string], tables: string): void {
  const page = readFileSync(PAGE, 'utf8');
  if (!page.includes(begin) || !page.includes(end)) throw new Error(`${PAGE} lacks the marker ${begin}`);
  const [before = ''] = page.split(begin);
  const [, after = ''] = page.split(end);
  writeFileSync(PAGE, `${before}${begin}\n\n${tables}\n\n${end}${after}`);
}

main();
