import { assert } from '#contract';
import type { Micro } from './micro-units.ts';
import { EXCHANGE_STANDARD, SPENDERS } from './order-signing.ts';
import type { WalletSession } from './trading-rules.ts';

/** The collateral asset; all other assets are token ids. */
export const PUSD = 'pUSD';

/**
 * One wallet's change of one asset. The changes of a trade sum to zero, except for minted or merged pairs.
 */
export interface Move {
  readonly wallet: string; // lower case
  readonly asset: string; // PUSD or a token id
  readonly amount: Micro; // negative: leaves the wallet
}

/** A wallet's balance of one asset. */
export interface Holding {
  chain: bigint; // on-chain balance
  seen: bigint; // balance as last read by the exchange
  owed: bigint; // matched but not yet moved on the chain
}

/**
 * Balances of all wallets. A match blocks payments at once, but receipts are usable only when the trade is
 * mined. So selling right after buying fails, as at the venue.
 */
export class WalletBalances {
  readonly #holdings = new Map<string, Holding>();
  readonly #touched = new Set<string>();

  holding(wallet: string, asset: string): Readonly<Holding> {
    return this.#holdings.get(toKey(wallet, asset)) ?? NOTHING;
  }

  /** The balance that a wallet may use. */
  available(wallet: string, asset: string): Micro {
    const { seen, owed } = this.holding(wallet, asset);
    return (seen - owed) as Micro;
  }

  all(): readonly (readonly [wallet: string, asset: string, holding: Readonly<Holding>])[] {
    return [...this.#holdings].map(([key, holding]) => [...splitKey(key), holding] as const);
  }

  /** Adds or removes an external amount on the chain, at most what is there. The exchange notices it at its next read. */
  deposit(wallet: string, asset: string, amount: Micro): void {
    this.#change(wallet, asset, (holding) => {
      holding.chain = holding.chain + amount > 0n ? holding.chain + amount : 0n;
    });
  }

  /** Whether callers have on the chain what these moves take from them. Accounts of the exchange always have it. */
  canMove(moves: readonly Move[]): boolean {
    const changes = new Map<string, bigint>();
    for (const { wallet, asset, amount } of moves) {
      const key = toKey(wallet, asset);
      changes.set(key, (changes.get(key) ?? 0n) + amount);
    }
    return [...changes].every(
      ([key, change]) => !isCaller(key) || (this.#holdings.get(key) ?? NOTHING).chain + change >= 0n,
    );
  }

  /** Reads the on-chain balance. Owed amounts have not moved yet and stay owed. */
  refresh(wallet: string, asset: string): void {
    this.#change(wallet, asset, (holding) => {
      holding.seen = holding.chain;
    });
  }

  /** Blocks the payments of a match. */
  owe(moves: readonly Move[]): void {
    this.#pay(moves, (holding, paid) => {
      holding.owed += paid;
    });
  }

  /** Unblocks the payments of a match that fails before it is mined. */
  forgive(moves: readonly Move[]): void {
    this.#pay(moves, (holding, paid) => {
      assert(holding.owed >= paid, 'a released amount was owed');
      holding.owed -= paid;
    });
  }

  /** @param isSeen  whether the exchange notices receipts at once */
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

  /** Reverts a mined trade after a chain reorganisation. */
  unmine(moves: readonly Move[]): void {
    for (const { wallet, asset, amount } of moves) {
      this.#change(wallet, asset, (holding) => {
        holding.chain -= amount;
        holding.seen = holding.chain;
      });
    }
  }

  /**
   * Whether a caller's balance changed since the last `takeTouched`.
   */
  isCallerTouched(): boolean {
    for (const key of this.#touched) if (isCaller(key)) return true;
    return false;
  }

  /** The balances that changed since the last call, for the store. */
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
    const key = toKey(wallet, asset);
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
/** Only callers' wallets begin with `0x`. */
const isCaller = (key: string): boolean => key.startsWith('0x');
const toKey = (wallet: string, asset: string): string => `${wallet} ${asset}`;

function splitKey(key: string): readonly [string, string] {
  const space = key.lastIndexOf(' ');
  return [key.slice(0, space), key.slice(space + 1)];
}

const ALLOWANCE_MAX = (1n << 256n) - 1n;

/** A wallet as the exchange knows it. */
export interface Wallet {
  readonly owner: string; // the key that signs for it, lower case
  allowances: Record<string, string>; // spender → micro units as text
  readonly sessions?: Record<string, WalletSession>; // by key, lower case; absent in rows of versions before session keys
}

/**
 * Owners and allowances of wallets. Instead of the chain's wallet factory, the first owner that signs for a
 * wallet owns it. A new wallet gets an initial balance.
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

  /** All wallets of an owner. */
  getWallets(owner: string): readonly string[] {
    return [...this.#wallets].filter(([, wallet]) => wallet.owner === owner).map(([address]) => address);
  }

  getSession(wallet: string, key: string): WalletSession | null {
    return this.#wallets.get(wallet)?.sessions?.[key] ?? null;
  }

  /** The wallet that a session key trades for, and what it may do there. */
  findSession(key: string): { readonly wallet: string; readonly session: WalletSession } | null {
    for (const [wallet, { sessions }] of this.#wallets) {
      const session = sessions?.[key];
      if (session !== undefined) return { wallet, session };
    }
    return null;
  }

  /** Authorizes a session key, or changes what it may do. False without such a wallet. */
  setSession(address: string, key: string, session: WalletSession): boolean {
    const wallet = this.#wallets.get(address);
    if (wallet === undefined) return false;
    this.#wallets.set(address, { ...wallet, sessions: { ...wallet.sessions, [key]: session } });
    this.#touched.add(address);
    return true;
  }

  /** Opens a wallet with the initial balance, unless it exists. The exchange reads what it already holds. */
  open(address: string, owner: string): void {
    if (this.#wallets.has(address)) return;
    this.#wallets.set(address, { owner, allowances: allowAll(ALLOWANCE_MAX.toString()) });
    this.#touched.add(address);
    this.#balances.deposit(address, PUSD, this.#welcome);
    for (const [wallet, asset] of this.#balances.all())
      if (wallet === address) this.#balances.refresh(wallet, asset);
  }

  getAllowances(address: string): Readonly<Record<string, string>> {
    return this.#wallets.get(address)?.allowances ?? allowAll('0');
  }

  getAllowance(address: string, spender: string): bigint {
    return BigInt(this.getAllowances(address)[spender] ?? '0');
  }

  /** Sets the allowance of one spender, or of all. */
  setAllowance(address: string, amount: bigint, spender: string | null = null): void {
    const wallet = this.#wallets.get(address);
    if (wallet === undefined) return;
    for (const contract of Object.keys(wallet.allowances)) {
      if (spender === null || contract === spender) wallet.allowances[contract] = amount.toString();
    }
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

  /** A wallet of an earlier version has fewer spenders. The others get the first one's allowance. */
  restore(address: string, { allowances, ...wallet }: Wallet): void {
    const others = allowAll(allowances[EXCHANGE_STANDARD] ?? '0');
    this.#wallets.set(address, { ...wallet, allowances: { ...others, ...allowances } });
  }
}

const allowAll = (amount: string): Record<string, string> =>
  Object.fromEntries(SPENDERS.map((spender) => [spender, amount]));
