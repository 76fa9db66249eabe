import { createMcpHandler } from '@modelcontextprotocol/server';
import { type Account, Crossbook, CrossbookError } from '../../sdk/src/index.ts';
import { err, ok, type Rejection, type Result, rejection } from '../domain/model/result.ts';
import { createMcpServer } from './mcp-server.ts';
import { PreviewTokens } from './preview-tokens.ts';

interface McpEndpointDeps {
  readonly now: () => number; // Unix milliseconds
  readonly randomHex: (bytes: number) => string;
  readonly version: string;
  readonly onError: (error: Error) => void;
}

/** A message of the protocol over HTTP, with the key that it is sent for. */
export interface McpCall {
  readonly baseUrl: string; // of the API, on this machine
  readonly keyId: string;
  readonly privateKey: string; // base64 of the 32-byte seed
  readonly request: Request;
  readonly body: unknown; // of the request, parsed
}

/** Ends only with its connection, and reports changes of a list of tools that never changes. */
const ENDLESS_METHOD = 'subscriptions/listen';

/**
 * The tools of `crossbook mcp` over streamable HTTP. Every request is answered by itself: a client of the API is made
 * from the key in the request, so a tool can do nothing that the key cannot, and nothing secret is kept.
 *
 * Source  docs/decisions/0180-mcp-over-http.md
 */
export class McpEndpoint {
  readonly #deps: McpEndpointDeps;
  readonly #tokens = new Map<string, PreviewTokens>(); // of the previews of each agent key

  constructor(deps: McpEndpointDeps) {
    this.#deps = deps;
  }

  /** Refuses `unauthorized` (the API does not accept the key) and `forbidden` (it is no agent key). */
  async handle({ baseUrl, keyId, privateKey, request, body }: McpCall): Promise<Result<Response, Rejection>> {
    const client = createClient(baseUrl, keyId, privateKey);
    if (client === null) return err(UNKNOWN_KEY);
    const found = await readAccount(client);
    if (!found.ok) return found;
    const account = found.value;
    const [subaccountId] = account.subaccounts;
    if (account.agent === null || subaccountId === undefined) return err(NO_AGENT);
    if (hasMethod(body, ENDLESS_METHOD)) return err(NO_SUBSCRIPTION);
    const { now, randomHex, version, onError } = this.#deps;
    const context = { client, account, subaccountId, now, randomHex };
    const tokens = this.#tokensOf(keyId);
    const handler = createMcpHandler(
      () => createMcpServer(context, { version, allowTrading: true, tokens }),
      {
        onerror: onError,
      },
    );
    return ok(await handler.fetch(request, { parsedBody: body }));
  }

  /** Kept between requests. Only a key that the API has accepted gets here. */
  #tokensOf(keyId: string): PreviewTokens {
    const tokens = this.#tokens.get(keyId) ?? new PreviewTokens(keyId, this.#deps.randomHex);
    this.#tokens.set(keyId, tokens);
    return tokens;
  }
}

const UNKNOWN_KEY = rejection('unauthorized', 'the bearer token is not the key of an agent');
const NO_AGENT = rejection('forbidden', 'only a key of the kind agent, with a subaccount, may use the tools');
const NO_SUBSCRIPTION = rejection(
  'forbidden',
  'the list of tools never changes, so there is no subscription',
);

function createClient(baseUrl: string, keyId: string, privateKey: string): Crossbook | null {
  try {
    return new Crossbook({ baseUrl, keyId, privateKey });
  } catch (error) {
    if (error instanceof TypeError) return null; // not a key
    throw error;
  }
}

async function readAccount(client: Crossbook): Promise<Result<Account, Rejection>> {
  try {
    return ok(await client.account.get());
  } catch (error) {
    if (error instanceof CrossbookError && error.status === 401) return err(UNKNOWN_KEY);
    if (error instanceof CrossbookError && error.status === 429)
      return err(rejection('rate_limited', 'too many requests with this key'));
    throw error;
  }
}

const hasMethod = (body: unknown, method: string): boolean =>
  [body].flat().some((message: unknown) => Object(message).method === method);
