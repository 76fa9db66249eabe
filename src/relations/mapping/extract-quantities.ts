import { type Comparator, findComparator, measureComparator } from './comparator.ts';
import { blankOut } from './listing-text.ts';

export type Unit =
  | 'usd'
  | 'eur'
  | 'gbp'
  | 'pct'
  | 'F'
  | 'C'
  | 'deg'
  | 'in'
  | 'cm'
  | 'mm'
  | `id:${string}`
  | 'count';

/**
 * A number with its comparator, in comparable form: `up` means "x or more" and `down` means "less than x". So
 * "above 82" of whole degrees equals "83 or above", and "82 or below" is its exact complement. A `range`
 * includes both ends.
 */
export interface Quantity {
  readonly direction: 'up' | 'down' | 'range' | 'exact' | null; // null: not stated
  readonly value: number;
  readonly written: number; // the number in the text, where `value` of "above 82" is 83
  readonly high: number | null; // the end of a range; "3,539.99" is 3,540
  readonly unit: Unit;
  readonly isStrict: boolean; // "above", not "at least"
  readonly duration: Comparator['duration'];
  readonly isDecimal: boolean; // "8.0": measured in tenths, so that 7.5 does not round to 8
  readonly text: string;
}

const NUMBER = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+';
const SCALE = 'thousand|million|billion|trillion|mln|bln|mm|bn|tn|k|m|b|t';
const UNIT =
  '%|percentage points?|percent|per cent|pp\\b|pts\\b|bps?\\b|basis points?|° ?F\\b|° ?C\\b|°|degrees? fahrenheit|degrees? celsius|degrees?|inches|inch\\b|centimet(?:er|re)s?|cm\\b|millimet(?:er|re)s?|mm\\b|US dollars|dollars|USD\\b|euros?';
const AMOUNT = new RegExp(
  `(?<money>[$€£]) ?(?<n1>${NUMBER})(?: ?(?<s1>${SCALE})\\b)?|(?<![\\w.])(?<sign>(?<=^|[\\s(:])[-+])?(?<n2>${NUMBER})(?: ?(?<s2>${SCALE})\\b)?(?<plus>\\+)?(?:[ -]?(?<unit>${UNIT}))?`,
  'gi',
);
const NUMBERED_NOUNS =
  'game|week|stage|split|round|matchday|ufc|category|cat|phase|article|episode|flight|top|gpt|grok|gemini|claude|iphone|artemis|apollo|gta|starship flight|set|map|super bowl|district|proposition|prop|amendment|no\\.';
/** A number that is part of an index's name. */
const INDEX = /\b(?:S ?& ?P|SPX|Nasdaq|Russell|FTSE|Nikkei|CAC|DAX|Fortune)[ -]?$/i;
/** A number that identifies a thing: a bond of ten years. */
const TERM = /^(?:-(year|month|week|day)\b| (year)(?= (?:fixed|treasury|mortgage|yield)))/i;
const NUMBERED_NOUN = new RegExp(`\\b(${NUMBERED_NOUNS})[ -]?#?$`, 'i');

