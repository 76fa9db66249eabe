import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { errorMessage } from '#contract';
import { type AddressPolicy, getAddressScope, getHost, mayCall } from '#domain';
import type { Clock, WebhookAnswer, WebhookSender } from '#ports';
import { HttpPool } from './http-client.ts';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 1_024;

interface Address {
  readonly address: string;
  readonly family: number;
}

export interface WebhookSenderOptions {
  readonly clock: Clock;
  readonly addresses: AddressPolicy;
  /** Resolves a name; absent: the resolver of this machine. */
  readonly resolve?: (host: string) => Promise<readonly Address[]>;
}

/**
 * Sends messages over a new connection each. All addresses of the host are checked before one of them is used, and the
 * connection goes to those addresses, so a name that changes its address in between gains nothing.
 */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  return {
    post: async (url, headers, body) => {
      try {
        return await post(new URL(url), headers, body, options);
      } catch (error) {
        return { kind: 'failed', why: errorMessage(error) };
      }
    },
  };
}

async function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: WebhookSenderOptions,
): Promise<WebhookAnswer> {
  const { clock } = options;
  const startedMs = clock.monotonicMs();
  const addresses = await withTimeout(clock, resolveHost(url, options));
  const refused = addresses.find(({ address }) => !isAllowed(url, address, options.addresses));
  if (refused !== undefined)
    return { kind: 'failed', why: `the address ${refused.address} may not be called` };
  const pool = new HttpPool(url.origin, {
    connectionsMax: 1,
    bodyBytesMax: ANSWER_BYTES_MAX,
    isCut: true,
    clock,
    lookup: pinned(addresses),
  });
  const timeoutMs = Math.max(1, TIMEOUT_MS - (clock.monotonicMs() - startedMs));
  const path = `${url.pathname}${url.search}`;
  const result = await pool.request({ method: 'POST', path, headers, body, timeoutMs });
  void pool.close();
  if (result.kind !== 'answer') return { kind: 'failed', why: result.why };
  // An account must not read what is served inside the network of the operator.
  const isPublic = addresses.every(({ address }) => findScope(address) === 'public');
  return { kind: 'answer', status: result.status, body: isPublic ? result.body : null };
}

async function resolveHost(url: URL, { resolve }: WebhookSenderOptions): Promise<readonly Address[]> {
  const host = getHost(url);
  if (getAddressScope(host) !== null) return [{ address: host, family: host.includes(':') ? 6 : 4 }];
  const found = await (resolve ?? ((name) => systemLookup(name, { all: true })))(host);
  if (found.length === 0) throw new Error(`${host} has no address`);
  return found;
}

function isAllowed(url: URL, address: string, policy: AddressPolicy): boolean {
  const scope = findScope(address);
  return scope !== null && mayCall(url, scope, policy);
}

/** A zone follows link-local addresses. */
const findScope = (address: string) => getAddressScope(address.replace(/%.*$/, ''));

/** Answers every look-up with these addresses. */
const pinned =
  (addresses: readonly Address[]): LookupFunction =>
  (_, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  };

async function withTimeout<Value>(clock: Clock, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = clock.after(TIMEOUT_MS, () => reject(new Error(`no address in ${TIMEOUT_MS} ms`)));
  try {
    return await Promise.race([work, promise]);
  } finally {
    timer.cancel();
  }
}
