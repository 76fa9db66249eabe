import type { Fill } from '../../src/domain/model/order.ts';
import { EXTERNALS, type External } from '../environment/simulated-exchanges.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import type { Named, TransitionChecker } from '../environment/transition-checker.ts';
import type { VenueState } from '../environment/venue-state.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import type { SendChecks } from './send-checks.ts';

/** I-04, I-10, I-11 against what each external exchange itself knows, at the end of the liveness phase. */
export function externalsAgree(
  { externals, watch, sends }: SimulationEnvironment,
  witness: InvariantMonitor,
): void {
  if (externals === null) return;
  for (const name of EXTERNALS) {
    const truth = externals.truth(name);
    const told = { name, truth, watch, witness };
    nothingIsDoubled(told, sends);
    fillsAgree(told);
    positionsAgree(told);
  }
}

/** One exchange's truth beside our own. */
interface Told {
  readonly name: External;
  readonly truth: VenueState;
  readonly watch: TransitionChecker;
  readonly witness: InvariantMonitor;
}

function nothingIsDoubled({ name, truth, watch, witness }: Told, sends: SendChecks): void {
  for (const clientId of truth.orders.keys()) {
    const isKnown = watch.names.has(clientId) && sends.placed.has(clientId);
    witness.expect(isKnown, 'I-04', () => `${name} has ${clientId}, which we never sent`);
  }
  const { strangers } = truth;
  witness.expect(
    strangers.length === 0,
    'I-04',
    () => `${name} has ${strangers.join(' ')} beside our orders`,
  );
}

/** What one order had in one trade. An adapter may tell a trade in parts, so the sums are compared. */
function fillsAgree({ name, truth, watch, witness }: Told): void {
  const there = new Map<string, { qty: bigint; state: string }>();
  for (const [clientId, fills] of truth.fills) {
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
    witness.expect(
      isSame,
      'I-11',
      () => `${key}: ${name} has ${qty} ${state}, we have ${ours.stands} and ${ours.voided} void`,
    );
    witness.expect(state !== 'PENDING', 'I-21', () => `${key} is still pending at ${name}`);
  }
  for (const key of here.keys())
    witness.expect(there.has(key), 'I-11', () => `${key} is recorded and never happened at ${name}`);
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

/** I-10: what all our subaccounts hold together is what the account holds there. */
function positionsAgree({ name, truth: { positions }, watch, witness }: Told): void {
  if (positions === null) return;
  const held = new Map<string, bigint>();
  for (const { instrumentId, net } of watch.state.positions.values()) {
    const bound = watch.state.bindings.get(instrumentId);
    if (bound?.venue !== name) continue;
    held.set(bound.venueInstrumentId, (held.get(bound.venueInstrumentId) ?? 0n) + net);
  }
  for (const [instrument, there] of positions) {
    const here = held.get(instrument) ?? 0n;
    witness.expect(here === there, 'I-10', () => `${name} ${instrument}: ${there} there, ${here} here`);
  }
}

const keyOf = ({ orderId, leg, generation }: Named, trade: string): string =>
  `${orderId}/${leg}/${generation}/${trade}`;
