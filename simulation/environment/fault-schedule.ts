import type { MarketCommand, VenueCommand } from '../../simulators/shared/simulator-types.ts';
import { requirePresent } from '../../src/contract/model/assert.ts';
import {
  type ExchangeFault,
  type ExternalOptions,
  findExchangeFault,
  VENUE_FAULTS,
  type VenueFault,
} from '../external-options.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import type { SeededChoice } from '../seeded-choice.ts';
import type { MachineClock } from './simulated-clock.ts';
import { EXTERNALS, type Exchanges, type External } from './simulated-exchanges.ts';

export interface FaultScheduleDeps {
  readonly options: ExternalOptions;
  readonly dice: SeededChoice;
  readonly endings: SeededChoice; // of the markets that get a result in the liveness phase
  readonly exchanges: Exchanges;
  readonly outside: MachineClock;
  readonly monitor: InvariantMonitor;
  readonly cut: () => void;
}

/** Activates and clears the faults of the exchanges at random, shortly before each action of the callers. */
export class FaultSchedule {
  readonly #deps: FaultScheduleDeps;
  readonly #settled = new Set<string>();

  constructor(deps: FaultScheduleDeps) {
    this.#deps = deps;
  }

  /** Activates the faults that are present from the start until `end`. */
  begin(): void {
    const { lastingFaults, excludedFaults } = this.#deps.options;
    for (const kind of lastingFaults.filter((name) => !excludedFaults.has(name))) {
      const { at, fault } = requirePresent(findExchangeFault(kind), 'a fault of the table');
      for (const name of at === 'both' ? EXTERNALS : [at]) this.#activate(name, kind, fault);
    }
  }

  step(): void {
    const { options, dice, monitor, cut } = this.#deps;
    if (options.exchangeFaults.length > 0 && dice.chance(options.faultsPerAction))
      this.#activateForAWhile(dice.pick(options.exchangeFaults));
    if (dice.chance(options.socketCuts)) {
      monitor.countFault('socketsCut');
      cut();
    }
    for (const kind of VENUE_FAULTS) {
      if (dice.chance(options.venue[kind] ?? 0)) this.#applyVenueFault(kind, dice.pick(EXTERNALS));
    }
  }

  /** Ends all faults, and gives some markets their result, so that positions are settled. */
  end(): void {
    for (const name of EXTERNALS) {
      const { controls } = this.#deps.exchanges.get(name);
      controls.faults.remove(null);
      controls.venue({ verb: 'resume' });
      for (const question of this.#deps.exchanges.questions) {
        const market = this.#deps.exchanges.getMarketId(name, question);
        controls.market({ market, verb: 'resume' });
        // Part of every simulation, so it does not count as a fault.
        if (this.#deps.endings.chance(ENDING_CHANCE)) this.#settle(name, market, this.#deps.endings);
      }
    }
  }

  #activateForAWhile(kind: string): void {
    const { dice, exchanges, outside, options } = this.#deps;
    const { at, fault } = requirePresent(findExchangeFault(kind), 'a fault of the table');
    const name = at === 'both' ? dice.pick(EXTERNALS) : at;
    const ms = dice.whole(500, options.faultMs);
    if (options.excludedFaults.has(kind)) return;
    const id = this.#activate(name, kind, fault);
    outside.after(ms, () => exchanges.get(name).controls.faults.remove(id));
  }

  #activate(name: External, kind: string, fault: ExchangeFault['fault']): number {
    const { exchanges, monitor } = this.#deps;
    const put = exchanges.get(name).controls.faults.add(fault);
    if (typeof put === 'string') throw new Error(`${name} ${kind}: ${put}`);
    monitor.note(`${name} has ${kind}`);
    return put.id;
  }

  #applyVenueFault(kind: VenueFault, name: External): void {
    const { dice, exchanges, outside, options, monitor } = this.#deps;
    const { controls } = exchanges.get(name);
    const market = exchanges.getMarketId(name, dice.pick(exchanges.questions));
    const ms = dice.whole(500, options.faultMs);
    if (kind === 'settle') {
      const settled = this.#settle(name, market, dice);
      if (settled !== null) monitor.countFault(`${name} ${settled}`);
      return;
    }
    monitor.countFault(`${name} ${kind}`);
    if (kind === 'marketPause') {
      controls.market({ market, verb: 'pause' });
      outside.after(ms, () => controls.market({ market, verb: 'resume' }));
      return;
    }
    controls.venue({ verb: VERBS[kind] });
    outside.after(ms, () => controls.venue({ verb: 'resume' }));
  }

  /** Gives a market its result, once. Returns the kind of settlement, or null if there was none. */
  #settle(name: External, market: string, dice: SeededChoice): 'settle' | 'settleFraction' | null {
    const { exchanges } = this.#deps;
    const result = dice.pick(['yes', 'no', 'scalar'] as const);
    // Polymarket pays all, nothing or one half.
    const value = name === 'Kalshi' ? `0.${String(dice.whole(1, 99)).padStart(2, '0')}` : '0.5';
    const command: MarketCommand = {
      market,
      verb: 'settle',
      result,
      ...(result === 'scalar' ? { value } : {}),
    };
    if (this.#settled.has(market)) return null;
    this.#settled.add(market);
    if (exchanges.get(name).controls.market(command) !== null) return null;
    return result === 'scalar' ? 'settleFraction' : 'settle';
  }
}

const ENDING_CHANCE = 0.3;

const VERBS = {
  cancelOnly: 'cancel_only',
  tradingPause: 'pause_trading',
  exchangePause: 'pause_exchange',
} as const satisfies Partial<Record<VenueFault, VenueCommand['verb']>>;
