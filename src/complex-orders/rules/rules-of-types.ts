import type { NewParent, ParentParams, ParentType, Price } from '#contract';
import { HEDGED_PAIR_RULES } from '../types/hedged-pair/hedged-pair-rules.ts';
import { ICEBERG_RULES } from '../types/iceberg/iceberg-rules.ts';
import { OCO_RULES } from '../types/oco/oco-rules.ts';
import { PEG_RULES } from '../types/peg/peg-rules.ts';
import { POV_RULES } from '../types/pov/pov-rules.ts';
import { SMART_ROUTE_RULES } from '../types/smart-route/smart-route-rules.ts';
import { STOP_RULES } from '../types/stop/stop-rules.ts';
import { TP_SL_RULES } from '../types/tp-sl/tp-sl-rules.ts';
import { TRAILING_STOP_RULES } from '../types/trailing-stop/trailing-stop-rules.ts';
import { TWAP_RULES } from '../types/twap/twap-rules.ts';
import type { ParentRules, Watch, WatchTerms } from './parent-rules.ts';
import { isTriggerMet } from './trigger.ts';

/** The rules of each type. A new type does not compile until it has some. */
export const RULES: {
  readonly [Type in ParentType]: ParentRules<Extract<ParentParams, { readonly type: Type }>>;
} = {
  STOP: STOP_RULES,
  ICEBERG: ICEBERG_RULES,
  TP_SL: TP_SL_RULES,
  TRAILING_STOP: TRAILING_STOP_RULES,
  TWAP: TWAP_RULES,
  OCO: OCO_RULES,
  PEG: PEG_RULES,
  POV: POV_RULES,
  HEDGED_PAIR: HEDGED_PAIR_RULES,
  SMART_ROUTE: SMART_ROUTE_RULES,
};

/** The rules for these parameters: they are called with the same ones. */
export const getRules = ({ type }: Pick<ParentParams, 'type'>): ParentRules<ParentParams> => RULES[type];

/** What a parent, or a request for one, waits for. */
export const findWatch = (terms: WatchTerms & Pick<NewParent, 'params'>): Watch =>
  getRules(terms.params).watch(terms.params, terms);

/** The status of a parent that is neither paused nor ending. */
export const findActiveStatus = (parent: Parameters<typeof findWatch>[0]): 'WAITING' | 'WORKING' =>
  (parent.triggeredAt ?? null) === null && findWatch(parent).isAwaited ? 'WAITING' : 'WORKING';

/** True if the watched price meets the trigger of the parent; false for a type without trigger. */
export function isMetBy(terms: Parameters<typeof findWatch>[0], watched: Price | null): boolean {
  const { trigger } = findWatch(terms);
  return trigger !== null && isTriggerMet(trigger, terms.side, watched);
}
