import type { InstrumentId, OrderId, VenueName } from './ids.ts';
import type { Price, Qty } from './money.ts';
import type { Outcome, Side } from './order.ts';

// The parameters of one type of complex order are a table. Their types, their stored format, and their schema and record in
// the API follow from it; only the reader of a request is written for each type, because its refusals depend on each other.

/** One leg: the contract that it trades, and the worst price of its orders. */
export interface PairLeg {
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly price: Price;
}

/** The contract that an order trades, and its side. */
export type ParentTarget = Pick<PairLeg, 'instrumentId' | 'side' | 'outcome'>;

export interface StopLoss {
  readonly triggerPrice: Price;
  readonly price: Price | null; // limit of its child; null: an IOC order that follows the touch
  readonly maxSlippage: Price | null; // null: it has a price
}

/** Kinds of values, by how they are stored and what the API accepts. */
export type ParamKind =
  | 'price' // above 0 and below 1
  | 'cost' // of a set: 0 or above
  | 'distance' // of prices, which may be negative
  | 'qty'
  | 'share' // above 0
  | 'fraction' // 0 or above
  | 'count'
  | 'flag'
  | 'choice'
  | 'order'
  | 'venues'
  | 'target'
  | 'limit' // a leg with its price
  | 'takeProfit'
  | 'stopLoss'
  | 'legs' // two objects
  | 'object';

/** `value`: what the flag alone says, of a parameter with a choice. */
export type ParamOption = readonly [flag: string, about: string, value?: string];

/** A field of the form in the terminal. */
export interface ParamField {
  readonly label: string;
  readonly hint?: string;
  readonly shows?: 'distance' | 'percent'; // not a price, or a share of 1
  readonly isRare?: boolean; // shown under "More options"
  readonly choices?: Readonly<Record<string, string>>; // the first one is the default
}

/** One parameter. Its name in requests and records is that of its field in snake_case. */
export interface Param<Value> {
  readonly kind: ParamKind;
  readonly value?: Value; // never present: it states the type
  readonly isNullable?: boolean;
  readonly isRequired?: boolean; // in a request
  readonly isAmendable?: boolean;
  readonly isAdded?: boolean; // older ledgers do not have it: it is null there
  readonly acceptsNull?: boolean; // in a request
  readonly only?: 'request' | 'record'; // another name, or what other parameters say; what the API shows elsewhere
  readonly about?: string; // for the documentation of the API
  readonly option?: ParamOption; // of the command line; absent: a command composes it
  readonly field?: ParamField; // absent: a form composes it, or there is none
  readonly isRequiredByClients?: boolean; // by the command and the form: a request may have its other name instead
  readonly isOtherName?: boolean; // of a parameter that has an option
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
}

export type ParamTable = Readonly<Record<string, Param<unknown>>>;

type ValueOf<Each> = Each extends { readonly value?: infer Value } ? Value : never;

/** What the parameters of a table are once they are read. */
export type ValuesOf<Table extends ParamTable> = {
  readonly [Name in keyof Table as [ValueOf<Table[Name]>] extends [never] ? never : Name]: ValueOf<
    Table[Name]
  >;
};

interface Options
  extends Pick<
    Param<unknown>,
    | 'isRequired'
    | 'isAmendable'
    | 'isAdded'
    | 'acceptsNull'
    | 'about'
    | 'option'
    | 'field'
    | 'isRequiredByClients'
  > {}

const kind =
  <Value>(name: ParamKind) =>
  (options: Options = {}): Param<Value> => ({ kind: name, ...options });

export const price = kind<Price>('price');
export const cost = kind<Price>('cost');
export const distance = kind<Price>('distance');
export const qty = kind<Qty>('qty');
export const share = kind<bigint>('share');
export const fraction = kind<bigint>('fraction');
export const flag = kind<boolean>('flag');
export const order = kind<OrderId>('order');
export const venues = kind<readonly VenueName[]>('venues');
export const target = kind<ParentTarget>('target');
export const limit = kind<PairLeg>('limit');
export const takeProfit = kind<Price>('takeProfit');
export const stopLoss = kind<StopLoss>('stopLoss');
export const legs = kind<never>('legs');
export const object = kind<never>('object');

export interface CountParam<Value = number> extends Param<Value> {
  readonly min: number;
  readonly max: number;
}

export const count = (min: number, max: number, options: Options = {}): CountParam => ({
  kind: 'count',
  min,
  max,
  ...options,
});

export interface ChoiceParam<Choice extends string> extends Param<Choice> {
  readonly choices: readonly Choice[];
}

interface ChoiceOptions<Choice extends string> extends Options {
  readonly field?: ParamField & { readonly choices: Readonly<Record<Choice, string>> };
}

export const choice = <Choice extends string>(
  choices: readonly Choice[],
  options: ChoiceOptions<NoInfer<Choice>> = {},
): ChoiceParam<Choice> => ({ kind: 'choice', choices, ...options });

type Retyped<Each, Value> = Omit<Each, 'value'> & { readonly value?: Value };

/** The same parameter with another type of value: the field that states it is never present. */
const retype = <Each extends Param<unknown>, Value>(
  param: Each,
  change: Partial<Param<never>>,
): Retyped<Each, Value> => ({ ...param, ...change });

export const nullable = <Each extends Param<unknown>>(param: Each): Retyped<Each, ValueOf<Each> | null> =>
  retype(param, { isNullable: true });

/** Not stored: another name, or what other parameters say. */
export const requestOnly = <Each extends Param<unknown>>(param: Each): Retyped<Each, never> =>
  retype(param, { only: 'request' });

/** Another name of the parameter before it. */
export const otherName = <Each extends Param<unknown>>(param: Each): Retyped<Each, never> =>
  retype(param, { only: 'request', isOtherName: true });

/** Not under its own name in the API. */
export const recordOnly = <Each extends Param<unknown>>(param: Each): Each => ({ ...param, only: 'record' });

interface TypeDefinition {
  readonly price: 'required' | 'optional' | 'refused'; // the worst price of any child
  readonly params: ParamTable;
}

/** A type that names one contract: an instrument, or a generic asset. */
export interface PlainTypeDefinition extends TypeDefinition {
  readonly contract: 'INSTRUMENT' | 'ASSET';
  /** The help of its command, which has the name of the type. */
  readonly command: {
    readonly about: string;
    readonly examples: readonly (readonly [command: string, note?: string])[];
    readonly note?: string;
  };
  readonly form: {
    readonly name: string;
    readonly about: string;
    readonly price?: string; // the label of its price, if that is not a limit
    readonly canOnlyReduce?: boolean;
    readonly hasPostOnly?: boolean;
    readonly hasExpiry?: boolean;
  };
}

/** A type whose contract is in its legs, or in the order that it exits. Commands and forms compose its parameters. */
interface ComposedTypeDefinition extends TypeDefinition {
  readonly contract: 'LEGS' | 'ENTRY';
}

export type ParentTypeDefinition = PlainTypeDefinition | ComposedTypeDefinition;
