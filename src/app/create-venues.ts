import { type Config, readCredential, SecretFileError, type VenueConfig } from '#config';
import type { VenueName } from '#contract';
import { externalVenues, type RunningSimulator, type VenueDriver } from '#drivers';
import { createRedactingNetwork, type SecretRedactor, SignerProcess } from '#platform';
import type { Clock, ExternalVenue, Log, Network, Random } from '#ports';
import { ShadowVenue } from '#venues/replay';

export interface ExternalVenuesDependencies {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly network: Network;
  readonly secrets: SecretRedactor;
  /** 32 hex digits unique to this installation: see `DriverContext.clientIdSpace`. */
  readonly space: string;
  readonly drivers: readonly VenueDriver[];
}

/** The adapters by venue section; a venue that is off is absent. */
export type ExternalVenues = Readonly<Record<string, ExternalVenue>>;

/** The running simulators by venue section. */
export type RunningSimulators = Readonly<Record<string, RunningSimulator>>;

/** Creates the adapter of each external venue that is enabled or simulated. Sends nothing. */
export function createVenues(
  deps: ExternalVenuesDependencies,
  simulators: RunningSimulators,
): ExternalVenues {
  const made = externalVenues(deps.config, deps.drivers).flatMap(({ id, venue: { enabled, name } }) => {
    // An address of this machine may forward to the real venue.
    if (enabled && deps.config.profile === 'sandbox')
      deps.log.warn(
        'sandbox: an external venue is enabled; if its address forwards to the real one, orders are real',
        {
          venue: name,
        },
      );
    const venue = createVenue(id, deps, simulators);
    if (venue === null) return [];
    // Here and not in the adapters, so that no adapter can send an order of this profile.
    const { clock, config } = deps;
    const isShadow = config.profile === 'shadow';
    return [[id, isShadow ? new ShadowVenue(venue, { clock, model: config.replay }) : venue] as const];
  });
  return Object.fromEntries(made);
}

/** Prepares the drivers of the configured venues, each once, during the wait for the journal. */
export function prepareDrivers(config: Config, drivers: readonly VenueDriver[]): void {
  for (const driver of new Set(externalVenues(config, drivers).map((venue) => venue.driver)))
    driver.prepare?.();
}

/**
 * Creates the adapter of one venue from its settings, key files and simulator; null if the venue is off.
 *
 * Throws SecretFileError for a key file that cannot be used, with its name and never with its content.
 */
export function createVenue(
  id: string,
  deps: ExternalVenuesDependencies,
  simulators: RunningSimulators,
): ExternalVenue | null {
  const { config, secrets, clock, random, log } = deps;
  const configured = externalVenues(config, deps.drivers).find((each) => each.id === id);
  if (configured === undefined) return null;
  const simulated = simulators[id];
  if (simulated === undefined && !configured.venue.enabled) return null;
  return configured.driver.create({
    name: configured.venue.name as VenueName,
    venue: { ...configured.venue, ...simulated?.settings },
    simulated: config.profile === 'sandbox',
    marketDataOnly: config.profile === 'shadow',
    clock,
    random,
    log,
    network: createRedactingNetwork(deps.network, (text) => secrets.redactSent(text)),
    clientIdSpace: deps.space,
    credential: (setting, file) => credential(deps, { id, venue: configured.venue, setting, file }),
    openSigner: (spec) => new SignerProcess(spec, { clock, log }),
    hideSecret: (text) => secrets.add(text),
    hideSentSecret: (text) => secrets.addSent(text),
  });
}

interface NamedCredential {
  readonly id: string;
  readonly venue: VenueConfig;
  readonly setting: string;
  readonly file: string;
}

/**
 * Backups of the disk contain what is not encrypted. So a live venue's credentials in plain text are warned about, and the key
 * of a wallet, which moves all its funds and cannot be revoked, is refused unless `plain_key` says otherwise.
 */
function credential(
  { config, log }: ExternalVenuesDependencies,
  { id, venue, setting, file }: NamedCredential,
): string {
  const name = `venues.${id}.${setting}`;
  const { text, isSealed } = readCredential(name, file, config);
  if (isSealed || config.profile !== 'live') return text;
  if (setting === 'private_key_file' && venue['plainKey'] !== true)
    throw new SecretFileError(
      `${file} holds the key of a wallet in plain text, and anyone who reads it can move all funds. Encrypt it with \`crossbook venue secret add ${venue.name} ${setting}\`, or let another program sign (signer_program), or set plain_key = true in [venues.${id}]`,
    );
  log.warn('credential file is not encrypted; run `crossbook venue secret add`', { setting: name });
  return text;
}
