import { CONTRACT_DOMAIN_TYPE, digest, keccakHex, keccakText, keccakWords, number, word } from './eip712.ts';

const CALL_TYPE = 'Call(address target,uint256 value,bytes data)';
const BATCH_TYPE = `Batch(address wallet,uint256 nonce,uint256 deadline,Call[] calls)${CALL_TYPE}`;
const SAFE_DOMAIN_TYPE = 'EIP712Domain(uint256 chainId,address verifyingContract)';
const SAFE_TYPE =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,' +
  'uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)';
const ZERO = '00'.repeat(32);

/** One call of a deposit wallet, without value. */
interface WalletBatch {
  readonly wallet: string;
  readonly nonce: bigint;
  readonly deadline: bigint; // Unix seconds
  readonly to: string;
  readonly data: string;
}

/**
 * The digest that the owner of a deposit wallet signs for a batch of one call.
 *
 * Source  Polymarket/builder-relayer-client, builder/deposit-wallet.ts (2026-07)
 */
export function batchDigest(chainId: number, { wallet, nonce, deadline, to, data }: WalletBatch): string {
  const domain = keccakWords([
    keccakText(CONTRACT_DOMAIN_TYPE),
    keccakText('DepositWallet'),
    keccakText('1'),
    number(BigInt(chainId)),
    word(wallet),
  ]);
  const call = keccakWords([keccakText(CALL_TYPE), word(to), ZERO, keccakHex(data)]);
  const struct = keccakWords([
    keccakText(BATCH_TYPE),
    word(wallet),
    number(nonce),
    number(deadline),
    keccakWords([call]),
  ]);
  return digest(domain, struct);
}

interface SafeCall {
  readonly safe: string;
  readonly nonce: bigint;
  readonly to: string;
  readonly data: string;
}

/**
 * The digest of a Safe's transaction: one call without value, gas or refund.
 *
 * Source  safe-global/safe-smart-account 1.3, `encodeTransactionData`
 */
export function safeDigest(chainId: number, { safe, nonce, to, data }: SafeCall): string {
  const domain = keccakWords([keccakText(SAFE_DOMAIN_TYPE), number(BigInt(chainId)), word(safe)]);
  const noGas = [ZERO, ZERO, ZERO, ZERO, ZERO, ZERO]; // operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver
  const struct = keccakWords([
    keccakText(SAFE_TYPE),
    word(to),
    ZERO,
    keccakHex(data),
    ...noGas,
    number(nonce),
  ]);
  return digest(domain, struct);
}

/** The digest of a message of 32 bytes that a wallet signs as a person would (EIP-191). */
export const personalDigest = (message: string): string =>
  keccakHex(
    `${Buffer.from('\x19Ethereum Signed Message:\n32').toString('hex')}${message.replace(/^0x/, '')}`,
  );
