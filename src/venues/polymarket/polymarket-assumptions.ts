import { stated, unstated, type VenueAssumption } from '#venues/shared';

/** What the adapter assumes beyond what each answer of the venue shows. */
export const POLYMARKET_ASSUMPTIONS: readonly VenueAssumption[] = [
  stated('orders have protocol version 2', '2026-10-07', '`/version`, read by `venue check`'),
  stated(
    'a GTD order ends a minute before its stated time',
    '2026-10-07',
    'a GTD order that is left to expire',
  ),
  stated('a purchase that trades at once is worth at least 1 pUSD', '2026-10-07', 'a purchase of less'),
  unstated(
    'the minimum size binds GTC and GTD orders only',
    '2026-09-11',
    'a sale of fewer shares with FAK; `min_size_for_taking` if it is refused',
  ),
  unstated(
    'the taker fee is cut off after five decimals, one fee for all makers of a match',
    '2026-09-30',
    'the fees of own fills on the chain: trades of the API have none',
  ),
  unstated(
    'cash of a trade is cut off after six decimals; positions and estimates use the exact amount',
    '2026-09-30',
    'the balance before and after a fill of fractional shares',
  ),
  unstated(
    'cash of a purchase is kept from its match until its trade is mined',
    '2026-09-13',
    "the venue's refusal, which names its `sum of matched orders`; it has kept some for longer, and a balance was seen to fall up to two seconds after its trade was confirmed",
  ),
  unstated(
    'takers of markets on the direction of a price wait 250 ms',
    '2026-10-07',
    'the time of such an answer',
  ),
  unstated('a closed order is not served by `/data/order`', '2026-10-07', 'reading an order after its fill'),
  unstated(
    "the relayer's list has a transaction as soon as it took it, and for at least an hour",
    '2026-10-07',
    'an answer that is lost',
  ),
  stated(
    'a deposit wallet refuses a batch after its deadline',
    '2026-10-07',
    'a batch with a deadline in the past',
  ),
  unstated(
    'markets of Protocol V2 have the messages of v1',
    '2026-10-07',
    'the first listed market with `version` v2',
  ),
  stated(
    'a session key reads and cancels exactly the orders that it placed, and no other key does',
    '2026-09-25',
    "the orders of a session key, read with the owner's",
  ),
  unstated(
    'an expired session key is refused, or still reads its orders: its list is not empty while they rest',
    '2026-09-25',
    'a list that is read after the day of `session_key_expires`; from that day on nothing is taken to be absent',
  ),
  unstated(
    'orders of an expired session key are refused with 401, or as an invalid signature',
    '2026-09-25',
    'an order of an expired key',
  ),
  unstated(
    "a deposit wallet has one of the two addresses that its owner's gives: by the beacon, or by the implementation before 2026-06-29",
    '2026-09-23',
    '`wallet` in `venue check`; a new factory would need a third',
  ),
  unstated(
    'a session key reads the balances of its wallet',
    '2026-09-25',
    'the line `funds` of the check with a session key',
  ),
];
