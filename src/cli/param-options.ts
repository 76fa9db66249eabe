import { type Command, Option } from 'commander';
import { PARENT_TYPES, type Param, type ParamKind, type ParentType, requirePresent } from '#contract';
import { listRequested } from '#domain';
import { wholeNumber } from './api-calls.ts';

/** How a parameter is typed. */
interface Flag {
  readonly flag: string; // with its argument, as commander writes it
  readonly about: string;
  readonly value?: string; // of a parameter with a choice: what the flag alone says
  readonly isRequired?: boolean; // by the command; the service would accept another name of the parameter
}

// Which parameters a type has, and which of them it requires, is in the contract: an option follows here for each.
const FLAGS: Readonly<Record<string, Flag>> = {
  trigger_price: { flag: '--trigger <price>', about: 'price at which it fires' },
  trigger_source: {
    flag: '--source <source>',
    about: 'touch, mid or last: the price that is watched; default: touch',
  },
  max_slippage: {
    flag: '--slippage <price>',
    about: 'without --price: distance of the limit from the touch; default: 0.05',
  },
  confirm_ms: { flag: '--confirm <ms>', about: 'how long the trigger must be met; default: 0' },
  after_partial: {
    flag: '--after-partial <what>',
    about: 'without --price: repeat or end, once a part was filled; default: repeat',
  },
  fire_if_met: { flag: '--fire-if-met', about: 'accept a trigger that is met now' },
  max_outage_ms: {
    flag: '--max-outage <ms>',
    about: 'a longer outage of the service pauses it until `complex resume`',
  },
  display_qty: { flag: '--show <qty>', about: 'largest quantity that rests at a time', isRequired: true },
  reload_delay_ms: { flag: '--reload <ms>', about: 'pause before the next part; default: 0' },
  display_jitter: {
    flag: '--jitter <fraction>',
    about: 'makes each part smaller by up to this fraction, at most 0.5',
  },
  trail: { flag: '--trail <price>', about: 'distance of the trigger from the best price' },
  trail_percent: { flag: '--trail-percent <percent>', about: 'the distance as a share of the best price' },
  activation_price: {
    flag: '--activation <price>',
    about: 'it follows once this price is reached; default: at once',
  },
  duration_ms: { flag: '--duration <ms>', about: 'time over which it is placed' },
  slices: { flag: '--slices <n>', about: 'number of parts, at equal intervals' },
  style: {
    flag: '--aggressive',
    about: 'its parts take within the price; default: they rest at the touch',
    value: 'AGGRESSIVE',
  },
  catch_up: {
    flag: '--spread',
    about: 'what a part leaves is added to the next ones; default: skipped',
    value: 'SPREAD',
  },
  finish: {
    flag: '--cross',
    about: 'at the end the rest is taken within the price; default: cancelled',
    value: 'CROSS',
  },
  reference: {
    flag: '--reference <reference>',
    about: 'near, far or mid: the price of others that it follows',
  },
  offset: {
    flag: '--offset <price>',
    about: 'distance behind that price; negative: ahead of it; default: 0',
  },
  min_stay_ms: { flag: '--stay <ms>', about: 'least time between two moves; default: 1000' },
  max_moves: { flag: '--moves <n>', about: 'after so many moves it stays where it is; default: 500' },
  participation: { flag: '--participation <fraction>', about: 'share of what others trade, 0.01 to 0.5' },
  window_ms: {
    flag: '--window <ms>',
    about: 'it follows volume and price once in this time; default: 60000',
  },
  min_improvement: {
    flag: '--improvement <price>',
    about: 'least saving of a move per contract, fees included; default: a tick',
  },
  overlap_after_ms: {
    flag: '--overlap <ms>',
    about: 'then the stop is sent although the take-profit may still fill; default: never',
  },
  allow_overfill: {
    flag: '--allow-overfill',
    about: 'with --other-price: up to twice the quantity may fill',
  },
  unhedged_qty_max: {
    flag: '--unhedged <qty>',
    about: 'by how much the filled quantities of the legs may differ',
  },
  min_edge: { flag: '--edge <amount>', about: 'a set costs at most 1 less this, with fees; default: 0' },
  mode: {
    flag: '--together',
    about: 'both legs are sent at once; default: one follows the fills of the other',
    value: 'SIMULTANEOUS',
  },
  unhedged_ms_max: {
    flag: '--within <ms>',
    about: 'time in which the lagging leg must follow; default: 5000',
  },
  on_leg_risk: {
    flag: '--risk <action>',
    about: 'hold, chase or unwind: what follows then; default: hold',
  },
  chase_price: { flag: '--chase <cost>', about: 'for chase and unwind: worst cost of a set' },
  accept_settlement_risk: {
    flag: '--accept-settlement-risk',
    about: 'also legs that may settle differently',
  },
};

/** Parameters that a command composes of several words or options. */
const COMPOSED: ReadonlySet<ParamKind> = new Set(['legs', 'object', 'order', 'takeProfit', 'stopLoss']);
/** Other names of parameters that have an option. */
const OTHER_NAMES: ReadonlySet<string> = new Set(['displayed_qty', 'reload_delay_s', 'peg_min_stay_time_s']);

type Typed = readonly [name: string, param: Param<unknown>];

const isTyped = ([name, { kind }]: Typed): boolean => !COMPOSED.has(kind) && !OTHER_NAMES.has(name);

const listTyped = (type: ParentType): readonly Typed[] => [...listRequested(type)].filter(isTyped);

/** The parameters that an amend can change, of every type. */
const AMENDABLE: ReadonlyMap<string, Param<unknown>> = new Map(
  PARENT_TYPES.flatMap(listTyped).filter(([, { isAmendable }]) => isAmendable === true),
);

const findFlag = (name: string): Flag => requirePresent(FLAGS[name], `an option of the parameter ${name}`);

/** Adds an option for each parameter of the type. */
export function withParams(command: Command, type: ParentType): Command {
  for (const [name, param] of listTyped(type)) {
    const { flag, about, isRequired } = findFlag(name);
    command.addOption(new Option(flag, about).makeOptionMandatory(isRequired ?? param.isRequired === true));
  }
  return command;
}

/** Adds an option for each parameter that an amend can change. */
export function withAmendableParams(command: Command): Command {
  for (const name of AMENDABLE.keys()) {
    const { flag, about } = findFlag(name);
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
export const AMENDABLE_FLAGS: readonly string[] = [...AMENDABLE.keys()].map(
  (name) => findFlag(name).flag.split(' ')[0] ?? '',
);

function readTyped(params: readonly Typed[], options: object): Values {
  const values: Record<string, unknown> = {};
  for (const [name, param] of params) {
    const value = readValue(name, param, options as TypedOptions);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function readValue(name: string, { kind }: Param<unknown>, options: TypedOptions): unknown {
  const { flag, about, value } = findFlag(name);
  const typed = options[new Option(flag, about).attributeName()];
  if (typed === undefined) return undefined;
  if (typed === true) return value ?? true;
  if (kind === 'count') return wholeNumber(flag.split(' ')[0] ?? '', typed);
  return kind === 'choice' ? typed.toUpperCase() : typed;
}
