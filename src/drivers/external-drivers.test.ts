import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { DEFAULT_CONFIG } from '../config/config.ts';
import { SecretFileError } from '../config/secret-files.ts';
import type { PolymarketConfig } from '../config/venue-schemas.ts';
import type { VenueName } from '../contract/model/ids.ts';
import { systemRandom } from '../platform/system-environment.ts';
import type { Network } from '../ports/network.ts';
import { toAddress } from '../venues/polymarket/signing/eip712.ts';
import { deriveDepositWallet } from '../venues/polymarket/signing/wallet-addresses.ts';
import { kalshiDriver } from './kalshi-driver.ts';
import { openKeys, polymarketDriver } from './polymarket-driver.ts';
import { faultAdminUrl, findSimulators } from './simulator-processes.ts';
import type { DriverContext, SimulatorDriver } from './venue-driver.ts';
import { VENUE_DRIVERS } from './venue-drivers.ts';

const [kalshi, polymarket] = VENUE_DRIVERS.map(({ simulator }) => simulator as SimulatorDriver);
assert.ok(kalshi !== undefined && polymarket !== undefined);
const PRIVATE_KEY = '1'.repeat(64);
const PROGRAM_FILE = join(import.meta.dirname, 'kalshi-driver.ts'); // no PEM

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'crossbook-driver-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

/** A context with these settings that records what is hidden. */
function contextOf(id: 'kalshi' | 'polymarket', files: Readonly<Record<string, string>>, settings: object) {
  const hidden: string[] = [];
  const context: DriverContext = {
    name: id as VenueName,
    venue: { ...DEFAULT_CONFIG.venues[id], ...settings },
    simulated: true,
    marketDataOnly: false,
    clock: new ManualClock(),
    random: systemRandom(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    network: {
      http: () => ({ request: () => new Promise(() => {}), close: async () => {} }),
    } as unknown as Network,
    clientIdSpace: '0'.repeat(32),
    credential: (setting) => files[setting] ?? '',
    openSigner: ({ program, address }) => {
      hidden.push(`signer ${program}`);
      return { address, sign: () => Promise.reject(new Error('no signature')), close: () => {} };
    },
    hideSecret: (text) => void hidden.push(`secret ${text}`),
    hideSentSecret: (text) => void hidden.push(`sent ${text}`),
  };
  return { context, hidden };
}

test('the simulator of Kalshi gets a public key only, and keeps its key pair', (t) => {
  const dataDir = folder(t);
  const venue = DEFAULT_CONFIG.venues.kalshi;
  const spec = kalshi.prepare(dataDir, venue, systemRandom());
  const publicFile = join(dataDir, 'key.json');
  assert.deepEqual(spec.args, ['--key-file', publicFile, '--precision', 'direct']);
  assert.deepEqual(readdirSync(dataDir).toSorted(), ['key.json', 'key.pem']);
  const keys = (): readonly string[] =>
    ['key.json', 'key.pem'].map((name) => readFileSync(join(dataDir, name), 'utf8'));
  const before = keys();
  assert.equal(before[0]?.includes('PRIVATE'), false);
  for (const name of readdirSync(dataDir)) assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600);
  const inCents = { ...venue, accountPrecision: '0.01' };
  assert.equal(kalshi.prepare(dataDir, inCents, systemRandom()).args.at(-1), 'other');
  assert.deepEqual(keys(), before);
  rmSync(publicFile);
  kalshi.prepare(dataDir, venue, systemRandom());
  assert.notEqual(keys()[1], before[1], 'a lost public key is replaced together with its private key');
  assert.deepEqual(kalshi.connect('http://127.0.0.1:9', dataDir, {}), {
    restUrl: 'http://127.0.0.1:9/trade-api/v2',
    wsUrl: 'ws://127.0.0.1:9/trade-api/ws/v2',
    keyId: 'crossbook-sandbox',
    keyFile: join(dataDir, 'key.pem'),
    signerProgram: '',
  });
});

