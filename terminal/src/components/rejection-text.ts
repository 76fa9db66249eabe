import { ApiError, OutcomeUnknownError } from '../../../sdk/src/index.ts';
import { limitLabel } from './labels.ts';

/** A rejection as a form shows it: messages by field, and the service's whole message. */
export interface RejectionText {
  readonly title: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The form field of a limit, for a rejection that names only the limit. */
const FIELD_OF_LIMIT: Readonly<Record<string, string>> = { max_order_qty: 'qty', max_position_qty: 'qty' };

/** Converts any error of an API call to text for the user. */
export function toRejectionText(error: Error): RejectionText {
  if (error instanceof ApiError)
    return { ...toWords(TITLES[error.error] ?? 'Rejected', error.message), fields: toFields(error) };
  const title = error instanceof OutcomeUnknownError ? 'Outcome unknown' : 'Not sent';
  return { title, message: error.message, fields: {} };
}

/** Any error of an API call as one line. */
export function toSentence(error: Error): string {
  const { title, message } = toRejectionText(error);
  return `${title}: ${message}`;
}

/** Drops the title's words from the beginning of a message, so that they are not shown twice. */
function toWords(title: string, message: string): { readonly title: string; readonly message: string } {
  if (!message.toLowerCase().startsWith(title.toLowerCase())) return { title, message };
  const rest = message.slice(title.length).replace(/^[\s:,.;]+/, '');
  return { title, message: rest === '' ? message : rest };
}

const TITLES: Readonly<Record<string, string>> = {
  kill_switch: 'The kill switch is on',
  guard_fired: 'A guard has fired',
  approval_required: 'A person must approve this order',
  agent_policy: 'Not allowed by the policy of the key',
  risk_limit: 'Limit exceeded',
  market_not_open: 'The market is not open',
  venue_not_tradable: 'The venue accepts no orders',
  routing_unavailable: 'No venue can fill this order',
  nothing_to_reduce: 'Nothing to reduce',
  operation_unsupported: 'Not possible at this venue',
  nothing_to_convert: 'Nothing to convert',
  self_trade: 'It would trade with your own order',
  expired_request: 'The request came too late',
  no_book: 'No order book',
  notional_below_min: 'Value below the minimum of the venue',
  insufficient_balance: 'Not enough balance at the venue',
  allowance_missing: 'Allowance missing',
  forbidden: 'This key may not do that',
  order_not_open: 'The order is already closed',
  rate_limited: 'Too many requests',
};

function toFields({ details, message }: ApiError): Readonly<Record<string, string>> {
  const named = details?.['fields'];
  const limit = details?.['limit'];
  const ofLimit = typeof limit === 'string' ? FIELD_OF_LIMIT[limit] : undefined;
  if (ofLimit !== undefined) return { [ofLimit]: message.replace(String(limit), limitLabel(String(limit))) };
  if (!Array.isArray(named)) return {};
  return Object.fromEntries(
    named.flatMap((each: unknown) => {
      const { field, issue } = Object(each) as Readonly<Record<string, unknown>>;
      return typeof field === 'string' && typeof issue === 'string' ? [[field, issue]] : [];
    }),
  );
}

export const asError = (failure: unknown): Error =>
  failure instanceof Error ? failure : new Error(String(failure));
