import { assert } from '../../../src/domain/model/assert.ts';
import type { Micro } from './micro-units.ts';
import { EXCHANGE_NEG_RISK, EXCHANGE_STANDARD, getExchangeContract } from './order-signing.ts';

/** The asset that every order pays or receives; the others are token ids. */
export const PUSD = 'pUSD';

/** One wallet's change of one asset. All changes of a trade add up to nothing in each asset but pairs. */
export interface Move {
  readonly wallet: string; // lower case
  readonly asset: string; // PUSD or a token id
  readonly amount: Micro; // negative leaves the wallet
}

/** What a wallet has of one asset. */
export interface Holding {
  chain: bigint; // what the chain would show
  seen: bigint; // what the exchange believes; it reads the chain now and then
  owed: bigint; // matched away, not yet moved on the chain
}

/**
 * Money and tokens of every wallet. A match takes what is paid at once and hands out what is received
 * only when the trade is mined: selling right after buying fails here as it does at the venue.
 */
export class WalletBalances {
  readonly #holdings = new Map<string, Holding>();
  readonly #touched = new Set<string>();

  holding(wallet: string, asset: string): Readonly<Holding> {
    return this.#holdings.get(keyOf(wallet, asset)) ?? NOTHING;
  }

  /** What the exchange lets the wallet use. */
  available(wallet: string, asset: string): Micro {
    const { seen, owed } = this.holding(wallet, asset);
    return (seen - owed) as Micro;
  }

  all(): readonly (readonly [wallet: string, asset: string, holding: Readonly<Holding>])[] {
    return [...this.#holdings].map(([key, holding]) => [...splitKey(key), holding] as const);
  }

  /** Money or tokens arrive from outside, or leave for it. The exchange sees it at its next reading. */
  deposit(wallet: string, asset: string, amount: Micro): void {
    this.#change(wallet, asset, (holding) => {
      holding.chain += amount;
    });
  }

  /** The exchange reads the chain: what is owed has not moved there yet and stays owed. */
  refresh(wallet: string, asset: string): void {
    this.#change(wallet, asset, (holding) => {
      holding.seen = holding.chain;
    });
  }

  /** A match is made: what wallets pay is no longer theirs to use. */
  owe(moves: readonly Move[]): void {
    this.#pay(moves, (holding, paid) => {
      holding.owed += paid;
    });
  }

  /** The match comes to nothing before it was mined. */
  forgive(moves: readonly Move[]): void {
    this.#pay(moves, (holding, paid) => {
      assert(holding.owed >= paid, 'what is forgiven was owed');
      holding.owed -= paid;
    });
  }

  /** @param isSeen  whether the exchange notices at once what wallets received */
  mine(moves: readonly Move[], isSeen: boolean): void {
    this.#pay(moves, (holding, paid) => {
      holding.owed -= paid;
      holding.chain -= paid;
      holding.seen -= paid;
    });
    for (const { wallet, asset, amount } of moves) {
      if (amount <= 0n) continue;
      this.#change(wallet, asset, (holding) => {
        holding.chain += amount;
        if (isSeen) holding.seen += amount;
      });
    }
  }

  /** A mined trade is undone by a reorganised chain. */
  unmine(moves: readonly Move[]): void {
    for (const { wallet, asset, amount } of moves) {
      this.#change(wallet, asset, (holding) => {
        holding.chain -= amount;
        holding.seen = holding.chain;
      });
    }
  }

  /** Whether a wallet of a caller changed since the holdings were last taken; the house's are no addresses. */
  isCallerTouched(): boolean {
    for (const key of this.#touched) if (key.startsWith('0x')) return true;
    return false;
  }

  /** The holdings that changed since the last call, for the truth store. */
  takeTouched(): readonly (readonly [key: string, holding: Readonly<Holding>])[] {
    const touched = [...this.#touched].map((key) => [key, this.#holdings.get(key) ?? NOTHING] as const);
    this.#touched.clear();
    return touched;
  }

  restore(key: string, holding: Holding): void {
    this.#holdings.set(key, { ...holding });
  }

  #pay(moves: readonly Move[], change: (holding: Holding, paid: bigint) => void): void {
    for (const { wallet, asset, amount } of moves) {
      if (amount < 0n) this.#change(wallet, asset, (holding) => change(holding, 0n - amount));
    }
  }

  #change(wallet: string, asset: string, change: (holding: Holding) => void): void {
    const key = keyOf(wallet, asset);
    let holding = this.#holdings.get(key);
    if (holding === undefined) {
      holding = { chain: 0n, seen: 0n, owed: 0n };
      this.#holdings.set(key, holding);
    }
    change(holding);
    this.#touched.add(key);
  }
}

const NOTHING: Readonly<Holding> = { chain: 0n, seen: 0n, owed: 0n };
const keyOf = (wallet: string, asset: string): string => `${wallet} ${asset}`;

function splitKey(key: string): readonly [string, string] {
  const space = key.lastIndexOf(' ');
  return [key.slice(0, space), key.slice(space + 1)];
}

const ALLOWANCE_MAX = (1n << 256n) - 1n;

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
