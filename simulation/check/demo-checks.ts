import { DEMO } from '../environment/remote-demo.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import { type TransitionChecker, tradeOf } from '../environment/transition-checker.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';

/** The parts of a simulation that concern Demo's trades. */
export interface DemoFills {
  readonly watch: Pick<TransitionChecker, 'names' | 'fills'>;
  readonly demoDisk: Pick<SimulationEnvironment['demoDisk'], 'fills'>;
  readonly undoing: SimulationEnvironment['undoing'];
}

/**
 * I-11, I-21: Demo's trades of our orders match our fills one to one, with the same settlement. Demo keeps
 * trading with resting orders, so its last trade may not have settled yet.
 */
export function fillsAgreeWithDemo({ watch, demoDisk, undoing }: DemoFills, monitor: InvariantMonitor): void {
  const { fills, names } = watch;
  const there = new Map<string, 'PENDING' | 'FINAL' | 'VOID'>();
  for (const [clientId, named] of names) {
    for (const { venueTradeId } of demoDisk.fills.get(clientId) ?? [])
      there.set(
        tradeOf({ ...named, venueTradeId }),
        undoing?.settlementOf(clientId, venueTradeId) ?? 'FINAL',
      );
  }
  for (const [trade, state] of there) {
    const isSame = fills.voided.has(trade) === (state === 'VOID');
    monitor.expect(isSame, 'I-11', () => `${trade} is ${state} at the venue`);
    const isRecorded = fills.trades.has(trade);
    monitor.expect(isRecorded, 'I-11', () => `${trade} happened at the venue and is not recorded`);
  }
  for (const fill of fills.pending.values()) {
    const isOverdue = there.get(tradeOf(fill)) !== 'PENDING';
    monitor.expect(!isOverdue, 'I-21', () => `${fill.id} is PENDING, and is not at the venue`);
  }
  for (const fill of fills.all) {
    if (fill.venue !== DEMO || fill.orderId === null || fill.voids !== null) continue; // a compensating fill is recorded here only
    const trade = tradeOf(fill);
    monitor.expect(there.has(trade), 'I-11', () => `${trade} is recorded and never happened`);
  }
}
