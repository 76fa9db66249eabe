import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { POLYMARKET_SCHEMA, type PolymarketConfig, SecretFileError } from '#config';
import { errorMessage, requirePresent, type TimestampMs } from '#contract';
import { writePrivately } from '#platform';
import {
  type ApiCredentials,
  createPolymarket,
  deriveDepositWallet,
  type FormerKey,
  prepareSigning,
  type RelayerCredentials,
  toAddress,
} from '#venues/polymarket';
import { simulatorProgram } from './simulator-programs.ts';
import type { DriverContext, SimulatorDriver, VenueDriver } from './venue-driver.ts';

const KEY_BYTES = 32;
const keyFileIn = (dataDir: string): string => join(dataDir, 'wallet.key');
const walletFileIn = (dataDir: string): string => join(dataDir, 'deposit-wallet');
const relayerFileIn = (dataDir: string): string => join(dataDir, 'relayer.json');

/** The simulator has one wallet, whose key is its owner's. */
const NO_SESSION_KEYS = {
  sessionKeyFile: '',
  sessionKeyExpires: '',
  formerSessionKeyFile: '',
  formerSessionKeyExpires: '',
  signerAddress: '',
  sessionSignerAddress: '',
  formerSessionSignerAddress: '',
} as const;

const simulator: SimulatorDriver = {
  /** Creates a key with a deposit wallet, as new accounts of the venue have. It needs no registration. */
  prepare: (dataDir, _venue, random) => {
    const keyFile = keyFileIn(dataDir);
    if (!existsSync(keyFile) || readFileSync(keyFile).length === 0) {
      const key = random.hex(KEY_BYTES);
      const address = toAddress(Buffer.from(key, 'hex'));
      writePrivately(walletFileIn(dataDir), deriveDepositWallet(address));
      writePrivately(relayerFileIn(dataDir), JSON.stringify({ api_key: random.hex(KEY_BYTES), address }));
      writePrivately(keyFile, key);
    }
    return { main: simulatorProgram('polymarket'), args: [], dataDir, origins: ['gamma', 'data', 'relayer'] };
  },
  /**
   * As at the venue, Gamma, the Data API and the relayer have separate origins. The CLOB's origin also serves both
   * WebSockets. The funds of a folder of an earlier version are at the address of its key, which no relayer moves.
   */
  connect: (url, dataDir, origins) => {
    const ws = url.replace('http', 'ws');
    const hosts = { clobUrl: url, gammaUrl: origins['gamma'] ?? url, dataUrl: origins['data'] ?? url };
    const sockets = { wsMarketUrl: `${ws}/ws/market`, wsUserUrl: `${ws}/ws/user` };
    const key = { ...NO_SESSION_KEYS, privateKeyFile: keyFileIn(dataDir), plainKey: true, signerProgram: '' };
    const wallet = { ...key, credentialsFile: '', signatureType: 0, funder: '' };
    if (!existsSync(walletFileIn(dataDir))) return { ...hosts, ...sockets, ...wallet };
    const funder = readFileSync(walletFileIn(dataDir), 'utf8').trim();
    const relayerUrl = origins['relayer'] ?? url;
    const relayer = { relayerUrl, relayerCredentialsFile: relayerFileIn(dataDir) };
    return { ...hosts, ...sockets, ...wallet, ...relayer, signatureType: 3, funder };
  },
};

function create(context: DriverContext) {
  const venue = context.venue as PolymarketConfig;
  const { clobUrl, gammaUrl, dataUrl, wsMarketUrl, wsUserUrl, relayerUrl } = venue;
  const { chainId, signatureType, watchedMax } = venue;
  const isPublic = context.marketDataOnly; // all its market data is public
  const [key, ...formerKeys] = isPublic ? [createPublicKey(context)] : openKeys(context, venue);
  const credentials =
    isPublic || venue.credentialsFile === '' ? null : readCredentials(context, venue.credentialsFile);
  const hosts = { clobUrl, gammaUrl, dataUrl, wsMarketUrl, wsUserUrl, relayerUrl, chainId };
  const relayerCredentials =
    isPublic || venue.relayerCredentialsFile === ''
      ? null
      : readRelayerCredentials(context, venue.relayerCredentialsFile);
  const funder = isPublic || venue.funder === '' ? null : venue.funder;
  const { expiresAt: keyExpiresAt, ...signing } = requirePresent(key, 'a key that signs');
  const wallet = {
    ...signing,
    keyExpiresAt,
    formerKeys,
    credentials,
    signatureType: isPublic ? 0 : signatureType,
    funder,
  } as const;
  const onCredentials = (derived: ApiCredentials): void => hide(context, derived);
  const simulation = context.simulated ? { simulated: true, geoUrl: null } : { simulated: false };
  const space = context.clientIdSpace;
  try {
    return createPolymarket(context, {
      ...hosts,
      ...wallet,
      relayerCredentials,
      ...simulation,
      isPublic,
      minSizeForTaking: venue.minSizeForTaking,
      dataApi: venue.dataApi,
      heartbeat: venue.heartbeat && !isPublic,
      watchedMax,
      space,
      onCredentials,
    });
  } catch (error) {
    const reason = errorMessage(error);
    const files = [venue.sessionKeyFile, venue.privateKeyFile].filter((file) => file !== '').join(', ');
    throw new SecretFileError(files === '' ? reason : `${files}: ${reason}`);
  }
}

