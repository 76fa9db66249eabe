import type { Caller, Parent, ParentId, Rejection, Result, SubaccountId } from '#contract';
import type { LedgerEvent } from '#domain';
import type {
  CommandContext,
  ComplexOrderService,
  ComplexOrderStops,
  ParentCancelSummary,
  ParentFilter,
  ParentListQuery,
  ParentPreview,
  ParentReceipt,
  SubmittedParent,
  WatchedParent,
} from '#orders';
import { ParentEngine, type ParentEngineDeps } from './parent-engine.ts';
import { ParentReads } from './parent-reads.ts';
import { ParentService, type ParentServiceDeps } from './parent-service.ts';

type Outcome<Value> = Promise<Result<Value, Rejection>>;

/** Turns a failed disk or a stopping service into a refusal. */
export type Guard = <Value>(work: () => Outcome<Value>) => Outcome<Value>;

interface ComplexOrdersDeps extends ParentEngineDeps, Omit<ParentServiceDeps, 'engine'> {
  readonly guard: Guard;
}

/** Complex orders as the API uses them: the operations, reads and changes of parents. */
export class ComplexOrders implements ComplexOrderService, ComplexOrderStops {
  readonly #engine: ParentEngine;
  readonly #service: ParentService;
  readonly #reads: ParentReads;
  readonly #guard: Guard;
  readonly #listeners = new Set<(parent: WatchedParent) => void>();

  constructor(deps: ComplexOrdersDeps) {
    this.#engine = new ParentEngine(deps);
    const parts = { ...deps, engine: this.#engine };
    this.#service = new ParentService(parts);
    this.#reads = new ParentReads(parts);
    this.#guard = deps.guard;
    deps.store.onDurable(({ parents }) => {
      if (this.#listeners.size === 0) return;
      for (const id of parents)
        this.#publish(id, deps.store.isParentDurable(id), deps.store.state.parents.get(id));
    });
  }

  start(): Promise<void> {
    return this.#engine.start();
  }

  stop(): void {
    this.#engine.stop();
  }

  submit(
    caller: Caller,
    body: unknown,
    headerKey: string | null,
    command?: CommandContext,
  ): Outcome<SubmittedParent> {
    return this.#guard(() => this.#service.submit(caller, body, headerKey, command));
  }

  preview(caller: Caller, body: unknown): Outcome<ParentPreview> {
    return this.#guard(() => this.#service.preview(caller, body));
  }

  amend(caller: Caller, id: ParentId, body: unknown, command?: CommandContext): Outcome<WatchedParent> {
    return this.#guard(() => this.#withView(this.#service.amend(caller, id, body, command)));
  }

  cancel(caller: Caller, id: ParentId, command?: CommandContext): Outcome<WatchedParent> {
    return this.#guard(() => this.#withView(this.#service.cancel(caller, id, command)));
  }

  resume(caller: Caller, id: ParentId): Outcome<WatchedParent> {
    return this.#guard(() => this.#withView(this.#service.resume(caller, id)));
  }

  cancelAll(caller: Caller, subaccountId: SubaccountId | null): Outcome<ParentCancelSummary> {
    return this.#guard(() => this.#service.cancelAll(caller, subaccountId));
  }

  get(caller: Caller, id: ParentId): Outcome<WatchedParent> {
    return this.#reads.get(caller, id);
  }

  receipt(caller: Caller, id: ParentId): Outcome<ParentReceipt> {
    return this.#reads.receipt(caller, id);
  }

  /** Newest first, in pages as read from the journal. */
  list(caller: Caller, query: ParentListQuery): Result<AsyncIterable<readonly WatchedParent[]>, Rejection> {
    return this.#reads.list(caller, query);
  }

  /** Those that are not over, newest first; `onChanged` then reports each durable change. */
  open(caller: Caller, subaccountId: SubaccountId): Result<readonly WatchedParent[], Rejection> {
    return this.#reads.open(caller, subaccountId);
  }

  onChanged(listener: (parent: WatchedParent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  withView(parent: Parent): WatchedParent {
    return this.#reads.withView(parent);
  }

  /** Ends the parents of these subaccounts. They are ending when this call returns; the promise is their durability. */
  endAll(
    caller: Caller,
    subaccounts: ReadonlySet<SubaccountId>,
    reason: 'cancel_all' | 'risk_cancel_all',
  ): Promise<readonly Parent[]> {
    return this.#service.requestEndOfAll(caller, subaccounts, reason);
  }

  endForGuard(isCovered: ParentFilter): readonly LedgerEvent[] {
    return this.#service.endForGuard(isCovered);
  }

  pauseForSession(isCovered: ParentFilter): readonly LedgerEvent[] {
    return this.#service.pauseForSession(isCovered);
  }

  pauseForKillSwitch(caller: Caller, subaccounts: readonly SubaccountId[]): readonly LedgerEvent[] {
    return this.#service.pauseForKillSwitch(caller, subaccounts);
  }

  pausedByKillSwitch(caller: Caller, subaccounts: readonly SubaccountId[]): readonly ParentId[] {
    return this.#service.pausedByKillSwitch(caller, subaccounts);
  }

  /** A switch or a key has changed. */
  wakeAll(): void {
    this.#engine.wakeEach();
  }

  async #withView(answer: Outcome<Parent>): Outcome<WatchedParent> {
    const result = await answer;
    return result.ok ? { ok: true, value: this.withView(result.value) } : result;
  }

  #publish(id: ParentId, isDurable: boolean, parent: Parent | undefined): void {
    if (!isDurable || parent === undefined || parent.id !== id) return;
    const watched = this.withView(parent);
    for (const listener of this.#listeners) listener(watched);
  }
}
