import type { TurnCheck } from '../world/ledgerwatch.ts';
import { eachTradeOnce, filledIsTheSumOfFills, positionIsTheSumOfFills } from './fills.ts';
import {
  amendKeepsWhatIsFilled,
  childrenWhereTheyMayBe,
  noAlarmWithoutCause,
  oneKeyOneOrder,
  onlyKnownMoves,
  routedTotalWithinOrder,
  whatIsOverStaysOver,
} from './orders.ts';
import { killSwitchTouchesNoOrder } from './risk.ts';

/** What is checked within every turn of the engine. */
export const turnChecksOf = (alarmsDue: ReadonlySet<string>): readonly TurnCheck[] => [
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
];
