import {
  err,
  invalidField,
  listTargets,
  type NewParent,
  ok,
  oppositeOutcome,
  type ParamsOf,
  type ParentTarget,
  type Rejection,
  type Result,
  rejection,
} from '#contract';
import type { Hedge, MarketView } from '#ports';
import type { LegDefinition } from '#relations';

type HedgeMarket = Pick<MarketView, 'instrument' | 'findHedge'>;

/**
 * The hedge that a pair is; null for other types. Its legs pay at least 1 together, by an approved asset or an event of their venue.
 *
 * Refuses `not_a_hedge`, also for legs whose rules contradict each other, and `validation` when they may settle
 * differently and the caller has not accepted that.
 */
export async function checkHedge(
  parent: NewParent,
  market: HedgeMarket,
): Promise<Result<Hedge | null, Rejection>> {
  const { params } = parent;
  if (params.type !== 'HEDGED_PAIR') return ok(null);
  const hedge = await findHedge(parent, market);
  const refusal = hedge === undefined ? null : findRefusal(params, hedge);
  return refusal === null ? ok(hedge ?? null) : err(refusal);
}

function findRefusal(params: ParamsOf<'HEDGED_PAIR'>, hedge: Hedge | null): Rejection | null {
  if (hedge === null)
    return rejection('not_a_hedge', 'no approved asset or event says that one of the two legs pays', {
      instrument_ids: [params.first.instrumentId, params.second.instrumentId],
    });
  const { risk, differences } = hedge.settlement;
  const topics = differences.map(({ topic }) => topic);
  if (risk === 'BLOCK')
    return rejection('not_a_hedge', 'the rules of the two legs contradict each other', { risk, topics });
  if (risk === 'HIGH' && !params.acceptSettlementRisk)
    return invalidField(
      'params.accept_settlement_risk',
      `must be true: the legs may settle differently (${topics.join(', ')})`,
    );
  return null;
}

/** Undefined when an instrument is unknown: the admission refuses that. */
async function findHedge(parent: NewParent, market: HedgeMarket): Promise<Hedge | null | undefined> {
  const [first, second] = listTargets(parent).map((target) => toPurchase(target, market));
  return first && second ? market.findHedge([first, second]) : undefined;
}

/** To sell YES is to hold NO. */
function toPurchase(
  { instrumentId, side, outcome }: ParentTarget,
  market: HedgeMarket,
): LegDefinition | null {
  const instrument = market.instrument(instrumentId);
  if (instrument === null) return null;
  return {
    venue: instrument.venue,
    instrumentId,
    outcome: side === 'BUY' ? outcome : oppositeOutcome(outcome),
  };
}