test('the simulator of Polymarket keeps its deposit wallet and serves four origins', (t) => {
  const dataDir = folder(t);
  const spec = polymarket.prepare(dataDir, DEFAULT_CONFIG.venues.polymarket, systemRandom());
  assert.deepEqual([spec.args, spec.origins], [[], ['gamma', 'data', 'relayer']]);
  const wallet = join(dataDir, 'wallet.key');
  const key = readFileSync(wallet, 'utf8');
  assert.match(key, /^[0-9a-f]{64}\n$/);
  assert.equal(statSync(wallet).mode & 0o777, 0o600);
  polymarket.prepare(dataDir, DEFAULT_CONFIG.venues.polymarket, systemRandom());
  assert.equal(readFileSync(wallet, 'utf8'), key);
  const funder = readFileSync(join(dataDir, 'deposit-wallet'), 'utf8').trim();
  assert.equal(funder, deriveDepositWallet(toAddress(Buffer.from(key, 'hex'))));
  const origins = { gamma: 'http://127.0.0.1:2', data: 'http://127.0.0.1:3', relayer: 'http://127.0.0.1:4' };
  const settings = {
    clobUrl: 'http://127.0.0.1:1',
    gammaUrl: 'http://127.0.0.1:2',
    dataUrl: 'http://127.0.0.1:3',
    wsMarketUrl: 'ws://127.0.0.1:1/ws/market',
    wsUserUrl: 'ws://127.0.0.1:1/ws/user',
    privateKeyFile: wallet,
    plainKey: true,
    sessionKeyFile: '',
    sessionKeyExpires: '',
    formerSessionKeyFile: '',
    formerSessionKeyExpires: '',
    signerProgram: '',
    signerAddress: '',
    sessionSignerAddress: '',
    formerSessionSignerAddress: '',
    credentialsFile: '',
    signatureType: 0,
    funder: '',
  };
  const relayer = { relayerUrl: origins.relayer, relayerCredentialsFile: join(dataDir, 'relayer.json') };
  assert.deepEqual(polymarket.connect('http://127.0.0.1:1', dataDir, origins), {
    ...settings,
    ...relayer,
    signatureType: 3,
    funder,
  });
  rmSync(join(dataDir, 'deposit-wallet')); // a folder of an earlier version
  assert.deepEqual(polymarket.connect('http://127.0.0.1:1', dataDir, origins), settings);
});

test('relayer credentials are a relayer key or a builder key, and neither is logged', () => {
  const open = (part: object) => {
    const files = { private_key_file: PRIVATE_KEY, relayer_credentials_file: JSON.stringify(part) };
    const { context, hidden } = contextOf('polymarket', files, {
      privateKeyFile: 'w.key',
      relayerCredentialsFile: 'relayer.json',
    });
    VENUE_DRIVERS[1]?.create(context);
    return hidden.slice(1);
  };
  assert.deepEqual(open({ api_key: 'one', address: '0x1' }), ['sent one']);
  assert.deepEqual(open({ api_key: 'one', secret: 'two', passphrase: 'three' }), ['sent two', 'sent three']);
  for (const part of [{ api_key: 'MARKED' }, { address: 'MARKED' }, { api_key: 'MARKED', secret: 'MARKED' }])
    assert.throws(
      () => open(part),
      (error: unknown) =>
        error instanceof SecretFileError &&
        error.message.startsWith('relayer.json: must be JSON with api_key and address') &&
        !error.message.includes('MARKED'),
    );
});

test('signing keys are hidden as secrets, and credentials that are sent as sent ones', () => {
  const credentials = { api_key: 'k', secret: 'cGFzc3dvcmQ=', passphrase: 'words' };
  const files = { private_key_file: `0x${PRIVATE_KEY}`, credentials_file: JSON.stringify(credentials) };
  const { context, hidden } = contextOf('polymarket', files, {
    privateKeyFile: 'w.key',
    credentialsFile: 'c',
  });
  VENUE_DRIVERS[1]?.create(context);
  assert.deepEqual(hidden, [`secret ${PRIVATE_KEY}`, 'sent cGFzc3dvcmQ=', 'sent words']);
});

