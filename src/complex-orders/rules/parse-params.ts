import { FieldReader, isJsonObject, PARENT_TYPES, type ParentParams, type ParentType } from '#contract';
import { listRequested } from '#domain';
import { getRules } from './rules-of-types.ts';

/** Reads `params`. A parameter of another type is an issue, never ignored. Null when one is invalid. */
export function readParams(outer: FieldReader, type: ParentType, hasPrice: boolean): ParentParams | null {
  const reader = openParams(outer, type);
  return reader === null ? null : getRules({ type }).params.read(reader, hasPrice);
}

/** The parameters after an amend; `before` itself when it changes none. */
export function amendParams(outer: FieldReader, before: ParentParams): ParentParams {
  if (outer.value('params') === undefined) return before;
  const reader = openParams(outer, before.type);
  if (reader === null) return before;
  const rules = getRules(before).params;
  const changed = Object.keys(outer.value('params') as object);
  for (const name of changed) {
    const param = listRequested(before.type).get(name);
    if (param !== undefined && param.isAmendable !== true) reader.addIssue(name, 'cannot be changed');
  }
  return changed.length === 0 ? before : rules.amend(reader, before);
}

function openParams(outer: FieldReader, type: ParentType): FieldReader | null {
  const params = outer.value('params');
  if (params === undefined || !isJsonObject(params)) {
    outer.addIssue('params', params === undefined ? 'required' : 'must be an object');
    return null;
  }
  const reader = new FieldReader(params, 'params.', outer.issues);
  for (const name of Object.keys(params)) {
    if (listRequested(type).has(name)) continue;
    const owner = PARENT_TYPES.find((other) => listRequested(other).has(name));
    reader.addIssue(
      name,
      owner === undefined ? 'is not a parameter of this type' : `is a parameter of ${owner}, not of ${type}`,
    );
  }
  return reader;
}
