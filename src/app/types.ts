import type { Config } from '#config';
import type { TimestampMs } from '#contract';
import type { VenueDriver } from '#drivers';
import type { FaultInjector } from '#matching-engine';
import type { MappingReviewService, PairingCodes, PositionAdopter } from '#oms';
import type { AccountAdmin } from '#orders';
import type { SecretRedactor } from '#platform';
import type { Clock, Log, Metrics, Random, ReplaySettings, VenueCheck } from '#ports';
import type { ClusterStatus } from '#storage/postgres';
import type { ChainHead, readSignedHeads } from '#storage/shared';
import type { TrialOrderDeps } from '#venues/shared';

/** The dependencies of the app; the command line supplies those of this machine. */
export interface AppDependencies {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly metricsText: () => Promise<string>; // all metrics, in Prometheus text format
  readonly version: string;
  readonly secrets: SecretRedactor; // never written to logs
  readonly replaySettings?: ReplaySettings; // of profile replay
  readonly drivers?: readonly VenueDriver[]; // absent: those that are part of Crossbook
}

/** How a start waits for a journal in PostgreSQL that another node owns. */
export interface StandbyWait {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** This process has owned the journal before, so another node comes first. */
  readonly hasOwned: boolean;
  /** Called once the standby listens. */
  readonly onStandby: (url: string, owner: string) => void;
}

/** Why this process no longer owns the journal. */
export type OwnershipEnd = 'lost' | 'resign requested';

export interface App {
  /** Resolves when this process must stop serving and wait for the journal again; never for a journal in a file. */
  readonly ownershipEnded: Promise<OwnershipEnd>;
  /** Opens the port. `url` is its address for callers on this machine. */
  listen(): Promise<{ readonly url: string }>;
  /** Stops accepting requests, finishes durable work, and closes sockets with 1001. */
  stop(): Promise<void>;
  readonly operating: AccountAdmin;
  /** The simulators that replace real venues. */
  readonly exchanges: readonly { readonly name: string; readonly url: string }[];
  /** The venues of other operators that may trade, and why each gets no orders at this moment; null: it gets them. */
  venueProblems(): readonly { readonly name: string; readonly problem: string | null }[];
  readonly reviewing: MappingReviewService;
  readonly demoFaults: FaultInjector | null; // null under profile live
  readonly pairings: Pick<PairingCodes, 'open'>;
  readonly adoptPositions: PositionAdopter | null; // null in a replay, which has no account at a venue
}

/** Accounts and keys of a stopped service, read from its store. Starts no venue. */
export interface OperatingStore {
  readonly operating: AccountAdmin;
  close(): Promise<void>;
}

export interface VerifyReport {
  readonly entries: number; // read from the journal
  readonly problems: readonly string[]; // empty: the journal is complete and the tables agree with it
}

export interface AuditReport {
  readonly entries: number; // read
  readonly head: ChainHead | null; // null: the journal is empty
  readonly problem: string | null; // the first problem
}

/** Reads the hash-chained journal, with or without a running service. */
export interface AuditReader {
  /** Each entry as a line of JSON, oldest first. */
  lines(config: Config): Iterable<string> | AsyncIterable<string>;
  /** @param known  entries whose hash was recorded elsewhere */
  verify(config: Config, known: readonly ChainHead[]): Promise<AuditReport>;
  verifyExport(lines: Iterable<string>, known: readonly ChainHead[]): AuditReport;
  readonly readHeads: typeof readSignedHeads;
}

export type { ClusterStatus } from '#storage/postgres';

/** The nodes of a journal in PostgreSQL. */
export interface ClusterAdmin {
  /** The URL of the settings, else that of the last start in the data folder; null: none. */
  findJournalUrl(config: Config): string | null;
  status(url: string): Promise<ClusterStatus>;
  /** Asks the owner to give the journal up; returns the names of the owners. */
  resign(url: string): Promise<readonly string[]>;
}

export interface MigrationReport {
  readonly entries: number;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly rows: Readonly<Record<string, number>>; // copied, by table
}

export interface BackupRequest {
  readonly to: string; // the folder that gets the backup as a folder
  readonly now: TimestampMs;
  readonly version: string;
  readonly hasMarketData: boolean;
  readonly keep: number | null; // backups in the folder, with the new one; null: all
}

export interface BackupReport {
  readonly folder: string; // of this backup
  readonly head: ChainHead; // its last journal entry
  readonly removed: number; // old backups
}

export interface RestoreReport {
  readonly backup: string;
  readonly head: ChainHead; // the last journal entry of the backup
}

/** The parts of Crossbook that commands start; tests supply others. */
export interface AppModule {
  /** Null when the signal ended the wait for the journal. */
  createApp(deps: AppDependencies, wait: StandbyWait): Promise<App | null>;
  openOperating(deps: AppDependencies): Promise<OperatingStore>;
  /** Replays the whole journal and compares it with the tables. */
  verify(config: Config): Promise<VerifyReport>;
  readonly audit: AuditReader;
  readonly clusterAdmin: ClusterAdmin;
  /** Moves the ledger of the data folder to an empty PostgreSQL database. */
  migrateLedger(config: Config, url: string): Promise<MigrationReport>;
  /** Copies the ledger of the data folder, also of a running service, and verifies the copy. */
  backupLedger(config: Config, request: BackupRequest): Promise<BackupReport>;
  /** Restores a backup into a data folder without a ledger. */
  restoreLedger(deps: AppDependencies, from: string): Promise<RestoreReport>;
  /** A quick check of the data files; null if they are sound, else the problem. */
  checkStore(config: Config): Promise<string | null>;
  /** Checks credentials and connectivity of an external venue, by its section; null if it is off. */
  checkVenue(deps: AppDependencies, id: string): Promise<readonly VenueCheck[] | null>;
  /** Places one order at an external venue and cancels it; null if the venue is off, or the operator declined. */
  placeVenueTrial(
    deps: AppDependencies,
    id: string,
    trial: Pick<TrialOrderDeps, 'ticker' | 'confirm'>,
  ): Promise<readonly VenueCheck[] | null>;
}
