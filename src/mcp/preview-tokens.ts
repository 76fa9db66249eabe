import { hash } from 'node:crypto';
import { parseDecimal } from '#contract';
import type { NewOrder, OrderPreview } from '../../sdk/src/index.ts';

export const TOKEN_MS = 30_000;
const KEPT_MAX = 1_000;
const RANDOM_BYTES = 12;
const MARK_LENGTH = 8;

/** What a token stands for: one order of one key, and the price that its preview showed. */
export interface Previewed {
  readonly order: NewOrder;
  readonly shown: bigint | null; // the worst average price of a leg, 1e-8; null: nothing would trade at once
  readonly tick: bigint; // 1e-8
  readonly expiresAt: number;
  isSent: boolean; // sent once: the same token then returns that order
}

/** The tokens of the previews of one process. */
export class PreviewTokens {
  readonly #keyId: string;
  readonly #randomHex: (bytes: number) => string;
  readonly #previewed = new Map<string, Previewed>();

  constructor(keyId: string, randomHex: (bytes: number) => string) {
    this.#keyId = keyId;
    this.#randomHex = randomHex;
  }

  add(previewed: Previewed): string {
    const random = this.#randomHex(RANDOM_BYTES);
    const token = `${random}${markOf(this.#keyId, random)}`;
    this.#previewed.set(token, previewed);
    for (const old of this.#previewed.keys()) {
      if (this.#previewed.size <= KEPT_MAX) break;
      this.#previewed.delete(old);
    }
    return token;
  }

  get(token: string): Previewed | null {
    return this.#previewed.get(token) ?? null;
  }

  delete(token: string): void {
    this.#previewed.delete(token);
  }

  /** True for a token that was made for this key, also by another process. */
  isOwn(token: string): boolean {
    const random = token.slice(0, -MARK_LENGTH);
    return /^[0-9a-f]{32}$/.test(token) && token.endsWith(markOf(this.#keyId, random));
  }
}

/** The client order id of a token: the service creates one order for it, however often it is sent. */
export const toClientOrderId = (token: string): string => `mcp-${token}`;

const markOf = (keyId: string, random: string): string =>
  hash('sha256', `${keyId} ${random}`, 'hex').slice(0, MARK_LENGTH);

/** The worst average price at which a leg would trade at once; null when nothing would. */
export function findWorstPrice({ legs }: OrderPreview, side: NewOrder['side']): bigint | null {
  const prices = legs.flatMap(({ expected }) => parseDecimal(expected?.avg_price ?? null) ?? []);
  if (prices.length === 0) return null;
  return prices.reduce((worst, price) => ((side === 'BUY') === price > worst ? price : worst));
}

/** True when the order would now trade at a worse price than its preview showed, by more than one tick. */
export function isBeyondBand({ shown, tick, order }: Previewed, now: bigint | null): boolean {
  if (shown === null) return false; // it rested; if it trades now, its own limit bounds the price
  if (now === null) return true;
  return order.side === 'BUY' ? now > shown + tick : now < shown - tick;
}