test('a wallet whose signer is a program reads no key', () => {
  const address = `0x${'ab'.repeat(20)}`;
  const { context, hidden } = contextOf(
    'polymarket',
    {},
    { signerProgram: '/opt/sign', signerAddress: address, signatureType: 0 },
  );
  const read: string[] = [];
  polymarketDriver.create({
    ...context,
    credential: (setting) => {
      read.push(setting);
      return '';
    },
  });
  assert.deepEqual(read, []);
  assert.ok(hidden.includes('signer /opt/sign'));
});

test('the session key signs, and the former one and the owner are read, from files or from the program', () => {
  const address = (digit: string): string => `0x${digit.repeat(40)}`;
  const deposit = { signatureType: 3, funder: address('9') };
  const open = (settings: object) => {
    const files = {
      private_key_file: '1'.repeat(64),
      session_key_file: '2'.repeat(64),
      former_session_key_file: '3'.repeat(64),
    };
    const { context, hidden } = contextOf('polymarket', files, { ...deposit, ...settings });
    polymarketDriver.create({ ...context, random: { ...systemRandom(), hex: () => 'unused' } });
    return hidden.filter((text) => !text.includes('unused'));
  };
  const all = { privateKeyFile: 'w', sessionKeyFile: 's', formerSessionKeyFile: 'f' };
  assert.deepEqual(
    open(all),
    ['2', '3', '1'].map((digit) => `secret ${digit.repeat(64)}`),
  );
  const program = { signerProgram: '/opt/sign', signerAddress: address('1') };
  const sessions = { sessionSignerAddress: address('2'), formerSessionSignerAddress: address('3') };
  assert.deepEqual(open({ ...program, ...sessions }), Array(3).fill('signer /opt/sign'));
  assert.throws(
    () => open({ ...all, formerSessionKeyFile: '', privateKeyFile: '', funder: '' }),
    /^SecretFileError: s: /,
  );
});

test('each key has the day on which it expires, whether it is a file or the program has it', () => {
  const address = (digit: string): string => `0x${digit.repeat(40)}`;
  const days = { sessionKeyExpires: '2027-02-02', formerSessionKeyExpires: '2026-03-03' };
  const files = { privateKeyFile: 'w', sessionKeyFile: 's', formerSessionKeyFile: 'f' };
  const signers = {
    signerProgram: '/opt/sign',
    signerAddress: address('1'),
    sessionSignerAddress: address('2'),
    formerSessionSignerAddress: address('3'),
  };
  const secrets = {
    private_key_file: '1'.repeat(64),
    session_key_file: '2'.repeat(64),
    former_session_key_file: '3'.repeat(64),
  };
  for (const settings of [files, signers]) {
    const { context } = contextOf('polymarket', secrets, { ...settings, ...days });
    const keys = openKeys(context, context.venue as PolymarketConfig).map((key) => [
      (key.signer?.address ?? `0x${key.privateKeyHex}`).slice(0, 3),
      key.isSessionKey,
      key.expiresAt,
    ]);
    assert.deepEqual(keys, [
      ['0x2', true, Date.UTC(2027, 1, 2)],
      ['0x3', true, Date.UTC(2026, 2, 3)],
      ['0x1', false, null],
    ]);
  }
});

