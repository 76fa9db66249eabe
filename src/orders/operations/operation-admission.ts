import {
  type Caller,
  err,
  type Instrument,
  invalidField,
  isKillSwitchOn,
  isOperationOver,
  type Notional,
  OUTCOMES,
  ok,
  positionKey,
  type Qty,
  type RedeemedClaim,
  type Rejection,
  type Result,
  rejection,
  renderDecimal,
  renderNotional,
} from '#contract';
import { computeMergeable, toPairCash } from '#domain';
import type { MarketView } from '#ports';
import type { BalanceTracker } from '../balances/balance-tracker.ts';
import { KILLED } from '../order-admission.ts';
import type { StateStore } from '../state-store.ts';
import { findTokens } from '../token-legs.ts';
import type { VenueRegistry } from '../venue-registry.ts';
import type { OperationRequest, OperationTerms } from './operation-types.ts';

export interface OperationAdmissionDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly market: MarketView;
  readonly balanceTracker: BalanceTracker;
}

/** An operation that may begin now. */
export interface AdmittedOperation extends OperationTerms {
  readonly redeems: readonly RedeemedClaim[];
}

type Owner = Pick<Caller, 'accountId'>;

/**
 * Decides what an operation does, from the present holdings. Without an `await`, so that the caller can commit it in the
 * same step.
 *
 * Refuses `operation_unsupported`, `nothing_to_convert`, `market_not_open`, `venue_unavailable`, `kill_switch` and
 * `insufficient_balance` (SPLIT), `validation`
 */
export function admitOperation(
  owner: Owner,
  request: OperationRequest,
  instrument: Instrument,
  deps: OperationAdmissionDeps,
): Result<AdmittedOperation, Rejection> {
  const refused = findVenueRefusal(request, instrument, deps);
  if (refused !== null) return err(refused);
  if (request.kind === 'MERGE') return admitMerge(owner, request, instrument, deps);
  return request.kind === 'REDEEM'
    ? admitRedemption(owner, request, instrument, deps)
    : admitSplit(owner, request, instrument, deps);
}

function findVenueRefusal(
  { kind, qty }: OperationRequest,
  { venue, venueInstrumentId }: Instrument,
  { venues }: OperationAdmissionDeps,
): Rejection | null {
  const found = venues.has(venue) ? venues.get(venue) : null;
  if (found === null) return unsupported(venue, `${venue} is not a trading venue of this service`);
  const { capabilities, operations } = found;
  if (capabilities.operations === undefined || operations === undefined)
    return unsupported(
      venue,
      `${venue} nets YES and NO and pays results by itself: there is nothing to merge, split or redeem`,
    );
  if (!capabilities.operations.kinds.includes(kind))
    return unsupported(venue, `${venue} has no ${kind.toLowerCase()}`);
  const obstacle = operations.findObstacle({ kind, qty, venueInstrumentId });
  if (obstacle !== null) return unsupported(venue, obstacle);
  const closed = venues.findClosedReason(venue);
  return closed === null ? null : rejection('venue_unavailable', `${venue}: ${closed}`);
}

const unsupported = (venue: string, message: string): Rejection =>
  rejection('operation_unsupported', message, { venue });

function admitMerge(
  { accountId }: Owner,
  { subaccountId, qty }: OperationRequest,
  instrument: Instrument,
  { store, venues }: OperationAdmissionDeps,
): Result<AdmittedOperation, Rejection> {
  const { venue, instrumentId } = instrument;
  const owner = { accountId, subaccountId };
  const step = getStep(venues, instrument);
  const [yes, no] = OUTCOMES.map((outcome) => findTokens(store.state, owner, instrumentId, outcome)) as [
    ReturnType<typeof findTokens>,
    ReturnType<typeof findTokens>,
  ];
  const qtyMax = computeMergeable(yes, no, step);
  if (qtyMax === 0n) {
    const pairs = yes.held < no.held ? yes.held : no.held;
    const message =
      pairs === 0n
        ? 'no tokens of both outcomes are held, so there is nothing to merge'
        : 'the tokens of both outcomes are not settled yet, or promised to orders or other operations';
    return err(rejection('nothing_to_convert', message, { pairs: renderDecimal(pairs) }));
  }
  const issue = qty === null ? null : findQtyIssue(qty, step);
  if (issue !== null) return err(invalidField('qty', issue));
  if (qty !== null && qty > qtyMax)
    return err(invalidField('qty', `is more than the ${renderDecimal(qtyMax)} pairs that can be merged now`));
  const merged = qty ?? qtyMax;
  const cash = toPairCash(merged);
  return ok({ kind: 'MERGE', instrument, venue, qty: merged, cash, walletCash: cash, qtyMax, redeems: [] });
}

