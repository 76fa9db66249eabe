import {
  describeTimeIssue,
  type FieldReader,
  NO_FLAGS,
  ORDER_FLAG_LIST,
  type OrderFlag,
  type OrderFlagKind,
  type OrderFlags,
  type OrderType,
  parseInputTime,
  parseOneOf,
  type RoutingMode,
  requirePresent,
  snakeCase,
  type TimeInForce,
} from '#contract';

interface FlaggedTerms {
  readonly type: OrderType | null;
  readonly tif: TimeInForce;
  readonly mode: RoutingMode;
}

type Condition = (terms: FlaggedTerms) => readonly string[];

/** What else the terms must be for a flag that is set: the issues with those that are not. */
const CONDITIONS: { readonly [Name in keyof OrderFlags]?: Condition } = {
  postOnly: ({ type, tif, mode }) => [
    ...(type !== 'MARKET' && (tif === 'GTC' || tif === 'GTD')
      ? []
      : ['is only allowed with LIMIT and tif GTC or GTD']),
    ...(mode === 'SPLIT' ? ['is not allowed with SPLIT'] : []),
  ],
};

type Parse = (value: unknown) => unknown; // null: another value than the field has
type Issue = string | ((value: unknown) => string);

/** How a request has a flag, by its kind. The table names no other kind in a request. */
const READERS: { readonly [Kind in OrderFlagKind]?: (flag: OrderFlag) => readonly [Parse, Issue] } = {
  flag: () => [parseBoolean, BOOLEAN_ISSUE],
  time: () => [parseInputTime, describeTimeIssue],
  choice: ({ choices = [] }) => [parseOneOf(choices), `must be ${choices.join(' or ')}`],
  text: ({ pattern, issue = '' }) => [
    (value) => (typeof value === 'string' && pattern?.test(value) === true ? value : null),
    issue,
  ],
};

const BOOLEAN_ISSUE = 'must be true or false';
const parseBoolean = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

interface RequestedFlag {
  readonly name: keyof OrderFlags;
  readonly field: string;
  readonly none: unknown;
  readonly parse: Parse;
  readonly issue: Issue;
  readonly condition: Condition | undefined;
}

const REQUESTED: readonly RequestedFlag[] = ORDER_FLAG_LIST.flatMap(([name, flag]) => {
  if (flag.requested === undefined) return [];
  const [parse, issue] = requirePresent(READERS[flag.kind], `a reader of ${flag.kind}`)(flag);
  return [{ name, field: snakeCase(name), none: flag.none, parse, issue, condition: CONDITIONS[name] }];
});

export const FLAG_FIELDS: readonly string[] = REQUESTED.map(({ field }) => field);

type Written = { -readonly [Name in keyof OrderFlags]: unknown };

/**
 * Reads the flags of an order request. A flag that the other terms do not allow is an issue, never ignored.
 *
 * Source  docs/decisions/order-flags.md
 */
export function readFlags(reader: FieldReader, terms: FlaggedTerms): OrderFlags {
  const flags: Written = { ...NO_FLAGS };
  for (const { name, field, none, parse, issue, condition } of REQUESTED) {
    const value = reader.optional(field, parse, issue);
    if (value === null || value === none) continue;
    flags[name] = value;
    if (condition !== undefined) for (const unmet of condition(terms)) reader.addIssue(field, unmet);
  }
  return flags as OrderFlags;
}

/** The set flags for the fingerprint of a request. Empty without flags, so that older fingerprints stay valid. */
export function renderFlags(flags: OrderFlags): readonly string[] {
  const set: string[] = [];
  for (const each of REQUESTED) {
    const value = flags[each.name];
    if (value !== each.none)
      set.push(value === true ? each.field : `${each.field}=${value as string | number}`);
  }
  return set;
}

export const readBoolean = (reader: FieldReader, field: string): boolean =>
  reader.optional(field, parseBoolean, BOOLEAN_ISSUE) ?? false;
