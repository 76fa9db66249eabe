import type { Config } from '../config/config.ts';
import type { FaultInjector } from '../domain/matching-engine/fault-injector.ts';
import type { PairingCodes } from '../oms/browser-pairing.ts';
import type { MappingReviewService } from '../oms/mapping-review/review-types.ts';
import type { AccountAdmin } from '../oms/trading-service.ts';
import type { SecretRedactor } from '../platform/secret-protection.ts';
import type { Clock, Random } from '../ports/environment.ts';
import type { Log, Metrics } from '../ports/telemetry.ts';
import type { VenueCheck } from '../ports/venue.ts';
import type { VenueDriver } from './venue-driver.ts';

/** What the app is built on; the command line brings the machine's own. */
export interface AppDependencies {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly metricsText: () => Promise<string>; // all of `metrics`, as Prometheus reads it
  readonly version: string;
  readonly secrets: SecretRedactor; // never written to logs
  readonly drivers?: readonly VenueDriver[]; // left out: those that Crossbook brings
}

export interface App {
  /** Opens the port. `url` is where a caller on this machine reaches it. */
  listen(): Promise<{ readonly url: string }>;
  /** Stops intake, finishes durable work, closes sockets with 1001. */
  stop(): Promise<void>;
  readonly operating: AccountAdmin;
  /** The simulators that run in the place of real venues. */
  readonly exchanges: readonly { readonly name: string; readonly url: string }[];
  readonly reviewing: MappingReviewService;
  readonly demoFaults: FaultInjector | null; // null under profile live
  readonly pairings: Pick<PairingCodes, 'open'>;
}

/** The accounts and keys of a stopped service, straight from its store. No venue is started. */
export interface OperatingStore {
  readonly operating: AccountAdmin;
  close(): Promise<void>;
}

export interface VerifyReport {
  readonly entries: number; // read from the journal
  readonly problems: readonly string[]; // empty: the journal is whole and the tables agree with it
}

/** Names an entry of the journal and, through its hash, all before it. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

export interface AuditReport {
  readonly entries: number; // read
  readonly head: ChainHead | null; // null: there is no entry
  readonly problem: string | null; // the first thing that is wrong
}

/** Reads the hash-chained journal, with or without a running service. */
export interface AuditReader {
  /** Each entry as a line of JSON, oldest first. */
  lines(config: Config): Iterable<string>;
  /** @param known  an entry whose hash was written down elsewhere, or null */
  verify(config: Config, known: ChainHead | null): AuditReport;
  verifyExport(lines: Iterable<string>, known: ChainHead | null): AuditReport;
}

/** The parts of Crossbook that commands start; tests bring their own. */
export interface AppModule {
  createApp(deps: AppDependencies): Promise<App>;
  openOperating(deps: AppDependencies): Promise<OperatingStore>;
  /** Replays the whole journal and compares it with the tables. */
  verify(config: Config): Promise<VerifyReport>;
  readonly audit: AuditReader;
  /** A quick look at the data files; null when they are sound, else what is wrong. */
  checkStore(config: Config): Promise<string | null>;
  /** Checks credentials and connectivity of an external venue, by its section; null when it is off. */
  checkVenue(deps: AppDependencies, id: string): Promise<readonly VenueCheck[] | null>;
}
