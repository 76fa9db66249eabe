/**
 * A program that type-checks if the generated `NewOrder` accepts each valid order, as a literal and as a variable,
 * and refuses the invalid ones. `submit` must accept any `NewOrder`.
 */
export const orderChecks = (imports: string, submit: string): string => `
${imports}

const base = { subaccount_id: 'sa_1', qty: '1' } as const;
const limit = { ...base, type: 'LIMIT', price: '0.4', side: 'BUY' } as const;
export const valid: NewOrder[] = [
  { ...limit, instrument_id: 1 },
  { ...limit, instrument_id: 1, outcome: 'NO', side: 'SELL', client_order_id: 'a', tif: null, expires_at: null },
  { ...limit, instrument_id: 1, outcome: 'NO', binary_outcome: 'NO' },
  { ...limit, instrument_id: 1, tif: 'IOC', reduce_only: true, post_only: false },
  { ...limit, instrument_id: 1, tif: 'GTD', expires_at: '2030-01-01T00:00:00Z', post_only: true },
  { ...limit, instrument_id: 1, tif: 'GTD', expires_at: 1893456000000, valid_until: 1893456000000 },
  { ...limit, instrument_id: 1, routing: { mode: 'DIRECT' }, cancel_on_pause: true },
  { ...limit, generic_asset_id: 1, routing: { mode: 'SPLIT' } },
  { ...limit, generic_asset_id: 1, routing: { mode: 'BEST_PRICE', venues: ['Demo'] }, post_only: true },
  { ...base, instrument_id: 1, side: 'BUY', type: 'MARKET' },
  { ...base, generic_asset_id: 1, side: 'SELL', type: 'MARKET', tif: 'FOK', routing: { mode: 'SPLIT' } },
];

export function fromVariables(
  side: 'BUY' | 'SELL',
  outcome: 'YES' | 'NO',
  tif: 'GTC' | 'IOC' | 'FOK',
  flag: boolean,
): NewOrder {
  return { ...base, instrument_id: 1, side, outcome, tif, type: 'LIMIT', price: '0.4', post_only: flag, reduce_only: flag };
}

const order = { ...limit, instrument_id: 1 } as const;
const invalid = {
  limitWithoutPrice: { ...base, instrument_id: 1, side: 'BUY', type: 'LIMIT' },
  noInstrument: limit,
  gtdWithoutItsTime: { ...order, tif: 'GTD' },
  inexactPrice: { ...order, price: 0.4 },
  bestPriceOfAnInstrument: { ...order, routing: { mode: 'BEST_PRICE' } },
  unknownSide: { ...order, side: 'LONG' },
} as const;
type Accepted<Orders> = { [Name in keyof Orders]: Orders[Name] extends NewOrder ? Name : never }[keyof Orders];
export const isAccepted: Accepted<{ order: typeof order }> = 'order';
export const areRefused: [Accepted<typeof invalid>] extends [never] ? true : Accepted<typeof invalid> = true;

export async function any(order: NewOrder) {
  ${submit}
}
`;
