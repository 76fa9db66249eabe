import { type Static, Type } from 'typebox';
import {
  type Caller,
  err,
  invalidField,
  ok,
  type Price,
  parseOrderTag,
  parsePrice,
  parseQty,
  type Qty,
  REJECTION_CODES,
  type Rejection,
  type Result,
  renderDecimal,
  sumFilledQty,
} from '#contract';
import { QUOTE_SIDES, type QuoteTerms } from '#domain';
import {
  QUOTE_ACTIONS,
  type QuoteAnswer,
  type QuotePut,
  type QuoteSheet,
  type QuoteState,
  type SideAnswer,
  type WantedSide,
} from '#orders';
import { type Call, type HttpDeps, type RouteResult, respondWith, route } from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
import {
  Amount,
  Count,
  Decimal,
  InstrumentIdInput,
  InstrumentIdSchema,
  Nullable,
  OrderIdSchema,
  OrderStatusSchema,
  PositiveDecimal,
  PriceDecimal,
  SubaccountIdSchema,
  SubaccountQuery,
  TagSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

const INSTRUMENTS_MAX = 100;

const WantedSchema = Type.Optional(
  Nullable(Type.Object({ price: PriceDecimal, qty: PositiveDecimal }, { additionalProperties: false })),
);

export const QuotesChangeSchema = Type.Object(
  {
    subaccount_id: SubaccountIdSchema,
    quote_seq: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Larger than that of every earlier call for the subaccount, and at most a day ahead of the Unix time in milliseconds. A withdrawal of all quotes begins again at 0.',
    }),
    quotes: Type.Array(
      Type.Object(
        { instrument_id: InstrumentIdInput, bid: WantedSchema, ask: WantedSchema },
        { additionalProperties: false },
      ),
      {
        minItems: 1,
        maxItems: INSTRUMENTS_MAX,
        expects: `must be 1 to ${INSTRUMENTS_MAX} objects with instrument_id, bid and ask; each side {price, qty} or null`,
        description: 'The wanted quotes. `null` withdraws a side; a side that is left out stays as it is.',
      },
    ),
    min_price_move: Type.Optional({ ...Decimal, description: 'A smaller move keeps the quote. Default: 0.' }),
    min_qty_change: Type.Optional({
      ...Decimal,
      description: 'A smaller change of the quantity keeps the quote. Default: 0.',
    }),
    tag: Type.Optional({ ...TagSchema, description: 'Tag of the orders that this call places.' }),
  },
  { examples: EXAMPLES.QuotesChange },
);

const SideAnswerSchema = Type.Object({
  action: Type.Enum([...QUOTE_ACTIONS]),
  order_id: Nullable(
    OrderIdSchema,
    'Null for no order, and while the new one waits for the proven end of the old one.',
  ),
  error: Nullable(
    Type.Object({ error: Type.Enum([...REJECTION_CODES]), message: Type.String(), details: Type.Unknown() }),
  ),
});

export const QuotesAnswerSchema = Type.Object(
  {
    subaccount_id: SubaccountIdSchema,
    quote_seq: Count,
    quotes: Type.Array(
      Type.Object({
        instrument_id: InstrumentIdSchema,
        bid: Nullable(SideAnswerSchema),
        ask: Nullable(SideAnswerSchema),
      }),
    ),
  },
  {
    description:
      'What was done with each side of the request; null for a side that was left out. `PLACED` without `order_id`: the old order is being cancelled, and the new one is placed once that is proven.',
    examples: EXAMPLES.QuotesAnswer,
  },
);

const QuoteSchema = Type.Object({
  order_id: Nullable(OrderIdSchema),
  status: Nullable(OrderStatusSchema),
  price: Nullable(Amount),
  qty: Nullable({ ...Amount, description: 'The quantity that rests.' }),
  next: Nullable(
    Type.Object(
      { price: Amount, qty: Amount },
      {
        description: 'Placed once the order is proven cancelled.',
      },
    ),
  ),
});

export const QuotesSchema = Type.Object(
  {
    subaccount_id: SubaccountIdSchema,
    quote_seq: Count,
    quotes: Type.Array(
      Type.Object({
        instrument_id: InstrumentIdSchema,
        bid: Nullable(QuoteSchema),
        ask: Nullable(QuoteSchema),
      }),
    ),
  },
  {
    description:
      '`quote_seq` is that of the latest call since the start of the service or the last withdrawal of all quotes; 0 before.',
    examples: EXAMPLES.Quotes,
  },
);

