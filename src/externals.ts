import { readSecretFile, SecretFileError } from './config/secretfile.ts';
import type { Config, VenueOneConfig } from './config.ts';
import type { VenueName } from './core/kernel/ids.ts';
import { installationId } from './installation.ts';
import type { Clock } from './ports/clock.ts';
import type { Log } from './ports/log.ts';
import type { Network } from './ports/network.ts';
import type { Random } from './ports/random.ts';
import type { ExternalVenue } from './ports/venue.ts';
import type { Sandboxes } from './sandboxes.ts';
import { DEFAULTS as KALSHI_DEFAULTS } from './venues/kalshi/settings.ts';
import { createKalshi } from './venues/kalshi/venue.ts';

export interface ExternalsDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly network: Network;
}

/** The external venues as this run has them; null for one that is off. Made without asking anybody. */
export interface Externals {
  readonly one: ExternalVenue | null;
  readonly two: ExternalVenue | null;
}

/**
 * Joins settings, key files and local exchanges into venues.
 *
 * Throws  SecretFileError for a key file that cannot be used, by its name and never with what it holds
 */
export function createExternals(
  deps: ExternalsDeps,
  sandboxes: Pick<Sandboxes, 'one' | 'two'> | null,
): Externals {
  const { one } = deps.config.venues;
  const local = sandboxes?.one ?? null;
  return {
    one: local === null && !one.enabled ? null : venueOne(deps, local === null ? one : localOne(one, local)),
    two: null,
  };
}

function localOne(
  one: VenueOneConfig,
  { url, keyId, keyFile }: NonNullable<Sandboxes['one']>,
): VenueOneConfig {
  const restUrl = `${url}/trade-api/v2`;
  const wsUrl = `${url.replace('http', 'ws')}/trade-api/ws/v2`;
  return { ...one, restUrl, wsUrl, keyId, keyFile };
}

function venueOne(deps: ExternalsDeps, one: VenueOneConfig): ExternalVenue {
  const { restUrl, wsUrl, keyId, accountPrecision, watchedMax } = one;
  const privateKeyPem = readSecretFile(one.keyFile);
  const settings = { ...KALSHI_DEFAULTS, ...accessOf(deps), restUrl, wsUrl, keyId, privateKeyPem };
  return usable(one.keyFile, () =>
    createKalshi({ ...deps, name: one.name as VenueName }, { ...settings, accountPrecision, watchedMax }),
  );
}

function accessOf({ config, random }: ExternalsDeps) {
  return {
    simulated: config.profile === 'sandbox',
    clientIdSpace: installationId(config.dataDir, random),
  };
}

/** What an adapter says of a key is told with the file that holds it. */
function usable<Made>(file: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw new SecretFileError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