test('a key that does not own the wallet is refused at the start, with its file and what to do', () => {
  const [owner, other] = ['1'.repeat(64), '2'.repeat(64)];
  const funder = deriveDepositWallet(toAddress(Buffer.from(owner, 'hex')));
  const open = (key: string, settings: object, simulated = false) => {
    const files = { private_key_file: key, session_key_file: key };
    const { context } = contextOf('polymarket', files, { signatureType: 3, funder, ...settings });
    return () => void polymarketDriver.create({ ...context, simulated });
  };
  assert.doesNotThrow(open(owner, { privateKeyFile: 'w.key' }));
  assert.doesNotThrow(open(other, { sessionKeyFile: 's.key' }));
  assert.doesNotThrow(open(other, { privateKeyFile: 'w.key' }), 'the venue knows: a factory may be new');
  assert.throws(open(owner, { privateKeyFile: 'w.key', signatureType: 2 }), {
    name: 'SecretFileError',
    message: /^w\.key: signature_type: .* Set signature_type = 3$/,
  });
  assert.throws(open(owner, { sessionKeyFile: 's.key' }), {
    name: 'SecretFileError',
    message: /^s\.key: session_key_file or session_signer_address: .* Set private_key_file/,
  });
  const signerAddress = toAddress(Buffer.from(owner, 'hex'));
  assert.throws(open('', { signerProgram: '/opt/sign', signerAddress, signatureType: 2 }), {
    name: 'SecretFileError',
    message: /^signature_type: /,
  });
  assert.doesNotThrow(open(other, { privateKeyFile: 'w.key' }, true), 'a sandbox of an earlier version');
});

test('an API key whose signer is a program is not read, and the public key file is', (t) => {
  const file = join(folder(t), 'public.pem');
  const { publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, publicKey.export({ type: 'spki', format: 'pem' }));
  const open = (signerPublicKey: string) => {
    const settings = { keyId: 'k', signerProgram: '/opt/sign', signerPublicKey };
    const { context, hidden } = contextOf('kalshi', {}, settings);
    kalshiDriver.create({ ...context, credential: (setting) => assert.fail(`${setting} is read`) });
    return hidden;
  };
  assert.deepEqual(open(file), ['signer /opt/sign']);
  assert.deepEqual(open(''), ['signer /opt/sign']);
  for (const other of [`${file}.other`, PROGRAM_FILE])
    assert.throws(
      () => open(other),
      (error: unknown) => error instanceof SecretFileError && error.message.startsWith(`${other}: `),
    );
});

test('a credential file that is not complete is refused by its name, without its content', () => {
  for (const part of [
    '',
    '{',
    '[]',
    '"x"',
    '{"api_key":"MARKED","secret":"MARKED"}',
    '{"api_key":"MARKED","secret":"","passphrase":"MARKED"}',
  ]) {
    const files = { private_key_file: PRIVATE_KEY, credentials_file: part };
    const { context } = contextOf('polymarket', files, {
      privateKeyFile: 'w.key',
      credentialsFile: 'creds.json',
    });
    assert.throws(
      () => VENUE_DRIVERS[1]?.create(context),
      (error: unknown) =>
        error instanceof SecretFileError &&
        error.message === 'creds.json: must be JSON with api_key, secret and passphrase',
      part,
    );
  }
  for (const [at, id, settings] of [
    [0, 'kalshi', { keyFile: 'broken.pem', keyId: 'k' }],
    [1, 'polymarket', { privateKeyFile: 'broken.pem' }],
  ] as const) {
    const { context, hidden } = contextOf(id, { key_file: 'MARKED', private_key_file: 'MARKED' }, settings);
    assert.throws(
      () => VENUE_DRIVERS[at]?.create(context),
      (error: unknown) =>
        error instanceof SecretFileError &&
        error.message.startsWith('broken.pem: ') &&
        !error.message.includes('MARKED'),
      id,
    );
    assert.deepEqual(hidden, ['secret MARKED'], 'hidden before it can fail');
  }
});

test('a simulator runs only under profile sandbox, where it is switched on, for a venue that is not enabled', () => {
  const { kalshi: off } = DEFAULT_CONFIG.venues;
  const adminUrl = (changes: object, venue: object = {}): string | null => {
    const venues = { ...DEFAULT_CONFIG.venues, kalshi: { ...off, ...venue } };
    const config = { ...DEFAULT_CONFIG, dataDir: '/nowhere', venues, ...changes };
    assert.deepEqual(findSimulators(config, VENUE_DRIVERS), {});
    return faultAdminUrl(config, 'kalshi', VENUE_DRIVERS);
  };
  assert.equal(adminUrl({}), null, 'none has run in this folder');
});
