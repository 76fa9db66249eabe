import type { VenueConfig, VenueSchema } from '#config';
import type { VenueName } from '#contract';
import type { OriginUrls, SignerProcessSpec, SimulatorProcessSpec } from '#platform';
import type { Clock, DigestSigner, ExternalVenue, Log, Network, Random } from '#ports';

/** One kind of external venue: its settings, how to connect to it, and its local simulator. */
export interface VenueDriver {
  readonly schema: VenueSchema;
  /**
   * Creates the adapter of one configured venue. Sends nothing.
   *
   * Throws SecretFileError for a credential file that cannot be used.
   */
  create(context: DriverContext): ExternalVenue;
  /**
   * Computes what the first adapter of a process would compute, such as tables for signatures: a standby calls it while it
   * waits, so that a takeover is shorter. Needs no key and sends nothing. Absent: nothing takes long.
   */
  prepare?(): void;
  /** The simulator that replaces the venue under profile sandbox; null if there is none. */
  readonly simulator: SimulatorDriver | null;
}

export interface DriverContext {
  readonly name: VenueName;
  /** Checked against the driver's schema; with a simulator's addresses and keys where one runs. */
  readonly venue: VenueConfig;
  /** True if no connection leaves this machine. */
  readonly simulated: boolean;
  /** True: only market data is read. It works without credentials; where the venue gives more with a key, one may be set. */
  readonly marketDataOnly: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly network: Network;
  /** 32 hex digits unique to this installation, so that its client order ids differ from any other's. */
  readonly clientIdSpace: string;
  /** The text of the credential file that a setting names, decrypted if it is sealed. */
  credential(setting: string, file: string): string;
  /** A program that signs with a key which this process does not hold. */
  openSigner(spec: SignerProcessSpec): DigestSigner;
  /** Redacts a secret that never leaves the process, such as a signing key, from logs. */
  hideSecret(text: string): void;
  /** Redacts a secret that the venue receives from logs and from the venue's messages. */
  hideSentSecret(text: string): void;
}

export interface SimulatorDriver {
  /** Creates the keys that the simulator accepts, unless the folder has them, and returns how to start it. */
  prepare(dataDir: string, venue: VenueConfig, random: Random): SimulatorProcessSpec;
  /**
   * The settings that connect the adapter to the simulator.
   *
   * @param origins  the URLs of the origins that `prepare` names
   */
  connect(
    url: string,
    dataDir: string,
    origins: OriginUrls,
  ): Readonly<Record<string, string | number | boolean>>;
}
