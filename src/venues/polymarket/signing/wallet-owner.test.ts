import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type SignatureType } from '../polymarket-settings.ts';
import { toChecksumAddress } from './eip712.ts';
import { Wallet } from './wallet.ts';
import { deriveDepositWallet, deriveWallets } from './wallet-addresses.ts';
import { readOwnership } from './wallet-owner.ts';

// Wallets that exist on Polygon, of strangers, with the owner that their factory recorded; the first key is well known.
const KNOWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OWNERS = {
  // Polymarket/builder-relayer-client#39 (2026-09), both factories
  both: '0x7384c05eb0902a7720c8021eb3010f6a38d3e8b8',
  // polymas/go-polymarket-sdk, deposit wallet tests (2026)
  current: '0xe53a298f46d6cc1e2c5a5B428aC8d0d526C3c827',
  former: '0x727C86DdAB8e4B048cE5b9319c50011f707ffFAa',
};
const RECORDED: readonly (readonly [SignatureType, owner: string, wallet: string])[] = [
  [3, OWNERS.both, '0xf81218BD9DD99B4662679DEa7C4967EA9De7096f'],
  [3, OWNERS.both, '0xa1E8751b2810B94DC59dbA43a8AD9786289e09Ba'],
  [3, OWNERS.current, '0x9459f742585ed608259352ccac473338131042fd'],
  [3, OWNERS.former, '0xFC60457b6edaEAEaac856365bd38D2871b24C406'],
  // Polymarket/py-clob-client-v2#64 (2026-05), clob-client#344 (2026-04)
  [3, '0x14f30BA5B7e09789FE63a90ad8C0AC8e6eD90cD7', '0xc3b18537e951175B063EA8CA755896a6705a88C6'],
  [2, '0x76a22D91bcb74261EB53354e25CE4F37dDa32934', '0x22da6635e16e2f540fbe16d253a89dc8a4674edc'],
  // Polymarket/py-clob-client-v2#87 (2026-06): a proxy that its user took for a deposit wallet
  [1, '0x2Ff679034651D97aE2F6B8b0166efF33904aCb7f', '0xa43F755A2bd67beec038CA897EeDA8A73511449E'],
  // Polymarket/rs-clob-client, lib.rs (2026)
  [2, KNOWN, '0xd93b25Cb943D14d0d34FBAf01fc93a0F8b5f6e47'],
  [1, KNOWN, '0x365f0cA36ae1F641E02Fe3b7743673DA42A13a70'],
  [0, KNOWN, KNOWN],
];
const STRANGER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

function ownership(
  address: string,
  funder: string | null,
  signatureType: SignatureType,
  { isSessionKey = false, chainId = 137 } = {},
) {
  const signer = { address, sign: () => Promise.reject(new Error('signs nothing')), close: () => {} };
  const wallet = new Wallet({ privateKeyHex: '', signer, chainId, signatureType, funder, isSessionKey });
  return readOwnership(wallet, chainId);
}

describe('wallets of a key', () => {
  for (const [type, owner, wallet] of RECORDED) {
    test(`${wallet} belongs to ${owner}, with signature type ${type} and no other`, () => {
      const found = ownership(owner, wallet, type);
      assert.equal(found.kind, 'owns', found.detail);
      for (const other of [0, 1, 2, 3] as const) {
        if (other === type) continue;
        const { kind, detail } = ownership(owner, wallet, other);
        assert.equal(kind, 'contradicts');
        assert.match(
          detail,
          new RegExp(`^signature_type: ${toChecksumAddress(wallet)}.*Set signature_type = ${type}$`),
        );
      }
    });
  }

  test('a new key gets the wallet of the present factory', () => {
    assert.equal(
      deriveDepositWallet(OWNERS.both),
      toChecksumAddress('0xf81218BD9DD99B4662679DEa7C4967EA9De7096f'),
    );
  });
});

describe('a key that is not the owner of the wallet', () => {
  test('is in doubt for a deposit wallet, with the setting and what to do: a factory may be new', () => {
    for (const [type, owner, wallet] of RECORDED) {
      if (type !== 3) continue;
      const { kind, detail } = ownership(STRANGER, wallet, 3);
      assert.equal(kind, 'doubtful');
      assert.match(
        detail,
        /^private_key_file or signer_address: .*set session_key_file or session_signer_address/,
      );
      for (const each of deriveWallets(137, STRANGER)?.slice(0, 2) ?? [])
        assert.ok(detail.includes(each.address));
      assert.equal(ownership(owner, wallet, 3).kind, 'owns');
    }
  });

  test('is refused where the key trades from its own address', () => {
    assert.match(
      ownership(KNOWN, STRANGER, 0).detail,
      /^signature_type: with 0 .* no order of it for 0x7099/,
    );
    assert.equal(ownership(KNOWN, STRANGER, 0).kind, 'contradicts');
    assert.equal(ownership(KNOWN, null, 0).kind, 'owns');
  });

  for (const type of [1, 2] as const)
    test(`is not known to be another for signature type ${type}: accounts have wallets of other factories`, () => {
      const { kind, detail } = ownership(KNOWN, STRANGER, type);
      assert.equal(kind, 'unknown');
      assert.match(detail, /is not known/);
    });

  test('is not known where the factories are not known', () => {
    for (const type of [1, 2, 3] as const)
      assert.equal(ownership(KNOWN, STRANGER, type, { chainId: 80002 }).kind, 'unknown');
    assert.equal(ownership(KNOWN, null, 0, { chainId: 80002 }).kind, 'owns');
  });
});

test('the key of the owner is refused as a session key', () => {
  for (const [type, owner, wallet] of RECORDED) {
    if (type !== 3) continue;
    const { kind, detail } = ownership(owner, wallet, 3, { isSessionKey: true });
    assert.equal(kind, 'contradicts');
    assert.match(detail, /^session_key_file or session_signer_address: .*Set private_key_file/);
    assert.equal(ownership(STRANGER, wallet, 3, { isSessionKey: true }).kind, 'unknown');
  }
});
