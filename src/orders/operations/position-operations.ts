import {
  type AccountId,
  type Caller,
  err,
  type Instrument,
  type InstrumentId,
  type KeyId,
  mapResult,
  notFound,
  type OperationId,
  ok,
  type PositionOperation,
  type Rejection,
  type Result,
  rejection,
  renderDecimal,
} from '#contract';
import { bindInstruments } from '#domain';
import { checkAgentOperation } from '../agent-guard.ts';
import { checkDayLimitsOfSplit } from '../day-limits.ts';
import { refuseEndedKey } from '../ended-keys.ts';
import { isGranted, type Ownership } from '../order-ownership.ts';
import {
  type AdmittedOperation,
  admitOperation,
  type OperationAdmissionDeps,
} from './operation-admission.ts';
import { OperationRunner, type OperationRunnerDeps } from './operation-runner.ts';
import {
  getOperationNumber,
  type OperationQuery,
  type OperationRequest,
  type OperationTerms,
  type PositionOperationService,
  type RequestedOperation,
} from './operation-types.ts';

export interface PositionOperationsDeps extends OperationAdmissionDeps, OperationRunnerDeps {
  readonly ownership: Ownership;
}

type Listener = (operation: PositionOperation) => void;

/** A caller, or the service itself. */
type Requester = Pick<Caller, 'accountId' | 'subaccounts'> & { readonly keyId: KeyId | null };

const AUTOMATIC = 'automatic'; // the actor in the journal

/** Merges, splits and redemptions: durable before they are sent, sent once, and resolved by the venue's records. */
export class PositionOperations implements PositionOperationService {
  readonly #deps: PositionOperationsDeps;
  readonly #runner: OperationRunner;
  readonly #listeners = new Set<Listener>();

  constructor(deps: PositionOperationsDeps) {
    this.#deps = deps;
    this.#runner = new OperationRunner(deps);
    deps.store.onDurable(({ settings }) => {
      for (const id of settings?.operations ?? []) this.#publish(id);
    });
  }

  start(): void {
    this.#runner.start();
  }

  stop(): void {
    this.#runner.stop();
  }

  async preview(caller: Caller, request: OperationRequest): Promise<Result<OperationTerms, Rejection>> {
    const instrument = await this.#findInstrument(caller, request);
    return instrument.ok ? this.#admit(caller, request, instrument.value) : instrument;
  }

