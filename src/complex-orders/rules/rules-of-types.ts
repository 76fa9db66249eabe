import type { NewParent, ParamsOf, ParentParams, ParentType, Price } from '#contract';
import * as TYPES from '../types/all-types.ts';
import type { ParentRules, Watch, WatchTerms } from './parent-rules.ts';
import { isTriggerMet } from './trigger.ts';

/** The rules of each type. A new type does not compile until it has some. */
export const RULES: { readonly [Type in ParentType]: ParentRules<ParamsOf<Type>> } = TYPES;

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
