import { agrees, gap, note, type Reason, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import type { Quantity, Unit } from '../extract-quantities.ts';
import { readOnce } from '../read-once.ts';
import { toRateMoves } from './compare-banks.ts';
import { hasPercentSteps, isContinuous, toPublishedSteps } from './published-steps.ts';

/** `inverted`: the threshold of one listing is exactly the complement of the other's. */
export interface QuantityComparison {
  readonly reasons: readonly Reason[];
  readonly inverted: boolean;
}

/** How two quantities relate, best first. `vague`: one has no comparator. `no`: they are different quantities. */
const RELATIONS = ['same', 'inverse', 'vague', 'strictness', 'direction', 'no'] as const;
type Relation = (typeof RELATIONS)[number];

/** Another threshold, unit or comparator is another contract; the exact complement is the inverted contract. */
export function compareQuantities(a: ListingFacts, b: ListingFacts): QuantityComparison {
  const [titleA, titleB] = getTitles(a, b);
  if (titleA.length === 0 && titleB.length === 0) return { reasons: [], inverted: false };
  const left = findUnmatched(titleA, titleB, b);
  const right = findUnmatched(titleB, titleA, a);
  const words = `${renderQuantities(titleA)} / ${renderQuantities(titleB)}`;
  const conflict = findConflict(left, right, titleA, titleB, a, b);
  if (conflict !== null) return { reasons: [veto(conflict, words)], inverted: false };
  if ([...left, ...right].some((one) => !isOptionalEventNumber(one, a, b)))
    return {
      reasons: [gap('number', 0, `only one listing states ${renderQuantities([...left, ...right])}`)],
      inverted: false,
    };
  return compareDirections(titleA, titleB, a, b, words);
}

/** The thresholds of both titles with the comparators of their rules. The rules stand in for a title without one. */
export function getThresholds(
  a: ListingFacts,
  b: ListingFacts,
): readonly [readonly Quantity[], readonly Quantity[]] {
  const [titleA, titleB] = getTitles(a, b);
  return [
    addComparators(titleA, () => getRulesQuantities(a)),
    addComparators(titleB, () => getRulesQuantities(b)),
  ];
}

const getTitles = (a: ListingFacts, b: ListingFacts): readonly [readonly Quantity[], readonly Quantity[]] => [
  toRateMoves(toPublishedSteps(getTitleQuantities(a), a, b), a, b),
  toRateMoves(toPublishedSteps(getTitleQuantities(b), a, b), a, b),
];

function findConflict(
  left: readonly Quantity[],
  right: readonly Quantity[],
  titleA: readonly Quantity[],
  titleB: readonly Quantity[],
  a: ListingFacts,
  b: ListingFacts,
): string | null {
  if (left.length > 0 && right.length > 0) {
    const isOtherUnit = left.some((one) =>
      right.some((other) => one.value === other.value && one.unit !== other.unit),
    );
    return isOtherUnit ? 'unit' : 'threshold';
  }
  // A number in one title only: the other listing has other numbers of the same unit.
  const missing = [...left, ...right];
  const others =
    left.length > 0 ? [...titleB, ...getRulesQuantities(b)] : [...titleA, ...getRulesQuantities(a)];
  const isContradicted = missing.some(
    (one) =>
      one.unit !== 'count' &&
      others.some((other) => isCompatibleUnit(one.unit, other.unit) && other.unit !== 'count'),
  );
  return isContradicted ? 'threshold' : null;
}

function compareDirections(
  titleA: readonly Quantity[],
  titleB: readonly Quantity[],
  a: ListingFacts,
  b: ListingFacts,
  words: string,
): QuantityComparison {
  const [fullA, fullB] = [
    addComparators(titleA, () => toPublishedSteps(getRulesQuantities(a), a, b)),
    addComparators(titleB, () => toPublishedSteps(getRulesQuantities(b), a, b)),
  ];
  const found = [
    ...(titleA.length > 0 ? fullA : []).map((one) => [one, findBestRelation(one, fullB)] as const),
    ...(titleB.length > 0 ? fullB : []).map((one) => [one, findBestRelation(one, fullA)] as const),
  ];
  const relations = new Set(
    found.filter(([one]) => !isPartOfName(one, found)).map(([, relation]) => relation),
  );
  if (relations.has('direction')) return { reasons: [veto('comparator', words)], inverted: false };
  if (relations.has('strictness')) return { reasons: [veto('strictness', words)], inverted: false };
  const inverted = relations.has('inverse');
  if (inverted && canBothHappen(a, b) && !areDailyPeaks(a, b))
    return { reasons: [veto('comparator', words)], inverted: false };
  if (inverted && relations.has('same')) return { reasons: [veto('comparator', words)], inverted: false };
  const reasons: Reason[] = [agrees('number', 0.12, words)];
  const isAverage = isPublishedAverage(a) && isPublishedAverage(b);
  if (fullA.some((one) => fullB.some((other) => differsAtBoundary(one, other, isAverage))))
    reasons.push(gap('strictness', 0, words));
  const isVague = relations.has('vague');
  if (isVague && hasPercentSteps(a, b) && fullA.every(isPercent))
    reasons.push(gap('comparator', 0, `one listing may mean exactly the figure: ${words}`));
  else if (isVague)
    reasons.push(note('comparator', -0.04, `only one listing states above or below: ${words}`));
  return { reasons, inverted };
}

/** "4" of "Sonic the Hedgehog 4" is no threshold in a title that has one. */
const isPartOfName = ({ direction }: Quantity, found: readonly (readonly [Quantity, Relation])[]): boolean =>
  direction === null && found.some(([one]) => one.direction === 'up' || one.direction === 'down');

const isPercent = ({ unit }: Quantity): boolean => unit === 'pct';

/** "Reaches 120,000" and "falls to 120,000" in one month may both happen: they are not complements. */
const canBothHappen = (a: ListingFacts, b: ListingFacts): boolean =>
  [a, b].some((side) => isAboutTouching(side)) &&
  ![a, b].some(({ title }) => title.quantities.some(({ duration }) => duration === 'always'));
/** A day reaches a temperature exactly when its highest temperature does. */
const areDailyPeaks = (...both: readonly ListingFacts[]): boolean =>
  both.every(
    ({ claim, title }) =>
      claim.concepts.includes('weather:high-temp') &&
      title.spans.some(({ style }) => style === 'on') &&
      title.quantities.every(({ duration, direction }) => duration !== 'once' || direction === 'up'),
  );
const isAboutTouching = ({ title, rules }: ListingFacts): boolean =>
  title.quantities.some(({ duration }) => duration === 'once') ||
  ([...title.concepts, ...rules.concepts].includes('observed:touch') &&
    !title.concepts.includes('observed:close'));

/** The numbers of the title, or of the rules if it has none. Missing comparators are taken from the rules. */
function addComparators(
  title: readonly Quantity[],
  readRules: () => readonly Quantity[],
): readonly Quantity[] {
  const isComplete = title.length > 0 && title.every(({ direction }) => direction !== null);
  const rules = isComplete ? [] : readRules();
  const quantities = title.length > 0 ? title : rules;
  return quantities
    .filter(({ unit }) => !unit.startsWith('id:'))
    .map((one) =>
      one.direction === null
        ? (rules.find((rule) => isSameNumber(rule, one) && rule.direction !== null) ?? one)
        : one,
    );
}

function findBestRelation(one: Quantity, others: readonly Quantity[]): Relation {
  const relations = new Set(others.map((other) => findRelation(one, other)));
  return RELATIONS.find((relation) => relations.has(relation)) ?? 'no';
}

function findRelation(one: Quantity, other: Quantity): Relation {
  if (!isCompatibleUnit(one.unit, other.unit)) return 'no';
  if (one.direction === 'range' || other.direction === 'range') {
    return one.value === other.value && one.high === other.high && one.direction === other.direction
      ? 'same'
      : 'no';
  }
  if (isHalfStep(one, other) || isHalfStep(other, one)) return 'no';
  // "Above 64" of a count is 65 or more; a percentage without steps has no such next value.
  const isMixed = one.unit !== other.unit && (isContinuous(one) || isContinuous(other));
  const isEqual = one.value === other.value && (!isMixed || one.written === other.written);
  if (!isEqual && !isSameNumber(one, other)) return 'no';
  const hasOtherBoundary = isContinuous(one) && isContinuous(other) && one.isStrict !== other.isStrict;
  if (one.direction === other.direction) {
    if (hasOtherBoundary) return 'strictness';
    // "Above 85" of points and of percent have different next values but the same condition.
    return isEqual || one.isStrict === other.isStrict || isExceededToo(one, other) ? 'same' : 'strictness';
  }
  if (one.direction === null || other.direction === null) return 'vague';
  if (one.direction === 'exact' || other.direction === 'exact') return 'direction';
  const isComplement = isContinuous(one) && isContinuous(other) ? hasOtherBoundary : isEqual;
  return isComplement || one.isStrict !== other.isStrict ? 'inverse' : 'strictness';
}

/** "7.5 or more" means 8 for a count, but not for a quantity that the other listing measures in tenths. */
const isHalfStep = (half: Quantity, decimal: Quantity): boolean =>
  half.unit === 'count' && half.written % 1 === 0.5 && decimal.isDecimal;

/**
 * "Hit 400" is true at exactly 400, "above 400" is not: a small difference for prices, but two contracts. An average that
 * is published with few digits often equals its threshold.
 */
const differsAtBoundary = (one: Quantity, other: Quantity, isAverage: boolean): boolean =>
  one.written === other.written &&
  one.isStrict !== other.isStrict &&
  one.direction === other.direction &&
  (isAverage || [one.duration, other.duration].includes('once'));

const isPublishedAverage = readOnce(({ title, claim }) =>
  [...title.concepts, ...claim.concepts].some((name) => AVERAGE.test(name)),
);
const AVERAGE = /^asset:(?:gas|eggs|milk|beef)$/;

/** A count of millions that reaches a number also exceeds it. */
const isExceededToo = (one: Quantity, other: Quantity): boolean =>
  one.written >= 1e6 && (one.duration === 'once' || other.duration === 'once');

/** The same written number; its comparator may shift the value by one step: "above 3.0" and "3.0 or more". */
function isSameNumber(one: Quantity, other: Quantity): boolean {
  if (!isCompatibleUnit(one.unit, other.unit) || one.direction === 'range' || other.direction === 'range')
    return false;
  return one.written === other.written;
}

function findUnmatched(
  quantities: readonly Quantity[],
  titles: readonly Quantity[],
  facts: ListingFacts,
): readonly Quantity[] {
  const isMatched = (one: Quantity): boolean => {
    const fits = (other: Quantity): boolean => findRelation(one, other) !== 'no';
    if (titles.some(fits)) return true;
    const isTitled = one.unit !== 'count' && titles.some((other) => other.unit === one.unit);
    return !isTitled && getRulesQuantities(facts).some(fits);
  };
  return quantities.filter((one) => !isMatched(one));
}

/** The title's quantities with the threshold of the venue's fields. */
const getTitleQuantities = readOnce((facts): readonly Quantity[] => {
  const { threshold } = facts.published;
  const titled = facts.title.quantities;
  if (threshold === null) return getScaledQuantities(facts, titled);
  const isTitled = titled.includes(threshold.replaced);
  const replaced = titled.map((one) => (one === threshold.replaced ? threshold.quantity : one));
  return getScaledQuantities(facts, isTitled ? replaced : [...titled, threshold.quantity]);
});

/** If a title writes only "degrees", its rules may state the scale. */
function getScaledQuantities({ rules }: ListingFacts, quantities: readonly Quantity[]): readonly Quantity[] {
  return quantities.map((one) => {
    if (one.unit !== 'deg') return one;
    const ruled = rules.quantities.find((rule) => /^[FC]$/.test(rule.unit) && rule.written === one.written);
    return ruled === undefined ? one : { ...one, unit: ruled.unit };
  });
}

/** The number of an event or of a part of the season, which one title may omit when both name the game. */
const isOptionalEventNumber = ({ unit }: Quantity, a: ListingFacts, b: ListingFacts): boolean =>
  EVENT_NUMBER.test(unit) && a.participants.isSingleGame && b.participants.isSingleGame;
const EVENT_NUMBER = /^id:(?:ufc|stage|split|week|phase)$/;

const getRulesQuantities = ({ rules }: ListingFacts): readonly Quantity[] => rules.quantities;

export function isCompatibleUnit(one: Unit, other: Unit): boolean {
  if (one === other) return true;
  const isDegree = (unit: Unit): boolean => unit === 'deg' || unit === 'F' || unit === 'C';
  // Both venues mean Fahrenheit when they write degrees without a scale.
  if (isDegree(one) && isDegree(other)) return one !== 'C' && other !== 'C';
  const isBare = one === 'count' || other === 'count';
  return isBare && !one.startsWith('id:') && !other.startsWith('id:');
}

const renderQuantities = (quantities: readonly Quantity[]): string =>
  quantities.map(({ text }) => text).join(', ') || 'no number';