/** The numbers of a text in order, and the text without them. The caller has removed the dates. */
export function extractQuantities(text: string): {
  readonly quantities: readonly Quantity[];
  readonly rest: string;
} {
  const spelled = text.replaceAll(SPELLED, (word) => String(SPELLED_NAMES.indexOf(word.toLowerCase()) + 2));
  const quantities: Quantity[] = [];
  let rest = spelled;
  let open: { readonly parsed: ParsedNumber; readonly end: number; readonly isRange: boolean } | null = null;
  for (const match of findAmounts(spelled)) {
    const end = match.index + match[0].length;
    const before = spelled.slice(Math.max(0, match.index - 30), match.index);
    const parsed = readNumber(match, before, spelled.slice(end, end + 12));
    if (parsed === null || /[A-Za-z]/.test(spelled[end] ?? ' ')) continue;
    const between: string = open === null ? '' : spelled.slice(open.end, match.index);
    if (open !== null && open.isRange && /^\s*(?:-|to|and|through)\s*$/i.test(between)) {
      quantities[quantities.length - 1] = toRange(open.parsed, parsed, spelled.slice(open.end - 4, end));
      open = null;
    } else {
      const isRange =
        /(?:between|from|,|\(|^|:|in the range(?: of)?|\bbe|-)\s*$/i.test(before) ||
        /^\s*(?:-|to)\s*[$€£]?\d/.test(spelled.slice(end));
      quantities.push(toQuantity(parsed, before, spelled.slice(end, end + 40), match[0]));
      open = { parsed, end, isRange };
    }
    const [head, tail] = measureComparator(before, spelled.slice(end, end + 40));
    rest = blankOut(rest, match.index - head, end + tail);
  }
  return { quantities, rest };
}

/** The matches of `AMOUNT`. Text without digits is skipped: a match starts at most three signs before a digit. */
function findAmounts(text: string): readonly RegExpExecArray[] {
  const amounts: RegExpExecArray[] = [];
  let end = 0;
  for (let digit = findDigit(text, 0); digit < text.length; digit = findDigit(text, end)) {
    AMOUNT.lastIndex = Math.max(end, digit - SIGNS_MAX);
    const match = AMOUNT.exec(text);
    if (match === null) break;
    amounts.push(match);
    end = AMOUNT.lastIndex;
  }
  return amounts;
}

const SIGNS_MAX = 3; // "$ .5"

function findDigit(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) return at;
  }
  return at;
}

