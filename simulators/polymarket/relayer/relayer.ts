import { err, ONE, ok, type Result } from '#contract';
import type { Fault, FaultInjector } from '#matching-engine';
import type { Clock, Random, Timer } from '#ports';
import { randomUuid } from '../../shared/process-environment.ts';
import type { ApiKeys } from '../api-keys.ts';
import { getVaultWallet } from '../trading/fill-plan.ts';
import type { Micro } from '../trading/micro-units.ts';
import { COLLATERAL_ADAPTER, NEG_RISK_COLLATERAL_ADAPTER } from '../trading/order-signing.ts';
import type { Market } from '../trading/outcome-market.ts';
import type { TradePace } from '../trading/settlement-lifecycle.ts';
import { type Move, PUSD, type WalletBalances, type Wallets } from '../trading/wallet-balances.ts';
import { type AdapterCall, parseAdapterCall, recoverCaller, type WalletCall } from './wallet-calls.ts';

export type RelayedState =
  | 'STATE_NEW'
  | 'STATE_EXECUTED'
  | 'STATE_MINED'
  | 'STATE_CONFIRMED'
  | 'STATE_FAILED';

/** A transaction that the relayer took. */
export interface RelayedTransaction {
  readonly id: string;
  readonly owner: string; // lower case
  readonly call: WalletCall;
  readonly createdAt: number; // ms
  state: RelayedState;
  hash: string;
  error: string;
  updatedAt: number;
}

export interface RelayerParts {
  readonly balances: WalletBalances;
  readonly wallets: Wallets;
  readonly keys: ApiKeys;
  readonly clock: Clock;
  readonly random: Random;
  readonly faults: FaultInjector;
  readonly pace: TradePace;
  readonly findMarket: (condition: string) => Market | undefined;
  readonly onMoved: (wallet: string) => void;
}

interface Refusal {
  readonly status: number;
  readonly error: string;
}

const EXECUTED_MS = 200;

/**
 * The venue's relayer and the chain behind it: transactions of wallets, one at a time for each wallet, each with the next
 * nonce of its wallet. A transaction that is mined uses up its nonce; one that fails does not.
 *
 * Source  docs.polymarket.com/api-spec/relayer-openapi.yaml (2026-10), and reports of its refusals (2026-05 to 2026-07)
 */
export class Relayer {
  readonly #parts: RelayerParts;
  readonly #transactions = new Map<string, RelayedTransaction>();
  readonly #touched = new Set<RelayedTransaction>();
  readonly #timers = new Set<Timer>();

  constructor(parts: RelayerParts) {
    this.#parts = parts;
  }

