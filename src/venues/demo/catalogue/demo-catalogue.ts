import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { requirePresent, SETTLEMENT_RESULTS, type SettlementResult } from '#contract';
import data from './demo-catalogue.json' with { type: 'json' };

/** A grid of prices and quantities, as decimal text. */
export interface Grid {
  readonly tick: string;
  readonly lot: string;
  readonly min: string;
}

/** When the editions of an entry are listed, open, close and settle, in minutes. */
export interface ListingPlan {
  readonly firstOpenMin: number; // edition 0 opens so long after the first start; negative: before it
  readonly isAligned: boolean; // openings are multiples of the cadence in UTC, for titles that name an hour
  readonly cadenceMin: number; // from the opening of one edition to that of the next
  readonly listedBeforeMin: number; // listed as UNOPENED so long before it opens
  readonly openMin: number; // from opening to closing
  readonly pause: { readonly afterMin: number; readonly durationMin: number } | null; // after opening
  readonly settlementDelayMin: number; // from closing to its result
  readonly result: SettlementResult | null; // null: drawn at the chance that the fair value gives at closing
  readonly voidEvery: number; // every n-th edition settles VOID; 0: none
  readonly fractionEvery: number; // every n-th edition settles at a price between 0 and 1; 0: none
}

/** One catalogue entry. Demo lists a new edition of it whenever its plan says so. */
export interface CatalogueEntry {
  readonly code: string;
  readonly question: string; // entries with the same question share one fair value
  readonly inverted: boolean; // YES of this entry is NO of the question
  readonly category: string;
  /** `{date}`, `{month}` and `{year}` are replaced by those of the closing time, `{time}` by e.g. 14:00. */
  readonly title: string;
  readonly eventTitle: string; // like `title`
  readonly about: string;
  readonly grid: Grid;
  readonly chance: number; // 0..1, the mean of the fair value
  readonly swing: number; // how far the fair value may be from the mean
  readonly plan: ListingPlan;
}

/** Entries that are one contract. Their plans are equal, so edition n of each is the same event. */
export interface AssetEntry {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly codes: readonly string[];
}

export const MINUTES_OF_DAY = 1_440;

const text = Type.String({ minLength: 1 });
const days = Type.Integer({ minimum: 1 });
const strict = { additionalProperties: false };

const PlanSchema = Type.Union([
  Type.Object({ kind: Type.Literal('open'), openedDaysAgo: days, closesInDays: days }, strict),
  Type.Object({ kind: Type.Literal('unopened'), opensInDays: days, openDays: days }, strict),
  Type.Object({ kind: Type.Literal('paused'), closesInDays: days }, strict),
  Type.Object({ kind: Type.Literal('closed'), settlesInDays: days }, strict),
  Type.Object(
    {
      kind: Type.Literal('settled'),
      result: Type.Enum([...SETTLEMENT_RESULTS]),
      closedDaysAgo: days,
    },
    strict,
  ),
  Type.Object(
    {
      kind: Type.Literal('series'),
      everyMinutes: days,
      voidEvery: Type.Integer({ minimum: 0 }),
      fractionEvery: Type.Integer({ minimum: 0 }),
    },
    strict,
  ),
]);

const chance = Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 });
const EntrySchema = Type.Object(
  {
    code: text,
    sameQuestionAs: Type.Optional(text), // code of another entry; unset: a separate question
    inverted: Type.Optional(Type.Boolean()),
    category: text,
    title: text,
    about: text,
    grid: text,
    chance,
    swing: Type.Optional(chance),
    plan: PlanSchema,
  },
  strict,
);

/** The shape of `demo-catalogue.json`. */
const CatalogueSchema = Type.Object(
  {
    grids: Type.Record(text, Type.Object({ tick: text, lot: text, min: text }, strict)),
    entries: Type.Array(EntrySchema, { minItems: 1 }),
    assets: Type.Array(
      Type.Object(
        { title: text, description: text, category: text, codes: Type.Array(text, { minItems: 2 }) },
        strict,
      ),
    ),
  },
  strict,
);