const SPELLED_NAMES = [
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const SPELLED = new RegExp(`\\b(?:${SPELLED_NAMES.join('|')})\\b`, 'gi');
const SCALES: Readonly<Record<string, number>> = { k: 1e3, t: 1e12, m: 1e6, b: 1e9 };
const STEPS: Partial<Record<Unit, number>> = { pct: 0.1, F: 1, C: 1, deg: 1, count: 1 };

interface ParsedNumber {
  readonly value: number;
  readonly unit: Unit;
  readonly decimals: number; // in the text
  readonly isOpen: boolean; // "25+"
}

function readNumber(
  { groups: g = {} }: RegExpMatchArray,
  before: string,
  after: string,
): ParsedNumber | null {
  if (g['money'] === undefined && INDEX.test(before)) return null;
  const digits = (g['n1'] ?? g['n2'] ?? '').replaceAll(',', '');
  const scale = (g['s1'] ?? g['s2'] ?? '').toLowerCase();
  const factor =
    scale === ''
      ? 1
      : scale === 'thousand'
        ? 1e3
        : scale === 'trillion' || scale === 'tn'
          ? 1e12
          : (SCALES[scale[0] ?? ''] ?? 1);
  const number = Number(digits) * factor;
  const value = g['sign'] === '-' && /(?:^|[\s(:])$/.test(before) ? -number : number;
  const written = {
    value,
    decimals: scale === '' ? (digits.split('.')[1]?.length ?? 0) : 0,
    isOpen: g['plus'] !== undefined,
  };
  const named = NUMBERED_NOUN.exec(before)?.[1] ?? findTerm(after);
  if (named !== undefined)
    return { ...written, unit: `id:${named.toLowerCase().replace(/^cat$/, 'category')}` };
  if (g['money'] !== undefined)
    return { ...written, unit: g['money'] === '$' ? 'usd' : g['money'] === '€' ? 'eur' : 'gbp' };
  const unit = (g['unit'] ?? '').toLowerCase();
  if (/^(?:bp|basis)/.test(unit)) return { ...written, value: round(value / 100), decimals: 2, unit: 'pct' };
  return { ...written, unit: toUnit(unit) };
}

const findTerm = (after: string): string | undefined => {
  const term = TERM.exec(after);
  return term?.[1] ?? term?.[2];
};

function toUnit(unit: string): Unit {
  if (/^(?:%|per|pp|pts)/.test(unit)) return 'pct';
  if (/f\b|fahrenheit/.test(unit)) return 'F';
  if (/c$|celsius/.test(unit)) return 'C';
  if (/^(?:°|degree)/.test(unit)) return 'deg';
  if (unit.startsWith('inch')) return 'in';
  if (/^(?:cm|centi)/.test(unit)) return 'cm';
  if (/^(?:mm|milli)/.test(unit)) return 'mm';
  if (/dollar|usd/.test(unit)) return 'usd';
  return unit.startsWith('euro') ? 'eur' : 'count';
}

function toQuantity(parsed: ParsedNumber, before: string, after: string, words: string): Quantity {
  const { value, unit } = parsed;
  const { direction, duration } = parsed.isOpen ? OPEN_ENDED : findComparator(before, after);
  const shown = `${/\S+\s*$/.exec(before)?.[0] ?? ''}${words}`.trim();
  const isDecimal = parsed.decimals > 0 && value % 1 === 0;
  const quantity = { value, written: value, high: null, unit, text: shown, duration, isDecimal };
  if (unit.startsWith('id:')) return { ...quantity, direction: 'exact', isStrict: false };
  if (direction === null || direction === 'exact') return { ...quantity, direction, isStrict: false };
  return { ...quantity, ...toBound(direction, parsed) };
}

function toBound(
  direction: 'up' | 'up=' | 'down' | 'down=',
  parsed: ParsedNumber,
): Pick<Quantity, 'direction' | 'value' | 'isStrict'> {
  const isMoved = direction === 'up' || direction === 'down=';
  return {
    direction: direction.startsWith('up') ? 'up' : 'down',
    value: isMoved || isHalf(parsed) ? toNextValue(parsed) : parsed.value,
    isStrict: !direction.endsWith('='),
  };
}

/** A threshold that a field states, in the unit of a written number. */
export function toThreshold(
  direction: 'up' | 'up=' | 'down' | 'down=',
  value: number,
  { unit, text, duration, isDecimal }: Quantity,
): Quantity {
  const decimals = String(value).split('.')[1]?.length ?? 0;
  const parsed = { value, unit, decimals, isOpen: false };
  return { ...toBound(direction, parsed), written: value, high: null, unit, text, duration, isDecimal };
}

const isHalf = ({ value, unit }: ParsedNumber): boolean => unit === 'count' && value % 1 === 0.5;

const OPEN_ENDED: Comparator = { direction: 'up=', duration: null };

/** The next possible value in this unit. For dollars, only an amount that ends in .99 has one: the whole dollar. */
function toNextValue(parsed: ParsedNumber): number {
  const { value, unit, decimals } = parsed;
  if (unit === 'usd') return toNextCent(value);
  const step = STEPS[unit];
  if (step === undefined) return value;
  if (isHalf(parsed)) return value + 0.5; // "over 24.5" points
  const precision = Math.min(step, 10 ** -decimals);
  const isOnStep = Math.abs(value / precision - Math.round(value / precision)) < 1e-6;
  return isOnStep ? round(value + precision) : value;
}

/** "139,999.99" and "2.4999" are the last values before 140,000 and 2.50. Any other value is returned unchanged. */
export const toNextCent = (value: number): number => {
  const digits = String(value).split('.')[1] ?? '';
  return digits.endsWith('99') ? round(value + 10 ** -digits.length) : value;
};

const toRange = (low: ParsedNumber, high: ParsedNumber, words: string): Quantity => ({
  direction: 'range',
  value: low.value,
  written: low.value,
  high: toNextCent(high.value),
  unit: high.unit === 'count' ? low.unit : high.unit,
  isStrict: false,
  duration: null,
  isDecimal: false,
  text: words.trim(),
});

const round = (value: number): number => Math.round(value * 1e6) / 1e6;
