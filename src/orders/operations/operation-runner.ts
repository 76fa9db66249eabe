import {
  cleanVenueText,
  isOperationOver,
  type OperationFailure,
  type OperationId,
  type PositionOperation,
  VENUE_MESSAGE_MAX,
  type VenueName,
} from '#contract';
import type { Clock, Log, OperationOutcome, VenueOperation, VenueOperations } from '#ports';
import { isKeyEnded } from '../ended-keys.ts';
import type { StateStore } from '../state-store.ts';
import type { VenueRegistry } from '../venue-registry.ts';

export interface OperationRunnerDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly clock: Clock;
  readonly log: Log;
}

/** An operation that waits longer is not sent any more. */
export const OPERATION_WAIT_MS = 600_000;
const QUERY_MS = 2_000; // after a send or a query
const QUERY_MS_MAX = 30_000;

/**
 * Sends the operations of each venue one after the other: the next one is sealed once the last one has ended. The seal is
 * durable before the send, and an operation is sent in the process that sealed it only; after that, and after every start,
 * it is queried until the venue proves its end (I-49).
 *
 * Source  src/domain/positions/SPEC.md
 */
export class OperationRunner {
  readonly #deps: OperationRunnerDeps;
  readonly #running = new Set<VenueName>();
  readonly #sleeping = new Map<VenueName, () => void>();
  #isStopped = false;

  constructor(deps: OperationRunnerDeps) {
    this.#deps = deps;
  }

  /** Continues with what the last process left. */
  start(): void {
    for (const { venue } of this.#listOpen()) this.wake(venue);
  }

  /** What is in progress continues after the next start. */
  stop(): void {
    this.#isStopped = true;
    for (const end of this.#sleeping.values()) end();
  }

  /** Runs the open operations of a venue, if they do not run already. */
  wake(venue: VenueName): void {
    if (this.#running.has(venue) || this.#isStopped) return;
    this.#running.add(venue);
    this.#run(venue)
      .catch((error: unknown) =>
        this.#deps.log.error('position operations stopped', { venue, why: String(error) }),
      )
      .finally(() => this.#running.delete(venue));
  }

  async #run(venue: VenueName): Promise<void> {
    let tries = 0; // without a change of the operation
    let last: string | null = null;
    for (let next = this.#findNext(venue); next !== null; next = this.#findNext(venue)) {
      tries = last === `${next.id} ${next.status}` ? tries + 1 : 0;
      last = `${next.id} ${next.status}`;
      // A new one is sealed at once; what was sent, or could not be sealed, is looked at later.
      if (tries > 0 || next.status !== 'REQUESTED')
        await this.#sleep(venue, Math.min(QUERY_MS * 2 ** tries, QUERY_MS_MAX));
      if (this.#isStopped) return;
      await this.#step(next.id);
    }
  }

  /** What was sent comes first: at most one operation of a venue is between its seal and its end. */
  #findNext(venue: VenueName): PositionOperation | null {
    const open = this.#listOpen().filter((operation) => operation.venue === venue);
    return open.find(({ status }) => status !== 'REQUESTED') ?? open[0] ?? null;
  }

  #listOpen(): readonly PositionOperation[] {
    return [...this.#deps.store.state.operations.values()].filter((operation) => !isOperationOver(operation));
  }

  async #step(id: OperationId): Promise<void> {
    const operation = this.#get(id);
    const operations = this.#findOperations(operation);
    if (operation.status === 'REQUESTED') return this.#begin(operation, operations);
    if (operations === null || operation.seal === null) return; // the venue is not configured now
    const { venueOperationId, seal } = operation;
    await this.#apply(id, await operations.query(toVenueOperation(operation), seal, venueOperationId));
  }

  async #begin(operation: PositionOperation, operations: VenueOperations | null): Promise<void> {
    const { store, log } = this.#deps;
    const failure = this.#findUnsentFailure(operation);
    if (failure !== null) return this.#fail(operation, failure, null);
    if (operations === null) return;
    const request = toVenueOperation(operation);
    const sealed = await operations.seal(request);
    // Seal and send follow each other without an `await` in which the key could end, except for the commit.
    const ended = this.#findUnsentFailure(operation);
    if (ended !== null || this.#isStopped)
      return ended === null ? undefined : this.#fail(operation, ended, null);
    if (sealed.kind === 'failed') {
      log.warn('a position operation waits for its venue', { id: operation.id, why: sealed.why });
      return;
    }
    const { seal } = sealed;
    await this.#commit({ ...operation, status: 'SENDING', seal, sentAt: store.now() });
    if (this.#isStopped) return; // the next process queries it
    await this.#apply(operation.id, await operations.send(request, seal));
  }

  /** Why an operation that was not sealed yet is not sent any more. */
  #findUnsentFailure({
    accountId,
    subaccountId,
    keyId,
    createdAt,
  }: PositionOperation): OperationFailure | null {
    const { store } = this.#deps;
    if (store.now() > createdAt + OPERATION_WAIT_MS) return 'expired';
    return keyId !== null && isKeyEnded({ accountId, subaccountId, keyId }, store) ? 'key_ended' : null;
  }

  /** Null while the venue is not reconciled, since its holdings are not compared yet. */
  #findOperations({ venue }: PositionOperation): VenueOperations | null {
    const { venues } = this.#deps;
    if (!venues.has(venue) || venues.findClosedReason(venue) !== null) return null;
    return venues.get(venue).operations ?? null;
  }

