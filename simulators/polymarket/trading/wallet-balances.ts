import { assert } from '../../../src/domain/model/assert.ts';
import type { Micro } from './micro-units.ts';

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
