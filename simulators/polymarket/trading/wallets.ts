import { EXCHANGE_NEG_RISK, EXCHANGE_STANDARD, getExchangeContract } from '../signing/typed-data.ts';
import type { Micro } from './micro-units.ts';
import { PUSD, type WalletBalances } from './wallet-balances.ts';

export const ALLOWANCE_MAX = (1n << 256n) - 1n;

/** A wallet as the exchange knows it. */
export interface Wallet {
  readonly owner: string; // the key that signs for it, lower case
  allowances: Record<string, string>; // exchange contract → micro units as text
}

/**
 * Whose wallet is whose, and what each allows the exchanges to take. The chain's wallet factory stands
 * here as: the first owner that signs for a wallet has it. Whoever is new finds sandbox money in it.
 */
export class Wallets {
  readonly #wallets = new Map<string, Wallet>();
  readonly #balances: WalletBalances;
  readonly #welcome: Micro;
  readonly #touched = new Set<string>();

  constructor(balances: WalletBalances, welcome: Micro) {
    this.#balances = balances;
    this.#welcome = welcome;
  }

  getOwner(wallet: string): string | null {
    return this.#wallets.get(wallet)?.owner ?? null;
  }

  /** All wallets that one key signs for. */
  getWallets(owner: string): readonly string[] {
    return [...this.#wallets].filter(([, wallet]) => wallet.owner === owner).map(([address]) => address);
  }

  /** Opens the wallet with its welcome money, unless it is known. */
  open(address: string, owner: string): void {
    if (this.#wallets.has(address)) return;
    const whole = ALLOWANCE_MAX.toString();
    const allowances = { [EXCHANGE_STANDARD]: whole, [EXCHANGE_NEG_RISK]: whole };
    this.#wallets.set(address, { owner, allowances });
    this.#touched.add(address);
    this.#balances.deposit(address, PUSD, this.#welcome);
    this.#balances.refresh(address, PUSD);
  }

  getAllowances(address: string): Readonly<Record<string, string>> {
    return this.#wallets.get(address)?.allowances ?? { [EXCHANGE_STANDARD]: '0', [EXCHANGE_NEG_RISK]: '0' };
  }

  getAllowance(address: string, negRisk: boolean): bigint {
    return BigInt(this.getAllowances(address)[getExchangeContract(negRisk)] ?? '0');
  }

  /** Sets what both exchanges may take from a wallet. */
  setAllowance(address: string, amount: bigint): void {
    const wallet = this.#wallets.get(address);
    if (wallet === undefined) return;
    for (const contract of Object.keys(wallet.allowances)) wallet.allowances[contract] = amount.toString();
    this.#touched.add(address);
  }

  all(): readonly (readonly [string, Wallet])[] {
    return [...this.#wallets];
  }

  takeTouched(): readonly (readonly [string, Wallet | undefined])[] {
    const touched = [...this.#touched].map((address) => [address, this.#wallets.get(address)] as const);
    this.#touched.clear();
    return touched;
  }

  restore(address: string, wallet: Wallet): void {
    this.#wallets.set(address, wallet);
  }
}
