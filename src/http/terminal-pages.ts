import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiKey, err, notFound } from '#contract';
import type { PairingCodes } from '#oms';
import { type ServerState, serve } from './middleware.ts';
import { checkJsonMediaType, readBody } from './request-body.ts';
import { checkSameOrigin, isFromOwnPage, isFromThisMachine } from './request-origin.ts';
import { type HttpDeps, type RouteResult, respond, type TerminalDeps } from './route.ts';
import { parseJson } from './strict-json.ts';

const BODY_BYTES_MAX = 1_024;
const NONCE_MARK = '__NONCE__';
const YEAR_S = 31_536_000;

/**
 * Serves the web terminal: its page at `/`, its files below `/assets`, and `POST /pair`, which exchanges the
 * code of a pairing link for an API key for this browser. Pairing works from this machine only, without a proxy.
 */
export async function addTerminal(
  server: FastifyInstance,
  deps: HttpDeps,
  state: ServerState,
  { pairings, dir }: TerminalDeps,
): Promise<void> {
  await server.register(fastifyStatic, {
    root: join(dir, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    maxAge: YEAR_S * 1_000,
    immutable: true, // file names contain a hash of the content
  });
  const page = readPage(join(dir, 'index.html'));
  server.get('/', (_, reply) => sendPage(reply, page, deps.random.hex(16)));
  server.post(
    '/pair',
    serve(deps, state, '/pair', async ({ request }) => pair(request, pairings)),
  );
}

const readPage = (file: string): string =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
    : '<!doctype html><title>Crossbook</title><p>The terminal is not built: npm run prepack</p>';

/** Styles that the page creates carry the nonce; scripts are loaded from this service only. */
function sendPage(reply: FastifyReply, page: string, nonce: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(nonce),
      'referrer-policy': 'no-referrer',
    })
    .send(page.replaceAll(NONCE_MARK, nonce));
}

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default', // created by the page, which refuses markup and foreign scripts
  ].join('; ');

async function pair({ raw }: FastifyRequest, pairings: PairingCodes): Promise<RouteResult> {
  if (!isFromThisMachine(raw)) return err(notFound('path'));
  const rejected = checkSameOrigin(raw) ?? checkJsonMediaType(raw);
  if (rejected !== null) return err(rejected);
  const bytes = await readBody(raw, BODY_BYTES_MAX);
  if (!bytes.ok) return bytes;
  const body = parseJson(bytes.value);
  if (!body.ok) return body;
  const { code, public_key: publicKey } = Object(body.value) as Readonly<Record<string, unknown>>;
  const key = await pairings.redeem(code, publicKey, isFromOwnPage(raw));
  return key.ok ? respond(renderKey(key.value)) : key;
}

const renderKey = ({ keyId, accountId, permissions, expiresAt }: ApiKey) => ({
  key_id: keyId,
  account_id: accountId,
  permissions,
  expires_at: expiresAt,
});
