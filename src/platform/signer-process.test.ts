import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { SignerProcess } from './signer-process.ts';

/** Answers in the other order, in pairs; some digests have a meaning. */
const PROGRAM = `
import { createInterface } from 'node:readline';
const held = [];
const send = (answer) => process.stdout.write(JSON.stringify(answer) + '\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, digest, purpose, details, address } = JSON.parse(line);
  if (digest === 'refuse') return send({ id, error: 'over its limit' });
  if (digest === 'end') process.exit(3);
  if (digest === 'silent') return process.stderr.write('thinking\\n');
  if (digest === 'noise') process.stdout.write('no JSON\\n[1]\\n{"signature":"0x"}\\n{"id":99,"signature":"0x"}\\n');
  if (digest === 'none') return send({ id });
  if (digest === 'environment')
    return send({ id, signature: Object.keys(process.env).filter((name) => name.startsWith('CROSSBOOK_')).join() });
  const answer = { id, signature: [address, digest, purpose, JSON.stringify(details)].join(' ') };
  if (digest !== 'first') return send(answer), held.splice(0).forEach(send);
  held.push(answer);
});
`;

function startSigner(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-signer-'));
  const program = join(folder, 'sign');
  writeFileSync(join(folder, 'sign.mjs'), PROGRAM);
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(folder, 'sign.mjs')}"\n`);
  chmodSync(program, 0o700);
  const clock = new ManualClock();
  const logged: string[] = [];
  const note = (message: string, fields: object = {}): void =>
    void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log = { info: note, warn: note, error: note };
  const signer = new SignerProcess({ program, address: '0xA' }, { clock, log });
  t.after(() => {
    signer.close();
    rmSync(folder, { recursive: true });
  });
  const sign = (digest: string) => signer.sign({ digest, purpose: 'order', details: { tokenId: '7' } });
  return { signer, clock, logged, sign };
}

test('each request gets its own answer, in whatever order they come', async (t) => {
  const { sign, logged } = startSigner(t);
  const [first, second] = [sign('first'), sign('second')];
  assert.equal(await second, '0xA second order {"tokenId":"7"}');
  assert.equal(await first, '0xA first order {"tokenId":"7"}');
  assert.equal(await sign('noise'), '0xA noise order {"tokenId":"7"}');
  assert.equal(logged.filter((text) => text.startsWith('the signer sent a line without id')).length, 3);
});

test('a refusal, an answer without a signature and silence are errors that say so', async (t) => {
  const { sign, clock } = startSigner(t);
  await assert.rejects(sign('refuse'), /^Error: the signer refused: over its limit$/);
  await assert.rejects(sign('none'), /it sent no signature/);
  const silent = sign('silent');
  clock.advance(1_999);
  clock.advance(1);
  await assert.rejects(silent, /did not answer within 2 seconds/);
  assert.equal(await sign('later'), '0xA later order {"tokenId":"7"}');
});

test('a program that ends fails what waits, and is started again after a second', async (t) => {
  const { sign, clock, logged } = startSigner(t);
  const [waiting, ending] = [sign('silent'), sign('end')];
  await Promise.all([
    assert.rejects(waiting, /has ended: exit code 3/),
    assert.rejects(ending, /has ended: exit code 3/),
  ]);
  await assert.rejects(sign('too early'), /is started again in a second/);
  clock.advance(1_000);
  assert.equal(await sign('again'), '0xA again order {"tokenId":"7"}');
  assert.equal(logged.filter((text) => text.startsWith('the signer has ended')).length, 1);
  assert.equal(clock.timersWaiting, 0);
});

test('a program that cannot be started is an error, not a crash', async (t) => {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const signer = new SignerProcess(
    { program: '/nowhere/sign', address: '0xA' },
    { clock: new ManualClock(), log },
  );
  t.after(() => signer.close());
  await assert.rejects(signer.sign({ digest: 'a', purpose: 'order', details: {} }), /ENOENT/);
});

test('the environment of the program has no settings of this service, and a closed signer signs nothing', async (t) => {
  process.env['CROSSBOOK_MASTER_KEY_TEST'] = 'secret';
  t.after(() => delete process.env['CROSSBOOK_MASTER_KEY_TEST']);
  const { sign, signer } = startSigner(t);
  assert.equal(await sign('environment'), '');
  const waiting = sign('silent');
  signer.close();
  await assert.rejects(waiting, /the service stops/);
  await assert.rejects(sign('closed'));
});
