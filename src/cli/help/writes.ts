import { examples } from './examples.ts';

const KEYED = `
Without --key an id is made and told before the order is sent. Repeat with it when the outcome is unknown
(exit code 9): one id is one order, however often it is sent.`;

/** The words of `--help` of what changes something. */
export const WRITE_HELP = {
  place: (verb: 'buy' | 'sell'): string => `${examples(
    [`crossbook ${verb} 1001 10 @0.46`, 'a limit order, good till cancelled'],
    [`crossbook ${verb} 1001 10`, 'at the best prices there are'],
    [`crossbook ${verb} 1001 10 @0.46 --no --tif IOC`, 'the NO contract, and nothing that rests'],
    [
      `crossbook ${verb} --asset 1000001 30 @0.5 --split --dry-run`,
      'where it would go, and what it would cost',
    ],
    [`crossbook ${verb} --asset 1000001 30 @0.5 --split --wait`, 'until it is over'],
  )}
${KEYED}`,
  orderAmend: examples(['crossbook order amend ord_2 --price 0.47'], ['crossbook order amend ord_2 --qty 5']),
  orderCancel: examples(['crossbook order cancel ord_2'], ['crossbook order cancel ord_2 ord_3']),
  orderCancelAll: `${examples(
    ['crossbook order cancel-all --subaccount sa_1'],
    ['crossbook order cancel-all --yes', 'of all subaccounts of the key'],
    ['crossbook order cancel-all --subaccount sa_1 --risk', 'through the risk layer'],
  )}

Works while the kill switch is on. --risk needs a key with the permission risk and has a rate budget of its own.`,
  riskSet: `${examples(
    ['crossbook risk set --max-order-qty 50 --max-open-orders 20'],
    ['crossbook risk set --max-position-qty none', 'no limit'],
    ['crossbook risk set --account --max-order-qty 500', 'over all subaccounts'],
  )}

Limits that are not named keep their value.`,
  killOn: `${examples(['crossbook kill on'])}

Every new order is refused at once. Orders that rest at venues stay: crossbook order cancel-all.`,
  killOff: examples(['crossbook kill off --yes']),
} as const;
