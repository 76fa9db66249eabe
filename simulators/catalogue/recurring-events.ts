import {
  CATALOGUE_VERSION,
  type CatalogueEvent,
  DAY_MS,
  eventsAt,
  type KalshiListing,
} from './event-catalogue.ts';

/**
 * The events listed at some moment in addition to those of the first start, and how long that list is valid.
 */
export interface ScheduledEvents {
  readonly events: readonly CatalogueEvent[];
  readonly until: number; // Unix ms
}

/** Returns the events to list at `now` (Unix ms). */
export type ListingSchedule = (now: number) => ScheduledEvents;

/**
 * Returns the later editions that are open at `now`. When an edition closes, its event is listed again with
 * later dates and new names (`KXHIGHNY-D12-ED2-57`, `nyc-high-57-ed2`). So an exchange that runs for months keeps as
 * many open markets as at its start. Editions that closed while the exchange was down are left out.
 *
 * @param startedAt  the exchange's first start, Unix ms
 */
export function getLaterEditions(
  startedAt: number,
  now: number,
  version = CATALOGUE_VERSION,
): ScheduledEvents {
  const worded = new Map<number, ReadonlyMap<string, CatalogueEvent>>();
  const events: CatalogueEvent[] = [];
  let until = Number.POSITIVE_INFINITY;
  for (const first of eventsAt(startedAt, version)) {
    const { days, everyDays } = getEditionDays(first);
    const sinceDays = (now - startedAt) / DAY_MS - days;
    const later = sinceDays < 0 ? 0 : Math.floor(sinceDays / everyDays) + 1;
    until = Math.min(until, startedAt + (days + later * everyDays) * DAY_MS);
    if (later === 0) continue;
    const shiftDays = later * everyDays;
    const then = worded.get(shiftDays) ?? byKey(eventsAt(startedAt + shiftDays * DAY_MS, version));
    worded.set(shiftDays, then);
    events.push(toEdition(then.get(first.key) ?? first, later + 1, shiftDays));
  }
  return { events, until };
}

interface EditionDays {
  readonly days: number; // from the first start to the closing of the first edition
  readonly everyDays: number;
}

function getEditionDays({ kalshi, polymarket, everyDays }: CatalogueEvent): EditionDays {
  const days = kalshi?.closeInDays ?? polymarket?.endInDays ?? Number.POSITIVE_INFINITY;
  return { days, everyDays: everyDays ?? days };
}

/** @param event  the event with its texts dated for a first start `shiftDays` later */
function toEdition(event: CatalogueEvent, number: number, shiftDays: number): CatalogueEvent {
  const { kalshi, polymarket, group } = event;
  const { days, everyDays } = getEditionDays(event);
  const [opens, closes] = [days + shiftDays - everyDays, days + shiftDays];
  const [name, NAME] = [`-ed${number}`, `-ED${number}`];
  return {
    ...event,
    key: event.key + name,
    ...(group === undefined ? {} : { group: { ...group, key: group.key + name } }),
    ...(kalshi === undefined
      ? {}
      : {
          kalshi: {
            ...kalshi,
            ...toEditionTickers(kalshi, NAME),
            openInDays: opens,
            closeInDays: closes,
          },
        }),
    ...(polymarket === undefined
      ? {}
      : {
          polymarket: {
            ...polymarket,
            slug: polymarket.slug + name,
            eventSlug: polymarket.eventSlug + name,
            startInDays: opens,
            endInDays: closes,
          },
        }),
  };
}

/** A market's ticker begins with that of its event, but not in a data folder of catalogue version 1. */
function toEditionTickers(
  { eventTicker, ticker }: KalshiListing,
  name: string,
): Pick<KalshiListing, 'eventTicker' | 'ticker'> {
  const edition = eventTicker + name;
  const isPrefix = ticker.startsWith(eventTicker);
  return {
    eventTicker: edition,
    ticker: isPrefix ? edition + ticker.slice(eventTicker.length) : ticker + name,
  };
}

const byKey = (events: readonly CatalogueEvent[]): ReadonlyMap<string, CatalogueEvent> =>
  new Map(events.map((event) => [event.key, event]));
