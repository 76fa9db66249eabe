import {
  type AccountId,
  type ClientOrderId,
  InsertionQueue,
  isParentOver,
  type Order,
  type OrderId,
  type Parent,
  type ParentId,
  requirePresent,
} from '#contract';
import type { LedgerState, TouchedRecords } from '#domain';
import type { Journal } from '#ports';

/**
 * Decides which complex orders are in memory: those that are not over, those with a child in memory, those with changes
 * that are not durable yet, and the newest ones that are over. All others are in the journal.
 */
export class ParentCache {
  readonly #state: LedgerState;
  readonly #journal: Pick<Journal, 'parent' | 'parentByKey'>;
  readonly #overMax: number;
  readonly #byKey = new Map<string, ParentId>();
  readonly #changing = new Map<ParentId, number>(); // the last journal entry that is not durable yet
  readonly #over = new InsertionQueue<ParentId>(); // each durable
  readonly #children = new Map<ParentId, Set<OrderId>>(); // in memory
  readonly #loading = new Map<ParentId, Promise<Parent | null>>();

  constructor(state: LedgerState, journal: Pick<Journal, 'parent' | 'parentByKey'>, overMax: number) {
    this.#state = state;
    this.#journal = journal;
    this.#overMax = overMax;
  }

  /** Adds a stored complex order to the memory. */
  add(parent: Parent): Parent {
    const present = this.#state.parents.get(parent.id);
    if (present !== undefined) return present;
    this.#state.parents.set(parent.id, parent);
    this.#index(parent);
    if (isParentOver(parent.status)) this.#over.add(parent.id);
    return parent;
  }

  /** Loads the parent of an order that is about to be added to the memory. It stays until `removeChild`. */
  async loadForChild(child: Order): Promise<void> {
    if (child.parentId === null) return;
    this.addChild(child);
    try {
      requirePresent(await this.load(child.parentId), `complex order ${child.parentId} in the journal`);
    } catch (error) {
      this.removeChild(child);
      throw error;
    }
  }

  /** While a child is in memory its parent is too: a change of the child changes both. */
  addChild({ id, parentId }: Order): void {
    if (parentId === null) return;
    const children = this.#children.get(parentId);
    if (children === undefined) this.#children.set(parentId, new Set([id]));
    else children.add(id);
  }

  removeChild({ id, parentId }: Order): void {
    if (parentId === null) return;
    const children = this.#children.get(parentId);
    children?.delete(id);
    if (children?.size === 0) this.#children.delete(parentId);
  }

  onCommitted({ parents }: TouchedRecords, seq: number): void {
    for (const id of parents) {
      const parent = this.#state.parents.get(id);
      if (parent !== undefined) this.#index(parent);
      this.#changing.set(id, seq);
      this.#over.delete(id);
    }
  }

  onDurable({ parents }: TouchedRecords, seq: number): void {
    for (const id of parents) {
      if (this.#changing.get(id) !== seq) continue; // a later change is not durable yet
      this.#changing.delete(id);
      const parent = this.#state.parents.get(id);
      if (parent !== undefined && isParentOver(parent.status)) this.#over.add(id);
    }
    this.#evictOver();
  }

  isDurable(id: ParentId): boolean {
    return !this.#changing.has(id);
  }

  findByKey(accountId: AccountId, key: ClientOrderId): Parent | null {
    const id = this.#byKey.get(toKey(accountId, key));
    return id === undefined ? null : (this.#state.parents.get(id) ?? null);
  }

  async loadByKey(accountId: AccountId, key: ClientOrderId): Promise<Parent | null> {
    return this.findByKey(accountId, key) ?? (await this.#journal.parentByKey(accountId, key));
  }

  /** From memory, or from the journal into memory; null for an unknown id. */
  load(id: ParentId): Promise<Parent | null> {
    const known = this.#state.parents.get(id);
    if (known !== undefined) return Promise.resolve(known);
    const loading = this.#loading.get(id) ?? this.#read(id);
    this.#loading.set(id, loading);
    return loading;
  }

  async #read(id: ParentId): Promise<Parent | null> {
    try {
      const stored = await this.#journal.parent(id);
      return stored === null ? null : this.add(stored);
    } finally {
      this.#loading.delete(id);
    }
  }

  #evictOver(): void {
    if (this.#over.size <= this.#overMax) return;
    const id = this.#over.takeOldest();
    const parent = id === undefined ? undefined : this.#state.parents.get(id);
    if (parent === undefined || !isParentOver(parent.status)) return;
    if (this.#children.has(parent.id)) return this.#over.add(parent.id);
    this.#state.parents.delete(parent.id);
    if (parent.idempotencyKey !== null) this.#byKey.delete(toKey(parent.accountId, parent.idempotencyKey));
  }

  #index({ id, accountId, idempotencyKey }: Parent): void {
    if (idempotencyKey !== null) this.#byKey.set(toKey(accountId, idempotencyKey), id);
  }
}

const toKey = (accountId: AccountId, key: ClientOrderId): string => `${accountId}/${key}`;
