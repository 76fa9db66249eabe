import { nearest } from '../domain/model/nearest-name.ts';
import type { OrderReason } from '../domain/model/order.ts';
import { ERRORS } from '../server/http/http-errors.ts';
import type { CliContext } from './cli-context.ts';
import { EXIT, Failure, toExitCode } from './cli-failure.ts';
import { listView, type OutputOptions, recordView, show } from './output.ts';

interface Explained {
  readonly code: string;
  readonly kind: 'error' | 'reason'; // of a rejected request, or of a closed order
  readonly status: number | null; // HTTP
  readonly exit_code: number | null; // of a command that receives it
  readonly meaning: string;
}

/** Prints the meaning of a code and the action to take; without a code, lists all codes. */
export function explain(session: CliContext, code: string | undefined, options: OutputOptions): void {
  const all = [...answered(), ...unanswered(), ...reasons()];
  if (code === undefined) {
    const columns = ['code', 'kind', 'status', 'exit_code'];
    return show(
      session.terminal,
      options,
      listView(all, columns, 'crossbook explain CODE prints the details'),
    );
  }
  const found = all.filter((it) => it.code === code);
  const [first] = found;
  if (first === undefined) throw unknownCode(code, all);
  if (found.length > 1)
    return show(session.terminal, options, { ...listView(found, []), drawn: linesFor(found) });
  show(session.terminal, options, { ...recordView(first), drawn: linesFor(found) });
}

const linesFor = (found: readonly Explained[]): readonly string[] =>
  found.flatMap(({ code, kind, status, exit_code, meaning }) => [
    kind === 'reason'
      ? `${code}: reason of a closed order`
      : `${code}: ${status === null ? 'no answer' : `HTTP ${status}`}, exit code ${exit_code}`,
    `  ${meaning}`,
  ]);

function unknownCode(code: string, all: readonly Explained[]): Failure {
  const near = nearest(
    code,
    all.map((it) => it.code),
  );
  const hint = near === null ? 'crossbook explain lists all' : `did you mean ${near}?`;
  return new Failure(`${code} is not a Crossbook code; ${hint}`, EXIT.notFound);
}

const answered = (): readonly Explained[] =>
  Object.entries(ERRORS).map(([code, { status, meaning }]) => ({
    code,
    kind: 'error',
    status,
    exit_code: toExitCode(status, code),
    meaning,
  }));

const unanswered = (): readonly Explained[] =>
  Object.entries(UNANSWERED).map(([code, [exit_code, meaning]]) => ({
    code,
    kind: 'error',
    status: null,
    exit_code,
    meaning,
  }));

const reasons = (): readonly Explained[] =>
  Object.entries(REASONS).map(([code, meaning]) => ({
    code,
    kind: 'reason',
    status: null,
    exit_code: null,
    meaning,
  }));

/** Codes that the client raises itself, without an answer from the service. */
const UNANSWERED: Readonly<Record<string, readonly [exitCode: number, meaning: string]>> = {
  connection: [
    EXIT.unavailable,
    'The service was not reached, and nothing was changed. Check that it runs and that the key file has its base URL: `crossbook doctor`.',
  ],
  timeout: [EXIT.unavailable, 'The service did not answer in time, and nothing was changed. Try again.'],
  unreadable: [
    EXIT.unavailable,
    'The response did not come from Crossbook. Check the base URL and any proxy in between.',
  ],
  outcome_unknown: [
    EXIT.unknown,
    'The request was sent, but its answer was lost. An order: send it again with the same --key, or check it with `crossbook order list --client-order-id KEY`. A cancel: send it again. Anything else: read first, then decide.',
  ],
};

/** The `reason` of an order that closed or was rejected at its venue. */
const REASONS: Readonly<Record<OrderReason, string>> = {
  user_cancel: 'A cancel request for this order cancelled it.',
  cancel_all: 'A cancel-all request cancelled it.',
  risk_cancel_all: 'A cancel-all request of the risk layer cancelled it.',
  ioc_remainder: 'IOC and market orders never rest: the quantity not filled immediately was cancelled.',
  fok_unfilled: 'FOK fills completely or not at all, and the liquidity at its price was too small.',
  no_liquidity: 'The book had no liquidity at its price.',
  expired: 'Its `expires_at` passed.',
  market_closed: 'The market stopped trading.',
  venue_rejected:
    'The venue rejected the order. `venue_code` and `venue_message` of the order hold the text of the venue: `crossbook order show ID`.',
  venue_cancelled: 'The venue cancelled it by itself.',
  venue_unavailable:
    'It did not reach the venue: the venue could not be reached, or has proven that it has no such order. It is safe to place a new one. `crossbook order trace ID` shows why.',
  kill_switch: 'The kill switch was activated before the order was sent.',
  replace_interrupted:
    'An amend cancels and replaces at this venue, and the replacement order could not be placed.',
  fill_voided: 'The venue reversed one of its fills.',
  complex_order: 'Its complex order ended or was amended, and cancelled it.',
  unsettled_holding:
    'The tokens that it sells were bought moments before, and their purchase did not become final in time, so it was not sent.',
  key_ended:
    'Its key was revoked, expired or may no longer trade in the subaccount while the order waited, so it was not sent.',
  sibling_filled: 'Another child of its complex order filled the quantity, so it was cancelled.',
  self_trade: 'It would have traded with another order of the account, and `self_trade` prevents that.',
  market_paused:
    'Its market is paused: it takes no new orders, and an order with `cancel_on_pause` is cancelled.',
  guard: 'A guard of its key or subaccount was not renewed in time.',
  disconnect: 'The session of the trade socket that it depended on ended; of a quote, the service restarted.',
  quote: 'It was a quote that was withdrawn or replaced.',
  mmp: 'It was a quote, and market maker protection withdrew the quotes of its subaccount.',
  reduce_only: 'It was reduce-only, and the position that it could reduce became smaller.',
  post_only_cross:
    'It is post-only and would have traded immediately. Choose a price further from the other side.',
  no_book: 'Not sent: a market order needs a current order book, and none was available. Send it again.',
  id_in_use:
    'The venue has another order with the same id, so it was refused, and that order was not touched. The data folder may have been put back to an older copy; the log names that order.',
  insufficient_balance: 'Not sent: the account at the venue has too little cash or too few contracts for it.',
  allowance_missing: 'Not sent: the wallet has not approved the contract that moves its funds at the venue.',
  notional_below_min:
    'Not sent: it would trade immediately, and its value is below the minimum of the venue.',
  qty_below_min: 'Not sent: its quantity is below the minimum of the market.',
  qty_off_lot: 'Not sent: its quantity is not a multiple of the quantity step of the market.',
  price_out_of_range: 'Not sent: its price is outside the price range of the market.',
  price_off_tick: 'Not sent: its price is not a multiple of the price step of the market.',
  tif_unsupported: 'Not sent: the venue does not support this time in force.',
  expiry_too_soon: 'Not sent: the venue accepts no expiry so close to now.',
  invalid_order:
    'Not sent: the venue does not support this kind of order. `crossbook order trace ID` shows why.',
  unknown_instrument: 'Not sent: the venue no longer lists the market.',
  rate_limited:
    'Not sent: the request budget of the account at the venue was used up. Wait and place a new one.',
  venue_paused:
    'Not sent: the venue accepts no new orders at the moment. `crossbook order trace ID` shows why.',
};
