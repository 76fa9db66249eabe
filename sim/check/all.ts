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

/** What is checked within every turn of the engine. */
export const turnChecksOf = (hasWrongClock: boolean): readonly TurnCheck[] => [
  oneKeyOneOrder,
  routedTotalWithinOrder,
  childrenWhereTheyMayBe,
  onlyKnownMoves,
  whatIsOverStaysOver,
  amendKeepsWhatIsFilled,
  noAlarmWithoutCause(hasWrongClock),
  filledIsTheSumOfFills,
  positionIsTheSumOfFills,
  eachTradeOnce,
];
