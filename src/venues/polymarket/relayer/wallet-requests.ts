import type { Wallet } from '../signing/wallet.ts';
import { batchDigest, personalDigest, safeDigest } from '../signing/wallet-digests.ts';
import type { ContractCall } from './adapter-calls.ts';

/** What makes a request unique: the wallet's nonce on the chain, which one transaction uses up, and its last second. */
export interface RelayerSeal {
  readonly nonce: string; // decimal
  readonly deadline: number; // Unix seconds
}

/** The kind of wallet, in the relayer's words. */
export type RelayedWallet = 'WALLET' | 'SAFE';

const DEPOSIT_WALLET_FACTORY = '0x00000000000Fb5C9ADea0298D729A0CB3823Cc07';
const ZERO_ADDRESS = `0x${'00'.repeat(20)}`;

/** Wallets that the relayer moves, by signature type; the others are refused in words. */
const KINDS: Readonly<Record<number, RelayedWallet>> = { 2: 'SAFE', 3: 'WALLET' };

export const findRelayedWallet = ({ signatureType }: Pick<Wallet, 'signatureType'>): RelayedWallet | null =>
  KINDS[signatureType] ?? null;

/** A signed request to `/submit`. The same call, seal and wallet give the same bytes. */
export interface RelayerRequest {
  readonly body: string;
  readonly signature: string; // by which the relayer's records name it
}

/**
 * Signs a call in the layout of the wallet. The signature of a deposit wallet ends at the deadline; that of a Safe is valid
 * until its nonce is used.
 *
 * Source  Polymarket/builder-relayer-client (2026-07); npm @polymarket/client 0.2.0 (2026-09)
 */
export function signRequest(
  wallet: Wallet,
  chainId: number,
  call: ContractCall,
  seal: RelayerSeal,
): RelayerRequest {
  return wallet.signatureType === 3
    ? signDepositWallet(wallet, chainId, call, seal)
    : signSafe(wallet, chainId, call, seal);
}

function signDepositWallet(
  wallet: Wallet,
  chainId: number,
  { to, data }: ContractCall,
  { nonce, deadline }: RelayerSeal,
): RelayerRequest {
  const { maker: depositWallet, address: from } = wallet;
  const batch = { wallet: depositWallet, nonce: BigInt(nonce), deadline: BigInt(deadline), to, data };
  const signature = wallet.sign(batchDigest(chainId, batch));
  const body = {
    type: 'WALLET',
    from,
    to: DEPOSIT_WALLET_FACTORY,
    nonce,
    signature,
    depositWalletParams: {
      depositWallet,
      deadline: String(deadline),
      calls: [{ target: to, value: '0', data }],
    },
  };
  return { body: JSON.stringify(body), signature };
}

function signSafe(
  wallet: Wallet,
  chainId: number,
  { to, data }: ContractCall,
  { nonce }: RelayerSeal,
): RelayerRequest {
  const { maker: proxyWallet, address: from } = wallet;
  const digest = safeDigest(chainId, { safe: proxyWallet, nonce: BigInt(nonce), to, data });
  const signature = toEthSign(wallet.sign(personalDigest(digest)));
  const signatureParams = {
    gasPrice: '0',
    operation: '0',
    safeTxnGas: '0',
    baseGas: '0',
    gasToken: ZERO_ADDRESS,
    refundReceiver: ZERO_ADDRESS,
  };
  const body = { from, to, proxyWallet, data, nonce, signature, signatureParams, type: 'SAFE', metadata: '' };
  return { body: JSON.stringify(body), signature };
}

/** A Safe recognises a signature over a prefixed message by its last byte, which is 4 higher. */
function toEthSign(signature: string): string {
  const last = Number.parseInt(signature.slice(-2), 16) + 4;
  return `${signature.slice(0, -2)}${last.toString(16)}`;
}
