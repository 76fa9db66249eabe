import type { SandboxReply, SandboxRequest } from '../../common/exchange.ts';
import type { Credentials } from '../keys.ts';
import type { Venue } from '../venue.ts';
import { fail, json, type Paths } from './reply.ts';

/** Credentials: made and found again by a wallet's signature, listed and removed by their own. */
export function authPaths(venue: Venue): Paths {
  const { keys, clock, wallets } = venue;
  const byWallet = (
    request: SandboxRequest,
    find: (address: string, nonce: string) => Credentials | null,
    missing: string,
  ): SandboxReply => {
    const signer = keys.checkL1(request, clock.now());
    if (signer === null) return fail(401, 'Invalid L1 Request headers');
    const found = find(signer.address, signer.nonce);
    if (found === null) return fail(400, missing);
    wallets.open(signer.address, signer.address);
    const { apiKey, secret, passphrase } = found;
    return json({ apiKey, secret, passphrase });
  };
  return {
    open: {
      'POST /auth/api-key': (request) =>
        byWallet(request, (...who) => keys.create(...who), 'Could not create api key'),
      'GET /auth/derive-api-key': (request) =>
        byWallet(request, (...who) => keys.derive(...who), 'Could not derive api key!'),
    },
    signed: {
      'GET /auth/api-keys': (_, { address }) => json({ apiKeys: keys.keysOf(address) }),
      'DELETE /auth/api-key': (_, { apiKey }) => {
        keys.remove(apiKey);
        return json('OK');
      },
      'GET /auth/ban-status/closed-only': () => json({ closed_only: false }),
    },
  };
}
