import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { createLog, type LogOptions } from './logger.ts';
import { SecretRedactor } from './secret-protection.ts';

test('a line is one JSON object with level, UTC time, message and fields', () => {
  const line = JSON.parse(written((log) => log.info('order sent', { requestId: 'req_1', ms: 3 })));
  assert.match(line.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const { time: _, ...rest } = line;
  assert.deepEqual(rest, { level: 'info', requestId: 'req_1', ms: 3, msg: 'order sent' });
});

test('keys and signatures never reach the log, at any depth of the fields', () => {
  const text = written((log) =>
    log.warn('refused', {
      private_key: 'SECRET',
      key: { privateKey: 'SECRET', keyId: 'key_1' },
      request: { headers: { 'X-Signature': 'SECRET', authorization: 'SECRET', 'x-signature': 'SECRET' } },
      query: { sig: 'SECRET' },
    }),
  );
  assert.doesNotMatch(text, /SECRET/);
  assert.match(text, /\[redacted\]/);
  assert.match(text, /key_1/);
});

test('an error in a field keeps its message and stack', () => {
  const { err } = JSON.parse(written((log) => log.error('stopped', { err: new Error('disk gone') })));
  assert.equal(err.message, 'disk gone');
  assert.match(err.stack, /logger\.test\.ts/);
});

test('messages below the level are not written', () => {
  assert.equal(
    written((log) => log.info('x'), { level: 'warn' }),
    '',
  );
  assert.equal(
    written((log) => log.error('x'), { level: 'silent' }),
    '',
  );
});

test('a registered secret is redacted in both forms, in the message and in any field', () => {
  const secrets = new SecretRedactor();
  secrets.add('a-secret-of-some-length');
  for (const human of [false, true]) {
    const text = written(
      (log) => log.warn('refused a-secret-of-some-length', { why: ['x a-secret-of-some-length y'] }),
      { secrets, human },
    );
    assert.equal(text.includes('a-secret'), false, text);
    assert.equal(text.split('[redacted]').length - 1, 2, text);
  }
});

test('each level has its own name and sign', () => {
  const all: Parameters<typeof written>[0] = (log) => {
    log.info('i');
    log.warn('w');
    log.error('e');
  };
  const levels = written(all)
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { level: string }).level);
  assert.deepEqual(levels, ['info', 'warn', 'error']);
  const signs = written(all, { human: true })
    .trimEnd()
    .split('\n')
    .map((line) => line.slice('12:00:00.000 '.length));
  assert.deepEqual(signs, ['  i', '! w', '✗ e']);
});

test('the log goes to standard error, so that the output of a command stays clean', () => {
  const script = `import { createLog } from ${JSON.stringify(import.meta.resolve('./logger.ts'))};
    createLog({ level: 'info' }).info('written');`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  assert.equal(stdout, '');
  assert.match(stderr, /"msg":"written"/);
});

test('the readable form is one short line with the fields after the message', () => {
  const line = written((log) => log.warn('venue is slow', { venue: 'Demo', why: 'no answer' }), {
    human: true,
  });
  assert.match(line, /^\d\d:\d\d:\d\d\.\d{3} ! venue is slow venue=Demo why="no answer"\n$/);
});

function written(
  act: (log: ReturnType<typeof createLog>) => void,
  options: Partial<LogOptions> = {},
): string {
  const lines: string[] = [];
  act(createLog({ level: 'info', ...options, output: { write: (line: string) => void lines.push(line) } }));
  return lines.join('');
}
