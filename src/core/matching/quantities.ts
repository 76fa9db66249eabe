import { blank } from './text.ts';

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
 * A threshold, made comparable: `up` is "x or more" and `down` "less than x", so that "above 82" of whole
 * degrees and "83 or above" are one, and "82 or below" is its exact opposite. `range` has both ends in it.
 */
export interface Quantity {
  readonly way: 'up' | 'down' | 'range' | 'exact' | null; // null: the text does not say
  readonly value: number;
  readonly high: number | null; // of a range
  readonly unit: Unit;
  readonly isStrict: boolean; // as written: "above" and not "at least"
  readonly words: string;
}

const NUMBER = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+';
const SCALE = 'thousand|million|billion|trillion|mln|bln|mm|bn|tn|k|m|b|t';
const UNIT =
  '%|percentage points?|percent|per cent|pp\\b|pts\\b|bps?\\b|basis points?|° ?F\\b|° ?C\\b|°|degrees? fahrenheit|degrees? celsius|degrees?|inches|inch\\b|centimet(?:er|re)s?|cm\\b|millimet(?:er|re)s?|mm\\b|US dollars|dollars|USD\\b|euros?';
const AMOUNT = new RegExp(
  `(?<money>[$€£]) ?(?<n1>${NUMBER})(?: ?(?<s1>${SCALE})\\b)?|(?<![\\w.])(?<sign>[-+])?(?<n2>${NUMBER})(?: ?(?<s2>${SCALE})\\b)?(?:[ -]?(?<unit>${UNIT}))?`,
  'gi',
);
const NUMERAL_UNITS =
  'game|week|round|matchday|ufc|category|cat|phase|article|episode|flight|top|gpt|grok|gemini|claude|iphone|artemis|apollo|gta|starship flight|set|map|super bowl|district|proposition|prop|amendment|no\\.';
/** A number that is part of an index's name. */
const INDEX = /\b(?:S ?& ?P|SPX|Nasdaq|Russell|FTSE|Nikkei|CAC|DAX|Fortune)[ -]?$/i;
const NAMED = new RegExp(`\\b(${NUMERAL_UNITS})[ -]?#?$`, 'i');
const BEFORE: readonly (readonly [RegExp, Way])[] = [
  [
    /(?:no more than|not more than|at most|up to|maximum of|or less than|≤|<=|not exceed|not above|no higher than|no greater than|at or (?:below|under)|(?:less|lower|fewer) than or equal to)\s*$/i,
    'down=',
  ],
  [
    /(?:at or (?:above|over)|(?:greater|more|higher) than or equal to|no less than|no fewer than|not less than|at least|minimum of|≥|>=|reach(?:es)?|hits?|not below|touch(?:es)?|↑|climbs? to|rises? to)\s*$/i,
    'up=',
  ],
  [
    /(?:above|over|more than|greater than|higher than|exceed(?:s|ing)?|surpass(?:es)?|larger than|tops?|>|in excess of|beat|beyond|past|stronger than)\s*(?:a |the |of )?$/i,
    'up',
  ],
  [/(?:below|under|less than|fewer than|lower than|smaller than|beneath|<|short of)\s*$/i, 'down'],
  [/(?:dips? to|falls? to|drops? to|↓|declines? to|crash(?:es)? to)\s*$/i, 'down='],
  [/\b(?:exactly|precisely|equal to|be|of|is)\s*$/i, 'exact'],
];
const AFTER: readonly (readonly [RegExp, Way])[] = [
  [
    /^\s*(?:\+|or (?:more|higher|above|greater|over|better|hotter|warmer|stronger|larger)|and (?:above|over|higher)|at least)/i,
    'up=',
  ],
  [/^\s*(?:or (?:less|lower|below|fewer|under|colder|cooler|worse)|and below)/i, 'down='],
];
type Way = 'up' | 'up=' | 'down' | 'down=' | 'exact';

