import { noise } from '../../core/exchange/noise.ts';
import { FREE } from '../../core/fees/schedule.ts';
import type { VenueInstrument } from '../../core/instruments/instrument.ts';
import { present } from '../../core/kernel/assert.ts';
import { complement, parsePrice, parseQty } from '../../core/kernel/decimal.ts';
import type { VenueName } from '../../core/kernel/ids.ts';
import type { TimestampMs } from '../../core/kernel/time.ts';
import type { DemoListing, DemoTransition } from '../../ports/demostore.ts';
import { type Entry, MINUTES_OF_DAY } from './catalogue/entry.ts';
import { fairValue } from './fair.ts';

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

/** What an edition is counted from. */
export interface EditionContext {
  readonly venue: VenueName;
  readonly seed: number;
  readonly startedAt: TimestampMs;
}

/**
 * An edition of an entry as it was when it was listed: UNOPENED, its whole schedule ahead.
 *
 * @param number  its place in the order of listing, which becomes the order of ids
 */
export function editionOf(
  context: EditionContext,
  entry: Entry,
  edition: number,
  number: number,
): DemoListing {
  const times = timesOf(entry, edition, context.startedAt);
  const stamp = stampOf(entry, times.closes);
  const title = fill(entry.title, times.closes);
  const tick = present(parsePrice(entry.grid.tick), 'a tick of the catalogue');
  const instrument: VenueInstrument = {
    venue: context.venue,
    venueInstrumentId: `${entry.code}-${stamp}`,
    ticker: `${entry.code}-${stamp}`,
    slug: slugOf(entry, title, stamp),
    title,
    description: fill(entry.about, times.closes),
    category: entry.category,
    status: 'UNOPENED',
    priceTick: tick,
    priceMin: tick,
    priceMax: complement(tick),
    priceBands: null,
    fees: FREE,
    qtyStep: present(parseQty(entry.grid.lot), 'a lot of the catalogue'),
    qtyMin: present(parseQty(entry.grid.min), 'a minimum of the catalogue'),
    openTime: times.opens,
    closeTime: times.closes,
    result: null,
    updatedAt: times.listed,
  };
  return { number, code: entry.code, edition, instrument, ahead: scheduleOf(context, entry, edition) };
}

/** The listing with every transition applied whose time has come. The same value when there is none. */
export function advance(listing: DemoListing, now: TimestampMs): DemoListing {
  let current = listing;
  for (let next = current.ahead[0]; next !== undefined && next.at <= now; next = current.ahead[0]) {
    const { status, result, at } = next;
    const instrument = { ...current.instrument, status, result, updatedAt: at };
    current = { ...current, instrument, ahead: current.ahead.slice(1) };
  }
  return current;
}

export interface EditionTimes {
  readonly listed: TimestampMs;
  readonly opens: TimestampMs;
  readonly closes: TimestampMs;
  readonly settles: TimestampMs;
}

export function timesOf({ plan }: Entry, edition: number, startedAt: TimestampMs): EditionTimes {
  const cadenceMs = plan.cadence * MINUTE_MS;
  const first = plan.aligned ? startedAt - (startedAt % cadenceMs) : startedAt;
  const opens = first + plan.firstOpens * MINUTE_MS + edition * cadenceMs;
  const closes = opens + plan.life * MINUTE_MS;
  return {
    listed: (opens - plan.listedBefore * MINUTE_MS) as TimestampMs,
    opens: opens as TimestampMs,
    closes: closes as TimestampMs,
    settles: (closes + plan.awaits * MINUTE_MS) as TimestampMs,
  };
}

/** The name an edition shares with its siblings and by which it is priced. */
export const fairOf = (seed: number, entry: Entry): ((at: number) => number) => fairValue({ seed, ...entry });

function scheduleOf(context: EditionContext, entry: Entry, edition: number): DemoTransition[] {
  const { opens, closes, settles } = timesOf(entry, edition, context.startedAt);
  const { pause, result, voidEvery } = entry.plan;
  const schedule: DemoTransition[] = [{ at: opens, status: 'OPEN', result: null }];
  if (pause !== null) {
    const from = (opens + pause.after * MINUTE_MS) as TimestampMs;
    const to = (from + pause.life * MINUTE_MS) as TimestampMs;
    schedule.push({ at: from, status: 'PAUSED', result: null }, { at: to, status: 'OPEN', result: null });
  }
  const isVoid = voidEvery > 0 && edition % voidEvery === 0;
  const draw = noise(context.seed, `${entry.code}/result`, edition);
  const byPrice = draw < fairOf(context.seed, entry)(closes) ? 'YES' : 'NO';
  const decided = result ?? (isVoid ? 'VOID' : byPrice);
  schedule.push({ at: closes, status: 'CLOSED', result: null });
  schedule.push({ at: settles, status: 'SETTLED', result: decided });
  return schedule;
}

/** `27JUL01`, with the time of day for lives shorter than one: `26NOV21-1400`. */
function stampOf({ plan }: Entry, closes: TimestampMs): string {
  const text = new Date(closes).toISOString();
  const month = MONTHS[Number(text.slice(5, 7)) - 1]?.slice(0, 3).toUpperCase();
  const day = `${text.slice(2, 4)}${month}${text.slice(8, 10)}`;
  return plan.cadence < MINUTES_OF_DAY ? `${day}-${text.slice(11, 13)}${text.slice(14, 16)}` : day;
}

function fill(pattern: string, closes: TimestampMs): string {
  const text = new Date(closes).toISOString();
  const year = text.slice(0, 4);
  const month = MONTHS[Number(text.slice(5, 7)) - 1] ?? '';
  return pattern
    .replaceAll('{date}', `${month} ${Number(text.slice(8, 10))}, ${year}`)
    .replaceAll('{month}', month)
    .replaceAll('{year}', year)
    .replaceAll('{time}', text.slice(11, 16));
}

/** Titles without a time in them would repeat from edition to edition. */
function slugOf(entry: Entry, title: string, stamp: string): string {
  const text = entry.title.includes('{') ? title : `${title} ${stamp}`;
  const plain = text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
}
