import type { AccountId, InstrumentId, Qty, SubaccountId, TimestampMs } from '#contract';

/** Market maker protection of a subaccount: it withdraws the quotes when they fill too fast. */
export interface MakerProtection {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly windowMs: number;
  readonly filledQtyMax: Qty | null; // of all quotes within the window; null: no limit
  readonly netQtyMax: Qty | null; // bought minus sold in YES terms, without sign, summed over instruments
  readonly frozenMs: number; // how long a breach refuses quotes; 0: until it is reset
  readonly frozenAt: TimestampMs | null; // of the last breach that was not reset
  readonly frozenUntil: TimestampMs | null; // null with `frozenAt`: until it is reset
  readonly breaches: number;
  readonly updatedAt: TimestampMs;
}

/** The limits as a caller sets them. */
export type ProtectionTerms = Pick<MakerProtection, 'windowMs' | 'filledQtyMax' | 'netQtyMax' | 'frozenMs'>;

export const isFrozen = (protection: MakerProtection | undefined, now: TimestampMs): boolean =>
  protection !== undefined &&
  protection.frozenAt !== null &&
  (protection.frozenUntil === null || now < protection.frozenUntil);

/** The record after a breach. */
export function freeze(protection: MakerProtection, now: TimestampMs): MakerProtection {
  const { frozenMs, breaches } = protection;
  const frozenUntil = frozenMs === 0 ? null : ((now + frozenMs) as TimestampMs);
  return { ...protection, frozenAt: now, frozenUntil, breaches: breaches + 1, updatedAt: now };
}

/** What the quotes of a subaccount have filled within the window. */
export interface WindowTotals {
  readonly filledQty: Qty;
  readonly netQty: Qty;
}

interface WindowFill {
  readonly instrumentId: InstrumentId;
  readonly signedQty: bigint; // YES bought is positive
  readonly at: TimestampMs;
}

/** True when a limit is reached: another fill would exceed it. */
export const isBreached = (
  { filledQtyMax, netQtyMax }: ProtectionTerms,
  { filledQty, netQty }: WindowTotals,
): boolean =>
  (filledQtyMax !== null && filledQty >= filledQtyMax) || (netQtyMax !== null && netQty >= netQtyMax);

/** The fills of the quotes of one subaccount. Adding a fill and reading the totals take the same time however many there are. */
export class FillWindow {
  readonly #fills = new Set<WindowFill>(); // oldest first
  readonly #nets = new Map<InstrumentId, bigint>(); // never zero
  #filledQty = 0n;
  #netQty = 0n;

  add(fill: WindowFill): void {
    this.#fills.add(fill);
    this.#count(fill.instrumentId, fill.signedQty, abs(fill.signedQty));
  }

  clear(): void {
    this.#fills.clear();
    this.#nets.clear();
    this.#filledQty = 0n;
    this.#netQty = 0n;
  }

  /** The totals of the last `windowMs`. Forgets older fills. */
  totals(windowMs: number, now: TimestampMs): WindowTotals {
    for (const fill of this.#fills) {
      if (fill.at > now - windowMs) break;
      this.#fills.delete(fill);
      this.#count(fill.instrumentId, -fill.signedQty, -abs(fill.signedQty));
    }
    return { filledQty: this.#filledQty as Qty, netQty: this.#netQty as Qty };
  }

  #count(instrumentId: InstrumentId, signedQty: bigint, filledQty: bigint): void {
    const before = this.#nets.get(instrumentId) ?? 0n;
    const net = before + signedQty;
    if (net === 0n) this.#nets.delete(instrumentId);
    else this.#nets.set(instrumentId, net);
    this.#netQty += abs(net) - abs(before);
    this.#filledQty += filledQty;
  }
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
