import type { SimulatorReply, SimulatorRequest } from '../../shared/simulator-types.ts';
import type { RelayedTransaction } from '../relayer/relayer.ts';
import type { WalletCall } from '../relayer/wallet-calls.ts';
import type { Venue } from '../simulator-context.ts';
import { fail, json, parseBody, type RouteTable } from './rest-reply.ts';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const DATA = /^0x(?:[0-9a-fA-F]{2})*$/;
const WHOLE = /^[0-9]{1,30}$/;

/** The relayer: nonces and single transactions are public, submitting and listing need a key. */
export function relayerPaths(venue: Venue): RouteTable {
  return {
    open: {
      'GET /nonce': ({ query }) => nonce(venue, query),
      'POST /submit': (request) => submit(venue, request),
      'GET /transaction': ({ query }) => transaction(venue, query.get('id') ?? ''),
      'GET /transactions': (request) => transactions(venue, request),
    },
    signed: {},
  };
}

/** The nonce of the owner's only wallet of that kind; of none it is 0. */
function nonce({ relayer, wallets }: Venue, query: URLSearchParams): SimulatorReply {
  const owner = query.get('address')?.toLowerCase() ?? '';
  if (!ADDRESS.test(owner)) return fail(400, 'invalid address');
  if (!['WALLET', 'SAFE', 'PROXY'].includes(query.get('type') ?? '')) return fail(400, 'invalid type');
  const wallet = wallets.getWallets(owner).find((address) => address !== owner);
  return json({ nonce: String(wallet === undefined ? 0n : relayer.nonce(wallet)) });
}

function submit(venue: Venue, request: SimulatorRequest): SimulatorReply {
  const body = parseBody(request);
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Fields;
  const owner = String(fields['from']).toLowerCase();
  if (findKeyOwner(venue, request) === null) return fail(401, 'invalid authorization');
  const call = parseCall(fields);
  if (call === null || !ADDRESS.test(owner)) return fail(400, 'invalid request');
  const taken = venue.relayer.submit(owner, call);
  if (!taken.ok) return fail(taken.error.status, taken.error.error);
  return json({ transactionID: taken.value.id, state: taken.value.state });
}

function transaction({ relayer, faults }: Venue, id: string): SimulatorReply {
  const found = faults.findActive('relayer_unlisted') === null ? relayer.find(id) : undefined;
  return json(found === undefined ? [] : [render(found)]);
}

function transactions(venue: Venue, request: SimulatorRequest): SimulatorReply {
  const owner = findKeyOwner(venue, request);
  if (owner === null) return fail(401, 'invalid authorization');
  if (venue.faults.findActive('relayer_unlisted') !== null) return json([]);
  return json(venue.relayer.list(owner).map(render));
}

/**
 * The owner of the key of a request, lower case; null if it is not valid. Builder keys are the keys of the CLOB here. The
 * venue creates relayer keys on its page: here every key belongs to the address that it names.
 */
function findKeyOwner({ keys, clock }: Venue, request: SimulatorRequest): string | null {
  const { headers } = request;
  const [key, address] = [headers['relayer_api_key'] ?? '', headers['relayer_api_key_address'] ?? ''];
  if (key !== '') return ADDRESS.test(address) ? address.toLowerCase() : null;
  return keys.checkBuilder(request, clock.now())?.address ?? null;
}

type Fields = Readonly<Record<string, unknown>>;

function parseCall(fields: Fields): WalletCall | null {
  const { type, signature } = fields;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const nonce = text(fields['nonce']);
  if (!WHOLE.test(nonce)) return null;
  const named = { nonce: BigInt(nonce), signature: text(signature) };
  if (type === 'SAFE') {
    const [wallet, target, data] = [text(fields['proxyWallet']), text(fields['to']), text(fields['data'])];
    if (!ADDRESS.test(wallet) || !ADDRESS.test(target) || !DATA.test(data)) return null;
    return {
      type,
      ...named,
      deadline: null,
      wallet: wallet.toLowerCase(),
      target: target.toLowerCase(),
      data,
    };
  }
  const params = (fields['depositWalletParams'] ?? {}) as Fields;
  const calls = Array.isArray(params['calls']) ? (params['calls'] as readonly Fields[]) : [];
  const [only] = calls;
  if (type !== 'WALLET' || only === undefined || calls.length !== 1) return null;
  const [wallet, target, data] = [text(params['depositWallet']), text(only['target']), text(only['data'])];
  const deadline = text(params['deadline']);
  if (!ADDRESS.test(wallet) || !ADDRESS.test(target) || !DATA.test(data) || !WHOLE.test(deadline))
    return null;
  const addresses = { wallet: wallet.toLowerCase(), target: target.toLowerCase() };
  return { type, ...named, ...addresses, deadline: Number(deadline), data };
}

const render = ({ id, owner, call, state, hash, error, createdAt, updatedAt }: RelayedTransaction) => ({
  transactionID: id,
  transactionHash: hash,
  from: owner,
  to: call.target,
  proxyAddress: call.wallet,
  data: call.data,
  nonce: call.nonce.toString(),
  value: '',
  signature: call.signature,
  state,
  type: call.type,
  owner,
  metadata: '',
  ...(error !== '' && { errorMsg: error }),
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});
