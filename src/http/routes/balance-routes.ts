import { Type } from 'typebox';
import { type Notional, renderNotional, renderTime } from '#contract';
import { SHEET_LINES } from '#domain';
import { type Balance, type SheetView, toWireLine } from '#orders';
import { respondWith, route } from '../route.ts';
import {
  describedAmount,
  describedSigned,
  Nullable,
  renderOptionalNotional,
  renderOptionalTime,
  SubaccountQuery,
  Time,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

const describedLine = (description: string) => Nullable(describedSigned(description));

const SheetLineSchema = Type.Object({
  line: Type.Enum(SHEET_LINES.map(toWireLine), {
    description:
      '`cash`: what trades, fees, operations and results have moved. `reserved`: what live orders need. `available`: `cash` less `reserved`. `locked_in_pairs` and `redeemable`: what tokens pay when they are merged or redeemed. `unsettled`: the part of `cash` that the venue may still take back. `fees`: paid. `rewards`: no venue reports them.',
  }),
  subaccount: describedLine(
    'The part of this subaccount, in `currency`; negative: paid. Null: not known, such as a fee.',
  ),
  unattributed: describedLine(
    'What belongs to no subaccount of your account: `recorded` less the parts of all of them. Of `cash`: what the account had before, and deposits.',
  ),
  recorded: describedLine('The whole account at the venue, by the records of this service.'),
  venue: describedLine('The figure of the venue; null where it reports none, or it is out of date.'),
  difference: describedLine('`venue` less `recorded`; null where either is not known.'),
  difference_min: describedLine(
    'The least difference that trades not yet final, operations and orders on their way, and the age of the figure explain.',
  ),
  difference_max: describedLine('The largest such difference.'),
  differs: Type.Boolean({
    description: 'True: two comparisons in a row have found a difference outside of these bounds.',
  }),
});

const SheetSchema = Type.Object(
  {
    compared_at: Time,
    venue_as_of: Nullable(
      Time,
      'Of the figures of the venue; null: it reports none, or they are out of date.',
    ),
    lines: Type.Array(SheetLineSchema),
  },
  {
    description:
      'The balance sheet of the venue at the last comparison, which is made every minute. Only in `GET /v1/balances`. Null before the first.',
  },
);

export const BalanceSchema = Type.Object(
  {
    venue: VenueNameSchema,
    currency: Type.String({ description: '`USD`, or the token that the venue settles in.' }),
    total: Nullable(
      describedAmount('Cash including what resting orders block; null when it is not reported.'),
    ),
    available: Nullable(
      describedAmount(
        'Cash for new orders; null when it was not read yet or orders are not limited by cash.',
      ),
    ),
    pools: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ description: 'Such as `shard 3`.' }),
          available: describedAmount('The part of `available` in this pool.'),
        }),
        {
          description:
            'Only where the venue divides its cash, as Kalshi between its exchange shards: the cash of one pool pays for the markets of that pool only.',
        },
      ),
    ),
    reserved: describedAmount(
      'Cash that the live orders of this subaccount need at most, fees included. Computed by the service.',
    ),
    locked_in_pairs: Type.Optional(
      describedAmount(
        'Only at venues that hold tokens: what pairs of YES and NO of this subaccount pay when they are merged.',
      ),
    ),
    redeemable: Type.Optional(
      describedAmount(
        'Only at venues that hold tokens: what tokens of settled markets of this subaccount pay when they are redeemed.',
      ),
    ),
    scope: Type.Enum(['VENUE_ACCOUNT', 'SUBACCOUNT'], {
      description:
        '`VENUE_ACCOUNT`: `total` and `available` are one amount for all subaccounts of the service.',
    }),
    as_of: Nullable(Time),
    stale: Type.Boolean({ description: 'True: the venue has not reported its balance for 45 seconds.' }),
    sheet: Type.Optional(Nullable(SheetSchema)),
  },
  {
    description: 'The cash at one venue. Demo has no cash account: its `total` and `available` are null.',
    examples: EXAMPLES.Balance,
  },
);

export const balanceRoutes = [
  route({
    path: '/v1/balances',
    name: 'listBalances',
    agents: true,
    tag: 'Positions',
    summary: 'List the cash of a subaccount at each venue',
    notes:
      'One balance for each venue that can be traded, with its balance sheet. A venue is read every 15 seconds, and within two seconds after an order or a fill.',
    query: SubaccountQuery,
    response: Type.Array(BalanceSchema),
    rejections: ['not_found'],
    handle: ({ deps, caller, query }) =>
      respondWith(deps.trading.balances.list(caller, query.subaccount_id), (all) =>
        all.map((balance) => ({ ...renderBalance(balance), sheet: renderSheet(balance.sheet ?? null) })),
      ),
  }),
];

/** HTTP and the stream use the same record, without the sheet in the stream. */
export const renderBalance = (balance: Balance) => ({
  venue: balance.venue,
  currency: balance.currency,
  total: renderOptionalNotional(balance.total),
  available: renderOptionalNotional(balance.available),
  ...(balance.pools && {
    pools: [...balance.pools].map(([name, amount]) => ({ name, available: renderNotional(amount) })),
  }),
  reserved: renderNotional(balance.reserved),
  ...(balance.tokens && {
    locked_in_pairs: renderNotional(balance.tokens.lockedInPairs),
    redeemable: renderNotional(balance.tokens.redeemable),
  }),
  scope: balance.scope,
  as_of: renderOptionalTime(balance.asOf),
  stale: balance.isStale,
});

function renderSheet(sheet: SheetView | null) {
  if (sheet === null) return null;
  const { comparedAt, venueAsOf, lines } = sheet;
  return {
    compared_at: renderTime(comparedAt),
    venue_as_of: renderOptionalTime(venueAsOf),
    lines: lines.map(({ line, subaccount, unattributed, ours, venue, difference, bounds, isBroken }) => ({
      line: toWireLine(line),
      subaccount: renderOptionalNotional(subaccount),
      unattributed: renderOptionalNotional(unattributed),
      recorded: renderOptionalNotional(ours),
      venue: renderOptionalNotional(venue),
      difference: renderOptionalNotional(difference),
      difference_min: renderOptionalNotional((bounds?.low ?? null) as Notional | null),
      difference_max: renderOptionalNotional((bounds?.high ?? null) as Notional | null),
      differs: isBroken,
    })),
  };
}
