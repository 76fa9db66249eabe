import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { recoverDigest } from '../trading/order-signing.ts';

/** What a wallet asks the chain to do, as its signature covers it. */
export interface WalletCall {
  readonly type: 'WALLET' | 'SAFE';
  readonly wallet: string; // lower case
  readonly nonce: bigint;
  readonly deadline: number | null; // Unix seconds; a Safe has none
  readonly target: string; // lower case
  readonly data: string; // hex with 0x
  readonly signature: string;
}

const CHAIN_ID = 137n;
const CALL = 'Call(address target,uint256 value,bytes data)';
const BATCH = `Batch(address wallet,uint256 nonce,uint256 deadline,Call[] calls)${CALL}`;
const SAFE =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)';

/** The key that signed the call, lower case; null for an invalid signature. */
export function recoverCaller(call: WalletCall): string | null {
  if (!/^0x[0-9a-fA-F]{130}$/.test(call.signature)) return null;
  if (call.type === 'WALLET') return recoverDigest(batchDigest(call), call.signature);
  // A Safe marks a signature over a prefixed message by a last byte that is 4 higher.
  const last = Number.parseInt(call.signature.slice(-2), 16) - 4;
  if (last !== 27 && last !== 28) return null;
  const prefix = utf8ToBytes('\x19Ethereum Signed Message:\n32');
  const digest = keccak_256(concatBytes(prefix, safeDigest(call)));
  return recoverDigest(digest, `${call.signature.slice(0, -2)}${last.toString(16)}`);
}

function batchDigest({ wallet, nonce, deadline, target, data }: WalletCall): Uint8Array {
  const domain = hash(
    text('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
    text('DepositWallet'),
    text('1'),
    uint(CHAIN_ID),
    address(wallet),
  );
  const call = hash(text(CALL), address(target), uint(0n), keccak_256(hexToBytes(data.slice(2))));
  const struct = hash(text(BATCH), address(wallet), uint(nonce), uint(BigInt(deadline ?? 0)), hash(call));
  return hash(Uint8Array.of(0x19, 0x01), domain, struct);
}

function safeDigest({ wallet, nonce, target, data }: WalletCall): Uint8Array {
  const domain = hash(
    text('EIP712Domain(uint256 chainId,address verifyingContract)'),
    uint(CHAIN_ID),
    address(wallet),
  );
  const zeros = Array.from({ length: 6 }, () => uint(0n));
  const body = keccak_256(hexToBytes(data.slice(2)));
  const struct = hash(text(SAFE), address(target), uint(0n), body, ...zeros, uint(nonce));
  return hash(Uint8Array.of(0x19, 0x01), domain, struct);
}

const hash = (...parts: readonly Uint8Array[]): Uint8Array => keccak_256(concatBytes(...parts));
const text = (value: string): Uint8Array => keccak_256(utf8ToBytes(value));
const uint = (value: bigint): Uint8Array => hexToBytes(value.toString(16).padStart(64, '0'));
const address = (value: string): Uint8Array => hexToBytes(value.slice(2).toLowerCase().padStart(64, '0'));

/** A call of a collateral adapter. */
export interface AdapterCall {
  readonly what: 'merge' | 'split' | 'redeem';
  readonly condition: string;
  readonly amount: bigint | null; // micro units; null for redeem
}

const selector = (signature: string): string =>
  `0x${bytesToHex(keccak_256(utf8ToBytes(signature))).slice(0, 8)}`;

const METHODS: Readonly<Record<string, AdapterCall['what']>> = {
  [selector('mergePositions(address,bytes32,bytes32,uint256[],uint256)')]: 'merge',
  [selector('splitPosition(address,bytes32,bytes32,uint256[],uint256)')]: 'split',
  [selector('redeemPositions(address,bytes32,bytes32,uint256[])')]: 'redeem',
};

/** Reads the call data; null for another method. */
export function parseAdapterCall(data: string): AdapterCall | null {
  const what = METHODS[data.slice(0, 10)];
  if (what === undefined) return null;
  const word = (index: number): string => data.slice(10 + 64 * index, 10 + 64 * (index + 1));
  if (word(4).length !== 64) return null;
  return { what, condition: `0x${word(2)}`, amount: what === 'redeem' ? null : BigInt(`0x${word(4)}`) };
}
