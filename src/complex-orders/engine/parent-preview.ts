import {
  type Caller,
  canChildRest,
  countResting,
  err,
  findOverfillMax,
  hasLegsTogether,
  listTargets,
  type NewParent,
  type Notional,
  ONE,
  ok,
  positionKey,
  type Qty,
  type Rejection,
  type Result,
  requirePresent,
  reservesNothing,
  withinFields,
} from '#contract';
import { computeCashNeeded, computeClosableQty, computeHeadroom, toPlannedOrder } from '#domain';
import {
  type AdmissionDeps,
  computeOpens,
  describeRouting,
  type HedgePreview,
  type ParentPreview,
  previewParsedOrder,
  routeOrder,
} from '#orders';
import type { Hedge } from '#ports';
import { computeWorstCase } from '#relations';
import type { ParsedParent } from '../rules/parse-parent.ts';
import { getRules, isMetBy } from '../rules/rules-of-types.ts';
import { quotePair } from '../types/hedged-pair/pair-terms.ts';
import { admitParent, findWorstPrice, type ParentAdmissionDeps, toSampleChild } from './parent-admission.ts';
import { ENTRY } from './parent-orders.ts';
import type { ParentWatch } from './parent-watch.ts';

export interface PreviewParentDeps extends AdmissionDeps {}

/** Refuses as a submission does, except `trigger_already_met`, which is part of the preview. */
export function previewParent(
  caller: Caller,
  { parent, entry }: ParsedParent,
  hedge: Hedge | null,
  watch: ParentWatch,
  deps: ParentAdmissionDeps & PreviewParentDeps,
): Result<ParentPreview, Rejection> {
  const { store, market } = deps;
  const { params } = parent;
  const lenient = 'fireIfMet' in params ? { ...parent, params: { ...params, fireIfMet: true } } : parent;
  const approved = admitParent(caller, lenient, watch, deps);
  if (!approved.ok) return approved;
  const opening = entry === null ? null : previewParsedOrder(caller, entry, deps, countResting(parent));
  if (opening !== null && !opening.ok) return err(withinFields(opening.error, ENTRY));
  const instrument = requirePresent(market.instrument(parent.instrumentId), 'an admitted instrument');
  const { touch, watched } = watch.view(parent);
  const child = toSampleChild(parent, instrument);
  const routed = routeOrder(child, deps);
  if (!routed.ok) return routed;
  const { legs, unroutable } = routed.value;
  const request = toPlannedOrder(caller, child, legs);
  const { accountId } = caller;
  const exits = listTargets(parent).map((target) => {
    const traded = requirePresent(market.instrument(target.instrumentId), 'an admitted instrument');
    const leg = { ...parent, ...target };
    const price = toSampleChild(leg, traded).price;
    return {
      claim: {
        ...leg,
        price: hasLegsTogether(params) && price !== null ? price : findWorstPrice(leg, traded),
      },
      fees: market.estimateFees(traded),
      net:
        store.state.positions.get(positionKey(accountId, parent.subaccountId, target.instrumentId))?.net ??
        0n,
    };
  });
  const [own] = exits;
  const opened =
    entry === null || own === undefined
      ? []
      : [{ ...own, claim: { ...entry, price: findWorstPrice(entry, instrument) } }];
  // The position bounds the exit of a bracket, unless both of its orders may fill.
  const claims = entry === null || !reservesNothing(parent) ? [...opened, ...exits] : opened;
  const isMetNow = isMetBy(parent, watched);
  const plan = getRules(params).plan(params, parent, instrument);
  return ok({
    isMetNow,
    watchedPrice: watched,
    firstChild: {
      order: child,
      legs,
      opens: computeOpens(caller, child, legs, deps),
      unroutable,
      decision: describeRouting(child, routed.value, deps),
      headroom: computeHeadroom(store.state, request),
    },
    childrenMax: plan.childrenMax,
    costMax: sum(claims.map(({ claim, fees }) => computeCashNeeded(claim, fees, 0n))),
    lossMax: sum(
      claims.map(({ claim, fees, net }) =>
        computeCashNeeded(claim, fees, computeClosableQty({ ...claim, tokenSide: null }, net)),
      ),
    ),
    reserved: findReserved(parent),
    warnings: [...findWarnings(parent, touch === null, isMetNow), ...plan.warnings],
    hedge: hedge === null ? null : previewHedge(parent, hedge, watch),
    entry: opening?.value ?? null,
    exits: plan.exits,
  });
}

/** Of a pair the sets; of an OCO each contract, because either leg may fill. */
function findReserved(parent: NewParent): Qty {
  if (reservesNothing(parent)) return 0n as Qty;
  const isHedge = getRules(parent.params).progress.pair !== null;
  const count = isHedge ? 1 : listTargets(parent).length;
  return (parent.qty * BigInt(count)) as Qty;
}

const sum = (amounts: readonly Notional[]): Notional =>
  amounts.reduce((total, amount) => total + amount, 0n) as Notional;

function previewHedge(parent: NewParent, hedge: Hedge, watch: ParentWatch): HedgePreview | null {
  const legs = watch.viewLegs(parent);
  if (legs === null || parent.params.type !== 'HEDGED_PAIR') return null;
  const { qty, cost } = quotePair(parent.params, legs, parent.qty);
  return {
    ...hedge,
    qty,
    edgeTotal: (qty * ONE - cost) as Notional,
    worstCase: computeWorstCase(hedge.kind, hedge.settlement, { qty, capital: cost }),
  };
}

function findWarnings(parent: NewParent, isBlind: boolean, isMetNow: boolean): readonly string[] {
  return [
    ...(isBlind ? ['the market has no live book now: the order would start PAUSED'] : []),
    ...(isMetNow ? ['the trigger is met now'] : []),
    ...(canChildRest(parent) || hasLegsTogether(parent.params)
      ? []
      : ['without a price the child follows the touch at the time it is sent']),
    ...(findOverfillMax(parent) > 0n ? ['two orders may fill: up to twice the quantity'] : []),
  ];
}