/** The numbers of a text in order, and the text without them. Dates have been taken out before. */
export function takeQuantities(text: string): {
  readonly quantities: readonly Quantity[];
  readonly rest: string;
} {
  const spelled = text.replaceAll(SPELLED, (word) => String(SPELLED_NAMES.indexOf(word.toLowerCase()) + 2));
  const quantities: Quantity[] = [];
  let rest = spelled;
  let open: { readonly read: Reading; readonly end: number; readonly isRange: boolean } | null = null;
  for (const match of spelled.matchAll(AMOUNT)) {
    const end = match.index + match[0].length;
    const before = spelled.slice(Math.max(0, match.index - 30), match.index);
    const read = readingOf(match, before);
    if (read === null || /[A-Za-z]/.test(spelled[end] ?? ' ')) continue;
    const gap: string = open === null ? '' : spelled.slice(open.end, match.index);
    if (open !== null && open.isRange && /^\s*(?:-|to|and|through)\s*$/i.test(gap)) {
      quantities[quantities.length - 1] = rangeOf(open.read, read, spelled.slice(open.end - 4, end));
      open = null;
    } else {
      const isRange =
        /(?:between|from|,|\(|^|:|in the range(?: of)?|\bbe|-)\s*$/i.test(before) ||
        /^\s*(?:-|to)\s*[$€£]?\d/.test(spelled.slice(end));
      quantities.push(quantityOf(read, before, spelled.slice(end, end + 24), match[0]));
      open = { read, end, isRange };
    }
    const [head, tail] = comparatorAround(before, spelled.slice(end, end + 24));
    rest = blank(rest, match.index - head, end + tail);
  }
  return { quantities, rest };
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

interface Reading {
  readonly value: number;
  readonly unit: Unit;
}

function readingOf({ groups: g = {} }: RegExpMatchArray, before: string): Reading | null {
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
  const named = NAMED.exec(before)?.[1];
  if (named !== undefined) return { value, unit: `id:${named.toLowerCase().replace(/^cat$/, 'category')}` };
  if (g['money'] !== undefined)
    return { value, unit: g['money'] === '$' ? 'usd' : g['money'] === '€' ? 'eur' : 'gbp' };
  const unit = (g['unit'] ?? '').toLowerCase();
  if (/^(?:bp|basis)/.test(unit)) return { value: round(value / 100), unit: 'pct' };
  return { value, unit: unitOf(unit) };
}

function unitOf(unit: string): Unit {
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

function quantityOf({ value, unit }: Reading, before: string, after: string, words: string): Quantity {
  const way =
    AFTER.find(([form]) => form.test(after))?.[1] ?? BEFORE.find(([form]) => form.test(before))?.[1] ?? null;
  const shown = `${/\S+\s*$/.exec(before)?.[0] ?? ''}${words}`.trim();
  const quantity = { value, high: null, unit, words: shown };
  if (unit.startsWith('id:')) return { ...quantity, way: 'exact', isStrict: false };
  if (way === null || way === 'exact') return { ...quantity, way, isStrict: false };
  const isStrict = !way.endsWith('=');
  const isMoved = way === 'up' || way === 'down=';
  return {
    ...quantity,
    way: way.startsWith('up') ? 'up' : 'down',
    value: isMoved ? nextOf(value, unit) : value,
    isStrict,
  };
}

/** How many characters of comparator stand before and after the number; they are read with it. */
function comparatorAround(before: string, after: string): readonly [before: number, after: number] {
  const head = BEFORE.map(([form]) => form.exec(before)?.[0].length ?? 0).find((length) => length > 0) ?? 0;
  const tail = AFTER.map(([form]) => form.exec(after)?.[0].length ?? 0).find((length) => length > 0) ?? 0;
  return [head, tail];
}

/** The next value that a reading of this unit can take; of money the next one where cents are written out. */
function nextOf(value: number, unit: Unit): number {
  if (unit === 'usd') return Math.round(value * 100) % 100 === 99 ? round(value + 0.01) : value;
  const step = STEPS[unit];
  if (step === undefined) return value;
  const isOnStep = Math.abs(value / step - Math.round(value / step)) < 1e-6;
  return isOnStep ? round(value + step) : value;
}

const rangeOf = (low: Reading, high: Reading, words: string): Quantity => ({
  way: 'range',
  value: low.unit === high.unit || low.unit === 'count' ? low.value : low.value,
  high: high.value,
  unit: high.unit === 'count' ? low.unit : high.unit,
  isStrict: false,
  words: words.trim(),
});

const round = (value: number): number => Math.round(value * 1e6) / 1e6;
