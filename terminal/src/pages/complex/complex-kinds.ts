import type { ComplexOrderDraft } from '../../../../sdk/src/index.ts';

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

const TRIGGER = { at: 'params.trigger_price', label: 'Trigger price', kind: 'price' } as const;
const SOURCE: ComplexField = {
  at: 'params.trigger_source',
  label: 'Trigger on',
  kind: 'choice',
  choices: [
    ['TOUCH', 'best bid or ask'],
    ['MID', 'middle'],
    ['LAST', 'last trade'],
  ],
};
const SLIPPAGE: ComplexField = {
  at: 'params.max_slippage',
  label: 'Max slippage',
  kind: 'distance',
  hint: 'from the best price, without a limit; 5¢ if empty',
};
const CONFIRM: ComplexField = {
  at: 'params.confirm_ms',
  label: 'Trigger holds for',
  kind: 'duration',
  hint: 'such as 2s; at once if empty',
  isRare: true,
};
const AFTER_PARTIAL: ComplexField = {
  at: 'params.after_partial',
  label: 'After a partial fill',
  kind: 'choice',
  isRare: true,
  choices: [
    ['REPEAT', 'the rest is sent again'],
    ['END', 'it ends'],
  ],
};
/** By default the order goes on after any outage. */
const OUTAGE: ComplexField = {
  at: 'params.max_outage_ms',
  label: 'Pauses after outage',
  kind: 'duration',
  hint: 'longer than; never if empty',
  isRare: true,
};
const SHORT_OUTAGE: ComplexField = { ...OUTAGE, hint: 'longer than; 1m if empty' };
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
  {
    at: 'params.overlap_after_ms',
    label: 'Stop is sent anyway after',
    kind: 'duration',
    hint: 'both may fill; never if empty',
    isRare: true,
  },
  OUTAGE,
];
const POST_ONLY: ComplexField = { at: 'post_only', label: 'Post-only', kind: 'check' };
const STAY: ComplexField = {
  at: 'params.min_stay_ms',
  label: 'Stays at least',
  kind: 'duration',
  hint: 'between two moves; 1s if empty',
};
const MOVES: ComplexField = {
  at: 'params.max_moves',
  label: 'Moves at most',
  kind: 'count',
  hint: '500 if empty',
};
const FINISH: ComplexField = {
  at: 'params.finish',
  label: 'At the end',
  kind: 'choice',
  choices: [
    ['CANCEL', 'the rest is cancelled'],
    ['CROSS', 'the rest is taken'],
  ],
};
const LIMIT = { label: 'Limit price', isRequired: true } as const;
const OPTIONAL_LIMIT = { label: 'Limit price, if any', isRequired: false } as const;

