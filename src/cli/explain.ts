import { nearest } from '../config/config-issues.ts';
import type { OrderReason } from '../domain/model/order.ts';
import { ERRORS } from '../server/http/http-errors.ts';
import type { CliContext } from './cli-context.ts';
import { EXIT, exitCodeOf, Failure } from './cli-failure.ts';
import { listView, type OutputOptions, recordView, show } from './output.ts';

interface Explained {
  readonly code: string;
  readonly kind: 'error' | 'reason'; // of a refused call, or of how an order ended
  readonly status: number | null; // HTTP
  readonly exit_code: number | null; // of the command that met it
  readonly meaning: string;
}

/** What a code means and what to do about it; all codes when none is named. */
export function explain(session: CliContext, code: string | undefined, options: OutputOptions): void {
  const all = [...answered(), ...unanswered(), ...reasons()];
  if (code === undefined) {
    const columns = ['code', 'kind', 'status', 'exit_code'];
    return show(session.terminal, options, listView(all, columns, 'crossbook explain CODE says the rest'));
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
      ? `${code}: why an order ended`
      : `${code}: ${status === null ? 'no answer' : `HTTP ${status}`}, exit code ${exit_code}`,
    `  ${meaning}`,
  ]);

function unknownCode(code: string, all: readonly Explained[]): Failure {
  const near = nearest(
    code,
    all.map((it) => it.code),
  );
  const hint = near === null ? 'crossbook explain lists all' : `did you mean ${near}?`;
  return new Failure(`${code} is no code of Crossbook; ${hint}`, EXIT.notFound);
}

const answered = (): readonly Explained[] =>
  Object.entries(ERRORS).map(([code, { status, meaning }]) => ({
    code,
    kind: 'error',
    status,
    exit_code: exitCodeOf(status, code),
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

/** What the client says when the service did not. */
const UNANSWERED: Readonly<Record<string, readonly [exitCode: number, meaning: string]>> = {
  connection: [
    EXIT.unavailable,
    'The service was not reached, and nothing was changed. Is it started? Is the address that of the key file? `crossbook doctor` looks.',
  ],
  timeout: [EXIT.unavailable, 'The service did not answer in time, and nothing was changed. Try again.'],
  unreadable: [
    EXIT.unavailable,
    'Something answered that is not Crossbook; look at the address, and at what stands between.',
  ],
  outcome_unknown: [
    EXIT.unknown,
    'The request was sent and its answer is lost. An order: send it again with the same --key, or look with `crossbook order list --client-order-id KEY`. A cancel: send it again. Anything else: read first, then decide.',
  ],
};

/** The `reason` of an order that ended or was refused at its venue. */
const REASONS: Readonly<Record<OrderReason, string>> = {
  user_cancel: 'It was cancelled by its id.',
  cancel_all: 'A cancel-all took it.',
  risk_cancel_all: 'A cancel-all of the risk layer took it.',
  ioc_remainder: 'IOC and market orders never rest: what was not filled at once was cancelled.',
  fok_unfilled: 'FOK fills whole or not at all, and there was not enough at its price.',
  no_liquidity: 'There was no offer at its price.',
  expired: 'Its `expires_at` passed.',
  market_closed: 'The market stopped trading.',
  venue_rejected:
    'The venue answered with a refusal. `venue_code` and `venue_message` of the order are its own words: `crossbook order show ID`.',
  venue_cancelled: 'The venue cancelled it by itself.',
  venue_unavailable:
    'It did not reach the venue: the venue could not be reached, or has proven that it has no such order. It is safe to place a new one. `crossbook order trace ID` shows why.',
  kill_switch: 'The kill switch went on before it was sent.',
  replace_interrupted: 'An amend cancels and replaces at this venue, and the new half could not be placed.',
  fill_voided: 'The venue took back a fill of it.',
  market_paused: 'Its market paused, and it was to be cancelled then.',
  reduce_only: 'It was reduce-only, and the position that it could reduce became smaller.',
  post_only_cross:
    'It is post-only and would have traded at once. Choose a price further from the other side.',
  no_book:
    'Not sent: a market order needs a current order book of its market, and there was none. Send it again.',
  insufficient_balance: 'Not sent: the account at the venue does not hold enough for it.',
  allowance_missing: 'Not sent: the wallet has not approved the contract that moves its funds at the venue.',
  notional_below_min: 'Not sent: it would trade at once, and its value is below the minimum of the venue.',
  qty_below_min: 'Not sent: its quantity is below the minimum of the market.',
  qty_off_lot: 'Not sent: its quantity is not a multiple of the quantity step of the market.',
  price_out_of_range: 'Not sent: its price is outside the prices of the market.',
  price_off_tick: 'Not sent: its price is not a multiple of the price step of the market.',
  tif_unsupported: 'Not sent: the venue has no such time in force.',
  expiry_too_soon: 'Not sent: the venue accepts no expiry so close to now.',
  invalid_order: 'Not sent: the venue has no such order. `crossbook order trace ID` shows why.',
  unknown_instrument: 'Not sent: the venue does not list the market any more.',
  rate_limited:
    'Not sent: the request budget of the account at the venue was used up. Wait and place a new one.',
  venue_paused: 'Not sent: the venue takes no new orders now. `crossbook order trace ID` shows why.',
};
