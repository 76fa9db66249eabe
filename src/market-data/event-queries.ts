import {
  type EventId,
  type Instrument,
  type InstrumentId,
  requirePresent,
  type TimestampMs,
} from '#contract';
import {
  computeAssetStatus,
  computeEventSums,
  type EventQuote,
  findEventId,
  foldCase,
  toSearchRule,
  toSearchWords,
} from '#domain';
import type { MarketComponents } from './market-components.ts';
import type { EventListQuery, MarketEvent } from './market-data-types.ts';

const MEMBERS_PAGE = 250;
const WAITING_MAX = 100; // books of one event that a reader waits for

/** Sorted by venue and by the event's id there. Each page of the store is a separate step of the event loop. */
export async function* listEvents(
  parts: MarketComponents,
  { venue, q, status, series, afterId, limit }: EventListQuery,
): AsyncGenerator<readonly MarketEvent[]> {
  const query = {
    words: toSearchWords(q ?? ''),
    venue,
    status,
    series: series === null ? null : foldCase(series),
  };
  let left = limit ?? Number.POSITIVE_INFINITY;
  for (let after: number | null = afterId ?? 0; after !== null && left > 0; ) {
    const page: Awaited<ReturnType<typeof parts.store.events>> = await parts.store.events({
      ...query,
      afterInstrumentId: after,
    });
    const events = page.events.slice(0, left);
    left -= events.length;
    after = page.next;
    for (const group of groupBySize(events)) yield await readEvents(parts, group);
  }
}

/**
 * The event with the books of its instruments; null when no instrument names it. Subscribes to the books of open
 * instruments, and waits briefly for the first hundred.
 */
export async function getEvent(parts: MarketComponents, eventId: EventId): Promise<MarketEvent | null> {
  const rule = toSearchRule({ q: null, venue: null, status: null, category: null, eventId });
  const instruments: Instrument[] = [];
  for (let afterId = 0, isLast = false; !isLast; ) {
    const page = await parts.store.list(rule, afterId, MEMBERS_PAGE);
    instruments.push(...page);
    afterId = page.at(-1)?.instrumentId ?? 0;
    isLast = page.length < MEMBERS_PAGE;
  }
  const present = parts.catalogue.preferCached(instruments);
  await Promise.all(
    present.slice(0, WAITING_MAX).map((instrument) => parts.subscriber.waitForFirstBook(instrument)),
  );
  return present.length === 0 ? null : toMarketEvent(parts, present);
}

/** Events in groups with few instruments, so that reading one group does not block the event loop for long. */
function* groupBySize(
  events: readonly (readonly InstrumentId[])[],
): Generator<readonly (readonly InstrumentId[])[]> {
  let group: (readonly InstrumentId[])[] = [];
  let size = 0;
  for (const event of events) {
    group.push(event);
    size += event.length;
    if (size < MEMBERS_PAGE) continue;
    yield group;
    group = [];
    size = 0;
  }
  if (group.length > 0) yield group;
}

/** Reads the stored records directly: a long list must not displace the cached instruments. */
async function readEvents(
  parts: MarketComponents,
  events: readonly (readonly InstrumentId[])[],
): Promise<readonly MarketEvent[]> {
  const stored = parts.catalogue.preferCached(await parts.store.instruments(events.flat()));
  const byId = new Map(stored.map((instrument) => [instrument.instrumentId, instrument]));
  return events.flatMap((ids) => {
    const members = ids.flatMap((id) => byId.get(id) ?? []).filter(({ event }) => event !== null);
    return members.length === 0 ? [] : [toMarketEvent(parts, members)];
  });
}

function toMarketEvent(parts: MarketComponents, instruments: readonly Instrument[]): MarketEvent {
  const first = requirePresent(instruments[0], 'an instrument of the event');
  const members = instruments.map((instrument) => ({ instrument, quote: readQuote(parts, instrument) }));
  const closeTimes = instruments.flatMap(({ closeTime }) => closeTime ?? []);
  return {
    eventId: requirePresent(findEventId(first), 'the id of the event'),
    venue: first.venue,
    event: requirePresent(first.event, 'the event of its instrument'),
    status: computeAssetStatus(instruments.map(({ status }) => status)),
    members,
    sums: computeEventSums(members.map(({ quote }) => quote)),
    closeTime: closeTimes.length === 0 ? null : (Math.max(...closeTimes) as TimestampMs),
  };
}

function readQuote({ books }: MarketComponents, { instrumentId, status }: Instrument): EventQuote {
  const quoted = books.getQuoted(instrumentId);
  return {
    instrumentId,
    status,
    book: quoted?.book ?? null,
    isLive: quoted?.usable ?? false,
    ageMs: quoted?.ageMs ?? null,
  };
}
