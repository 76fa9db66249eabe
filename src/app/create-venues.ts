import type { Config, VenueOneConfig, VenueTwoConfig } from '../config/config.ts';
import { type CredentialName, readCredential } from '../config/credentials.ts';
import { SecretFileError } from '../config/secret-files.ts';
import type { VenueName } from '../domain/model/ids.ts';
import { redactingNetwork, type Secrets } from '../platform/secret-protection.ts';
import type { Clock, Random } from '../ports/environment.ts';
import type { Network } from '../ports/network.ts';
import type { Log } from '../ports/telemetry.ts';
import type { ExternalVenue } from '../ports/venue.ts';
import { DEFAULTS as KALSHI_DEFAULTS } from '../venues/kalshi/kalshi-settings.ts';
import { createKalshi } from '../venues/kalshi/kalshi-venue.ts';
import type { ApiCredentials } from '../venues/polymarket/polymarket-settings.ts';
import { createPolymarket } from '../venues/polymarket/polymarket-venue.ts';
import type { SimulatorProcesses } from './simulator-processes.ts';

export interface ExternalVenuesDependencies {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly network: Network;
  readonly secrets: Secrets;
  /** 32 hex digits that are this installation's own: no other on the same venue account gives its names. */
  readonly space: string;
}

/** The external venues as this run has them; null for one that is off. Made without asking anybody. */
export interface ExternalVenues {
  readonly one: ExternalVenue | null;
  readonly two: ExternalVenue | null;
}

/** The local exchanges of a run, as far as it has them. */
export type LocalSimulators = Pick<SimulatorProcesses, 'one' | 'two'>;

/** Both, as `createExternal` makes each. */
export const createVenues = (deps: ExternalVenuesDependencies, local: LocalSimulators): ExternalVenues => ({
  one: createVenue('one', deps, local),
  two: createVenue('two', deps, local),
});

/**
 * Joins settings, key files and a local exchange into a venue; null for one that is off.
 *
 * Throws  SecretFileError for a key file that cannot be used, by its name and never with what it holds
 */
export function createVenue(
  slot: 'one' | 'two',
  given: ExternalVenuesDependencies,
  local: LocalSimulators,
): ExternalVenue | null {
  const { one, two } = given.config.venues;
  const deps = { ...given, network: redactingNetwork(given.network, (text) => given.secrets.hideSent(text)) };
  if (slot === 'one') {
    if (local.one !== null) return venueOne(deps, localOne(one, local.one));
    return one.enabled ? venueOne(deps, one) : null;
  }
  if (local.two !== null) return venueTwo(deps, localTwo(two, local.two));
  return two.enabled ? venueTwo(deps, two) : null;
}

function localOne(
  one: VenueOneConfig,
  { url, keyId, keyFile }: NonNullable<SimulatorProcesses['one']>,
): VenueOneConfig {
  const restUrl = `${url}/trade-api/v2`;
  const wsUrl = `${url.replace('http', 'ws')}/trade-api/ws/v2`;
  return { ...one, restUrl, wsUrl, keyId, keyFile };
}

/** One host serves everything that the real venue spreads over five. */
function localTwo(
  two: VenueTwoConfig,
  { url, privateKeyFile }: NonNullable<SimulatorProcesses['two']>,
): VenueTwoConfig {
  const ws = url.replace('http', 'ws');
  const hosts = { clobUrl: url, gammaUrl: url, dataUrl: url };
  const sockets = { wsMarketUrl: `${ws}/ws/market`, wsUserUrl: `${ws}/ws/user` };
  return { ...two, ...hosts, ...sockets, privateKeyFile, credentialsFile: '', signatureType: 0, funder: '' };
}

function venueOne(deps: ExternalVenuesDependencies, one: VenueOneConfig): ExternalVenue {
  const { restUrl, wsUrl, keyId, accountPrecision, watchedMax } = one;
  const privateKeyPem = credentialOf(deps, 'venues.one.key_file', one.keyFile);
  deps.secrets.add(privateKeyPem);
  const access = {
    restUrl,
    wsUrl,
    keyId,
    privateKeyPem,
    clientIdSpace: deps.space,
    ...simulationOf(deps),
  };
  const settings = { ...KALSHI_DEFAULTS, ...access, accountPrecision, watchedMax };
  return usable(one.keyFile, () => createKalshi({ ...deps, name: one.name as VenueName }, settings));
}

function venueTwo(deps: ExternalVenuesDependencies, two: VenueTwoConfig): ExternalVenue {
  const { clobUrl, gammaUrl, dataUrl, wsMarketUrl, wsUserUrl, chainId, signatureType, watchedMax } = two;
  const privateKeyHex = credentialOf(deps, 'venues.two.private_key_file', two.privateKeyFile);
  deps.secrets.add(privateKeyHex.replace(/^0x/, ''));
  const credentials = two.credentialsFile === '' ? null : readCredentials(deps, two.credentialsFile);
  const hosts = { clobUrl, gammaUrl, dataUrl, wsMarketUrl, wsUserUrl, chainId };
  const wallet = { privateKeyHex, credentials, signatureType, funder: two.funder === '' ? null : two.funder };
  const onCredentials = (derived: ApiCredentials): void => hide(deps, derived);
  const settings = {
    ...hosts,
    ...wallet,
    watchedMax,
    space: deps.space,
    onCredentials,
    ...simulationOf(deps),
  };
  return usable(two.privateKeyFile, () =>
    createPolymarket({ ...deps, name: two.name as VenueName }, settings),
  );
}

/** A live venue's credential should not lie there for whoever gets hold of a backup. */
function credentialOf(
  { config, log }: ExternalVenuesDependencies,
  name: CredentialName,
  file: string,
): string {
  const { text, isSealed } = readCredential(name, file, config);
  if (!isSealed && config.profile === 'live')
    log.warn('a credential lies unencrypted: crossbook venue secret add encrypts it', { setting: name });
  return text;
}

function readCredentials(deps: ExternalVenuesDependencies, file: string): ApiCredentials {
  const { api_key, secret, passphrase } = jsonOf(credentialOf(deps, 'venues.two.credentials_file', file));
  const isWhole = [api_key, secret, passphrase].every((part) => typeof part === 'string' && part !== '');
  if (!isWhole) throw new SecretFileError(`${file}: must be JSON with api_key, secret and passphrase`);
  const credentials = { apiKey: String(api_key), secret: String(secret), passphrase: String(passphrase) };
  hide(deps, credentials);
  return credentials;
}

/** The key is a name that the venue itself tells of our orders; the other two are the secret. */
function hide({ secrets }: ExternalVenuesDependencies, { secret, passphrase }: ApiCredentials): void {
  secrets.addSent(secret);
  secrets.addSent(passphrase);
}

function jsonOf(text: string): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Nothing beyond this machine is asked where there is nothing real to ask about. */
const simulationOf = ({ config }: ExternalVenuesDependencies) =>
  config.profile === 'sandbox' ? { simulated: true, geoUrl: null } : { simulated: false };

/** What an adapter says of a key is told with the file that holds it. */
function usable<Made>(file: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw new SecretFileError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
