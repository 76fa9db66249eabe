import { err, ok, type Result } from '#contract';
import { type Micro, renderMicro } from './micro-units.ts';
import { DEPOSIT_WALLET, getExchangeContract, openSessionEnvelope, recoverOrder } from './order-signing.ts';
import type { Market, Outcome } from './outcome-market.ts';
import { isMarketStyle, type PostedOrder, readAmounts, type Terms } from './posted-order.ts';

/** A rejection with the venue's status and text. */
export interface Rejection {
  readonly status: number;
  readonly error: string;
}

export const reject = (error: string, status = 400): Rejection => ({ status, error });

export const BALANCE_TEXT = 'not enough balance / allowance';
const GTD_LEAD_SECONDS = 180;

/** The caller: an API key and its wallet. */
export interface Caller {
  readonly apiKey: string;
  readonly address: string; // lower case
}

/** Owners of wallets, and what they authorized. A wallet belongs to the first owner that signs for it. */
export interface WalletOwners {
  getOwner(wallet: string): string | null;
  getSession(wallet: string, key: string): WalletSession | null;
}

/** A key that the owner of a deposit wallet authorized to trade for it. */
export interface WalletSession {
  readonly scopes: readonly string[];
  readonly validUntil: number; // Unix seconds; 0: revoked
}

/** Whether a session key may place orders now. */
export const isTrading = ({ scopes, validUntil }: WalletSession, nowMs: number): boolean =>
  nowMs < validUntil * 1_000 && (scopes.includes('CLOB') || scopes.includes('ALL'));

/** Checks that the caller may send the order, and that the owner of its wallet or a session key of it signed it. */
export function checkSigner(
  order: PostedOrder,
  market: Market,
  caller: Caller,
  wallets: WalletOwners,
  nowMs: number,
): Rejection | null {
  const { fields, signature, owner } = order;
  if (owner !== caller.apiKey) return reject('the order owner has to be the owner of the API KEY');
  const [maker, signer] = [fields.maker.toLowerCase(), fields.signer.toLowerCase()];
  const isDeposit = fields.signatureType === DEPOSIT_WALLET;
  if (!isDeposit && signer !== caller.address) {
    return reject('the order signer address has to be the address of the API KEY');
  }
  if (isDeposit ? maker !== signer : fields.signatureType === 0 && maker !== signer) {
    return reject('maker address not allowed, please use the deposit wallet flow');
  }
  const envelope = isDeposit ? openSessionEnvelope(signature) : null;
  const signed = envelope?.signature ?? signature;
  if (recoverOrder(fields, getExchangeContract(market), signed) !== caller.address) {
    return reject('invalid signature');
  }
  if (envelope !== null) {
    const session = wallets.getSession(maker, caller.address);
    const isOwn = envelope.sessionKey === caller.address && session !== null;
    return isOwn && isTrading(session, nowMs) ? null : reject('invalid signature');
  }
  const known = wallets.getOwner(maker);
  return known === null || known === caller.address ? null : reject('invalid signature');
}

/**
 * Checks amounts, tick, size and expiry of an order, in the venue's order.
 *
 * @param id       the order's digest, which some texts begin with
 * @param nowMs    `expiration` must be three minutes later
 * @param minBindsTaking  the minimum size binds FAK and FOK orders too
 */
export function checkTerms(
  order: PostedOrder,
  market: Market,
  id: string,
  nowMs: number,
  minBindsTaking: boolean,
): Result<Terms, Rejection> {
  const { fields, type, isPostOnly, expiration } = order;
  const side = fields.side === 0 ? 'BUY' : 'SELL';
  if (isPostOnly && isMarketStyle(type)) {
    return err(reject('invalid post-only order: only GTC and GTD order types are allowed'));
  }
  const isLifeRight =
    type === 'GTD' ? expiration >= Math.floor(nowMs / 1000) + GTD_LEAD_SECONDS : expiration === 0;
  if (!isLifeRight) return err(reject('invalid expiration'));
  const amounts = [fields.makerAmount as Micro, fields.takerAmount as Micro] as const;
  const terms = readAmounts(side, type, ...amounts, market.tick);
  if (!terms.ok) {
    const { kind, text } = terms.error;
    return err(reject(kind === 'order' ? `order ${id} is invalid. ${text}` : text));
  }
  const isBound = minBindsTaking || !isMarketStyle(type);
  if (isBound && terms.value.shares < market.sharesMin) {
    const [size, least] = [renderMicro(terms.value.shares), renderMicro(market.sharesMin)];
    return err(reject(`order ${id} is invalid. Size (${size}) lower than the minimum: ${least}`));
  }
  return ok(terms.value);
}

/** Returns the index of a token in its market. */
export const getOutcome = (market: Market, token: string): Outcome => (market.tokens[0] === token ? 0 : 1);

/** What a wallet has of an asset, and what its orders and an order need of it. */
interface Coverage {
  readonly balance: bigint;
  readonly active: bigint; // of resting orders
  readonly matched: bigint; // not moved on the chain yet
  readonly amount: bigint;
}

/** The venue's rejection for missing money or tokens, in both of its forms. */
export function insufficientBalance({ balance, active, matched, amount }: Coverage): Rejection {
  const text = `${BALANCE_TEXT}: the balance is not enough -> balance: ${balance}`;
  if (active + matched === 0n) return reject(`${text}, order amount: ${amount}`);
  const sums = `sum of active orders: ${active}, sum of matched orders: ${matched}`;
  return reject(`${text}, ${sums}, order amount (inc. fees): ${amount}`);
}

export const insufficientAllowance = (spender: string, allowance: bigint, amount: bigint): Rejection =>
  reject(
    `${BALANCE_TEXT}: the allowance is not enough -> spender: ${spender}, allowance: ${allowance}, order amount: ${amount}`,
  );
