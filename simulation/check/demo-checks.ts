import { DEMO } from '../environment/remote-demo.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import { type TransitionChecker, toTradeKey } from '../environment/transition-checker.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';

/** The parts of a simulation that concern Demo's trades. */
export interface DemoFills {
  readonly ledger: Pick<TransitionChecker, 'legsByClientId' | 'fills'>;
  readonly demoDisk: Pick<SimulationEnvironment['demoDisk'], 'fills'>;
  readonly fillReversals: SimulationEnvironment['fillReversals'];
}

/**
 * I-11, I-21: Demo's trades of our orders match our fills one to one, with the same settlement. Demo keeps
 * trading with resting orders, so its last trade may not have settled yet.
 */
export function checkFillsAgainstDemo(
  { ledger, demoDisk, fillReversals }: DemoFills,
  monitor: InvariantMonitor,
): void {
  const { fills, legsByClientId } = ledger;
  const there = new Map<string, 'PENDING' | 'FINAL' | 'VOID'>();
  for (const [clientId, named] of legsByClientId) {
    for (const { venueTradeId } of demoDisk.fills.get(clientId) ?? [])
      there.set(
        toTradeKey({ ...named, venueTradeId }),
        fillReversals?.getSettlement(clientId, venueTradeId) ?? 'FINAL',
      );
  }
  for (const [trade, state] of there) {
    const isSame = fills.voided.has(trade) === (state === 'VOID');
    monitor.expect(isSame, 'I-11', () => `${trade} is ${state} at the venue`);
    const isRecorded = fills.trades.has(trade);
    monitor.expect(isRecorded, 'I-11', () => `${trade} happened at the venue but is not recorded`);
  }
  for (const fill of fills.pending.values()) {
    const isOverdue = there.get(toTradeKey(fill)) !== 'PENDING';
    monitor.expect(!isOverdue, 'I-21', () => `${fill.id} is PENDING in our records only`);
  }
  for (const fill of fills.all) {
    if (fill.venue !== DEMO || fill.orderId === null || fill.voids !== null) continue; // compensating fills exist only in our records
    const trade = toTradeKey(fill);
    monitor.expect(there.has(trade), 'I-11', () => `${trade} is recorded but did not happen at the venue`);
  }
}
