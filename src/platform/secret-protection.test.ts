import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import type { HttpResult, Network, SocketListener } from '../ports/network.ts';
import { createLog } from './logger.ts';
import { createRedactingNetwork, SECRET_PATHS, SecretRedactor } from './secret-protection.ts';

const NAMES = [
  'private_key',
  'privateKey',
  'privateKeyPem',
  'privateKeyHex',
  'passphrase',
  'api_key',
  'apiKey',
  'credentials',
  'seed',
  'signature',
  'sig',
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'x-signature',
  'X-Signature',
];
const SHORTEST = 'secret-of-12'; // shorter values are not recognised

describe('a secret of the log', () => {
  for (const name of NAMES)
    test(`${name} is hidden at three depths, and the other facts are kept`, () => {
      const lines: string[] = [];
      const log = createLog({ level: 'info', output: { write: (line: string) => void lines.push(line) } });
      const facts = { [name]: 'HIDE-ME', keyId: 'key_1' };
      log.info('sent', { ...facts, request: { ...facts, inner: facts } });
      const text = lines.join('');
      assert.doesNotMatch(text, /HIDE-ME/);
      assert.equal(text.split('[redacted]').length - 1, 3);
      assert.equal(text.split('key_1').length - 1, 3);
    });

  test('has a name that this test knows', () => {
    assert.equal(SECRET_PATHS.length, NAMES.length * 3);
  });
});

describe('a secret value', () => {
  test('of 12 characters is replaced wherever it occurs, and a shorter one is not', () => {
    const redactor = new SecretRedactor();
    redactor.add(SHORTEST);
    redactor.add(SHORTEST.slice(1));
    assert.equal(redactor.redact(`a ${SHORTEST} b ${SHORTEST}`), 'a [redacted] b [redacted]');
    assert.equal(redactor.redact(SHORTEST.slice(1)), SHORTEST.slice(1));
  });

  test('of several lines is replaced line by line', () => {
    const redactor = new SecretRedactor();
    redactor.add('first-line-of-key\nsecond-line-of-key\n');
    assert.equal(redactor.redact('x second-line-of-key'), 'x [redacted]');
  });

  test('that is sent to a venue is replaced in its messages; a signing key is not searched there', () => {
    const redactor = new SecretRedactor();
    redactor.addSent(SHORTEST);
    redactor.add('signing-key-of-24-chars.');
    assert.equal(redactor.redactSent(`bad key ${SHORTEST}`), 'bad key [redacted]');
    assert.equal(redactor.redact(`bad key ${SHORTEST}`), 'bad key [redacted]');
    assert.equal(redactor.redactSent('signing-key-of-24-chars.'), 'signing-key-of-24-chars.');
  });
});

describe('a network that hides secrets', () => {
  const hide = (text: string): string => text.replaceAll('SECRET', '[redacted]');

  const request = (result: HttpResult): Promise<HttpResult> => {
    const client = { request: async () => result, close: async () => undefined };
    const network = { http: () => client } as unknown as Network;
    const options = {} as Parameters<Network['http']>[1];
    const redacting = createRedactingNetwork(network, hide).http('https://venue.example', options);
    return redacting.request({ method: 'GET', path: '/', headers: {}, body: null, timeoutMs: 1 });
  };

  for (const kind of ['unsent', 'lost'] as const)
    test(`hides them in the reason of a request that was ${kind}`, async () => {
      assert.deepEqual(await request({ kind, why: 'at SECRET' }), { kind, why: 'at [redacted]' });
    });

  for (const [status, isHidden] of [
    [199, true],
    [200, false],
    [299, false],
    [300, true],
    [400, true],
    [503, true],
  ] as const)
    test(`${isHidden ? 'hides them' : 'keeps new credentials'} in a body of status ${status}`, async () => {
      const answer = { kind: 'answer', status, headers: {}, body: 'a SECRET' } as const;
      assert.deepEqual(await request(answer), { ...answer, body: isHidden ? 'a [redacted]' : 'a SECRET' });
    });

  test('hides them in the messages of a socket and in the reason of its end', () => {
    const received: string[] = [];
    let listener: SocketListener | null = null;
    const network = {
      socket: (_url: string, _headers: unknown, given: SocketListener) => void (listener = given),
    } as unknown as Network;
    createRedactingNetwork(network, hide).socket(
      'wss://venue.example',
      {},
      {
        onOpen: () => void received.push('open'),
        onText: (text) => void received.push(text),
        onPong: () => void received.push('pong'),
        onClosed: (why) => void received.push(why),
      },
    );
    const socket = listener as unknown as SocketListener;
    socket.onOpen();
    socket.onText('your SECRET');
    socket.onPong();
    socket.onClosed('SECRET ended');
    assert.deepEqual(received, ['open', 'your [redacted]', 'pong', '[redacted] ended']);
  });
});

test('no memory is in a core dump, and no environment in a diagnostic report', {
  skip: process.platform !== 'linux',
}, () => {
  const script = `import { disableCoreDumps } from ${JSON.stringify(import.meta.resolve('./secret-protection.ts'))};
    import { readFileSync } from 'node:fs';
    disableCoreDumps();
    console.log(JSON.stringify([process.report.excludeEnv, readFileSync('/proc/self/coredump_filter', 'utf8').trim()]));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  assert.deepEqual(JSON.parse(stdout), [true, '00000000']);
});
