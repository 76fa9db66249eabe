/** The venue's contracts on Polygon. The exchange that an order names depends on its market's `neg_risk`. */
export const CHAIN_ID = 137n;
export const EXCHANGE_STANDARD = '0xE111180000d2663C0091e4f400237545B87B996B';
export const EXCHANGE_NEG_RISK = '0xe2222d279d744050d28e00520010520000310F59';

export const exchangeOf = (negRisk: boolean): string => (negRisk ? EXCHANGE_NEG_RISK : EXCHANGE_STANDARD);
