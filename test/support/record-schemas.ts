/** The records of the API as the tests read them. */
import type { AggregatedLevel, BatchOrder, BookLevel } from '../../sdk/src/index.ts';

export type {
  Balance,
  CancelSummary,
  Fill,
  GenericAsset as Asset,
  Instrument,
  KillSwitchResult as KillSwitch,
  Order,
  Outcome,
  PnlPoint,
  PnlShare,
  PnlValues,
  Position,
  RiskLimits as Limits,
  RiskState,
  Side,
  Trade as Print,
} from '../../sdk/src/index.ts';

export type Level = BookLevel & Partial<Pick<AggregatedLevel, 'breakdown'>>;

/** The book of an instrument or of an asset. */
export interface Book {
  readonly instrument_id?: number;
  readonly generic_asset_id?: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly timestamp: number;
  readonly sequence: number;
}

/** An order of a batch, or what refused it. */
export interface BatchEntry extends Omit<BatchOrder, 'id'> {
  readonly id: string | null;
  readonly error?: string;
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>> | null;
}

export interface ApiError {
  readonly error: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly request_id: string;
}
