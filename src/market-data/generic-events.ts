import type { EventId, GenericAsset, GenericAssetId, Instrument, InstrumentId } from '#contract';
import { findEventId, foldCase, matchesWords, toSearchWords } from '#domain';
import type { MarketComponents } from './market-components.ts';
import type { GenericEvent, GenericEventQuery } from './market-data-types.ts';

const ASSETS_PAGE = 100;
const GROUPS_PAGE = 100;

type VenuePart = GenericEvent['events'][number] & { readonly instrumentIds: InstrumentId[] };

/** A group while it grows. */
interface Group {
  readonly assets: GenericAsset[];
  readonly events: Map<EventId, VenuePart>;
}

/**
 * Groups of events of several venues: two events are in one group when a person approved that an instrument of one and
 * an instrument of the other are the same contract. By the lowest id of their assets.
 */
export async function* listGenericEvents(
  parts: MarketComponents,
  { venue, q, afterId, limit }: GenericEventQuery,
): AsyncGenerator<readonly GenericEvent[]> {
  const words = toSearchWords(q ?? '');
  const found = (await readGroups(parts))
    .map(toGenericEvent)
    .filter(({ assetIds }) => (assetIds[0] ?? 0) > (afterId ?? 0))
    .filter(({ events }) => new Set(events.map((event) => event.venue)).size > 1)
    .filter(({ events }) => venue === null || events.some((event) => event.venue === venue))
    .filter((group) => matchesWords(words, getSearchTexts(group)))
    .toSorted((a, b) => (a.assetIds[0] ?? 0) - (b.assetIds[0] ?? 0))
    .slice(0, limit ?? Number.POSITIVE_INFINITY);
  for (let from = 0; from < found.length; from += GROUPS_PAGE) yield found.slice(from, from + GROUPS_PAGE);
}

/** Reads the members of a hundred assets at a time. */
async function readGroups({ assets, store, catalogue }: MarketComponents): Promise<readonly Group[]> {
  const approved = assets
    .find({ q: null, venue: null, category: null, instrumentId: null })
    .filter(({ genericAssetId }) => assets.getApproval(genericAssetId) !== null);
  const byEvent = new Map<EventId, Group>();
  for (let from = 0; from < approved.length; from += ASSETS_PAGE) {
    const page = approved.slice(from, from + ASSETS_PAGE);
    const ids = page.flatMap(({ members }) => members.map(({ instrumentId }) => instrumentId));
    const instruments = catalogue.preferCached(await store.instruments(ids));
    const byId = new Map(instruments.map((instrument) => [instrument.instrumentId, instrument]));
    for (const asset of page) {
      const members = asset.members.flatMap(({ instrumentId }) => byId.get(instrumentId) ?? []);
      addAsset(byEvent, asset, members);
    }
  }
  return [...new Set(byEvent.values())];
}

/** The asset joins the groups of all events of its members, and so makes them one group. */
function addAsset(byEvent: Map<EventId, Group>, asset: GenericAsset, members: readonly Instrument[]): void {
  const group: Group = { assets: [asset], events: new Map() };
  for (const instrument of members) {
    const eventId = findEventId(instrument);
    if (eventId === null || instrument.event === null) continue;
    const known = byEvent.get(eventId);
    if (known !== undefined) merge(group, known);
    const { venue, event, instrumentId } = instrument;
    const part = group.events.get(eventId) ?? {
      eventId,
      venue,
      title: event.title,
      exclusive: event.exclusive,
      instrumentIds: [],
    };
    part.instrumentIds.push(instrumentId);
    group.events.set(eventId, part);
  }
  for (const eventId of group.events.keys()) byEvent.set(eventId, group);
}

function merge(group: Group, other: Group): void {
  for (const asset of other.assets) if (!group.assets.includes(asset)) group.assets.push(asset);
  for (const [eventId, part] of other.events) if (!group.events.has(eventId)) group.events.set(eventId, part);
}

function toGenericEvent({ assets, events }: Group): GenericEvent {
  const assetIds = assets
    .map(({ genericAssetId }) => genericAssetId)
    .toSorted((a, b) => a - b) as readonly GenericAssetId[];
  const first = assets.find(({ genericAssetId }) => genericAssetId === assetIds[0]);
  const parts = [...events.values()];
  const title = parts.find((part) => part.title !== null)?.title ?? first?.title ?? '';
  return { title, assetIds, events: parts };
}

const getSearchTexts = ({ title, events }: GenericEvent): readonly string[] => [
  foldCase(title),
  ...events.flatMap((event) => (event.title === null ? [] : [event.title])),
];
