import { CandidateIndex } from '../src/relations/mapping/candidate-index.ts';
import { compareListings, type Verdict } from '../src/relations/mapping/compare-listings.ts';
import { areSiblingOutcomes, withholdContested } from '../src/relations/mapping/exclusive-pairs.ts';
import type { Listing } from '../src/relations/mapping/listing.ts';
import type { Label, Pair } from '../test/mapping/labelled-pairs.ts';
import type { WordedPair } from '../test/mapping/worded-pairs.ts';

/** The cost of each error: a wrong side doubles a position, a missed pair only loses an opportunity. */
const ERROR_COSTS = { wrongSide: 20, wrongContract: 10, missed: 1 } as const;

interface PairScore {
  readonly pairs: number;
  readonly equal: number; // pairs that are one contract, in either orientation
  readonly proposed: number;
  readonly right: number;
  readonly wrongSide: number; // one contract, proposed in the wrong orientation
  readonly cost: number;
}

const PROPOSED_LABEL: Readonly<Record<Verdict, Label | null>> = {
  same: 'same',
  'same-inverted': 'inverted',
  different: null,
  unsure: null,
};

/** Scores each pair alone, without looking for candidates. */
export function scorePairs(pairs: readonly Pair[]): PairScore {
  const judged = pairs.map(({ label, kalshi, polymarket }) => ({
    label,
    proposed: PROPOSED_LABEL[compareListings(kalshi, polymarket).verdict],
  }));
  const proposed = judged.filter((it) => it.proposed !== null);
  const right = proposed.filter((it) => it.proposed === it.label).length;
  const wrongSide = proposed.filter((it) => it.label !== 'different' && it.proposed !== it.label).length;
  const equal = judged.filter(({ label }) => label !== 'different').length;
  const wrongContract = proposed.length - right - wrongSide;
  const cost =
    wrongSide * ERROR_COSTS.wrongSide +
    wrongContract * ERROR_COSTS.wrongContract +
    (equal - right - wrongSide) * ERROR_COSTS.missed;
  return { pairs: pairs.length, equal, proposed: proposed.length, right, wrongSide, cost };
}

interface EndToEndScore {
  readonly equal: number;
  readonly compared: number; // equal pairs that were candidates
  readonly right: number;
  readonly wrong: number;
}

/**
 * Scores one catalogue of each venue from nothing to proposals: candidates, comparison, one counterpart for each
 * listing. A proposal of two near-twins of one row has no label and is not counted.
 */
export function scoreEndToEnd(pairs: readonly Pair[]): EndToEndScore {
  const labels = new Map(pairs.map((pair) => [toPairKey(pair.kalshi, pair.polymarket), pair.label]));
  const index = new CandidateIndex<Listing>();
  for (const it of unique(pairs.map(({ polymarket }) => polymarket))) index.add(it, it);
  const compared = unique(pairs.map(({ kalshi }) => kalshi)).flatMap((a) =>
    index.findCandidates(a).map((b) => ({ a, b, match: compareListings(a, b) })),
  );
  const judged = withholdContested(compared, ({ venue }: Listing) => venue, areSiblingOutcomes).map(
    ({ a, b, match }) => ({
      label: labels.get(toPairKey(a, b)),
      proposed: PROPOSED_LABEL[match.verdict],
    }),
  );
  const known = judged.filter(({ label }) => label !== undefined);
  const proposed = known.filter((it) => it.proposed !== null);
  const right = proposed.filter((it) => it.proposed === it.label).length;
  return {
    equal: [...labels.values()].filter((label) => label !== 'different').length,
    compared: known.filter(({ label }) => label !== 'different').length,
    right,
    wrong: proposed.length - right,
  };
}

const toKey = ({ title, rules, closeTime }: Listing): string => `${title}\n${rules}\n${closeTime}`;
const toPairKey = (a: Listing, b: Listing): string => `${toKey(a)}\n\n${toKey(b)}`;

const unique = (listings: readonly Listing[]): readonly Listing[] => [
  ...new Map(listings.map((it) => [toKey(it), it])).values(),
];

const HEAD: readonly string[] = [
  '| Class | Pairs | One contract | Proposed | Rightly | Wrong side | Precision | Recall | Cost |',
  '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
];

/** A table with one row, for pairs of which only totals may be read. */
export const renderTotalRow = (name: string, pairs: readonly Pair[]): string =>
  [...HEAD, renderRow(name, pairs)].join('\n');

/** A table with one row for each class, the inverted pairs and all pairs, and a line for the whole way. */
export function renderWorded(pairs: readonly WordedPair[], withClasses: boolean): string {
  const classes = withClasses ? [...new Set(pairs.map(({ kind }) => kind))].sort() : [];
  const rows = [
    ...classes.map((name) =>
      renderRow(
        name,
        pairs.filter(({ kind }) => kind === name),
      ),
    ),
    renderRow(
      '**two-sided games**',
      pairs.filter(({ kind, label }) => kind.startsWith('game:') && label !== 'different'),
    ),
    renderRow(
      '**inverted pairs**',
      pairs.filter(({ label }) => label === 'inverted'),
    ),
    renderRow('**all**', pairs),
  ];
  return [...HEAD, ...rows, '', renderEndToEnd(pairs.filter(({ isMain }) => isMain))].join('\n');
}

/** A table with one row for each class, the two-sided games if there are any, the other pairs and all pairs, and the whole way. */
export function renderPublished(pairs: readonly Pair[]): string {
  const isGame = ({ kind }: Pair): boolean => kind.startsWith('event:');
  const others = pairs.filter((it) => !isGame(it));
  const rows = [
    ...[...new Set(others.map(({ kind }) => kind))].sort().map((name) =>
      renderRow(
        name,
        others.filter(({ kind }) => kind === name),
      ),
    ),
    ...(others.length === pairs.length
      ? []
      : [
          renderRow('**pairs of all classes**', others),
          renderRow('**two-sided games**', pairs.filter(isGame)),
        ]),
    renderRow('**all**', pairs),
  ];
  return [...HEAD, ...rows, '', renderEndToEnd(pairs)].join('\n');
}

function renderEndToEnd(pairs: readonly Pair[]): string {
  const { equal, compared, right, wrong } = scoreEndToEnd(pairs);
  return (
    `From nothing to proposals: ${compared} of ${equal} equal pairs were candidates, ${right} were proposed rightly ` +
    `(recall ${share(right, equal)}) and ${wrong} wrongly.`
  );
}

function renderRow(name: string, pairs: readonly Pair[]): string {
  const { equal, proposed, right, wrongSide, cost } = scorePairs(pairs);
  const cells = [
    name,
    pairs.length,
    equal,
    proposed,
    right,
    wrongSide,
    share(right, proposed),
    share(right, equal),
    cost,
  ];
  return `| ${cells.join(' | ')} |`;
}

const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(3));
