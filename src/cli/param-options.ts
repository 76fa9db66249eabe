import { type Command, Option } from 'commander';
import {
  PARENT_TYPES,
  type Param,
  type ParamKind,
  type ParamOption,
  type ParentType,
  requirePresent,
} from '#contract';
import { listRequested } from '#domain';
import { wholeNumber } from './api-calls.ts';

/** Parameters that a command composes of several words or options. */
const COMPOSED: ReadonlySet<ParamKind> = new Set(['legs', 'object', 'order', 'takeProfit', 'stopLoss']);

type Typed = readonly [name: string, param: Param<unknown>];

const isTyped = ([, { kind, isOtherName }]: Typed): boolean => !COMPOSED.has(kind) && isOtherName !== true;

const listTyped = (type: ParentType): readonly Typed[] => [...listRequested(type)].filter(isTyped);

/** The parameters that an amend can change, of every type. */
const AMENDABLE: ReadonlyMap<string, Param<unknown>> = new Map(
  PARENT_TYPES.flatMap(listTyped).filter(([, { isAmendable }]) => isAmendable === true),
);

const getOption = ([name, { option }]: Typed): ParamOption =>
  requirePresent(option, `an option of the parameter ${name}`);

/** Adds an option for each parameter of the type. */
export function withParams(command: Command, type: ParentType): Command {
  for (const typed of listTyped(type)) {
    const [flag, about] = getOption(typed);
    const [, { isRequired, isRequiredByClients }] = typed;
    command.addOption(
      new Option(flag, about).makeOptionMandatory(isRequired === true || isRequiredByClients === true),
    );
  }
  return command;
}

/** Adds an option for each parameter that an amend can change. */
export function withAmendableParams(command: Command): Command {
  for (const typed of AMENDABLE) {
    const [flag, about] = getOption(typed);
    command.option(flag, about);
  }
  return command;
}

type Values = Readonly<Record<string, unknown>>;
type TypedOptions = Readonly<Record<string, string | true | undefined>>;

/** The parameters of the type that the options name. The service validates the values. */
export const readParams = (type: ParentType, options: object): Values => readTyped(listTyped(type), options);

/** The parameters that the options of an amend name. */
export const readAmendableParams = (options: object): Values => readTyped([...AMENDABLE], options);

/** The options of an amend, for a message. */
export const AMENDABLE_FLAGS: readonly string[] = [...AMENDABLE].map(
  (typed) => getOption(typed)[0].split(' ')[0] ?? '',
);

function readTyped(params: readonly Typed[], options: object): Values {
  const values: Record<string, unknown> = {};
  for (const typed of params) {
    const value = readValue(typed, options as TypedOptions);
    if (value !== undefined) values[typed[0]] = value;
  }
  return values;
}

function readValue(param: Typed, options: TypedOptions): unknown {
  const [flag, about, value] = getOption(param);
  const [, { kind }] = param;
  const typed = options[new Option(flag, about).attributeName()];
  if (typed === undefined) return undefined;
  if (typed === true) return value ?? true;
  if (kind === 'count') return wholeNumber(flag.split(' ')[0] ?? '', typed);
  return kind === 'choice' ? typed.toUpperCase() : typed;
}
