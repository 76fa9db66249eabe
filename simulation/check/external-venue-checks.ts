import { requirePresent } from '../../src/contract/model/assert.ts';
import type { Fill, Outcome } from '../../src/contract/model/order.ts';
import { EXTERNALS, type External } from '../environment/simulated-exchanges.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import type { LegGeneration, TransitionChecker } from '../environment/transition-checker.ts';
import type { VenueState } from '../environment/venue-state.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import type { SendChecks } from './send-checks.ts';

/**
 * I-04, I-10, I-11, I-33: compares our ledger with the state of each external exchange at the end of the
 * liveness phase.
 */
export function checkExternalVenues(
  { externals, ledger, sends }: SimulationEnvironment,
  monitor: InvariantMonitor,
): void {
  if (externals === null) return;
  for (const name of EXTERNALS) {
    const venueState = externals.venueState(name);
    const view = { name, venueState, ledger, monitor };
    checkNoDuplicates(view, sends);
    checkFills(view);
    checkPositions(view);
    checkTokens(view);
    checkPayouts(view);
  }
}

/** The state of one exchange, and ours. */
interface VenueView {
  readonly name: External;
  readonly venueState: VenueState;
  readonly ledger: TransitionChecker;
  readonly monitor: InvariantMonitor;
}

function checkNoDuplicates({ name, venueState, ledger, monitor }: VenueView, sends: SendChecks): void {
  for (const clientId of venueState.orders.keys()) {
    const isKnown = ledger.legsByClientId.has(clientId) && sends.placed.has(clientId);
    monitor.expect(isKnown, 'I-04', () => `${name} has ${clientId}, which we never sent`);
  }
  const { foreignOrders } = venueState;
  monitor.expect(
    foreignOrders.length === 0,
    'I-04',
    () => `${name} has ${foreignOrders.join(' ')} that are not our orders`,
  );
}

/**
 * The quantity of one order in one trade. An adapter may report a trade in parts, so the sums are compared.
 */
function checkFills({ name, venueState, ledger, monitor }: VenueView): void {
  const there = new Map<string, { qty: bigint; state: string }>();
  for (const [clientId, fills] of venueState.fills) {
    const named = ledger.legsByClientId.get(clientId);
    if (named === undefined) continue; // reported already
    for (const { trade, qty, state } of fills) {
      const key = toTradeKey(named, trade);
      there.set(key, { qty: qty + (there.get(key)?.qty ?? 0n), state });
    }
  }
  const here = sumRecordedFills(ledger.fills.all, name);
  for (const [key, { qty, state }] of there) {
    const ours = here.get(key) ?? { validQty: 0n, voidedQty: 0n };
    const [stands, voided] = state === 'VOID' ? [0n, qty] : [qty, 0n];
    const isSame = ours.validQty === stands && ours.voidedQty === voided;
    monitor.expect(
      isSame,
      'I-11',
      () => `${key}: ${name} has ${qty} ${state}, we have ${ours.validQty} and ${ours.voidedQty} void`,
    );
    monitor.expect(state !== 'PENDING', 'I-21', () => `${key} is still pending at ${name}`);
  }
  for (const key of here.keys())
    monitor.expect(there.has(key), 'I-11', () => `${key} is recorded but did not happen at ${name}`);
}

interface RecordedQty {
  readonly validQty: bigint;
  readonly voidedQty: bigint;
}

function sumRecordedFills(fills: readonly Fill[], name: External): Map<string, RecordedQty> {
  const sums = new Map<string, RecordedQty>();
  const byId = new Map(fills.map((fill) => [fill.id, fill]));
  for (const fill of fills) {
    const { orderId, leg, generation } = fill;
    if (fill.venue !== name || orderId === null || leg === null) continue;
    const { venueTradeId } = fill.voids === null ? fill : (byId.get(fill.voids) ?? fill);
    const key = toTradeKey({ orderId, leg, generation }, venueTradeId.split(':')[0] ?? '');
    const { validQty, voidedQty } = sums.get(key) ?? { validQty: 0n, voidedQty: 0n };
    const isCorrection = fill.voids !== null;
    const isVoid = isCorrection || fill.settlement === 'VOID';
    sums.set(key, {
      validQty: isCorrection ? validQty - fill.qty : isVoid ? validQty : validQty + fill.qty,
      voidedQty: isVoid ? voidedQty + fill.qty : voidedQty,
    });
  }
  return sums;
}

/** I-10: the positions of all our subaccounts add up to the account's positions at the venue. */
function checkPositions({ name, venueState: { positions }, ledger, monitor }: VenueView): void {
  if (positions === null) return;
  const held = new Map<string, bigint>();
  for (const { instrumentId, net } of ledger.state.positions.values()) {
    const bound = ledger.state.bindings.get(instrumentId);
    if (bound?.venue !== name) continue;
    held.set(bound.venueInstrumentId, (held.get(bound.venueInstrumentId) ?? 0n) + net);
  }
  for (const [instrument, there] of positions) {
    const here = held.get(instrument) ?? 0n;
    monitor.expect(
      here === there,
      'I-10',
      () => `${name} ${instrument}: ${there} at the venue, ${here} in our records`,
    );
  }
}

/** I-47: the tokens of all our subaccounts are those of the wallet, of each outcome. */
function checkTokens({ name, venueState: { tokens }, ledger, monitor }: VenueView): void {
  const held = new Map<string, Record<Outcome, bigint>>();
  const { positions, tokenPairs, bindings } = ledger.state;
  for (const key of new Set([...positions.keys(), ...tokenPairs.keys()])) {
    const { instrumentId } = requirePresent(positions.get(key) ?? tokenPairs.get(key), 'a holding');
    const bound = bindings.get(instrumentId);
    if (bound?.venue !== name) continue;
    const net = positions.get(key)?.net ?? 0n;
    const pairs = tokenPairs.get(key)?.pairs ?? 0n;
    const sum = held.get(bound.venueInstrumentId) ?? { YES: 0n, NO: 0n };
    held.set(bound.venueInstrumentId, {
      YES: sum.YES + pairs + (net > 0n ? net : 0n),
      NO: sum.NO + pairs + (net < 0n ? -net : 0n),
    });
  }
  for (const [instrument, { YES, NO }] of tokens) {
    const here = held.get(instrument) ?? { YES: 0n, NO: 0n };
    monitor.expect(
      here.YES === YES && here.NO === NO,
      'I-47',
      () => `${instrument}: ${YES} YES and ${NO} NO at ${name}, ${here.YES} and ${here.NO} in our records`,
    );
  }
}

/** I-33: each of our positions was settled at the price that the exchange pays. */
function checkPayouts({ name, venueState: { payouts }, ledger, monitor }: VenueView): void {
  for (const { id, venue, liquidity, instrumentId, price } of ledger.fills.all) {
    const bound = ledger.state.bindings.get(instrumentId);
    if (venue !== name || liquidity !== 'SETTLEMENT' || bound === undefined) continue;
    const there = payouts.get(bound.venueInstrumentId);
    monitor.expect(price === there, 'I-33', () => `${id}: ${name} pays ${there}, settled at ${price}`);
  }
}

const toTradeKey = ({ orderId, leg, generation }: LegGeneration, trade: string): string =>
  `${orderId}/${leg}/${generation}/${trade}`;
