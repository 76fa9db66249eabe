import { ApiError, OutcomeUnknownError } from '../../../sdk/src/index.ts';

/** A refusal as a form shows it: what belongs to a field beside it, and the whole in the service's words. */
export interface RefusalWords {
  readonly title: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Which field a limit speaks of, when the refusal names the limit alone. */
const FIELD_OF_LIMIT: Readonly<Record<string, string>> = { max_order_qty: 'qty', max_position_qty: 'qty' };

/** The words of whatever a call threw. */
export function refusalWords(error: Error): RefusalWords {
  if (error instanceof ApiError)
    return { title: TITLES[error.error] ?? 'Refused', message: error.message, fields: fieldsOf(error) };
  const title = error instanceof OutcomeUnknownError ? 'Nobody knows yet' : 'Not sent';
  return { title, message: error.message, fields: {} };
}

const TITLES: Readonly<Record<string, string>> = {
  kill_switch: 'The kill switch is on',
  risk_limit: 'Over a limit',
  market_not_open: 'The market is not open',
  venue_not_tradable: 'The venue takes no orders',
  routing_unavailable: 'No venue can take it',
  forbidden: 'This key may not do that',
  order_not_open: 'The order is over',
  rate_limited: 'Too many requests',
};

function fieldsOf({ details, message }: ApiError): Readonly<Record<string, string>> {
  const named = details?.['fields'];
  const limit = details?.['limit'];
  const ofLimit = typeof limit === 'string' ? FIELD_OF_LIMIT[limit] : undefined;
  if (ofLimit !== undefined) return { [ofLimit]: message };
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
