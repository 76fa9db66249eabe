import { agrees, type Feature, gap, note, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import type { Quantity, Unit } from '../extract-quantities.ts';

/** Thresholds agree, and which way round: `inverted` when one asks for exactly what the other excludes. */
export interface QuantityComparison {
  readonly features: readonly Feature[];
  readonly inverted: boolean;
}

type Relation = 'same' | 'inverse' | 'vague' | 'strictness' | 'direction' | 'no';

/** Another threshold, unit or comparator is another contract; the exact complement is the inverted one. */
export function compareQuantities(a: ListingFacts, b: ListingFacts): QuantityComparison {
  const [titleA, titleB] = [claims(a), claims(b)];
  if (titleA.length === 0 && titleB.length === 0) return { features: [], inverted: false };
  const left = unmatched(titleA, titleB, rulesOf(b));
  const right = unmatched(titleB, titleA, rulesOf(a));
  const words = `${tell(titleA)} / ${tell(titleB)}`;
  const conflict = conflictOf(left, right, titleA, titleB, a, b);
  if (conflict !== null) return { features: [veto(conflict, words)], inverted: false };
  if ([...left, ...right].some((one) => !isNumbered(one, a, b)))
    return { features: [gap('number', 0, `only one says ${tell([...left, ...right])}`)], inverted: false };
  return orientation(titleA, titleB, a, b, words);
}

function conflictOf(
  left: readonly Quantity[],
  right: readonly Quantity[],
  titleA: readonly Quantity[],
  titleB: readonly Quantity[],
  a: ListingFacts,
  b: ListingFacts,
): string | null {
  if (left.length > 0 && right.length > 0) {
    const isUnit = left.some((one) =>
      right.some((other) => one.value === other.value && one.unit !== other.unit),
    );
    return isUnit ? 'unit' : 'threshold';
  }
  // A number in one title only: the other's rules speak of the same unit with other numbers.
  const missing = [...left, ...right];
  const others = left.length > 0 ? [...titleB, ...rulesOf(b)] : [...titleA, ...rulesOf(a)];
  const isContradicted = missing.some(
    (one) =>
      one.unit !== 'count' &&
      others.some((other) => isUnitLike(one.unit, other.unit) && other.unit !== 'count'),
  );
  return isContradicted ? 'threshold' : null;
}

function orientation(
  titleA: readonly Quantity[],
  titleB: readonly Quantity[],
  a: ListingFacts,
  b: ListingFacts,
  words: string,
): QuantityComparison {
  const [saidA, saidB] = [withRules(titleA, rulesOf(a)), withRules(titleB, rulesOf(b))];
  const relations = new Set([
    ...(titleA.length > 0 ? saidA : []).map((one) => bestRelation(one, saidB)),
    ...(titleB.length > 0 ? saidB : []).map((one) => bestRelation(one, saidA)),
  ]);
  if (relations.has('direction')) return { features: [veto('comparator', words)], inverted: false };
  if (relations.has('strictness')) return { features: [veto('strictness', words)], inverted: false };
  const inverted = relations.has('inverse');
  if (inverted && isOfExtremes(a, b)) return { features: [veto('comparator', words)], inverted: false };
  if (inverted && relations.has('same')) return { features: [veto('comparator', words)], inverted: false };
  const features: Feature[] = [agrees('number', 0.12, words)];
  if (saidA.some((one) => saidB.some((other) => isJustReached(one, other))))
    features.push(gap('strictness', 0, words));
  if (relations.has('vague'))
    features.push(note('comparator', -0.04, `only one says above or below: ${words}`));
  return { features, inverted };
}

/** The highest of a month may reach 120,000 and its lowest fall to it: neither denies the other. */
const isOfExtremes = (a: ListingFacts, b: ListingFacts): boolean =>
  [a, b].some((side) => saysTouch(side)) &&
  ![a, b].some(({ title }) => title.quantities.some(({ duration }) => duration === 'always'));
const saysTouch = ({ title, rules }: ListingFacts): boolean =>
  title.quantities.some(({ duration }) => duration === 'once') ||
  ([...title.concepts, ...rules.concepts].includes('observed:touch') &&
    !title.concepts.includes('observed:close'));

const CLOSENESS: readonly Relation[] = ['same', 'inverse', 'vague', 'strictness', 'direction', 'no'];

/** The title's numbers, with the comparator of the rules where the title has none; the rules' own without a title's. */
function withRules(title: readonly Quantity[], rules: readonly Quantity[]): readonly Quantity[] {
  const said = title.length > 0 ? title : rules;
  return said
    .filter(({ unit }) => !unit.startsWith('id:'))
    .map((one) =>
      one.direction === null
        ? (rules.find((rule) => isLike(rule, one) && rule.direction !== null) ?? one)
        : one,
    );
}

function bestRelation(one: Quantity, pool: readonly Quantity[]): Relation {
  const relations = new Set(pool.map((other) => relate(one, other)));
  return CLOSENESS.find((relation) => relations.has(relation)) ?? 'no';
}

function relate(one: Quantity, other: Quantity): Relation {
  if (!isUnitLike(one.unit, other.unit)) return 'no';
  if (one.direction === 'range' || other.direction === 'range') {
    return one.value === other.value && one.high === other.high && one.direction === other.direction
      ? 'same'
      : 'no';
  }
  if (isBetween(one, other) || isBetween(other, one)) return 'no';
  const isOne = one.value === other.value;
  if (!isOne && !isLike(one, other)) return 'no';
  if (one.direction === other.direction) {
    // "above 85" of points and of percent: the next value differs, what is asked does not.
    return isOne || one.isStrict === other.isStrict || isPassed(one, other) ? 'same' : 'strictness';
  }
  if (one.direction === null || other.direction === null) return 'vague';
  if (one.direction === 'exact' || other.direction === 'exact') return 'direction';
  return isOne || one.isStrict !== other.isStrict ? 'inverse' : 'strictness';
}

/** "7.5 or more" of what the other measures in tenths: no count, of which it would be 8. */
const isBetween = (half: Quantity, fine: Quantity): boolean =>
  half.unit === 'count' && half.written % 1 === 0.5 && fine.isDecimal;

/** "hit 400" is there at 400, "above 400" is not: of prices next to nothing, and yet another contract. */
const isJustReached = (one: Quantity, other: Quantity): boolean =>
  one.written === other.written &&
  one.isStrict !== other.isStrict &&
  one.direction === other.direction &&
  [one.duration, other.duration].includes('once');

/** A count of millions that is reached is passed as well. */
const isPassed = (one: Quantity, other: Quantity): boolean =>
  one.written >= 1e6 && (one.duration === 'once' || other.duration === 'once');

/** The same number, though what is written beside it may move it by a step: "above 3.0" and "3.0 or more". */
function isLike(one: Quantity, other: Quantity): boolean {
  if (!isUnitLike(one.unit, other.unit) || one.direction === 'range' || other.direction === 'range')
    return false;
  return one.written === other.written;
}

function unmatched(
  asked: readonly Quantity[],
  titles: readonly Quantity[],
  rules: readonly Quantity[],
): readonly Quantity[] {
  const isHeld = (one: Quantity): boolean =>
    [
      ...titles,
      ...(titles.some((other) => other.unit === one.unit) && one.unit !== 'count' ? [] : rules),
    ].some((other) => relate(one, other) !== 'no');
  return asked.filter((one) => !isHeld(one));
}

/** What the title claims; of bare degrees the rules beside it may say which they are. */
function claims({ title, rules }: ListingFacts): readonly Quantity[] {
  return title.quantities.map((one) => {
    if (one.unit !== 'deg') return one;
    const ruled = rules.quantities.find((rule) => /^[FC]$/.test(rule.unit) && rule.written === one.written);
    return ruled === undefined ? one : { ...one, unit: ruled.unit };
  });
}

/** The number of an evening of fights, where both name the fight. */
const isNumbered = ({ unit }: Quantity, a: ListingFacts, b: ListingFacts): boolean =>
  unit === 'id:ufc' && a.participants.isSingleGame && b.participants.isSingleGame;

const rulesOf = ({ rules }: ListingFacts): readonly Quantity[] => rules.quantities;

function isUnitLike(one: Unit, other: Unit): boolean {
  if (one === other) return true;
  const isDegree = (unit: Unit): boolean => unit === 'deg' || unit === 'F' || unit === 'C';
  // A bare degree sign is Fahrenheit wherever one of these venues writes it.
  if (isDegree(one) && isDegree(other)) return one !== 'C' && other !== 'C';
  const isBare = one === 'count' || other === 'count';
  return isBare && !one.startsWith('id:') && !other.startsWith('id:');
}

const tell = (quantities: readonly Quantity[]): string =>
  quantities.map(({ text }) => text).join(', ') || 'no number';
