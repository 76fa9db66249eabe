import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeFunctionData, getCreate2Address, keccak256, pad, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { parseQty } from '../../../contract/model/money.ts';
import type { OperationKind } from '../../../contract/model/position-operation.ts';
import { Wallet } from '../signing/wallet.ts';
import { COLLATERAL_ADAPTERS, toAdapterCall } from './adapter-calls.ts';
import { findRelayedWallet, signRequest } from './wallet-requests.ts';

/** The well-known first test key, as in the tests of the venue's client. */
const KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const DEPOSIT_WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CONDITION = `0x${'1f'.repeat(32)}`;
const PUSD = '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB';
const ZERO_32 = `0x${'00'.repeat(32)}` as const;

const wallet = (signatureType: 0 | 1 | 2 | 3, funder: string) =>
  new Wallet({ privateKeyHex: KEY, chainId: 137, signatureType, funder });

const listing = (isNegRisk: boolean) =>
  ({ isNegRisk, instrument: { venueInstrumentId: CONDITION } }) as never;

const ABI = parseAbi([
  'function mergePositions(address, bytes32, bytes32, uint256[], uint256)',
  'function splitPosition(address, bytes32, bytes32, uint256[], uint256)',
  'function redeemPositions(address, bytes32, bytes32, uint256[])',
]);

for (const [kind, functionName, hasAmount] of [
  ['MERGE', 'mergePositions', true],
  ['SPLIT', 'splitPosition', true],
  ['REDEEM', 'redeemPositions', false],
] as const satisfies readonly (readonly [OperationKind, string, boolean])[])
  test(`the call of ${kind} is that of ${functionName}, by an independent encoder`, () => {
    const args = [PUSD, ZERO_32, CONDITION, [1n, 2n]] as const;
    const expected = encodeFunctionData({
      abi: ABI,
      functionName,
      args: (hasAmount ? [...args, 12_345_678n] : args) as never,
    });
    const qty = hasAmount ? parseQty('12.345678') : null;
    assert.deepEqual(toAdapterCall({ kind, qty }, listing(false)), {
      to: COLLATERAL_ADAPTERS.standard,
      data: expected,
    });
    assert.equal(toAdapterCall({ kind, qty }, listing(true)).to, COLLATERAL_ADAPTERS.negRisk);
  });

const CALL = toAdapterCall({ kind: 'MERGE', qty: parseQty('10') }, listing(false));

test('a deposit wallet signs the batch that an independent encoder hashes, with nonce and deadline', async () => {
  const { body, signature } = signRequest(wallet(3, DEPOSIT_WALLET), 137, CALL, {
    nonce: '7',
    deadline: 1_782_907_800,
  });
  const typed = {
    domain: { name: 'DepositWallet', version: '1', chainId: 137, verifyingContract: DEPOSIT_WALLET },
    types: {
      Call: [
        { name: 'target', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'data', type: 'bytes' },
      ],
      Batch: [
        { name: 'wallet', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
        { name: 'calls', type: 'Call[]' },
      ],
    },
    primaryType: 'Batch',
    message: {
      wallet: DEPOSIT_WALLET,
      nonce: 7n,
      deadline: 1_782_907_800n,
      calls: [{ target: CALL.to as `0x${string}`, value: 0n, data: CALL.data as `0x${string}` }],
    },
  } as const;
  assert.equal(signature, await privateKeyToAccount(`0x${KEY}`).signTypedData(typed));
  assert.deepEqual(JSON.parse(body), {
    type: 'WALLET',
    from: OWNER,
    to: '0x00000000000Fb5C9ADea0298D729A0CB3823Cc07',
    nonce: '7',
    signature,
    depositWalletParams: {
      depositWallet: DEPOSIT_WALLET,
      deadline: '1782907800',
      calls: [{ target: CALL.to, value: '0', data: CALL.data }],
    },
  });
});

test('a Safe signs as in the tests of the client of the venue', () => {
  const safe = getCreate2Address({
    bytecodeHash: '0x2bce2127ff07fb632d16c8347c4ebf501f4841168bed00d9e6ef715ddb6fcecf',
    from: '0xaacFeEa03eb1561C4e67d661e40682Bd20E3541b',
    salt: keccak256(pad(OWNER)),
  });
  const approval = `0x095ea7b3${'4d97dcd97ec945f40cf65f87097ace5ea0476045'.padStart(64, '0')}${'f'.repeat(64)}`;
  const usdc = '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174';
  const { signature } = signRequest(
    wallet(2, safe),
    137,
    { to: usdc, data: approval },
    { nonce: '0', deadline: 0 },
  );
  assert.equal(
    signature,
    '0xf368488355b0566e99eff3bccc35e98b77d8f3a6e6866176188488c34f0305b07e4a4c600c7a1592e4ac1e96b5887ebff2cb26987a3ad501006b39944df098c21f',
  );
});

test('the same seal gives the same bytes, another one another signature', () => {
  for (const kind of [2, 3] as const) {
    const sign = (nonce: string) =>
      signRequest(wallet(kind, DEPOSIT_WALLET), 137, CALL, { nonce, deadline: 5 });
    assert.deepEqual(sign('7'), sign('7'));
    assert.notEqual(sign('7').signature, sign('8').signature);
  }
});

test('the kinds of wallets that the relayer moves', () => {
  assert.deepEqual(
    ([0, 1, 2, 3] as const).map((kind) => findRelayedWallet({ signatureType: kind })),
    [null, null, 'SAFE', 'WALLET'],
  );
});
