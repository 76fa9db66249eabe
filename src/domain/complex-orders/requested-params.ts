import { type Param, type ParentType, snakeCase, TYPE_DEFINITIONS } from '#contract';

/** The parameters that a request may have, by their names in it. */
export const listRequested = (type: ParentType): ReadonlyMap<string, Param<unknown>> =>
  new Map(
    Object.entries<Param<unknown>>(TYPE_DEFINITIONS[type].params).flatMap(([name, param]) =>
      param.only === 'record' ? [] : [[snakeCase(name), param]],
    ),
  );
