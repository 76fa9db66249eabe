import { err, ok, type Result } from '../../../src/domain/model/result.ts';
import { DEPOSIT_WALLET, recoverOrder } from '../signing/recover-signer.ts';
import { type Micro, renderMicro } from './micro-units.ts';
import { isMarketStyle, readAmounts, type Terms } from './order-amounts.ts';
import type { Market, Outcome } from './outcome-market.ts';
import type { PostedOrder } from './posted-order.ts';

/** A refusal as the venue words it. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
}

export const no = (error: string, status = 400): Refusal => ({ status, error });

export const BALANCE_TEXT = 'not enough balance / allowance';
const GTD_LEAD_SECONDS = 180;

/** Who calls: an API key and the wallet that it was made for. */
export interface Caller {
  readonly apiKey: string;
  readonly address: string; // lower case
}

/** Which wallets an owner's key may trade for; a wallet belongs to the first owner that signs for it. */
export interface WalletOwners {
  ownerOf(wallet: string): string | null;
}

/** Whether the order is the caller's to send, and signed by the key that owns its money. */
export function checkSigner(
  order: PostedOrder,
  market: Market,
  caller: Caller,
  wallets: WalletOwners,
): Refusal | null {
  const { fields, signature, owner } = order;
  if (owner !== caller.apiKey) return no('the order owner has to be the owner of the API KEY');
  const [maker, signer] = [fields.maker.toLowerCase(), fields.signer.toLowerCase()];
  const isDeposit = fields.signatureType === DEPOSIT_WALLET;
  if (!isDeposit && signer !== caller.address) {
    return no('the order signer address has to be the address of the API KEY');
  }
  if (isDeposit ? maker !== signer : fields.signatureType === 0 && maker !== signer) {
    return no('maker address not allowed, please use the deposit wallet flow');
  }
  if (recoverOrder(fields, market.negRisk, signature) !== caller.address) return no('invalid signature');
  const known = wallets.ownerOf(maker);
  return known === null || known === caller.address ? null : no('invalid signature');
}

/**
 * Amounts, tick, size and life of an order, in the order in which the venue looks at them.
 *
 * @param id       the order's digest, which some sentences begin with
 * @param nowMs    for `expiration`, which must lie three minutes ahead
 */
export function checkTerms(
  order: PostedOrder,
  market: Market,
  id: string,
  nowMs: number,
): Result<Terms, Refusal> {
  const { fields, type, isPostOnly, expiration } = order;
  const side = fields.side === 0 ? 'BUY' : 'SELL';
  if (isPostOnly && isMarketStyle(type)) {
    return err(no('invalid post-only order: only GTC and GTD order types are allowed'));
  }
  const isLifeRight =
    type === 'GTD' ? expiration >= Math.floor(nowMs / 1000) + GTD_LEAD_SECONDS : expiration === 0;
  if (!isLifeRight) return err(no('invalid expiration'));
  const amounts = [fields.makerAmount as Micro, fields.takerAmount as Micro] as const;
  const terms = readAmounts(side, type, ...amounts, market.tick);
  if (!terms.ok) {
    const { kind, text } = terms.error;
    return err(no(kind === 'order' ? `order ${id} is invalid. ${text}` : text));
  }
  if (terms.value.shares < market.sharesMin) {
    const [size, least] = [renderMicro(terms.value.shares), renderMicro(market.sharesMin)];
    return err(no(`order ${id} is invalid. Size (${size}) lower than the minimum: ${least}`));
  }
  return ok(terms.value);
}

/** The index of a token in its market. */
export const outcomeOf = (market: Market, token: string): Outcome => (market.tokens[0] === token ? 0 : 1);

/** The venue's sentence for a lack of money or tokens. */
export const lacksBalance = (balance: bigint, amount: bigint): Refusal =>
  no(
    `${BALANCE_TEXT}: the balance is not enough -> balance: ${balance < 0n ? 0n : balance}, order amount: ${amount}`,
  );

export const lacksAllowance = (allowance: bigint, amount: bigint): Refusal =>
  no(`${BALANCE_TEXT}: the allowance is not enough -> allowance: ${allowance}, order amount: ${amount}`);
