import type { ComplexOrderDraft } from '../../../../sdk/src/index.ts';
import {
  type ParentType,
  PLAIN_TYPES,
  TYPE_DEFINITIONS,
} from '../../../../src/contract/model/complex-order-types.ts';
import type { Param, ParamKind, ParamTable } from '../../../../src/contract/model/param-table.ts';
import { snakeCase } from '../../../../src/contract/model/snake-case.ts';

/** One field of the ticket. `at` is its place in the request, such as `params.trigger_price` or `expires_at`. */
export interface ComplexField {
  readonly at: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind:
    | 'price'
    | 'distance'
    | 'offset' // a distance that may be negative
    | 'qty'
    | 'number'
    | 'percent' // sent as a share of 1
    | 'count'
    | 'duration'
    | 'time'
    | 'text'
    | 'choice'
    | 'check';
  readonly isRequired?: boolean;
  readonly isRare?: boolean; // shown under "More options"
  readonly choices?: readonly (readonly [value: string, label: string])[]; // the first one is the default and is not sent
}

/**
 * One kind of complex order: what the ticket shows and sends. Figures are sent at the place of their field; `compose`
 * changes the request where the type wants another form.
 */
export interface ComplexKind {
  readonly key: string;
  readonly type: ComplexOrderDraft['type'];
  readonly name: string;
  readonly about: string;
  readonly price: { readonly label: string; readonly isRequired: boolean } | null;
  readonly hasOwnTerms?: boolean; // side, quantity and flags follow from another order
  readonly canOnlyReduce?: boolean;
  readonly fields: readonly ComplexField[];
  readonly isOnAsset?: boolean; // works on all venues of the market's asset
  readonly compose?: (request: ComplexOrderDraft) => ComplexOrderDraft;
}

/** Of the kinds that a field can have. */
const FIELD_KINDS: Readonly<Partial<Record<ParamKind, ComplexField['kind']>>> = {
  price: 'price',
  distance: 'offset',
  qty: 'qty',
  share: 'number',
  fraction: 'number',
  choice: 'choice',
  flag: 'check',
};

/** The field of a parameter, with the words of the table; none where a form composes it. */
function listField([name, param]: readonly [string, Param<unknown>]): readonly ComplexField[] {
  const { kind, field, isRequired, isRequiredByClients } = param;
  if (field === undefined) return [];
  const { shows, choices, ...words } = field;
  const counted = name.endsWith('Ms') ? 'duration' : 'count';
  return [
    {
      at: `params.${snakeCase(name)}`,
      kind: shows ?? FIELD_KINDS[kind] ?? counted,
      isRequired: isRequired === true || isRequiredByClients === true,
      ...words,
      ...(choices === undefined ? {} : { choices: Object.entries(choices) }),
    },
  ];
}

const toField = (type: ParentType, name: string): ComplexField =>
  listField([name, (TYPE_DEFINITIONS[type].params as ParamTable)[name] as Param<unknown>])[0] as ComplexField;

const POST_ONLY: ComplexField = { at: 'post_only', label: 'Post-only', kind: 'check' };
const EXPIRY: ComplexField = {
  at: 'expires_at',
  label: 'Ends at',
  kind: 'time',
  hint: 'in your time zone; never if empty',
};

const toKind = ({ type, price, contract, params, form }: (typeof PLAIN_TYPES)[number]): ComplexKind => {
  const isRequired = price === 'required';
  return {
    key: type,
    type,
    name: form.name,
    about: form.about,
    price: { label: form.price ?? (isRequired ? 'Limit price' : 'Limit price, if any'), isRequired },
    canOnlyReduce: form.canOnlyReduce === true,
    isOnAsset: contract === 'ASSET',
    fields: [
      ...Object.entries<Param<unknown>>(params).flatMap(listField),
      ...(form.hasExpiry === true ? [EXPIRY] : []),
      ...(form.hasPostOnly === true ? [POST_ONLY] : []),
    ],
  };
};

const STOP_LOSS_FIELDS: readonly ComplexField[] = [
  { at: 'params.take_profit.price', label: 'Take-profit price', kind: 'price' },
  { at: 'params.stop_loss.trigger_price', label: 'Stop trigger price', kind: 'price' },
  {
    at: 'params.stop_loss.max_slippage',
    label: 'Max slippage',
    kind: 'distance',
    hint: '5¢ if empty',
  },
  {
    at: 'params.stop_loss.price',
    label: 'Limit of the stop',
    kind: 'price',
    hint: 'then it rests; without max slippage',
    isRare: true,
  },
  toField('TP_SL', 'overlapAfterMs'),
  toField('TP_SL', 'maxOutageMs'),
];
/** Forms that compose the parameters of their type. */
const COMPOSED: readonly ComplexKind[] = [
  {
    key: 'BRACKET',
    type: 'TP_SL',
    name: 'Bracket (TP/SL)',
    about:
      'An entry, and its exits: what the entry has filled is sold at the take-profit, or when the stop triggers.',
    price: { label: 'Entry price', isRequired: true },
    fields: STOP_LOSS_FIELDS,
    compose: ({ subaccount_id, type, price, side, qty, outcome, instrument_id, params }) => ({
      subaccount_id,
      type,
      params: { ...params, entry: { instrument_id, side, outcome, type: 'LIMIT', price, qty } },
    }),
  },
  {
    key: 'PROTECT',
    type: 'TP_SL',
    name: 'Protect an order (TP/SL)',
    about: 'Take-profit and stop for what an existing order has filled and still fills.',
    price: null,
    hasOwnTerms: true,
    fields: [
      {
        at: 'params.attach_to',
        label: 'Order to protect',
        kind: 'text',
        hint: 'such as ord_81',
        isRequired: true,
      },
      ...STOP_LOSS_FIELDS,
    ],
    compose: ({ subaccount_id, type, params }) => ({ subaccount_id, type, params }),
  },
  {
    key: 'OCO',
    type: 'OCO',
    name: 'OCO: limit or stop',
    about:
      'A resting limit order and a stop that share one quantity: what one fills, the other no longer can.',
    price: { label: 'Limit price', isRequired: true },
    canOnlyReduce: true,
    fields: [
      { ...toField('STOP', 'triggerPrice'), label: 'Stop trigger price' },
      toField('STOP', 'maxSlippage'),
      toField('STOP', 'triggerSource'),
      toField('OCO', 'maxOutageMs'),
    ],
    compose: ({ instrument_id, side, outcome, price, params: { max_outage_ms, ...params }, ...shared }) => {
      const leg = { instrument_id, side, outcome };
      return {
        ...shared,
        params: {
          legs: [
            { ...leg, type: 'LIMIT', price },
            { ...leg, type: 'STOP', params },
          ],
          ...(max_outage_ms === undefined ? {} : { max_outage_ms }),
        },
      };
    },
  },
];

/** Those that wait for a price stand first. */
export const COMPLEX_KINDS: readonly ComplexKind[] = [
  ...PLAIN_TYPES.filter(({ price }) => price === 'optional').map(toKind),
  ...COMPOSED,
  ...PLAIN_TYPES.filter(({ price }) => price === 'required').map(toKind),
];
