import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { getAdminSocketPath, sendAdminCommand } from '#admin';
import { errorMessage, renderTime } from '#contract';
import type { Pairing } from '#oms';
import { systemClock } from '#platform';
import { onlyAccount, parseExpiry, parseList } from './access-commands.ts';
import { callAdmin, serviceStatus } from './admin-call.ts';
import type { CliContext, Run } from './cli-context.ts';
import { EXIT, Failure, invalid, refusedFailure, toExitCode } from './cli-failure.ts';
import { HELP } from './help-texts.ts';
import { type CredentialSource, findCredentials, sandboxKeyPath } from './key-file.ts';
import { START } from './program-name.ts';
import { curlLine, type PlainRequest, type SignedCall, signCall } from './signed-requests.ts';
import { columns, renderJson, type Terminal } from './terminal-io.ts';

const ANSWER_MS_MAX = 60_000;

interface CallOptions {
  readonly key?: string;
  readonly baseUrl?: string;
  readonly body?: string; // JSON, `@file` or `-` for standard input
  readonly query?: readonly string[];
  readonly timestamp?: string;
  readonly curl?: boolean;
  readonly include?: boolean; // print status and headers of the response
}

/** Prints the signature headers of a request, a curl command, or the URL of a signed stream. */
function printSigned(session: CliContext, method: string, path: string, options: CallOptions): void {
  const call = sign(session, method, path, options);
  if (call.method === 'WS') return session.terminal.print(call.url);
  if (options.curl === true) return session.terminal.print(curlLine(call));
  for (const [name, value] of Object.entries(call.headers)) session.terminal.print(`${name}: ${value}`);
}

/** Sends a signed request and prints the response. Returns the exit code of its status. */
async function sendSigned(
  session: CliContext,
  method: string,
  path: string,
  options: CallOptions,
): Promise<number> {
  const call = sign(session, method, path, options);
  if (call.method === 'WS')
    throw invalid('`api` sends HTTP requests; `sign WS PATH` prints the URL of a stream.');
  const response = await send(call);
  const text = await response.text();
  const status = `${response.status} ${response.statusText}`.trim();
  const headers = Array.from(response.headers, ([name, value]) => `${name}: ${value}`);
  if (options.include === true) session.terminal.notify([status, ...headers].join('\n'));
  session.terminal.print(pretty(text));
  if (!response.ok && options.include !== true) session.terminal.notify(status);
  return toExitCode(response.status, readError(text));
}

/** Prints the path and permissions of the sandbox key, never its private key. */
function printSandboxKey({ terminal, config }: CliContext): void {
  const path = sandboxKeyPath(config.dataDir);
  const { base_url, key_id, subaccounts } = findCredentials({
    key: path,
    ...places(terminal, config.dataDir),
    env: {},
  });
  const rows = [
    ['file', path],
    ['base_url', base_url],
    ['key_id', key_id],
    ['subaccounts', subaccounts === '*' ? '*' : subaccounts.join(', ')],
    ['private_key', 'in the file'],
  ];
  for (const line of columns(rows)) terminal.print(line);
}

function sign(session: CliContext, method: string, path: string, options: CallOptions): SignedCall {
  const { terminal, config } = session;
  const key = findCredentials({ ...options, ...places(terminal, config.dataDir) });
  const request: PlainRequest = {
    method,
    path,
    query: options.query ?? [],
    body: readBody(options.body, terminal),
  };
  const at = options.timestamp === undefined ? systemClock.now() : options.timestamp;
  return signCall(key, request, String(at));
}

const places = (terminal: Terminal, dataDir: string): Omit<CredentialSource, 'key' | 'baseUrl'> => ({
  dataDir,
  env: terminal.env,
  cwd: terminal.cwd,
});

async function send({ method, url, headers, body }: SignedCall): Promise<Response> {
  try {
    return await fetch(url, { method, headers, body, signal: AbortSignal.timeout(ANSWER_MS_MAX) });
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Failure(
      `no answer from ${new URL(url).origin} (${cause}). Check that the service is running; \`${START}\` starts it.`,
      EXIT.unavailable,
    );
  }
}

function readBody(text: string | undefined, { cwd }: Terminal): string | null {
  if (text === undefined) return null;
  if (text === '-') return readFileSync(0, 'utf8');
  if (!text.startsWith('@')) return text;
  const path = resolve(cwd, text.slice(1));
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw invalid(`--body ${text}: ${errorMessage(error)}.`);
  }
}

/** Returns the `error` field of a response; undefined if it is absent or the body is not JSON. */
function readError(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly error?: unknown } | null)?.error;
  } catch {
    return undefined;
  }
}

function pretty(text: string): string {
  try {
    return renderJson(JSON.parse(text), 2);
  } catch {
    return text.trimEnd();
  }
}

/** Adds the commands that sign and send any request. */
export function addCallCommands(program: Command, run: Run): void {
  withCallOptions(program.command('sign'))
    .description('print the signature headers of a request')
    .option('--curl', 'print a curl command instead')
    .option('--timestamp <ms>', 'timestamp to sign; default: now')
    .addHelpText('after', HELP.sign)
    .action((method: string, path: string, options: CallOptions) =>
      run((session) => printSigned(session, method, path, options)),
    );
  withCallOptions(program.command('api'))
    .description('send a signed request and print the response')
    .option('-i, --include', 'print status and headers of the response to standard error')
    .addHelpText('after', HELP.api)
    .action((method: string, path: string, options: CallOptions) =>
      run((session) => sendSigned(session, method, path, options)),
    );
  program
    .command('sandbox-key')
    .description('print the path and permissions of the sandbox key')
    .action(() => run(printSandboxKey));
}

const withCallOptions = (command: Command): Command =>
  command
    .argument('<method>', 'GET, POST, …')
    .argument('<path>', 'path, starting with /v1')
    .option('--body <json>', 'JSON, @file, or - for standard input')
    .option('--query <name=value...>', 'query parameters, not encoded')
    .option('--key <file>', 'key file to sign with')
    .option('--base-url <url>', 'base URL of the service; default: the one in the key file');

export interface PairOptions {
  readonly account?: string;
  readonly permissions?: string;
  readonly expires?: string;
}

/** The code is in the URL fragment, so that it appears in no server log and no referrer. */
export const pairingUrl = (url: string, code: string): string => `${url}/#pair=${code}`;

/** Prints a one-time link that opens the web terminal in one browser with a new key. */
export async function pair(session: CliContext, options: PairOptions): Promise<void> {
  const status = await serviceStatus(session);
  if (status === null)
    throw new Failure(
      `no service is running on this data folder; \`${START}\` starts one.`,
      EXIT.unavailable,
    );
  const account = options.account ?? (await callAdmin(session, onlyAccount));
  const reply = await sendAdminCommand(getAdminSocketPath(session.config.dataDir), 'pair', {
    account_id: account,
    ...(options.permissions !== undefined && { permissions: parseList(options.permissions) }),
    ...(options.expires !== undefined && { expires_at: parseExpiry(options.expires, systemClock.now()) }),
  });
  if (reply === null) throw new Failure('the service has just stopped; try again.', EXIT.unavailable);
  if (!reply.ok) throw refusedFailure(reply.error);
  const { code, expiresAt } = reply.value as Pairing;
  session.terminal.print(pairingUrl(status.url, code));
  session.terminal.notify(`one-time link, valid on this machine until ${renderTime(expiresAt)}`);
}
