import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAdminSocketPath } from '../admin/admin-protocol.ts';
import { type AdminServer, startAdminServer } from '../admin/admin-server.ts';
import { ok } from '../contract/model/result.ts';
import { fakeParts, fakeTerminal } from './cli-fakes.fixture.ts';
import { runCli } from './cli-program.ts';
import type { Ran } from './cli-service.fixture.ts';

/** A request as received: `METHOD target`, with its body if it has one. */
export type ReceivedRequest = readonly [target: string, body?: object];

/** Answers by `METHOD target`; several of one target are given one after another, and the last one again. */
export type Answers = Readonly<Record<string, readonly object[]>>;

const REFUSED = { error: 'not_found', message: 'a refusal of the test', details: null, request_id: 'req_1' };
const HEALTH = 'GET /health';

/** A refusal of the API, as an answer. */
export class Refused {
  readonly status: number;
  readonly body: object;

  constructor(status: number, error: string, details: object | null = null) {
    this.status = status;
    this.body = { ...REFUSED, error, details };
  }
}

/** A service that gives fixed answers and refuses all other requests with 404, and a command line that calls it. */
export class ScriptedService {
  received: ReceivedRequest[] = [];
  answers: Answers = {};
  marketTime: number | null = null; // of a replay
  readonly #folder = mkdtempSync(join(tmpdir(), 'crossbook-requests-'));
  #operated: AdminServer | null = null;
  readonly #given = new Map<string, number>();
  readonly #server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (this.marketTime !== null) response.setHeader('x-market-time', this.marketTime);
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      const target = `${request.method} ${request.url}`;
      if (target !== HEALTH)
        this.received.push(text === '' ? [target] : [target, JSON.parse(text) as object]);
      const answer = this.#next(target);
      response.statusCode = answer instanceof Refused ? answer.status : 200;
      response.end(JSON.stringify(answer instanceof Refused ? answer.body : answer));
    });
  });

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    const key = { key_id: 'key_1', private_key: Buffer.alloc(32, 7).toString('base64') };
    const file = { base_url: `http://127.0.0.1:${port}`, ...key, subaccounts: ['sa_1', 'sa_2'] };
    writeFileSync(join(this.#folder, 'sandbox-key.json'), JSON.stringify(file));
    writeFileSync(join(this.#folder, 'empty.toml'), '');
  }

  /** Answers the operator's commands on the control socket, by their names. */
  async operate(answers: Readonly<Record<string, unknown>>): Promise<void> {
    const handle = async (method: string) => ok(answers[method]);
    const log = { info() {}, warn() {}, error() {} };
    await this.#operated?.close();
    this.#operated = await startAdminServer(getAdminSocketPath(this.#folder), { handle, log });
  }

  async stop(): Promise<void> {
    await this.#operated?.close();
    this.#server.closeAllConnections();
    this.#server.close();
    rmSync(this.#folder, { recursive: true });
  }

  /** @param confirms  the answer of a person at an interactive terminal; absent: output goes to a pipe */
  async run(command: string, confirms?: boolean): Promise<Ran> {
    this.received = [];
    this.#given.clear();
    const settings = {
      CROSSBOOK_DATA_DIR: this.#folder,
      CROSSBOOK_CONFIG: join(this.#folder, 'empty.toml'),
    };
    const terminal = fakeTerminal({ HOME: this.#folder, ...settings }, confirms);
    const args = command.split(' ');
    assert.ok(!args.includes(''), `an empty argument is refused as one too many: ${command}`);
    const exitCode = await runCli(args, terminal, async () => fakeParts());
    return { exitCode, out: terminal.printed.join('\n'), err: terminal.notices.join('\n') };
  }

  #next(target: string): object {
    if (target === HEALTH) return { status: 'ok', profile: 'sandbox' };
    const answers = this.answers[target] ?? [];
    const at = this.#given.get(target) ?? 0;
    this.#given.set(target, at + 1);
    return answers[Math.min(at, answers.length - 1)] ?? new Refused(404, 'not_found');
  }
}
