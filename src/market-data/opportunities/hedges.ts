import type { EventId, Instrument } from '#contract';
import { findEventId, toSearchRule } from '#domain';
import type { Hedge, MarketStore } from '#ports';
import {
  createCrossSets,
  createEventSets,
  createInternalSet,
  type LegDefinition,
  type SetDefinition,
} from '#relations';
import type { GenericAssets } from '../generic-assets.ts';
import type { InstrumentCatalogue } from '../instrument-catalogue.ts';
import type { Settlements } from './settlements.ts';

const MEMBERS_PAGE = 250;

interface HedgeDeps {
  readonly store: Pick<MarketStore, 'list'>;
  readonly catalogue: Pick<InstrumentCatalogue, 'lookup' | 'preferCached'>;
  readonly assets: Pick<GenericAssets, 'find'>;
  readonly settlements: Settlements;
}

type Legs = readonly [LegDefinition, LegDefinition];

/** The set that two purchases form, by the same rules as opportunities; null when there is none. */
export async function findHedge(deps: HedgeDeps, legs: Legs): Promise<Hedge | null> {
  const set = findAssetSet(deps, legs) ?? (await findEventSet(deps, legs));
  if (set === null) return null;
  await deps.settlements.prepare(set);
  const settlement = deps.settlements.get(set);
  return settlement === null ? null : { kind: set.kind, settlement };
}

function findAssetSet({ assets }: HedgeDeps, legs: Legs): SetDefinition | null {
  const [first, second] = legs;
  const { instrumentId } = first;
  if (instrumentId === second.instrumentId)
    return first.outcome === second.outcome ? null : createInternalSet(first.venue, instrumentId);
  const sets = assets
    .find({ q: null, venue: null, category: null, instrumentId })
    .flatMap(({ genericAssetId, members }) => createCrossSets(genericAssetId, members));
  return sets.find((set) => buysBoth(set, legs)) ?? null;
}

/** Of an event at most one of whose instruments pays, any two NO are a set. */
async function findEventSet(deps: HedgeDeps, legs: Legs): Promise<SetDefinition | null> {
  const [first, second] = await deps.catalogue.lookup(legs.map(({ instrumentId }) => instrumentId));
  const eventId = first === undefined ? null : findEventId(first);
  if (first === undefined || first.event === null || second === undefined || eventId === null) return null;
  if (findEventId(second) !== eventId) return null;
  const sets = createEventSets(eventId, first.event, await readMembers(deps, eventId));
  const found = sets.find((set) =>
    set.kind === 'ALL_NO' ? buysBoth(set, legs) : set.legs.length === 2 && buysBoth(set, legs),
  );
  return found === undefined ? null : { ...found, legs };
}

const buysBoth = ({ legs: all }: SetDefinition, legs: Legs): boolean =>
  legs.every(({ instrumentId, outcome }) =>
    all.some((leg) => leg.instrumentId === instrumentId && leg.outcome === outcome),
  );

/** All instruments of an event, as the present records have them. */
export async function readMembers(
  {
    store,
    catalogue,
  }: Pick<HedgeDeps, 'store'> & {
    readonly catalogue: Pick<InstrumentCatalogue, 'preferCached'>;
  },
  eventId: EventId,
): Promise<readonly Instrument[]> {
  const rule = toSearchRule({ q: null, venue: null, status: null, category: null, eventId });
  const members: Instrument[] = [];
  for (let afterId = 0; ; ) {
    const page = await store.list(rule, afterId, MEMBERS_PAGE);
    members.push(...catalogue.preferCached(page));
    const last = page.at(-1);
    if (last === undefined || page.length < MEMBERS_PAGE) return members;
    afterId = last.instrumentId;
  }
}
