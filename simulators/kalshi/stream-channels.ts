/** What a socket can subscribe to. */
interface ChannelRules {
  readonly needsTickers: boolean;
  readonly isFiltered: boolean; // by tickers, when some are given
  readonly hasSeq: boolean;
}

const rules = (needsTickers: boolean, isFiltered: boolean, hasSeq: boolean): ChannelRules => ({
  needsTickers,
  isFiltered,
  hasSeq,
});

export const CHANNELS: Readonly<Record<string, ChannelRules>> = {
  orderbook_delta: rules(true, true, true),
  ticker: rules(false, true, false),
  trade: rules(false, true, true),
  fill: rules(false, true, false),
  user_orders: rules(false, true, false),
  market_positions: rules(false, true, false),
  market_lifecycle_v2: rules(false, false, true),
  multivariate_market_lifecycle: rules(false, false, true),
  order_group_updates: rules(false, false, true),
};

/** The error codes of the socket, with their sentences. */
export const SOCKET_ERRORS: Readonly<Record<number, string>> = {
  1: 'Unable to process message',
  2: 'Params required',
  3: 'Channels required',
  4: 'Subscription IDs required',
  5: 'Unknown command',
  7: 'Unknown subscription ID',
  8: 'Unknown channel name',
  10: 'Channel error',
  11: 'Invalid parameter',
  12: 'Exactly one subscription ID is required',
  13: 'Unsupported action',
  14: 'Market ticker required',
  15: 'Action required',
  25: 'Subscription buffer overflow',
};

/** One subscription of one socket. */
export interface Subscription {
  readonly sid: number;
  readonly channel: string;
  tickers: Set<string> | null; // null is all
  readonly useYesPrice: boolean;
  readonly skipAck: boolean;
  seq: number;
}

export const isSubscribedTo = ({ tickers }: Subscription, ticker: string): boolean =>
  tickers === null || tickers.has(ticker);

/** JSON in which a bigint is `{"$n":"12"}`: a text that merely looks like a number stays a text. */
export const encode = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? { $n: String(each) } : each));

export const decode = (text: string): unknown =>
  JSON.parse(text, (_, each: unknown) => (isBig(each) ? BigInt(each.$n) : each));

const isBig = (value: unknown): value is { readonly $n: string } =>
  typeof value === 'object' && value !== null && '$n' in value && typeof value.$n === 'string';
