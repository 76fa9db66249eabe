import { Type } from 'typebox';
import { renderNotional } from '../../../domain/model/money.ts';
import type { Balance } from '../../../oms/balances/balance-feed.ts';
import { respondWith, route } from '../route.ts';
import {
  describedAmount,
  Nullable,
  renderOptionalNotional,
  renderOptionalTime,
  SubaccountQuery,
  Time,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

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
      'One balance for each venue that can be traded. A venue is read every 15 seconds, and within two seconds after an order or a fill.',
    query: SubaccountQuery,
    response: Type.Array(BalanceSchema),
    rejections: ['not_found'],
    handle: ({ deps, caller, query }) =>
      respondWith(deps.trading.balances(caller, query.subaccount_id), (all) => all.map(renderBalance)),
  }),
];

/** HTTP and the stream use the same record. */
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
