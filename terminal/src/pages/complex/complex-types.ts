import type { Instrument, NewComplexOrder, Outcome } from '../../../../sdk/src/index.ts';
import type { PriceFormat } from '../../components/prices.ts';
import type { TicketFields } from '../trade/ticket-order.ts';
import { readPrice, readQty, type TypedFigure } from '../trade/typed-figures.ts';

/** One field of the ticket. `at` is its place in the request, such as `params.trigger_price`. */
export interface ComplexField {
  readonly at: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind: 'price' | 'distance' | 'qty' | 'number' | 'count' | 'duration' | 'text' | 'choice' | 'check';
  readonly isRequired?: boolean;
  readonly choices?: readonly (readonly [value: string, label: string])[]; // the first one is the default and is not sent
}

/**
 * One kind of complex order: what the ticket shows and sends. Figures are sent at the place of their field; `compose`
 * changes the request where the type wants another form.
 */
export interface ComplexKind {
  readonly key: string;
  readonly type: NewComplexOrder['type'];
  readonly name: string;
  readonly about: string;
  readonly price: { readonly label: string; readonly isRequired: boolean } | null;
  readonly hasOwnTerms?: boolean; // side, quantity and flags follow from another order
  readonly canOnlyReduce?: boolean;
  readonly fields: readonly ComplexField[];
  readonly compose?: (request: NewComplexOrder) => NewComplexOrder;
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
const STOP_LOSS_FIELDS: readonly ComplexField[] = [
  { at: 'params.take_profit.price', label: 'Take-profit price', kind: 'price' },
  { at: 'params.stop_loss.trigger_price', label: 'Stop trigger price', kind: 'price' },
  {
    at: 'params.stop_loss.max_slippage',
    label: 'Max slippage',
    kind: 'distance',
    hint: '5¢ if empty',
  },
];
const OPTIONAL_LIMIT = { label: 'Limit price, if any', isRequired: false } as const;

export const COMPLEX_KINDS: readonly ComplexKind[] = [
  {
    key: 'STOP',
    type: 'STOP',
    name: 'Stop',
    about: 'Sends the order when the price reaches the trigger: a buy at or above it, a sell at or below it.',
    price: OPTIONAL_LIMIT,
    canOnlyReduce: true,
    fields: [{ ...TRIGGER, isRequired: true }, SLIPPAGE, SOURCE],
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
    price: { label: 'Limit price', isRequired: true },
    canOnlyReduce: true,
    fields: [{ ...TRIGGER, label: 'Stop trigger price', isRequired: true }, SLIPPAGE, SOURCE],
    compose: ({ instrument_id, side, outcome, price, params, ...shared }) => {
      const leg = { instrument_id, side, outcome };
      return {
        ...shared,
        params: {
          legs: [
            { ...leg, type: 'LIMIT', price },
            { ...leg, type: 'STOP', params },
          ],
        },
      };
    },
  },
  {
    key: 'ICEBERG',
    type: 'ICEBERG',
    name: 'Iceberg',
    about: 'Rests a part of the quantity at a time; the next part follows when it is filled.',
    price: { label: 'Limit price', isRequired: true },
    fields: [
      { at: 'params.display_qty', label: 'Shown contracts', kind: 'qty', isRequired: true },
      { at: 'params.reload_delay_ms', label: 'Pause between parts', kind: 'duration', hint: 'such as 5s' },
      {
        at: 'params.display_jitter',
        label: 'Random part',
        kind: 'number',
        hint: '0 to 0.5: makes parts smaller',
      },
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
      {
        at: 'params.finish',
        label: 'At the end',
        kind: 'choice',
        choices: [
          ['CANCEL', 'the rest is cancelled'],
          ['CROSS', 'the rest is taken'],
        ],
      },
    ],
  },
];

interface ComplexPlace {
  readonly subaccountId: string;
  readonly market: Instrument;
  readonly outcome: Outcome;
  readonly format: PriceFormat;
}

/** A ticket as typed: the request, null while a figure is missing, and what is wrong with a field. */
export interface ComplexDraft {
  readonly request: NewComplexOrder | null;
  readonly issues: Readonly<Record<string, string>>;
}

/** @param texts  the fields of the kind as typed, by their place in the request */
export function buildComplexOrder(
  kind: ComplexKind,
  ticket: Pick<TicketFields, 'side' | 'qty' | 'price' | 'reduceOnly'>,
  texts: Readonly<Record<string, string>>,
  { subaccountId, market, outcome, format }: ComplexPlace,
): ComplexDraft {
  const issues: Record<string, string> = {};
  const params: Record<string, unknown> = {};
  let isComplete = true;
  for (const field of kind.fields) {
    const { value, issue } = readField(field, texts[field.at] ?? '', format, market.price_tick);
    if (issue !== null) issues[field.at] = issue;
    else if (value !== null) put(params, field.at.split('.').slice(1), value);
    else if (field.isRequired === true) isComplete = false;
  }
  const qty = readQty(ticket.qty).value;
  const price = readPrice(ticket.price, format, market.price_tick).value;
  if (kind.price?.isRequired === true && price === null) isComplete = false;
  if (kind.hasOwnTerms !== true && qty === null) isComplete = false;
  if (!isComplete || Object.keys(issues).length > 0) return { request: null, issues };
  const request: NewComplexOrder = {
    subaccount_id: subaccountId,
    type: kind.type,
    instrument_id: market.instrument_id,
    side: ticket.side,
    outcome,
    ...(qty === null ? {} : { qty }),
    ...(kind.price === null || price === null ? {} : { price }),
    ...(kind.canOnlyReduce === true && ticket.reduceOnly ? { reduce_only: true } : {}),
    params,
  };
  return { request: kind.compose === undefined ? request : kind.compose(request), issues };
}

type Value = string | number | boolean;

function readField(
  field: ComplexField,
  text: string,
  format: PriceFormat,
  tick: string,
): { readonly value: Value | null; readonly issue: string | null } {
  const { kind, choices } = field;
  if (kind === 'price') return readPrice(text, format, tick);
  if (kind === 'distance') return readPrice(text, 'cents', tick); // 5¢, whatever prices are shown as
  if (kind === 'qty' || kind === 'number') return readQty(text);
  if (kind === 'count') return toNumber(readQty(text), 'Not a whole number.');
  if (kind === 'duration') return readDuration(text);
  if (kind === 'check') return { value: text === 'yes' ? true : null, issue: null };
  const isDefault = text === '' || text === choices?.[0]?.[0];
  return { value: isDefault ? null : text.trim(), issue: null };
}

function toNumber({ value, issue }: TypedFigure, wrong: string) {
  if (value === null) return { value: null, issue };
  return Number.isSafeInteger(Number(value))
    ? { value: Number(value), issue }
    : { value: null, issue: wrong };
}

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `90s`, `30m`, `1h` or `1.5 h` in milliseconds. A figure without a unit is in seconds. */
export function readDuration(text: string): { readonly value: number | null; readonly issue: string | null } {
  const typed = text.trim().toLowerCase();
  if (typed === '') return { value: null, issue: null };
  const [, figure, unit = 's'] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|min|h|d)?$/.exec(typed) ?? [];
  if (figure === undefined) return { value: null, issue: 'Not a duration. Enter one such as 30s, 5m or 1h.' };
  return { value: Math.round(Number(figure) * UNIT_MS[unit as keyof typeof UNIT_MS]), issue: null };
}

function put(target: Record<string, unknown>, path: readonly string[], value: Value): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = (target[name] ??= {});
  put(inner as Record<string, unknown>, rest, value);
}