  /** Continues with what the last process had taken. */
  start(): void {
    for (const each of this.#transactions.values()) if (!isFinal(each)) this.#follow(each, null);
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }

  /** The number of transactions of the wallet that were mined. */
  nonce(wallet: string): bigint {
    return BigInt(
      [...this.#transactions.values()].filter((each) => isMined(each) && each.call.wallet === wallet).length,
    );
  }

  find(id: string): RelayedTransaction | undefined {
    return this.#transactions.get(id);
  }

  /** Of one owner, newest first. */
  list(owner: string): readonly RelayedTransaction[] {
    return [...this.#transactions.values()].filter((each) => each.owner === owner).toReversed();
  }

  submit(owner: string, call: WalletCall): Result<RelayedTransaction, Refusal> {
    const refusal = this.#findRefusal(owner, call);
    if (refusal !== null) return err({ status: 400, error: refusal });
    const { clock, random, faults } = this.#parts;
    const transaction: RelayedTransaction = {
      id: randomUuid(random),
      owner,
      call,
      createdAt: clock.now(),
      state: 'STATE_NEW',
      hash: '',
      error: '',
      updatedAt: clock.now(),
    };
    this.#transactions.set(transaction.id, transaction);
    this.#touched.add(transaction);
    this.#follow(transaction, faults.trigger('relayer_revert', { path: '/submit' }));
    return ok(transaction);
  }

  takeTouched(): readonly RelayedTransaction[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }

  restore(transaction: RelayedTransaction): void {
    this.#transactions.set(transaction.id, transaction);
  }

  /** The checks that the relayer makes before it takes a transaction. */
  #findRefusal(owner: string, call: WalletCall): string | null {
    const { wallets, clock } = this.#parts;
    if (recoverCaller(call) !== owner) return 'invalid signature';
    wallets.open(call.wallet, owner);
    if (wallets.getOwner(call.wallet) !== owner) return 'wallet registry validation failed';
    const nonce = this.nonce(call.wallet);
    if (call.nonce !== nonce) return `batch nonce ${call.nonce} does not match on-chain nonce ${nonce}`;
    if (call.deadline !== null && call.deadline * 1_000 <= clock.now()) return 'deadline has passed';
    const isBusy = [...this.#transactions.values()].some(
      (each) => each.call.wallet === call.wallet && !isMined(each) && !isFinal(each),
    );
    if (isBusy) return 'wallet busy: wallet has an active action';
    const isKnown = [COLLATERAL_ADAPTER, NEG_RISK_COLLATERAL_ADAPTER].some(
      (contract) => contract.toLowerCase() === call.target,
    );
    return isKnown ? null : `call blocked: call[0] blocked: calls to ${call.target} are not permitted`;
  }

  #follow(transaction: RelayedTransaction, reverted: Fault | null): void {
    const { pace, random, faults } = this.#parts;
    if (transaction.state === 'STATE_MINED') return this.#confirmLater(transaction);
    const lateMs = faults.trigger('relayer_late', { path: '/submit' })?.ms ?? 0;
    this.#after(EXECUTED_MS, () => {
      transaction.hash = `0x${random.hex(32)}`;
      this.#set(transaction, 'STATE_EXECUTED');
      this.#after(pace.minedMs + lateMs, () => {
        const failure = reverted === null ? this.#execute(transaction) : 'execution reverted';
        if (failure === null) return this.#confirmLater(transaction);
        transaction.error = failure;
        this.#set(transaction, 'STATE_FAILED');
      });
    });
  }

  #confirmLater(transaction: RelayedTransaction): void {
    this.#after(this.#parts.pace.confirmedMs, () => this.#set(transaction, 'STATE_CONFIRMED'));
  }

  /** Executes on the chain, or says why it reverts. */
  #execute(transaction: RelayedTransaction): string | null {
    const { clock, findMarket, balances } = this.#parts;
    const { call } = transaction;
    if (call.deadline !== null && call.deadline * 1_000 < clock.now()) return 'execution reverted: expired';
    if (call.nonce !== this.nonce(call.wallet)) return 'execution reverted: nonce';
    const adapter = parseAdapterCall(call.data);
    const market = adapter === null ? undefined : findMarket(adapter.condition);
    if (adapter === null || market === undefined) return 'execution reverted';
    const contract = market.negRisk ? NEG_RISK_COLLATERAL_ADAPTER : COLLATERAL_ADAPTER;
    if (contract.toLowerCase() !== call.target) return 'execution reverted: SafeMath: subtraction overflow';
    if (adapter.what === 'redeem' && market.resolution === null)
      return 'execution reverted: result for condition not received yet';
    const moves = this.#toMoves(adapter, market, call.wallet);
    if (!balances.canMove(moves)) return 'execution reverted: ERC1155: insufficient balance for transfer';
    balances.owe(moves);
    balances.mine(moves, false);
    this.#set(transaction, 'STATE_MINED');
    return null;
  }

  /** A redemption of nothing succeeds and pays nothing. */
  #toMoves({ what, amount }: AdapterCall, market: Market, wallet: string): readonly Move[] {
    const { balances } = this.#parts;
    const move = (asset: string, units: bigint, of = wallet): Move => ({
      wallet: of,
      asset,
      amount: units as Micro,
    });
    const vault = getVaultWallet(market.condition);
    const moved = (tokens: readonly [bigint, bigint], paid: bigint): readonly Move[] => [
      move(market.tokens[0], tokens[0]),
      move(market.tokens[1], tokens[1]),
      move(PUSD, paid),
      move(PUSD, -paid, vault),
    ];
    if (what !== 'redeem') {
      const pairs = what === 'merge' ? -(amount ?? 0n) : (amount ?? 0n);
      return moved([pairs, pairs], -pairs);
    }
    const [first, second] = market.tokens.map((token) => balances.holding(wallet, token).chain) as [
      bigint,
      bigint,
    ];
    const payout = market.resolution?.payout ?? 0n;
    return moved([-first, -second], (first * payout) / ONE + (second * (ONE - payout)) / ONE);
  }

  #set(transaction: RelayedTransaction, state: RelayedState): void {
    transaction.state = state;
    transaction.updatedAt = this.#parts.clock.now();
    this.#touched.add(transaction);
    this.#parts.onMoved(transaction.call.wallet);
  }

  #after(ms: number, run: () => void): void {
    const timer = this.#parts.clock.after(ms, () => {
      this.#timers.delete(timer);
      run();
    });
    this.#timers.add(timer);
  }
}

const isMined = ({ state }: RelayedTransaction): boolean =>
  state === 'STATE_MINED' || state === 'STATE_CONFIRMED';
const isFinal = ({ state }: RelayedTransaction): boolean =>
  state === 'STATE_CONFIRMED' || state === 'STATE_FAILED';
