import {
  type Caller,
  err,
  getIdNumber,
  isParentOver,
  mapResult,
  notFound,
  ok,
  type Parent,
  type ParentId,
  type Rejection,
  type Result,
  type SubaccountId,
} from '#contract';
import { findParentId } from '#domain';
import {
  type BookView,
  isGranted,
  type Ownership,
  type ParentListQuery,
  type ParentReceipt,
  paged,
  type StateStore,
  type WatchedParent,
} from '#orders';
import type { ParentEngine } from './parent-engine.ts';

export interface ParentReadsDeps {
  readonly store: StateStore;
  readonly ownership: Ownership;
  readonly engine: ParentEngine;
}

const ENTRIES_MAX = 1_000;

/** Reads of complex orders. They change nothing. */
export class ParentReads {
  readonly #deps: ParentReadsDeps;

  constructor(deps: ParentReadsDeps) {
    this.#deps = deps;
  }

  /** The durable state: a change that is not durable yet may still be lost. */
  async get(caller: Caller, id: ParentId): Promise<Result<WatchedParent, Rejection>> {
    const { store } = this.#deps;
    const inMemory = store.isParentDurable(id) ? store.state.parents.get(id) : undefined;
    const parent = inMemory ?? (await store.journal.parent(id));
    if (parent === null || parent.accountId !== caller.accountId || !isGranted(caller, parent.subaccountId))
      return err(notFound('complex_order'));
    return ok(this.withView(parent));
  }

  withView(parent: Parent): WatchedParent {
    const { watch } = this.#deps.engine;
    const view = isParentOver(parent.status) ? NOTHING_WATCHED : watch.view(parent);
    return { parent, view: { ...view, unprotectedQty: watch.unprotectedQty(parent) } };
  }

  async receipt(caller: Caller, id: ParentId): Promise<Result<ParentReceipt, Rejection>> {
    const found = await this.get(caller, id);
    if (!found.ok) return found;
    const entries = await this.#deps.store.journal.entriesForParent(id, ENTRIES_MAX + 1);
    const events = entries
      .slice(0, ENTRIES_MAX)
      .flatMap(({ seq, at, cause, actor, events: all }) =>
        all.filter((event) => findParentId(event) === id).map((event) => ({ seq, at, cause, actor, event })),
      );
    return ok({ ...found.value, events, isTruncated: entries.length > ENTRIES_MAX });
  }

  list(caller: Caller, query: ParentListQuery): Result<AsyncIterable<readonly WatchedParent[]>, Rejection> {
    const { store, ownership } = this.#deps;
    const checked = ownership.check(caller, query.subaccountId);
    if (!checked.ok) return checked;
    const { limit, before, ...rest } = query;
    const filter = { ...rest, accountId: caller.accountId };
    const read = async (page: { readonly before: number; readonly limit: number }) =>
      (await store.journal.parents({ ...filter, ...page })).map((parent) => this.withView(parent));
    return ok(paged(read, ({ parent }) => getIdNumber(parent.id), before, limit));
  }

  /** Those that are not over and whose state is durable, newest first. */
  open(caller: Caller, subaccountId: SubaccountId): Result<readonly WatchedParent[], Rejection> {
    const { store, ownership } = this.#deps;
    return mapResult(ownership.check(caller, subaccountId), (id) =>
      [...store.state.parents.values()]
        .filter((parent) => parent.accountId === caller.accountId && parent.subaccountId === id)
        .filter((parent) => !isParentOver(parent.status) && store.isParentDurable(parent.id))
        .reverse()
        .map((parent) => this.withView(parent)),
    );
  }
}

const NOTHING_WATCHED: BookView = { touch: null, watched: null, book: null };

/** The complex order as it was accepted: an exact repeat of the request is answered with it. */
export async function readFirstAnswer(store: StateStore, known: Parent): Promise<Parent> {
  await store.whenDurable(); // the first request may not be durable yet
  const [first] = await store.journal.entriesForParent(known.id, 1);
  for (const event of first?.events ?? [])
    if (event.type === 'ParentAccepted' && event.parent.id === known.id) return event.parent;
  return known;
}
