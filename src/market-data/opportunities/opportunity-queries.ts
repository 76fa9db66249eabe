import type { AssetMember, GenericAssetId, Instrument, VenueName } from '#contract';
import { type Clock, type Proposal, wait } from '#ports';
import {
  assessPair,
  compareEdges,
  computeFigures,
  computeWorstCase,
  createCrossSets,
  type Edge,
  type SetDefinition,
  type Settlement,
} from '#relations';
import type { GenericAssets } from '../generic-assets.ts';
import type { BookDemand } from './book-demand.ts';
import type { LegTerms } from './leg-terms.ts';
import type { OpenOpportunity, OpportunityEngine } from './opportunity-engine.ts';
import type { OpportunityHistory } from './opportunity-history.ts';
import type { FindOwnQtys, Opportunities, Opportunity, OpportunityBlock } from './opportunity-types.ts';
import type { Settlements } from './settlements.ts';

const PAGE = 32; // evaluated in one iteration of the event loop

interface QueryDeps {
  readonly engine: OpportunityEngine;
  readonly history: OpportunityHistory;
  readonly terms: LegTerms;
  readonly settlements: Settlements;
  readonly assets: Pick<GenericAssets, 'getApproval'>;
  readonly demand: BookDemand;
  readonly clock: Clock;
  readonly isVenueHealthy: (venue: VenueName) => boolean;
}

/** Read access for API callers, each of whom sees the books without the orders of its account. */
export const createOpportunities = (deps: QueryDeps): Opportunities => ({
  demand: () => deps.demand.renew(),
  list: (own) => list(deps, own),
  listUnreviewed: (proposals, own) => listUnreviewed(deps, proposals, own),
  get: (id, own) => {
    const opened = deps.engine.find(id);
    return opened === null ? null : toOpportunity(deps, opened, own);
  },
  onChanged: (listener) => deps.engine.onChanged(listener),
  records: (query) => deps.history.list(query),
  record: (id) => deps.history.get(id),
});

async function* list(deps: QueryDeps, own: FindOwnQtys): AsyncGenerator<readonly Opportunity[]> {
  const opened = deps.engine.opened().toSorted((a, b) => compareEdges(a.edge, b.edge));
  for (let from = 0; from < opened.length; from += PAGE) {
    const page = opened.slice(from, from + PAGE);
    await Promise.all(page.map(({ set }) => deps.settlements.prepare(set)));
    yield page.flatMap((each) => toOpportunity(deps, each, own) ?? []);
    await wait(deps.clock, 0);
  }
}

async function* listUnreviewed(
  deps: QueryDeps,
  proposals: readonly Proposal[],
  own: FindOwnQtys,
): AsyncGenerator<readonly Opportunity[]> {
  for (let from = 0; from < proposals.length; from += PAGE) {
    const page = proposals.slice(from, from + PAGE);
    await deps.terms.load(page.flatMap(({ a, b }) => [a.instrumentId, b.instrumentId]));
    yield page.flatMap((proposal) => findUnreviewed(deps, proposal, own));
    await wait(deps.clock, 0);
  }
}

const UNREVIEWED = 0 as GenericAssetId; // never shown: a proposed pair is not an asset

function findUnreviewed(
  deps: QueryDeps,
  { a, b, match }: Proposal,
  own: FindOwnQtys,
): readonly Opportunity[] {
  const members = [toMember(a, false), toMember(b, match.inverted)];
  return createCrossSets(UNREVIEWED, members).flatMap((each) => {
    const set = { ...each, genericAssetId: null };
    const edge = deps.engine.evaluate(set, own);
    if (edge === null) return [];
    const isSwapped = set.legs[0]?.instrumentId === b.instrumentId;
    const settlement = assessPair(isSwapped ? [b, a] : [a, b], match, match.inverted);
    const now = deps.clock.now();
    const id = `opp_${set.legs.map(({ instrumentId }) => instrumentId).join('_')}`;
    const opened = { id, set, openedAt: now, lastedMs: 0 };
    return [render(deps, opened, edge, settlement, ['not_reviewed'])];
  });
}

const toMember = ({ venue, instrumentId, ticker }: Instrument, inverted: boolean): AssetMember => ({
  venue,
  instrumentId,
  ticker,
  inverted,
});

function toOpportunity(deps: QueryDeps, opened: OpenOpportunity, own: FindOwnQtys): Opportunity | null {
  const { set, id, openedAt, openedAtMs } = opened;
  const settlement = deps.settlements.get(set);
  // Evaluated now: a book may have become stale since, and the account may have orders in one.
  const edge = settlement === null ? null : deps.engine.evaluate(set, own);
  if (settlement === null || edge === null) return null;
  const lastedMs = Math.round(deps.clock.monotonicMs() - openedAtMs);
  return render(deps, { id, set, openedAt, lastedMs }, edge, settlement, []);
}

type Opened = Pick<Opportunity, 'id' | 'openedAt' | 'lastedMs'> & { readonly set: SetDefinition };

function render(
  { terms, assets, clock, isVenueHealthy }: QueryDeps,
  { id, set, openedAt, lastedMs }: Opened,
  edge: Edge,
  settlement: Settlement,
  blockedBy: readonly OpportunityBlock[],
): Opportunity {
  const { kind, genericAssetId, eventId } = set;
  const legs = edge.legs.map(({ leg, ...fill }) => ({ ...leg, ...fill }));
  const quotes = legs.map((leg) => terms.quote(leg));
  const closeTimes = legs.map(({ instrumentId }) => terms.get(instrumentId)?.closeTime ?? null);
  const blocks: OpportunityBlock[] = [...blockedBy];
  if (settlement.risk === 'HIGH') blocks.push('settlement_risk');
  if (settlement.risk === 'BLOCK') blocks.push('settlement_conflict');
  if (quotes.some((quote) => quote?.state === 'crossed')) blocks.push('book_crossed');
  if (!legs.every(({ venue }) => isVenueHealthy(venue))) blocks.push('venue_unhealthy');
  const ofLegs = keepLegs(set, settlement, edge);
  return {
    id,
    kind,
    genericAssetId,
    eventId,
    legs,
    qty: edge.qty,
    edgeTotal: edge.edgeTotal,
    capital: edge.capital,
    figures: computeFigures(edge, closeTimes, clock.now()),
    settlement: {
      ...ofLegs,
      worstCase: computeWorstCase(kind, ofLegs, edge),
      approval: genericAssetId === null ? null : assets.getApproval(genericAssetId),
    },
    oldestBookMs: Math.round(Math.max(0, ...quotes.map((quote) => quote?.ageMs ?? 0))),
    openedAt,
    lastedMs,
    blockedBy: blocks,
  };
}

/** ALL_NO may buy only some of its legs. */
function keepLegs({ legs }: SetDefinition, settlement: Settlement, edge: Edge): Settlement {
  const bought = new Set(edge.legs.map(({ leg }) => leg.instrumentId));
  const mayBeVoid = settlement.mayBeVoid.filter((_, at) => {
    const leg = legs[at];
    return leg !== undefined && bought.has(leg.instrumentId);
  });
  return { ...settlement, mayBeVoid };
}
