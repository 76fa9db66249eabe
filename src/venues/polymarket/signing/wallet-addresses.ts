import type { SignatureType } from '../polymarket-settings.ts';
import { keccakHex, toChecksumAddress, word } from './eip712.ts';

/**
 * Wallets of a key on Polygon: their factories compute each address from the key's own, so that the owner is known without
 * asking. A factory can be replaced, as that of deposit wallets was on 2026-06-29, and older wallets keep their address.
 *
 * Source  npm @polymarket/client 0.2.0, wallet.ts and environments.ts (2026-09); Polymarket/rs-clob-client, lib.rs (2026);
 *         Polymarket/py-builder-relayer-client#27 (2026-07): the change of the factory
 */
const POLYGON = 137;
const DEPOSIT_FACTORY = '0x00000000000Fb5C9ADea0298D729A0CB3823Cc07';
const PROXY_FACTORY = '0xaB45c5A4B0c941a2F231C04C3f49182e1A254052';
const SAFE_FACTORY = '0xaacFeEa03eb1561C4e67d661e40682Bd20E3541b';
/** Of all wallets of the factory, whose code does not name the owner. */
const PROXY_CODE_HASH = '0xd21df8dc65880a8606f09fe0ce3df9b8869287ab0b058be05aa9e8af6330a00b';
const SAFE_CODE_HASH = '0x2bce2127ff07fb632d16c8347c4ebf501f4841168bed00d9e6ef715ddb6fcecf';
/** The code that creates a deposit wallet, before its arguments: an ERC-1967 proxy behind the beacon, or with an implementation. */
const BEACON_CODE =
  '6100923d8160233d39737a18edfe055488a3128f01f563e5b479d92ffc3a60195155f3363d3d373d3d363d602036600436635c60da' +
  '1b60e01b36527fa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50545afa5036515af43d6000803e604d573d6000fd5b3d6000f3';
const FORMER_CODE =
  '61007d3d8160233d397358ca52ebe0dadfdf531cde7062e76746de4db1eb6009' +
  '5155f3363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3';

/** A wallet of a key, and the signature type of its orders. */
interface DerivedWallet {
  readonly address: string;
  readonly signatureType: SignatureType;
}

/** The deposit wallet that a key gets today. */
export const deriveDepositWallet = (owner: string): string => deriveOnPolygon(owner)[0].address;

/** All wallets that the venue's factories give a key. Null on a chain whose factories are not known. */
export const deriveWallets = (chainId: number, owner: string): readonly DerivedWallet[] | null =>
  chainId === POLYGON ? deriveOnPolygon(owner) : null;

function deriveOnPolygon(owner: string): readonly [DerivedWallet, ...DerivedWallet[]] {
  const padded = word(owner);
  const args = word(DEPOSIT_FACTORY) + padded;
  const depositWallet = (code: string): string =>
    create2(DEPOSIT_FACTORY, keccakHex(args), keccakHex(code + args));
  return [
    { address: depositWallet(BEACON_CODE), signatureType: 3 },
    { address: depositWallet(FORMER_CODE), signatureType: 3 },
    { address: create2(SAFE_FACTORY, keccakHex(padded), SAFE_CODE_HASH), signatureType: 2 },
    { address: create2(PROXY_FACTORY, keccakHex(owner), PROXY_CODE_HASH), signatureType: 1 },
  ];
}

function create2(factory: string, salt: string, codeHash: string): string {
  const hash = keccakHex(`ff${[factory, salt, codeHash].map((hex) => hex.slice(2)).join('')}`);
  return toChecksumAddress(hash.slice(-40));
}
