import type {
  Caller,
  ClientOrderId,
  Instrument,
  InstrumentId,
  Notional,
  OperationId,
  OperationKind,
  OperationStatus,
  PositionOperation,
  Qty,
  Rejection,
  Result,
  SubaccountId,
  VenueName,
} from '#contract';

export interface OperationRequest {
  readonly kind: OperationKind;
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId;
  readonly qty: Qty | null; // pairs; null: all that can be merged. REDEEM has none
  readonly idempotencyKey: ClientOrderId | null;
}

/** What an operation would do now; nothing is reserved. */
export interface OperationTerms {
  readonly kind: OperationKind;
  readonly instrument: Instrument;
  readonly venue: VenueName;
  readonly qty: Qty | null;
  readonly cash: Notional; // received by MERGE and REDEEM, paid by SPLIT
  readonly walletCash: Notional; // of all subaccounts: a redemption takes the tokens of all
  readonly qtyMax: Qty | null; // that can be merged now; null for the other kinds
}

export interface RequestedOperation {
  readonly operation: PositionOperation;
  readonly replayed: boolean; // true: an exact repeat; nothing was begun
}

export interface OperationQuery {
  readonly subaccountId: SubaccountId;
  readonly instrumentId?: InstrumentId;
  readonly kind?: OperationKind;
  readonly status?: OperationStatus;
  readonly before?: number; // operation number, from a cursor
  readonly limit: number;
}

/** Merges, splits and redemptions of tokens. */
export interface PositionOperationService {
  preview(caller: Caller, request: OperationRequest): Promise<Result<OperationTerms, Rejection>>;
  /** Resolves once the operation is durable; it is sent after that. */
  request(caller: Caller, request: OperationRequest): Promise<Result<RequestedOperation, Rejection>>;
  /** Newest first, of the last 90 days. */
  list(caller: Caller, query: OperationQuery): Result<readonly PositionOperation[], Rejection>;
  get(caller: Caller, id: OperationId): Result<PositionOperation, Rejection>;
  /** Called after each durable change. */
  onOperation(listener: (operation: PositionOperation) => void): () => void;
}

/** The number in `pop_17`. */
export const getOperationNumber = (id: OperationId): number => Number(id.slice(4));
