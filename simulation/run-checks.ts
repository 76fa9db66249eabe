import {
  checkChangedPositions,
  checkFilledQty,
  checkPostOnly,
  checkReduceOnly,
  checkTradeAppliedOnce,
} from './check/fill-checks.ts';
import {
  checkAmends,
  checkAnomaliesExpected,
  checkClosedOrders,
  checkOneOrderPerKey,
  checkRoutedTotal,
  checkRoutingMode,
  checkTransitions,
} from './check/order-checks.ts';
import { checkPairs } from './check/pair-checks.ts';
import { checkComplexOrders, checkKillSwitchCancelsNothing } from './check/risk-checks.ts';
import type { TransitionCheck } from './environment/transition-checker.ts';

/** The checks of every step of the engine. */
export const transitionChecks = (alarmsDue: ReadonlySet<string>): readonly TransitionCheck[] => [
  checkOneOrderPerKey,
  checkRoutedTotal,
  checkRoutingMode,
  checkTransitions,
  checkClosedOrders,
  checkAmends,
  checkKillSwitchCancelsNothing,
  checkAnomaliesExpected(alarmsDue),
  checkFilledQty,
  checkChangedPositions,
  checkTradeAppliedOnce,
  checkPostOnly,
  checkReduceOnly,
  checkComplexOrders,
  checkPairs,
];