export const quoteRoutes = [
  route({
    tag: 'Quotes',
    permission: 'trade',
    bucket: 'quotes',
    method: 'PUT',
    path: '/v1/quotes',
    name: 'putQuotes',
    agents: true,
    summary: 'Bring quotes to a wanted state',
    notes:
      'Quotes are post-only GTC orders of YES: a bid buys, an ask sells. A side has one live order at a time, and a quote that does not change keeps its place. Costs one token for each side that changes, at least one. Quotes are cancelled when the service restarts.',
    body: QuotesChangeSchema,
    response: QuotesAnswerSchema,
    rejections: ['not_found', 'kill_switch', 'guard_fired', 'mmp_frozen', 'stale_quote'],
    computeTokens: countTokens,
    handle: putQuotes,
  }),
  route({
    tag: 'Quotes',
    path: '/v1/quotes',
    name: 'getQuotes',
    agents: true,
    summary: 'Get the live quotes of a subaccount',
    query: SubaccountQuery,
    response: QuotesSchema,
    rejections: ['not_found'],
    handle: ({ deps, caller, query }) =>
      respondWith(deps.trading.quotes.list(caller, query.subaccount_id), renderSheet),
  }),
  route({
    tag: 'Quotes',
    permission: 'trade',
    bucket: 'quotes',
    method: 'DELETE',
    path: '/v1/quotes',
    name: 'pullQuotes',
    agents: true,
    summary: 'Withdraw all quotes of a subaccount',
    reducesRisk: true,
    query: SubaccountQuery,
    response: QuotesAnswerSchema,
    rejections: ['not_found'],
    handle: async ({ deps, caller, query }) =>
      respondWith(await deps.trading.quotes.pull(caller, query.subaccount_id), renderAnswer),
  }),
];

/** One call with a huge number would lock the quotes of its subaccount until every later number is larger. */
const SEQ_AHEAD_MS_MAX = 86_400_000;
const SEQ_AHEAD_ISSUE =
  'must not be more than a day ahead of the Unix time in milliseconds; it may be any smaller counter';

const readBody = createBodyReader(QuotesChangeSchema);

function countTokens(body: unknown, { trading }: HttpDeps, caller: Caller): number {
  const request = readRequest(body);
  return request.ok ? Math.max(1, trading.quotes.countChanges(caller, request.value)) : 1;
}

async function putQuotes({ deps, caller, body, command }: Call): Promise<RouteResult> {
  const request = readRequest(body);
  if (!request.ok) return request;
  if (request.value.quoteSeq > deps.clock.now() + SEQ_AHEAD_MS_MAX)
    return err(invalidField('quote_seq', SEQ_AHEAD_ISSUE));
  return respondWith(await deps.trading.quotes.put(caller, request.value, command), renderAnswer);
}

function readRequest(body: unknown): Result<QuotePut, Rejection> {
  const read = readBody(body);
  if (!read.ok) return read;
  const { subaccount_id: subaccountId, quote_seq: quoteSeq, quotes } = read.value;
  const ids = quotes.map(({ instrument_id: id }) => id);
  if (new Set(ids).size < ids.length) return err(invalidField('quotes', 'must name each instrument once'));
  const sides = quotes.flatMap(toSides);
  const crossed = quotes.find(({ bid, ask }) => bid && ask && toTerms(bid).price >= toTerms(ask).price);
  if (crossed !== undefined)
    return err(invalidField('quotes', `must have a bid below the ask on ${crossed.instrument_id}`));
  const { min_price_move: move = '0', min_qty_change: change = '0' } = read.value;
  const tolerance = { priceMoveMin: parsePrice(move) as Price, qtyChangeMin: parseQty(change) as Qty };
  return ok({ subaccountId, quoteSeq, sides, tolerance, tag: parseOrderTag(read.value.tag) });
}

type WantedQuote = Static<typeof QuotesChangeSchema>['quotes'][number];
type WantedTerms = NonNullable<WantedQuote['bid']>;

const toSides = (quote: WantedQuote): WantedSide[] =>
  QUOTE_SIDES.flatMap((side) => {
    const wanted = quote[side];
    if (wanted === undefined) return [];
    const instrumentId = quote.instrument_id as WantedSide['instrumentId'];
    return [{ instrumentId, side, terms: wanted === null ? null : toTerms(wanted) }];
  });

const toTerms = ({ price, qty }: WantedTerms): QuoteTerms => ({
  price: parsePrice(price) as Price,
  qty: parseQty(qty) as Qty,
});

const renderAnswer = ({ subaccountId, quoteSeq, sides }: QuoteAnswer) => ({
  subaccount_id: subaccountId,
  quote_seq: quoteSeq,
  quotes: groupSides(sides, renderSideAnswer),
});

const renderSideAnswer = ({ action, orderId, refusal }: SideAnswer) => ({
  action,
  order_id: orderId,
  error:
    refusal === null ? null : { error: refusal.code, message: refusal.message, details: refusal.details },
});

const renderSheet = ({ subaccountId, quoteSeq, quotes }: QuoteSheet) => ({
  subaccount_id: subaccountId,
  quote_seq: quoteSeq,
  quotes: groupSides(quotes, renderQuote),
});

const renderQuote = ({ order, waiting }: QuoteState) => ({
  order_id: order?.id ?? null,
  status: order?.status ?? null,
  price: order?.price ? renderDecimal(order.price) : null,
  qty: order === null ? null : renderDecimal(order.qty - sumFilledQty(order)),
  next: waiting === null ? null : { price: renderDecimal(waiting.price), qty: renderDecimal(waiting.qty) },
});

/** One record for each instrument, in the order of its first side. */
function groupSides<Side extends Pick<WantedSide, 'instrumentId' | 'side'>, Rendered>(
  sides: readonly Side[],
  render: (side: Side) => Rendered,
) {
  const byInstrument = Map.groupBy(sides, ({ instrumentId }) => instrumentId);
  return [...byInstrument].map(([id, both]) => {
    const find = (name: WantedSide['side']): Rendered | null => {
      const found = both.find(({ side }) => side === name);
      return found === undefined ? null : render(found);
    };
    return { instrument_id: id, bid: find('bid'), ask: find('ask') };
  });
}