  async request(caller: Caller, request: OperationRequest): Promise<Result<RequestedOperation, Rejection>> {
    const instrument = await this.#findInstrument(caller, request);
    if (!instrument.ok) return instrument;
    const { store } = this.#deps;
    const earlier = this.#findEarlier(caller, request);
    if (earlier !== null) {
      await store.whenDurable();
      return earlier;
    }
    const ended = refuseEndedKey({ ...caller, subaccountId: request.subaccountId }, store);
    if (ended !== null) return err(ended);
    const admitted = this.#admit(caller, request, instrument.value);
    return admitted.ok
      ? ok({ operation: await this.#begin(caller, request, admitted.value), replayed: false })
      : admitted;
  }

  /**
   * Begins an operation of the service itself: without a key, and within the step of the call. The instrument was prefetched.
   *
   * Refuses as `admitOperation` does, `not_found`, and `idempotency_conflict` if a caller has used its key.
   */
  async beginAutomatic(
    request: OperationRequest & { readonly accountId: AccountId },
  ): Promise<Result<PositionOperation, Rejection>> {
    const { store, market } = this.#deps;
    const instrument = market.instrument(request.instrumentId);
    if (instrument === null) return err(notFound('instrument'));
    const service = { accountId: request.accountId, keyId: null, subaccounts: '*' } as const;
    const earlier = this.#findEarlier(service, request);
    if (earlier !== null) {
      await store.whenDurable();
      return mapResult(earlier, ({ operation }) => operation);
    }
    const admitted = admitOperation(service, request, instrument, this.#deps);
    return admitted.ok ? ok(await this.#begin(service, request, admitted.value)) : admitted;
  }

  list(caller: Caller, query: OperationQuery): Result<readonly PositionOperation[], Rejection> {
    const owned = this.#deps.ownership.check(caller, query.subaccountId);
    if (!owned.ok) return owned;
    const { instrumentId, kind, status, before, limit } = query;
    const found = [...this.#deps.store.state.operations.values()].filter(
      (each) =>
        each.accountId === caller.accountId &&
        each.subaccountId === owned.value &&
        (instrumentId === undefined || each.instrumentId === instrumentId) &&
        (kind === undefined || each.kind === kind) &&
        (status === undefined || each.status === status) &&
        (before === undefined || getOperationNumber(each.id) < before),
    );
    return ok(found.toSorted((a, b) => getOperationNumber(b.id) - getOperationNumber(a.id)).slice(0, limit));
  }

  get(caller: Caller, id: OperationId): Result<PositionOperation, Rejection> {
    const found = this.#deps.store.state.operations.get(id);
    const isOwn = found?.accountId === caller.accountId && isGranted(caller, found.subaccountId);
    return found !== undefined && isOwn ? ok(found) : err(notFound('operation'));
  }

  onOperation(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #findInstrument(
    caller: Caller,
    { subaccountId, instrumentId }: OperationRequest,
  ): Promise<Result<Instrument, Rejection>> {
    const owned = this.#deps.ownership.check(caller, subaccountId);
    if (!owned.ok) return owned;
    const instrument = await this.#deps.market.prefetchInstrument(instrumentId satisfies InstrumentId);
    return instrument === null ? err(notFound('instrument')) : ok(instrument);
  }

  #admit(
    caller: Caller,
    request: OperationRequest,
    instrument: Instrument,
  ): Result<AdmittedOperation, Rejection> {
    const admitted = admitOperation(caller, request, instrument, this.#deps);
    if (!admitted.ok) return admitted;
    const { kind, venue, cash } = admitted.value;
    const refused = checkAgentOperation(
      caller,
      { kind, venue, cash, instrumentId: instrument.instrumentId },
      this.#deps,
    );
    if (refused !== null) return err(refused);
    const owner = { ...caller, subaccountId: request.subaccountId };
    const exceeded = kind === 'SPLIT' ? checkDayLimitsOfSplit(owner, cash, this.#deps) : null;
    return exceeded === null ? admitted : err(exceeded);
  }

  /** A repeat of an earlier request returns its operation as it is now. */
  #findEarlier(caller: Requester, request: OperationRequest): Result<RequestedOperation, Rejection> | null {
    const { idempotencyKey } = request;
    if (idempotencyKey === null) return null;
    for (const operation of this.#deps.store.state.operations.values()) {
      if (operation.accountId !== caller.accountId || operation.idempotencyKey !== idempotencyKey) continue;
      const isRepeat =
        isGranted(caller, operation.subaccountId) && operation.fingerprint === toFingerprint(request);
      return isRepeat ? ok({ operation, replayed: true }) : err(CONFLICT);
    }
    return null;
  }

  /** Called in the step that admitted it, so that no other request counts the same tokens, claims or cash. */
  async #begin(
    { accountId, keyId }: Requester,
    request: OperationRequest,
    { kind, instrument, venue, qty, cash, redeems }: AdmittedOperation,
  ): Promise<PositionOperation> {
    const { store } = this.#deps;
    const now = store.now();
    const operation: PositionOperation = {
      id: `pop_${store.state.seq + 1}` as OperationId, // the number of its first entry
      accountId,
      subaccountId: request.subaccountId,
      keyId,
      idempotencyKey: request.idempotencyKey,
      fingerprint: toFingerprint(request),
      kind,
      instrumentId: instrument.instrumentId,
      venue,
      venueInstrumentId: instrument.venueInstrumentId,
      qty,
      cash,
      redeems,
      status: 'REQUESTED',
      seal: null,
      venueOperationId: null,
      transactionHash: null,
      failure: null,
      venueMessage: null,
      createdAt: now,
      sentAt: null,
      endedAt: null,
      updatedAt: now,
    };
    await store.commit('position_operation', keyId ?? AUTOMATIC, [
      ...bindInstruments(store.state, [instrument]),
      { type: 'PositionOperationSet', operation },
    ]);
    this.#runner.wake(venue);
    return operation;
  }

  #publish(id: OperationId): void {
    const operation = this.#deps.store.state.operations.get(id);
    if (operation === undefined) return;
    for (const listener of this.#listeners) listener(operation);
  }
}

const CONFLICT = rejection(
  'idempotency_conflict',
  'this idempotency key was used with another request; nothing was changed',
);

/** Equal for equal requests; a quantity that was left out is part of it. */
const toFingerprint = ({ kind, subaccountId, instrumentId, qty }: OperationRequest): string =>
  [kind, subaccountId, instrumentId, qty === null ? '' : renderDecimal(qty)].join(' ');