/** The key that signs, and then those whose orders are still read. */
export function openKeys(context: DriverContext, venue: PolymarketConfig): readonly FormerKey[] {
  const open = ({ setting, file, address, isSessionKey, expires }: KeySettings): FormerKey[] => {
    const expiresAt = expires === '' ? null : (Date.parse(`${expires}T00:00:00Z`) as TimestampMs);
    const role = { isSessionKey, expiresAt };
    if (file !== '') return [{ ...role, privateKeyHex: readKey(context, setting, file), signer: null }];
    if (address === '') return [];
    const signer = context.openSigner({ program: venue.signerProgram, address });
    return [{ ...role, privateKeyHex: createUnusedKey(context), signer }];
  };
  const session = open({
    setting: 'session_key_file',
    file: venue.sessionKeyFile,
    address: venue.sessionSignerAddress,
    isSessionKey: true,
    expires: venue.sessionKeyExpires,
  });
  const former = open({
    setting: 'former_session_key_file',
    file: venue.formerSessionKeyFile,
    address: venue.formerSessionSignerAddress,
    isSessionKey: true,
    expires: venue.formerSessionKeyExpires,
  });
  const owner = open({
    setting: 'private_key_file',
    file: venue.privateKeyFile,
    address: venue.signerAddress,
    isSessionKey: false,
    expires: '',
  });
  return session.length > 0 ? [...session, ...former, ...owner] : [...owner, ...former];
}

interface KeySettings extends Pick<FormerKey, 'isSessionKey'> {
  readonly setting: string;
  readonly file: string;
  readonly address: string; // with which the program signs
  readonly expires: string; // day
}

/** Hidden before it can fail. */
function readKey(context: DriverContext, setting: string, file: string): string {
  const text = context.credential(setting, file);
  context.hideSecret(text.replace(/^0x/, ''));
  if (!/^(?:0x)?[0-9a-fA-F]{64}$/.test(text))
    throw new SecretFileError(`${file}: the private key must be 64 hex digits`);
  return text;
}

function createUnusedKey(context: DriverContext): string {
  const text = context.random.hex(KEY_BYTES);
  context.hideSecret(text);
  return text;
}

const createPublicKey = (context: DriverContext): FormerKey => ({
  privateKeyHex: createUnusedKey(context),
  signer: null,
  isSessionKey: false,
  expiresAt: null,
});

function readCredentials(context: DriverContext, file: string): ApiCredentials {
  const { api_key, secret, passphrase } = parseCredentialJson(context.credential('credentials_file', file));
  const isWhole = [api_key, secret, passphrase].every((part) => typeof part === 'string' && part !== '');
  if (!isWhole) throw new SecretFileError(`${file}: must be JSON with api_key, secret and passphrase`);
  const credentials = { apiKey: String(api_key), secret: String(secret), passphrase: String(passphrase) };
  hide(context, credentials);
  return credentials;
}

/** `{"api_key", "address"}` is a relayer key; with `secret` and `passphrase` it is a builder key. */
function readRelayerCredentials(context: DriverContext, file: string): RelayerCredentials {
  const { api_key, address, secret, passphrase } = parseCredentialJson(
    context.credential('relayer_credentials_file', file),
  );
  const isText = (part: unknown): part is string => typeof part === 'string' && part !== '';
  if (isText(api_key) && isText(secret) && isText(passphrase)) {
    hide(context, { apiKey: api_key, secret, passphrase });
    return { kind: 'builder', apiKey: api_key, secret, passphrase };
  }
  if (!isText(api_key) || !isText(address))
    throw new SecretFileError(
      `${file}: must be JSON with api_key and address (a relayer key), or with api_key, secret and passphrase (a builder key)`,
    );
  context.hideSentSecret(api_key);
  return { kind: 'relayer_key', apiKey: api_key, address };
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
