import type { Fill } from '../../src/domain/model/order.ts';
import { EXTERNALS, type External } from '../environment/simulated-exchanges.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import type { Named, TransitionChecker } from '../environment/transition-checker.ts';
import type { VenueState } from '../environment/venue-state.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import type { SendChecks } from './send-checks.ts';

/**
 * I-04, I-10, I-11, I-33: compares our ledger with the state of each external exchange at the end of the
 * liveness phase.
 */
export function externalsAgree(
  { externals, watch, sends }: SimulationEnvironment,
  monitor: InvariantMonitor,
): void {
  if (externals === null) return;
  for (const name of EXTERNALS) {
    const venueState = externals.venueState(name);
    const view = { name, venueState, watch, monitor };
    nothingIsDoubled(view, sends);
    fillsAgree(view);
    positionsAgree(view);
    payoutsAgree(view);
  }
}

/** The state of one exchange, and ours. */
interface VenueView {
  readonly name: External;
  readonly venueState: VenueState;
  readonly watch: TransitionChecker;
  readonly monitor: InvariantMonitor;
}

function nothingIsDoubled({ name, venueState, watch, monitor }: VenueView, sends: SendChecks): void {
  for (const clientId of venueState.orders.keys()) {
    const isKnown = watch.names.has(clientId) && sends.placed.has(clientId);
    monitor.expect(isKnown, 'I-04', () => `${name} has ${clientId}, which we never sent`);
  }
  const { strangers } = venueState;
  monitor.expect(
    strangers.length === 0,
    'I-04',
    () => `${name} has ${strangers.join(' ')} that are not our orders`,
  );
}

/**
 * The quantity of one order in one trade. An adapter may report a trade in parts, so the sums are compared.
 */
function fillsAgree({ name, venueState, watch, monitor }: VenueView): void {
  const there = new Map<string, { qty: bigint; state: string }>();
  for (const [clientId, fills] of venueState.fills) {
    const named = watch.names.get(clientId);
    if (named === undefined) continue; // reported already
    for (const { trade, qty, state } of fills) {
      const key = keyOf(named, trade);
      there.set(key, { qty: qty + (there.get(key)?.qty ?? 0n), state });
    }
  }
  const here = recorded(watch.fills.all, name);
  for (const [key, { qty, state }] of there) {
    const ours = here.get(key) ?? { stands: 0n, voided: 0n };
    const [stands, voided] = state === 'VOID' ? [0n, qty] : [qty, 0n];
    const isSame = ours.stands === stands && ours.voided === voided;
    monitor.expect(
      isSame,
      'I-11',
      () => `${key}: ${name} has ${qty} ${state}, we have ${ours.stands} and ${ours.voided} void`,
    );
    monitor.expect(state !== 'PENDING', 'I-21', () => `${key} is still pending at ${name}`);
  }
  for (const key of here.keys())
    monitor.expect(there.has(key), 'I-11', () => `${key} is recorded and never happened at ${name}`);
}

interface Recorded {
  readonly stands: bigint;
  readonly voided: bigint;
}

function recorded(fills: readonly Fill[], name: External): Map<string, Recorded> {
  const sums = new Map<string, Recorded>();
  const byId = new Map(fills.map((fill) => [fill.id, fill]));
  for (const fill of fills) {
    const { orderId, leg, generation } = fill;
    if (fill.venue !== name || orderId === null || leg === null) continue;
    const { venueTradeId } = fill.voids === null ? fill : (byId.get(fill.voids) ?? fill);
    const key = keyOf({ orderId, leg, generation }, venueTradeId.split(':')[0] ?? '');
    const { stands, voided } = sums.get(key) ?? { stands: 0n, voided: 0n };
    const isCorrection = fill.voids !== null;
    const isVoid = isCorrection || fill.settlement === 'VOID';
    sums.set(key, {
      stands: isCorrection ? stands - fill.qty : isVoid ? stands : stands + fill.qty,
      voided: isVoid ? voided + fill.qty : voided,
    });
  }
  return sums;
}

/** I-10: the positions of all our subaccounts add up to the account's positions at the venue. */
function positionsAgree({ name, venueState: { positions }, watch, monitor }: VenueView): void {
  if (positions === null) return;
  const held = new Map<string, bigint>();
  for (const { instrumentId, net } of watch.state.positions.values()) {
    const bound = watch.state.bindings.get(instrumentId);
    if (bound?.venue !== name) continue;
    held.set(bound.venueInstrumentId, (held.get(bound.venueInstrumentId) ?? 0n) + net);
  }
  for (const [instrument, there] of positions) {
    const here = held.get(instrument) ?? 0n;
    monitor.expect(here === there, 'I-10', () => `${name} ${instrument}: ${there} there, ${here} here`);
  }
}

/** I-33: each of our positions was settled at the price that the exchange pays. */
function payoutsAgree({ name, venueState: { payouts }, watch, monitor }: VenueView): void {
  for (const { id, venue, liquidity, instrumentId, price } of watch.fills.all) {
    const bound = watch.state.bindings.get(instrumentId);
    if (venue !== name || liquidity !== 'SETTLEMENT' || bound === undefined) continue;
    const there = payouts.get(bound.venueInstrumentId);
    monitor.expect(price === there, 'I-33', () => `${id}: ${name} pays ${there}, settled at ${price}`);
  }
}

const keyOf = ({ orderId, leg, generation }: Named, trade: string): string =>
  `${orderId}/${leg}/${generation}/${trade}`;