const file = Value.Parse(CatalogueSchema, data);

/**
 * All entries that Demo lists, in the order of their ids on a fresh start: add new ones at the end. Never
 * remove one: its editions, and orders on them, may still be in a data folder.
 */
export const CATALOGUE: readonly CatalogueEntry[] = file.entries.map(toEntry);

export const ASSETS: readonly AssetEntry[] = file.assets;

function toEntry({ sameQuestionAs, grid, plan, ...fields }: Static<typeof EntrySchema>): CatalogueEntry {
  const { code, chance } = fields;
  return {
    inverted: false,
    // A market near one half moves more than one near 0 or 1.
    swing: 0.05 + 0.35 * chance * (1 - chance),
    ...fields,
    question: sameQuestionAs ?? code,
    eventTitle: titleOf(sameQuestionAs) ?? fields.title,
    grid: requirePresent(file.grids[grid], `the grid ${grid} of ${code}`),
    plan: toPlan(plan),
  };
}

/** The title of another entry, which names the event that both belong to. */
function titleOf(code: string | undefined): string | undefined {
  return file.entries.find((entry) => entry.code === code)?.title;
}

function toPlan(plan: Static<typeof PlanSchema>): ListingPlan {
  switch (plan.kind) {
    case 'open':
      return openPlan(plan.openedDaysAgo, plan.closesInDays);
    case 'unopened': {
      const firstOpenMin = plan.opensInDays * MINUTES_OF_DAY;
      return { ...openPlan(0, plan.openDays), firstOpenMin, listedBeforeMin: firstOpenMin + MINUTES_OF_DAY };
    }
    case 'paused': {
      // Paused from two days before the first start until the day before it closes.
      const open = openPlan(20, plan.closesInDays);
      const after = 18 * MINUTES_OF_DAY;
      return { ...open, pause: { afterMin: after, durationMin: open.openMin - after - MINUTES_OF_DAY } };
    }
    case 'closed':
      // Closed three days before the first start.
      return {
        ...openPlan(30, -3),
        cadenceMin: (30 + plan.settlesInDays) * MINUTES_OF_DAY,
        settlementDelayMin: (3 + plan.settlesInDays) * MINUTES_OF_DAY,
      };
    case 'settled':
      return {
        ...openPlan(plan.closedDaysAgo + 30, -plan.closedDaysAgo),
        cadenceMin: 365 * MINUTES_OF_DAY,
        settlementDelayMin: 60,
        result: plan.result,
      };
    case 'series':
      return seriesPlan(plan);
  }
}

/** Opened `agoDays` before the first start, closes `aheadDays` after it (negative: before). */
function openPlan(agoDays: number, aheadDays: number): ListingPlan {
  const openMin = (agoDays + aheadDays) * MINUTES_OF_DAY;
  return {
    firstOpenMin: -agoDays * MINUTES_OF_DAY,
    isAligned: false,
    cadenceMin: openMin,
    listedBeforeMin: 0,
    openMin,
    pause: null,
    settlementDelayMin: MINUTES_OF_DAY,
    result: null,
    voidEvery: 0,
    fractionEvery: 0,
  };
}

type Series = Extract<Static<typeof PlanSchema>, { readonly kind: 'series' }>;

/** Short editions that follow each other, each with a pause in the middle. */
function seriesPlan(plan: Series): ListingPlan {
  const { everyMinutes: minutes, voidEvery, fractionEvery } = plan;
  return {
    firstOpenMin: 0,
    isAligned: true,
    cadenceMin: minutes,
    listedBeforeMin: minutes / 2,
    openMin: minutes,
    pause: { afterMin: minutes / 2, durationMin: minutes / 20 },
    settlementDelayMin: minutes / 10,
    result: null,
    voidEvery,
    fractionEvery,
  };
}
