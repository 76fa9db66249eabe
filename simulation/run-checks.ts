import {
  eachTradeOnce,
  filledIsTheSumOfFills,
  noPostOnlyTakes,
  positionIsTheSumOfFills,
  reduceOnlyFits,
} from './check/fill-checks.ts';
import {
  amendKeepsWhatIsFilled,
  childrenWhereTheyMayBe,
  noAlarmWithoutCause,
  oneKeyOneOrder,
  onlyKnownMoves,
  routedTotalWithinOrder,
  whatIsOverStaysOver,
} from './check/order-checks.ts';
import { killSwitchTouchesNoOrder } from './check/risk-checks.ts';
import type { TransitionCheck } from './environment/transition-checker.ts';

/** The checks of every step of the engine. */
export const transitionChecks = (alarmsDue: ReadonlySet<string>): readonly TransitionCheck[] => [
  oneKeyOneOrder,
  routedTotalWithinOrder,
  childrenWhereTheyMayBe,
  onlyKnownMoves,
  whatIsOverStaysOver,
  amendKeepsWhatIsFilled,
  killSwitchTouchesNoOrder,
  noAlarmWithoutCause(alarmsDue),
  filledIsTheSumOfFills,
  positionIsTheSumOfFills,
  eachTradeOnce,
  noPostOnlyTakes,
  reduceOnlyFits,
];