export const COMPLEX_KINDS: readonly ComplexKind[] = [
  {
    key: 'STOP',
    type: 'STOP',
    name: 'Stop',
    about: 'Sends the order when the price reaches the trigger: a buy at or above it, a sell at or below it.',
    price: OPTIONAL_LIMIT,
    canOnlyReduce: true,
    fields: [
      { ...TRIGGER, isRequired: true },
      SLIPPAGE,
      SOURCE,
      CONFIRM,
      AFTER_PARTIAL,
      { at: 'params.fire_if_met', label: 'Also if it is met now', kind: 'check', isRare: true },
      OUTAGE,
    ],
  },
  {
    key: 'TRAILING_STOP',
    type: 'TRAILING_STOP',
    name: 'Trailing stop',
    about: 'A stop whose trigger follows the best price at a distance, and never moves back.',
    price: OPTIONAL_LIMIT,
    canOnlyReduce: true,
    fields: [
      { at: 'params.trail', label: 'Trail', kind: 'distance', hint: 'distance, or enter a percentage' },
      { at: 'params.trail_percent', label: 'Trail in percent', kind: 'number' },
      { at: 'params.activation_price', label: 'Follows from price', kind: 'price', hint: 'at once if empty' },
      SLIPPAGE,
      SOURCE,
      CONFIRM,
      AFTER_PARTIAL,
      OUTAGE,
    ],
  },
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
    price: LIMIT,
    canOnlyReduce: true,
    fields: [{ ...TRIGGER, label: 'Stop trigger price', isRequired: true }, SLIPPAGE, SOURCE, OUTAGE],
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
  {
    key: 'ICEBERG',
    type: 'ICEBERG',
    name: 'Iceberg',
    about: 'Rests a part of the quantity at a time; the next part follows when it is filled.',
    price: LIMIT,
    fields: [
      { at: 'params.display_qty', label: 'Shown contracts', kind: 'qty', isRequired: true },
      { at: 'params.reload_delay_ms', label: 'Pause between parts', kind: 'duration', hint: 'such as 5s' },
      {
        at: 'params.display_jitter',
        label: 'Random part',
        kind: 'number',
        hint: '0 to 0.5: makes parts smaller',
      },
      OUTAGE,
    ],
  },
  {
    key: 'TWAP',
    type: 'TWAP',
    name: 'TWAP',
    about: 'Equal parts at equal intervals, none at a worse price than the limit.',
    price: { label: 'Worst price', isRequired: true },
    fields: [
      {
        at: 'params.duration_ms',
        label: 'Duration',
        kind: 'duration',
        hint: 'such as 1h or 30m',
        isRequired: true,
      },
      { at: 'params.slices', label: 'Parts', kind: 'count', isRequired: true },
      {
        at: 'params.style',
        label: 'Each part',
        kind: 'choice',
        choices: [
          ['PASSIVE', 'rests at the best price'],
          ['AGGRESSIVE', 'takes up to the worst price'],
        ],
      },
      {
        at: 'params.catch_up',
        label: 'Unfilled parts',
        kind: 'choice',
        choices: [
          ['SKIP', 'are skipped'],
          ['SPREAD', 'are spread over the rest'],
        ],
      },
      FINISH,
      SHORT_OUTAGE,
    ],
  },
  {
    key: 'PEG',
    type: 'PEG',
    name: 'Peg',
    about: 'One resting order whose price follows the best prices of others, never worse than the limit.',
    price: LIMIT,
    canOnlyReduce: true,
    fields: [
      {
        at: 'params.reference',
        label: 'Follows',
        kind: 'choice',
        isRequired: true,
        choices: [
          ['NEAR', 'the best price of the same side'],
          ['MID', 'the middle'],
          ['FAR', 'the best price of the other side'],
        ],
      },
      {
        at: 'params.offset',
        label: 'Distance behind it',
        kind: 'offset',
        hint: 'such as 1¢; -1¢ is ahead of it; 0 if empty',
      },
      STAY,
      MOVES,
      POST_ONLY,
      SHORT_OUTAGE,
    ],
  },
  {
    key: 'POV',
    type: 'POV',
    name: 'POV: share of the volume',
    about: 'Rests at the best price of the same side, for a share of what others trade from now on.',
    price: LIMIT,
    canOnlyReduce: true,
    fields: [
      {
        at: 'params.participation',
        label: 'Share in percent',
        kind: 'percent',
        hint: '1 to 50',
        isRequired: true,
      },
      {
        at: 'params.window_ms',
        label: 'Follows every',
        kind: 'duration',
        hint: '1m if empty',
      },
      { at: 'expires_at', label: 'Ends at', kind: 'time', hint: 'in your time zone; never if empty' },
      FINISH,
      POST_ONLY,
      SHORT_OUTAGE,
    ],
  },
  {
    key: 'SMART_ROUTE',
    type: 'SMART_ROUTE',
    name: 'Smart route: cheapest venue',
    about:
      'One order over all matched venues. It rests where it costs least with fees, and moves when another venue is cheaper.',
    price: LIMIT,
    canOnlyReduce: true,
    isOnAsset: true,
    fields: [
      {
        at: 'params.min_improvement',
        label: 'Moves for at least',
        kind: 'distance',
        hint: 'saved per contract; one tick if empty',
      },
      STAY,
      MOVES,
      SHORT_OUTAGE,
    ],
  },
];
