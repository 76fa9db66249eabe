import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import type { Listing } from '../../src/relations/mapping/listing.ts';
import type { Pair } from './labelled-pairs.ts';

const LabelSchema = Type.Union([Type.Literal('same'), Type.Literal('inverted'), Type.Literal('different')]);
const RelationSchema = Type.Union([
  Type.Literal('subset'),
  Type.Literal('superset'),
  Type.Literal('overlap'),
  Type.Literal('disjoint'),
]);
const Row = Type.Record(Type.String(), Type.String());
const KalshiWording = Type.Object(
  {
    event: Type.String(),
    outcome: Type.String(),
    rules: Type.String(),
    secondary: Type.Optional(Type.String()),
    terms: Type.Optional(Row),
  },
  { additionalProperties: false },
);
const PolymarketWording = Type.Object(
  {
    question: Type.String(),
    description: Type.String(),
    outcomes: Type.Optional(Type.Tuple([Type.String(), Type.String()])), // when they are not Yes and No
    terms: Type.Optional(Row),
  },
  { additionalProperties: false },
);

/**
 * One line of a data file: a class of market in several wordings, with the rows that fill in their
 * placeholders.
 */
const WordedClassSchema = Type.Object(
  {
    class: Type.String(),
    dated: Type.String(),
    category: Type.String(),
    close: Type.Tuple([Type.String(), Type.String()]), // the closing days at Kalshi and at Polymarket
    kalshi: Type.Array(KalshiWording, { minItems: 1 }),
    polymarket: Type.Array(PolymarketWording, { minItems: 1 }),
    rows: Type.Array(Row, { minItems: 1 }),
    label: Type.Optional(LabelSchema), // of every unchanged pair; `same` when absent
    twins: Type.Array(
      Type.Object(
        {
          kind: Type.String(),
          label: LabelSchema,
          relation: Type.Optional(RelationSchema), // of the Kalshi listing to the Polymarket listing
          side: Type.Union([Type.Literal('kalshi'), Type.Literal('polymarket')]),
          set: Row, // replaces values of the row for the texts of that side
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
const validator = Compile(WordedClassSchema);

type WordedClass = Static<typeof WordedClassSchema>;
type Values = Readonly<Record<string, string>>;

/** A generated pair. `relation` is labelled only where the class states it. */
export interface WordedPair extends Pair {
  readonly relation: Static<typeof RelationSchema> | null;
  readonly isMain: boolean; // in one wording of each side, as a catalogue would list it
}

const DATA = join(import.meta.dirname, '..', 'data', 'mapping-pairs');

/** The classes for work on the mapping rules. */
export const OPEN_CLASSES: readonly WordedClass[] = loadClasses('worded-open');

/** Classes with full rules, secondary rules and structured fields, for work on the mapping rules. */
export const FULL_CLASSES: readonly WordedClass[] = loadClasses('worded-full');

/** Other wordings, names and dates of the same classes. For these, only totals may be read. */
export const SEALED_CLASSES: readonly WordedClass[] = loadClasses('worded-sealed');

function loadClasses(name: string): readonly WordedClass[] {
  const lines = readFileSync(join(DATA, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean);
  return lines.map((line, index) => {
    const parsed: unknown = JSON.parse(line);
    if (!validator.Check(parsed)) throw new Error(`${name}.jsonl:${index + 1} is not a class of pairs`);
    return parsed;
  });
}

/** Every combination of row and wordings, unchanged and with each twin. */
export const toWordedPairs = (classes: readonly WordedClass[]): readonly WordedPair[] =>
  classes.flatMap((it, number) => it.rows.flatMap((_, row) => fillRow(it, number, row)));

function fillRow(worded: WordedClass, number: number, row: number): readonly WordedPair[] {
  const { rows, kalshi, polymarket, twins, label = 'same' } = worded;
  const values = { ...rows[row], ...prefix('next.', rows[(row + 1) % rows.length] ?? {}) };
  const changes = [{ kind: 'base', label, side: null, set: {} }, ...twins];
  return kalshi.flatMap((_, k) =>
    polymarket.flatMap((__, p) =>
      changes.map((twin, at): WordedPair => {
        const changed = { ...values, ...fillAll(twin.set, values) };
        const texts = [
          toKalshi(worded, k, twin.side === 'kalshi' ? changed : values),
          toPolymarket(worded, p, twin.side === 'polymarket' ? changed : values),
        ] as const;
        const isMain =
          k === row % kalshi.length && p === row % polymarket.length && isListedOnce(worded, twin);
        const relation = ('relation' in twin ? twin.relation : undefined) ?? null;
        const id = `worded-${worded.class}-${number}.${row}/${k}.${p}.${at}`;
        return {
          id,
          kind: worded.class,
          label: twin.label,
          relation,
          isMain,
          kalshi: texts[0],
          polymarket: texts[1],
        };
      }),
    ),
  );
}

/** False for a near-twin that another row has as its own contract: a venue lists a contract once. */
const isListedOnce = (
  worded: WordedClass,
  twin: { readonly label: string; readonly kind: string },
): boolean =>
  worded.label === undefined &&
  (twin.kind === 'base' || twin.label === 'inverted' || !worded.class.startsWith('central bank'));

const prefix = (start: string, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${start}${key}`, value]));

const fillAll = (set: Values, values: Values): Values =>
  Object.fromEntries(Object.entries(set).map(([key, text]) => [key, fill(text, values)]));

function toKalshi({ kalshi, category, close }: WordedClass, wording: number, values: Values): Listing {
  const { event = '', outcome = '', rules = '', secondary = '', terms } = kalshi[wording] ?? {};
  const title = fill(outcome === '' ? event : `${event}: ${outcome}`, values);
  const text = fill(`${rules} ${secondary}`.trim(), values);
  return toListing('Kalshi', title, text, category, fill(close[0], values), fillTerms(terms, values));
}

function toPolymarket(
  { polymarket, category, close }: WordedClass,
  wording: number,
  values: Values,
): Listing {
  const { question = '', description = '', outcomes, terms } = polymarket[wording] ?? {};
  const [yes, no] = (outcomes ?? ['', '']).map((outcome) => fill(outcome, values));
  const title = fill(question, values);
  const rules = fill(description, values);
  return toListing(
    'Polymarket',
    outcomes === undefined || title.endsWith(`: ${yes}`) ? title : `${title}: ${yes}`,
    outcomes === undefined ? rules : `YES is ${yes}; NO is ${no}. ${rules}`,
    category,
    fill(close[1], values),
    fillTerms(terms, values),
  );
}

/** Empty terms are absent, as in the adapters. */
const fillTerms = (terms: Values | undefined, values: Values): Values =>
  Object.fromEntries(
    Object.entries(terms ?? {}).flatMap(([name, text]) => {
      const filled = fill(text, values);
      return filled === '' ? [] : [[name, filled]];
    }),
  );

const toListing = (
  venue: string,
  title: string,
  rules: string,
  category: string,
  close: string,
  terms: Values,
): Listing => ({
  venue,
  ticker: `${title} ${close}`,
  title,
  rules,
  category,
  openTime: null,
  closeTime: Date.parse(`${close}T23:59:00Z`) as TimestampMs,
  terms,
});

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/**
 * Fills `{name}`, `{day+7}` and `{day|long}`. A value may contain placeholders itself. Throws for an unknown
 * name.
 */
function fill(text: string, values: Values): string {
  const filled = text.replaceAll(
    /\{([\w.]+)([+-]\d+)?(?:\|(\w+))?\}/g,
    (placeholder, name: string, days?: string, form?: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`no value for ${placeholder} in "${text}"`);
      return days === undefined && form === undefined ? value : renderDate(value, Number(days ?? 0), form);
    },
  );
  return filled === text ? text : fill(filled, values);
}

function renderDate(day: string, offset: number, form = 'iso'): string {
  const date = new Date(Date.parse(`${day}T00:00:00Z`) + offset * 86_400_000);
  const month = MONTHS[date.getUTCMonth()] ?? '';
  const [number, year] = [date.getUTCDate(), date.getUTCFullYear()];
  if (form === 'long') return `${month} ${number}, ${year}`;
  if (form === 'short') return `${month.slice(0, 3)} ${number}, ${year}`;
  if (form === 'md') return `${month} ${number}`;
  return form === 'mon' ? `${month} ${year}` : date.toISOString().slice(0, 10);
}