  async #apply(id: OperationId, outcome: OperationOutcome): Promise<void> {
    const operation = this.#get(id);
    if (isOperationOver(operation)) return;
    if (outcome.kind === 'failed')
      return this.#fail(operation, outcome.failure, outcome.venueMessage, outcome.transactionHash ?? null);
    if (outcome.kind === 'unknown') {
      this.#deps.log.warn('the outcome of a position operation is not known: it is queried', {
        id,
        why: outcome.why,
      });
      return;
    }
    const { venueOperationId, transactionHash } = outcome;
    const named = { venueOperationId, transactionHash: transactionHash ?? operation.transactionHash };
    if (outcome.kind === 'confirmed')
      return this.#commit({ ...operation, ...named, status: 'CONFIRMED', endedAt: this.#deps.store.now() });
    const isSame =
      operation.status === 'SENT' &&
      operation.venueOperationId === venueOperationId &&
      operation.transactionHash === named.transactionHash;
    if (!isSame) await this.#commit({ ...operation, ...named, status: 'SENT' });
  }

  #fail(
    operation: PositionOperation,
    failure: OperationFailure,
    venueMessage: string | null,
    transactionHash = operation.transactionHash,
  ): Promise<void> {
    const endedAt = this.#deps.store.now();
    const text = venueMessage === null ? null : cleanVenueText(venueMessage, VENUE_MESSAGE_MAX);
    return this.#commit({
      ...operation,
      status: 'FAILED',
      failure,
      venueMessage: text,
      transactionHash,
      endedAt,
    });
  }

  #commit(operation: PositionOperation): Promise<void> {
    const { store } = this.#deps;
    const changed = { ...operation, updatedAt: store.now() };
    return store.commit('position_operation', operation.venue, [
      { type: 'PositionOperationSet', operation: changed },
    ]);
  }

  #get(id: OperationId): PositionOperation {
    const found = this.#deps.store.state.operations.get(id);
    if (found === undefined) throw new Error(`operation ${id} is not in memory`);
    return found;
  }

  #sleep(venue: VenueName, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#deps.clock.after(ms, () => end());
      const end = (): void => {
        timer.cancel();
        this.#sleeping.delete(venue);
        resolve();
      };
      this.#sleeping.set(venue, end);
    });
  }
}

const toVenueOperation = ({ kind, venueInstrumentId, qty }: PositionOperation): VenueOperation => ({
  kind,
  venueInstrumentId,
  qty,
});
