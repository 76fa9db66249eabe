import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../../config/load-config.ts';
import { SecretFileError } from '../../config/secret-files.ts';
import { POLYMARKET_SCHEMA, type VenueConfig } from '../../config/venue-schemas.ts';
import { errorMessage } from '../../domain/model/result.ts';
import type { ApiCredentials } from '../../venues/polymarket/polymarket-settings.ts';
import { createPolymarket } from '../../venues/polymarket/polymarket-venue.ts';
import { prepareSigning } from '../../venues/polymarket/signing/eip712.ts';
import { writePrivately } from '../private-files.ts';
import type { DriverContext, SimulatorDriver, VenueDriver } from '../venue-driver.ts';

/** The settings of a Polymarket wallet, as POLYMARKET_SCHEMA admits them. */
interface PolymarketConfig extends VenueConfig {
  readonly clobUrl: string;
  readonly gammaUrl: string;
  readonly dataUrl: string;
  readonly wsMarketUrl: string;
  readonly wsUserUrl: string;
  readonly chainId: number;
  readonly privateKeyFile: string;
  readonly credentialsFile: string;
  readonly signatureType: 0 | 1 | 2 | 3;
  readonly minSizeForTaking: boolean;
  readonly heartbeat: boolean;
  readonly funder: string;
  readonly watchedMax: number;
}

const KEY_BYTES = 32;
const keyFileIn = (dataDir: string): string => join(dataDir, 'wallet.key');

const simulator: SimulatorDriver = {
  /** A wallet needs no registration: its address follows from its key. */
  prepare: (dataDir, _venue, random) => {
    const keyFile = keyFileIn(dataDir);
    if (!existsSync(keyFile) || readFileSync(keyFile).length === 0)
      writePrivately(keyFile, random.hex(KEY_BYTES));
    const main = join(PROJECT_DIR, 'simulators', 'polymarket', 'main.ts');
    return { main, args: [], dataDir, origins: ['gamma', 'data'] };
  },
  /**
   * As at the venue, Gamma and the Data API have separate origins. The CLOB's origin also serves both
   * WebSockets.
   */
  connect: (url, dataDir, origins) => {
    const ws = url.replace('http', 'ws');
    const hosts = { clobUrl: url, gammaUrl: origins['gamma'] ?? url, dataUrl: origins['data'] ?? url };
    const sockets = { wsMarketUrl: `${ws}/ws/market`, wsUserUrl: `${ws}/ws/user` };
    const wallet = { privateKeyFile: keyFileIn(dataDir), credentialsFile: '', signatureType: 0, funder: '' };
    return { ...hosts, ...sockets, ...wallet };
  },
};

function create(context: DriverContext) {
  const venue = context.venue as PolymarketConfig;
  const { clobUrl, gammaUrl, dataUrl, wsMarketUrl, wsUserUrl, chainId, signatureType, watchedMax } = venue;
  const isPublic = context.marketDataOnly; // all its market data is public
  const privateKeyHex = isPublic
    ? context.random.hex(KEY_BYTES)
    : context.credential('private_key_file', venue.privateKeyFile);
  context.hideSecret(privateKeyHex.replace(/^0x/, ''));
  const credentials =
    isPublic || venue.credentialsFile === '' ? null : readCredentials(context, venue.credentialsFile);
  const hosts = { clobUrl, gammaUrl, dataUrl, wsMarketUrl, wsUserUrl, chainId };
  const funder = isPublic || venue.funder === '' ? null : venue.funder;
  const wallet = { privateKeyHex, credentials, signatureType: isPublic ? 0 : signatureType, funder } as const;
  const onCredentials = (derived: ApiCredentials): void => hide(context, derived);
  const simulation = context.simulated ? { simulated: true, geoUrl: null } : { simulated: false };
  const space = context.clientIdSpace;
  try {
    return createPolymarket(context, {
      ...hosts,
      ...wallet,
      ...simulation,
      isPublic,
      minSizeForTaking: venue.minSizeForTaking,
      heartbeat: venue.heartbeat && !isPublic,
      watchedMax,
      space,
      onCredentials,
    });
  } catch (error) {
    const reason = errorMessage(error);
    throw new SecretFileError(`${venue.privateKeyFile}: ${reason}`);
  }
}

function readCredentials(context: DriverContext, file: string): ApiCredentials {
  const { api_key, secret, passphrase } = parseCredentialJson(context.credential('credentials_file', file));
  const isWhole = [api_key, secret, passphrase].every((part) => typeof part === 'string' && part !== '');
  if (!isWhole) throw new SecretFileError(`${file}: must be JSON with api_key, secret and passphrase`);
  const credentials = { apiKey: String(api_key), secret: String(secret), passphrase: String(passphrase) };
  hide(context, credentials);
  return credentials;
}

/** The API key appears in the venue's own records of our orders; the other two are secret. */
function hide(context: DriverContext, { secret, passphrase }: ApiCredentials): void {
  context.hideSentSecret(secret);
  context.hideSentSecret(passphrase);
}

function parseCredentialJson(text: string): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Polymarket: one wallet. */
export const polymarketDriver: VenueDriver = {
  schema: POLYMARKET_SCHEMA,
  create,
  prepare: prepareSigning,
  simulator,
};
