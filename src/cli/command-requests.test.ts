import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { PARENT_TYPES } from '../domain/model/parent.ts';
import { fakeParts, fakeTerminal } from './cli-fakes.fixture.ts';
import { runCli } from './cli-program.ts';

/** A command line and the requests that it sends to the service, each `METHOD target` with its body if it has one. */
interface Row {
  readonly command: string;
  readonly requests: readonly (readonly [target: string, body?: object])[];
}

const FILE = join(import.meta.dirname, '..', '..', 'test', 'data', 'command-requests.jsonl');
const ROWS = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);
const REFUSED = { error: 'not_found', message: 'a refusal of the test', details: null, request_id: 'req_1' };

/** All other requests are refused: a command is tested here by what it sends, not by what it prints. */
const ANSWERS: Readonly<Record<string, string>> = {
  'GET /health': '{"status":"ok","profile":"sandbox"}',
  'GET /v1/venues': '[]', // together with its health, and the command ends with the first refusal
  'GET /v1/venues/health': '[]',
};

describe('each command sends the requests of the table', () => {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-requests-'));
  let received: [string, object?][] = [];
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      const target = `${request.method} ${request.url}`;
      if (target !== 'GET /health')
        received.push(text === '' ? [target] : [target, JSON.parse(text) as object]);
      const answer = ANSWERS[target];
      if (answer === undefined) response.statusCode = 404;
      response.end(answer ?? JSON.stringify(REFUSED));
    });
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const key = { key_id: 'key_1', private_key: Buffer.alloc(32, 7).toString('base64') };
    const file = { base_url: `http://127.0.0.1:${port}`, ...key, subaccounts: ['sa_1', 'sa_2'] };
    writeFileSync(join(folder, 'sandbox-key.json'), JSON.stringify(file));
    writeFileSync(join(folder, 'empty.toml'), '');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  async function run(command: string): Promise<{ readonly exitCode: number; readonly out: string }> {
    const settings = { CROSSBOOK_DATA_DIR: folder, CROSSBOOK_CONFIG: join(folder, 'empty.toml') };
    const terminal = fakeTerminal({ HOME: folder, ...settings });
    const exitCode = await runCli(command.split(' '), terminal, async () => fakeParts());
    return { exitCode, out: terminal.printed.join('\n') };
  }

  for (const { command, requests } of ROWS) {
    test(command, async () => {
      received = [];
      const { exitCode } = await run(command);
      for (const [, body] of received)
        if (
          body !== undefined &&
          (body as { client_order_id?: string }).client_order_id?.startsWith('cli-') === true
        )
          Object.assign(body, { client_order_id: 'GENERATED' });
      const byTarget = (a: readonly unknown[], b: readonly unknown[]) =>
        String(a[0]) < String(b[0]) ? -1 : 1;
      assert.deepEqual(received.toSorted(byTarget), requests.toSorted(byTarget));
      const isAnswered = requests.every(([target]) => target in ANSWERS);
      assert.equal(exitCode, isAnswered ? 0 : 5, 'a refusal is the result of the command');
    });
  }

  test('every type of complex order has a command', () => {
    const bodies = ROWS.flatMap(({ requests }) => requests)
      .filter(([target]) => target === 'POST /v1/complex-orders')
      .map(([, body]) => (body as { readonly type: string }).type);
    assert.deepEqual([...new Set(bodies)].sort(), PARENT_TYPES.toSorted());
  });

  test('every command that calls the service is in the table with each of its options', async () => {
    const { out } = await run('completion bash');
    const places = [...out.matchAll(/^ {4}"([^"]+)"\) words="([^"]*)"/gm)];
    assert.ok(places.length > 100);
    const lines = ROWS.map(({ command }) => command.split(' '));
    const unused = [...TERMS].filter((option) => !lines.some((line) => line.includes(option)));
    const missing = places.flatMap(([, path = '', words = '']) => {
      if (!words.includes('--base-url') || OTHERS.test(path)) return [];
      const options = words
        .split(' ')
        .filter((word) => word.startsWith('--') && !SHARED.has(word) && !TERMS.has(word));
      const typed = lines.filter((line) => isSame(line, path));
      const absent = options.filter((option) => !typed.some((line) => line.includes(option)));
      return typed.length === 0 ? [path] : absent.map((option) => `${path} ${option}`);
    });
    assert.deepEqual([...unused, ...missing], []);
  });
});

/** `sell` has the options of `buy`. */
const isSame = (line: readonly string[], path: string): boolean =>
  `${line.join(' ')} `.replace(/^sell /, 'buy ').startsWith(`${path === 'sell' ? 'buy' : path} `);

/** Options that one function adds to several commands: one row with each is enough. */
const TERMS = new Set(
  '--subaccount --no --price --expires --tag --key --dry-run --post-only --reduce-only --slippage --confirm --stay --moves --stop-limit --source'.split(
    ' ',
  ),
);
/** Options that choose the service, or how and how often something is printed. */
const SHARED = new Set(
  '--output --fields --profile --live --key-file --base-url --watch --help --format --out --wait'.split(' '),
);
/** Commands with another transport, or whose requests the caller states; they have separate tests. */
const OTHERS = /^(?:stream|api|sign|replay|mcp)\b/;
