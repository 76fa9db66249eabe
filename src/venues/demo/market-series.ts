import {
  complement,
  NO_FEES,
  PRICE_ONE,
  type Price,
  parsePrice,
  parseQty,
  type Resolution,
  requirePresent,
  resolveAt,
  type TimestampMs,
  UNRESOLVED,
  type VenueEvent,
  type VenueInstrument,
  type VenueName,
  VOIDED,
} from '#contract';
import { createNoiseCurve, hashName, seededNoise, smoothNoise } from '#matching-engine';
import type { DemoListing, DemoTransition } from '#ports';
import { type CatalogueEntry, MINUTES_OF_DAY } from './catalogue/demo-catalogue.ts';

const MINUTE_MS = 60_000;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** The inputs that determine the editions of this venue. */
export interface EditionContext {
  readonly venue: VenueName;
  readonly seed: number;
  readonly startedAt: TimestampMs;
}

/**
 * Creates the listing of an edition in its first state: UNOPENED, with all transitions ahead.
 *
 * @param number  position in the order of listing, which becomes the order of ids
 */
export function createListing(
  context: EditionContext,
  entry: CatalogueEntry,
  edition: number,
  number: number,
): DemoListing {
  const times = computeEditionTimes(entry, edition, context.startedAt);
  const stamp = toStamp(entry, times.closes);
  const title = fillTemplate(entry.title, times.closes);
  const tick = requirePresent(parsePrice(entry.grid.tick), 'a tick of the catalogue');
  const instrument: VenueInstrument = {
    venue: context.venue,
    venueInstrumentId: `${entry.code}-${stamp}`,
    ticker: `${entry.code}-${stamp}`,
    slug: toSlug(entry, title, stamp),
    title,
    description: fillTemplate(entry.about, times.closes),
    rulesSecondary: null,
    venueTerms: {},
    category: entry.category,
    event: toEvent(entry, stamp, times.closes),
    outcomeName: null,
    status: 'UNOPENED',
    priceTick: tick,
    priceMin: tick,
    priceMax: complement(tick),
    priceBands: null,
    fees: NO_FEES,
    qtyStep: requirePresent(parseQty(entry.grid.lot), 'a lot of the catalogue'),
    qtyMin: requirePresent(parseQty(entry.grid.min), 'a minimum of the catalogue'),
    openTime: times.opens,
    closeTime: times.closes,
    ...UNRESOLVED,
    updatedAt: times.listed,
  };
  return {
    number,
    code: entry.code,
    edition,
    instrument,
    ahead: computeTransitions(context, entry, edition),
  };
}

/** The entries of one question are contracts of one event. Several of them may resolve YES. */
const toEvent = (
  { question, eventTitle }: CatalogueEntry,
  stamp: string,
  closes: TimestampMs,
): VenueEvent => ({
  venueEventId: `${question}-${stamp}`,
  title: fillTemplate(eventTitle, closes),
  series: question,
  exclusive: 'NONE',
});

/** Applies every due transition. Returns the same value if none is due. */
export function applyDueTransitions(listing: DemoListing, now: TimestampMs): DemoListing {
  let current = listing;
  for (let next = current.ahead[0]; next !== undefined && next.at <= now; next = current.ahead[0]) {
    const { status, result, settlementPrice, at } = next;
    const instrument = { ...current.instrument, status, result, settlementPrice, updatedAt: at };
    current = { ...current, instrument, ahead: current.ahead.slice(1) };
  }
  return current;
}

interface EditionTimes {
  readonly listed: TimestampMs;
  readonly opens: TimestampMs;
  readonly closes: TimestampMs;
  readonly settles: TimestampMs;
}

export function computeEditionTimes(
  { plan }: CatalogueEntry,
  edition: number,
  startedAt: TimestampMs,
): EditionTimes {
  const cadenceMs = plan.cadenceMin * MINUTE_MS;
  const first = plan.isAligned ? startedAt - (startedAt % cadenceMs) : startedAt;
  const opens = first + plan.firstOpenMin * MINUTE_MS + edition * cadenceMs;
  const closes = opens + plan.openMin * MINUTE_MS;
  return {
    listed: (opens - plan.listedBeforeMin * MINUTE_MS) as TimestampMs,
    opens: opens as TimestampMs,
    closes: closes as TimestampMs,
    settles: (closes + plan.settlementDelayMin * MINUTE_MS) as TimestampMs,
  };
}

/** The fair value of an entry as a function of Unix ms; all its editions share it. */
export const createFairValue = (seed: number, entry: CatalogueEntry): ((at: number) => number) =>
  fairValue({ seed, ...entry });

