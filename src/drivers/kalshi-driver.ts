import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HOME_DIR, KALSHI_SCHEMA, type KalshiConfig, SecretFileError } from '#config';
import { errorMessage } from '#contract';
import { writePrivately } from '#platform';
import { createKalshi, KALSHI_DEFAULTS } from '#venues/kalshi';
import { simulatorProgram } from './simulator-programs.ts';
import type { DriverContext, SimulatorDriver, VenueDriver } from './venue-driver.ts';

const SIMULATOR_KEY_ID = 'crossbook-sandbox';
const keyFileIn = (dataDir: string): string => join(dataDir, 'key.pem');

const simulator: SimulatorDriver = {
  /** The simulator gets the public key only, as the real venue does. */
  prepare: (dataDir, venue) => {
    const keyFile = keyFileIn(dataDir);
    const publicFile = join(dataDir, 'key.json');
    if (!existsSync(keyFile) || !existsSync(publicFile)) {
      const { privateKey, publicKey } = generateKeyPairSync('rsa', {
        modulusLength: 2048,
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      });
      writePrivately(publicFile, JSON.stringify({ key_id: SIMULATOR_KEY_ID, public_key: publicKey }));
      writePrivately(keyFile, privateKey);
    }
    const precision = (venue as KalshiConfig).accountPrecision === '0.0001' ? 'direct' : 'other';
    return {
      main: simulatorProgram('kalshi'),
      args: ['--key-file', publicFile, '--precision', precision],
      dataDir,
    };
  },
  connect: (url, dataDir) => ({
    restUrl: `${url}/trade-api/v2`,
    wsUrl: `${url.replace('http', 'ws')}/trade-api/ws/v2`,
    keyId: SIMULATOR_KEY_ID,
    keyFile: keyFileIn(dataDir),
    signerProgram: '',
  }),
};

function create(context: DriverContext) {
  const { restUrl, wsUrl, keyId, keyFile, accountPrecision, watchedMax } = context.venue as KalshiConfig;
  const { signerProgram: program, signerPublicKey } = context.venue as KalshiConfig;
  // The streams need a key. Without one, market data is polled.
  const isPublic = context.marketDataOnly && keyFile === '' && program === '';
  const signer = program === '' ? null : context.openSigner({ program, address: keyId });
  const privateKeyPem = isPublic || signer !== null ? '' : context.credential('key_file', keyFile);
  if (privateKeyPem !== '') context.hideSecret(privateKeyPem);
  const isConfirmed = signer !== null && signerPublicKey !== '';
  const signerPublicKeyPem = isConfirmed ? readPublicKey(signerPublicKey) : null;
  const simulation = { simulated: context.simulated, isPublic };
  const key = { keyId, privateKeyPem, signer, signerPublicKeyPem };
  const access = { restUrl, wsUrl, clientIdSpace: context.clientIdSpace };
  try {
    return createKalshi(context, {
      ...KALSHI_DEFAULTS,
      ...access,
      ...key,
      ...simulation,
      accountPrecision,
      watchedMax,
    });
  } catch (error) {
    throw new SecretFileError(`${signer === null ? keyFile : signerPublicKey}: ${errorMessage(error)}`);
  }
}

/** A public key is no secret, so its file may be readable by all. */
function readPublicKey(file: string): string {
  const path = resolve(HOME_DIR, file);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SecretFileError(`${path}: ${errorMessage(error)}`);
  }
}

/** Kalshi: one account with one API key. */
export const kalshiDriver: VenueDriver = { schema: KALSHI_SCHEMA, create, simulator };
