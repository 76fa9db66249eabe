import { stated, unstated, type VenueAssumption } from '#venues/shared';

/** What the adapter assumes beyond what each answer of the venue shows. */
export const KALSHI_ASSUMPTIONS: readonly VenueAssumption[] = [
  stated(
    'fees are 0.07 and, for makers where charged, 0.0175 or 0.035 times the multiplier of the series',
    '2026-10-07',
    'the fees of own fills, compared by `venue check`',
  ),
  stated(
    'a client order id can never be used again',
    '2026-10-07',
    'a second order with the id of a closed one',
  ),
  stated('quantities are multiples of 0.01 contracts', '2026-10-07', 'the `count_fp` of own fills'),
  unstated(
    'cash moves in steps of $0.0001 unless the fills of the account show whole cents',
    '2026-11-28',
    'the fees of own fills, read by `venue check`',
  ),
  stated(
    'the fee of a fill is rounded up to $0.000001 before its cash is rounded',
    '2026-10-07',
    'the fees of own fills at prices finer than a cent; until 2026-08-27 each was rounded to $0.0001, which is a step of cash more at most',
  ),
  unstated(
    'a market that pays a fraction pays all of quantity times value',
    '2026-11-29',
    'the cash before and after such a settlement; the venue rounds by less than a step of cash',
  ),
  unstated(
    'reads lag by up to a few seconds behind the matching engine',
    '2026-10-07',
    'an order read right after its answer',
  ),
  unstated(
    "a signature's time may differ by 10 s from the venue's clock",
    '2026-10-07',
    'a request with such a time',
  ),
  unstated(
    'the cash of each exchange shard pays for the markets of that shard only',
    '2026-10-07',
    'an order on a shard without cash',
  ),
];