function computeTransitions(
  context: EditionContext,
  entry: CatalogueEntry,
  edition: number,
): DemoTransition[] {
  const { opens, closes, settles } = computeEditionTimes(entry, edition, context.startedAt);
  const { pause } = entry.plan;
  const schedule: DemoTransition[] = [{ at: opens, status: 'OPEN', ...UNRESOLVED }];
  if (pause !== null) {
    const from = (opens + pause.afterMin * MINUTE_MS) as TimestampMs;
    const to = (from + pause.durationMin * MINUTE_MS) as TimestampMs;
    schedule.push({ at: from, status: 'PAUSED', ...UNRESOLVED }, { at: to, status: 'OPEN', ...UNRESOLVED });
  }
  schedule.push({ at: closes, status: 'CLOSED', ...UNRESOLVED });
  schedule.push({ at: settles, status: 'SETTLED', ...resolve(context, entry, edition) });
  return schedule;
}

const ZERO = 0n as Price;
const CENT = 1_000_000n;

/** The result of an edition: by its plan, else YES with the chance that the fair value gives at closing. */
function resolve(context: EditionContext, entry: CatalogueEntry, edition: number): Resolution {
  const { result, voidEvery, fractionEvery } = entry.plan;
  const { closes } = computeEditionTimes(entry, edition, context.startedAt);
  const draw = seededNoise(context.seed, `${entry.code}/result`, edition);
  const fraction = resolveAt((BigInt(1 + Math.floor(draw * 99)) * CENT) as Price);
  if (result === 'VOID' || isNth(edition, voidEvery)) return VOIDED;
  if (result === 'FRACTION' || isNth(edition, fractionEvery)) return fraction;
  const isYes = result === null ? draw < createFairValue(context.seed, entry)(closes) : result === 'YES';
  return resolveAt(isYes ? PRICE_ONE : ZERO);
}

const isNth = (edition: number, every: number): boolean => every > 0 && edition % every === 0;

/** `27JUL01`; with the time of day for editions shorter than a day: `26NOV21-1400`. */
function toStamp({ plan }: CatalogueEntry, closes: TimestampMs): string {
  const text = new Date(closes).toISOString();
  const month = MONTHS[Number(text.slice(5, 7)) - 1]?.slice(0, 3).toUpperCase();
  const day = `${text.slice(2, 4)}${month}${text.slice(8, 10)}`;
  return plan.cadenceMin < MINUTES_OF_DAY ? `${day}-${text.slice(11, 13)}${text.slice(14, 16)}` : day;
}

function fillTemplate(pattern: string, closes: TimestampMs): string {
  const text = new Date(closes).toISOString();
  const year = text.slice(0, 4);
  const month = MONTHS[Number(text.slice(5, 7)) - 1] ?? '';
  return pattern
    .replaceAll('{date}', `${month} ${Number(text.slice(8, 10))}, ${year}`)
    .replaceAll('{month}', month)
    .replaceAll('{year}', year)
    .replaceAll('{time}', text.slice(11, 16));
}

/** A title without a date is the same in every edition, so the slug adds the stamp. */
function toSlug(entry: CatalogueEntry, title: string, stamp: string): string {
  const text = entry.title.includes('{') ? title : `${title} ${stamp}`;
  const plain = text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
}

const HOUR_MS = 3_600_000;
/** Slow waves make most of the movement; the fastest moves a price by a tick every few minutes. */
const WAVES = [
  { periodMs: 96 * HOUR_MS, share: 0.53 },
  { periodMs: 19 * HOUR_MS, share: 0.27 },
  { periodMs: 5 * HOUR_MS, share: 0.13 },
  { periodMs: 1.3 * HOUR_MS, share: 0.07 },
] as const;
const BIAS_PERIOD_MS = 2 * HOUR_MS;
const BIAS_MAX = 0.008;
const CHANCE_MIN = 0.045;

/** Parameters of a fair value. Instruments with the same question move together. */
export interface FairModel {
  readonly seed: number;
  readonly code: string;
  readonly question: string;
  readonly inverted: boolean; // YES of this instrument is NO of the question
  readonly chance: number; // mean value of the question
  readonly swing: number; // largest distance from the mean
}

/**
 * The chance of YES (0..1) that the market maker quotes around. It depends only on the parameters and the
 * time, so a restart continues with the same values and the trade history ends near the first quotes. It moves
 * at most 0.3 × swing + 0.012 in an hour.
 */
export function fairValue(model: FairModel): (at: number) => number {
  const curve = createNoiseCurve(model.seed, model.question, WAVES);
  const biasHash = hashName(model.seed, `${model.code}/lean`);
  return (at) => {
    const ofQuestion = model.chance + model.swing * curve(at);
    const own =
      (model.inverted ? 1 - ofQuestion : ofQuestion) + BIAS_MAX * smoothNoise(biasHash, at, BIAS_PERIOD_MS);
    return Math.min(Math.max(own, CHANCE_MIN), 1 - CHANCE_MIN);
  };
}