function admitRedemption(
  { accountId }: Owner,
  { subaccountId, qty }: OperationRequest,
  instrument: Instrument,
  { store }: OperationAdmissionDeps,
): Result<AdmittedOperation, Rejection> {
  const { venue, instrumentId } = instrument;
  if (qty !== null)
    return err(invalidField('qty', 'is not used: a redemption takes all tokens of the market'));
  const { claims } = store.state;
  const own = claims.get(positionKey(accountId, subaccountId, instrumentId));
  if (own === undefined) {
    const message =
      instrument.status === 'SETTLED'
        ? 'no tokens that pay are held in this market, or they were redeemed'
        : 'the market has no result yet, so there is nothing to redeem';
    return err(rejection('nothing_to_convert', message, { payout: '0' }));
  }
  const open = listOpen(store).find((each) => each.instrumentId === instrumentId && each.venue === venue);
  if (open !== undefined) {
    const message = `${open.id} already converts the tokens of this market; wait for its end`;
    return err(rejection('nothing_to_convert', message, { operation_id: open.id }));
  }
  const redeems = [...claims.values()].filter((claim) => claim.instrumentId === instrumentId).map(toPart);
  const walletCash = redeems.reduce((sum, { payout }) => sum + payout, 0n) as Notional;
  const terms = { qty: null, cash: own.payout, walletCash, qtyMax: null, redeems };
  return ok({ kind: 'REDEEM', instrument, venue, ...terms });
}

const toPart = ({ accountId, subaccountId, payout }: RedeemedClaim): RedeemedClaim => ({
  accountId,
  subaccountId,
  payout,
});

function admitSplit(
  { accountId }: Owner,
  { subaccountId, qty }: OperationRequest,
  instrument: Instrument,
  { store, venues, balanceTracker }: OperationAdmissionDeps,
): Result<AdmittedOperation, Rejection> {
  const { venue } = instrument;
  const issue = qty === null ? 'required' : findQtyIssue(qty, getStep(venues, instrument));
  if (qty === null || issue !== null) return err(invalidField('qty', issue ?? 'required'));
  if (instrument.status !== 'OPEN')
    return err(
      rejection('market_not_open', `the market is ${instrument.status}`, { status: instrument.status }),
    );
  if (isKillSwitchOn(store.state, accountId, subaccountId)) return err(KILLED);
  const cash = toPairCash(qty);
  const spendable = balanceTracker.findSpendable(venue);
  if (spendable !== null && spendable < cash) {
    const available = renderNotional(spendable > 0n ? spendable : (0n as Notional));
    const details = { venue, available, required: renderNotional(cash) };
    return err(rejection('insufficient_balance', `the split needs ${renderNotional(cash)} in cash`, details));
  }
  return ok({ kind: 'SPLIT', instrument, venue, qty, cash, walletCash: cash, qtyMax: null, redeems: [] });
}

const getStep = (venues: VenueRegistry, { venue, qtyStep }: Instrument): Qty =>
  venues.get(venue).capabilities.operations?.qtyStep ?? qtyStep;

function findQtyIssue(qty: Qty, step: Qty): string | null {
  if (qty <= 0n) return 'must be above 0';
  return qty % step === 0n ? null : `must be a multiple of ${renderDecimal(step)}`;
}

const listOpen = ({ state }: StateStore) =>
  [...state.operations.values()].filter((operation) => !isOperationOver(operation));
