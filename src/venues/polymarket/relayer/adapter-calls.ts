import type { Qty } from '#contract';
import type { VenueOperation } from '#ports';
import type { Listing } from '../codec/polymarket-mapping.ts';
import { keccakText, ZERO_32 } from '../signing/eip712.ts';

/** One call that a wallet makes on the chain. */
export interface ContractCall {
  readonly to: string;
  readonly data: string; // 0x and hex
}

/**
 * The contracts that convert tokens to pUSD and back. They call the conditional tokens, whose collateral is older, and wrap
 * what is paid. A call of the conditional tokens themselves with pUSD succeeds and pays nothing.
 *
 * Source  docs.polymarket.com/resources/contracts (2026-10); npm @polymarket/client 0.2.0 (2026-09)
 */
export const COLLATERAL_ADAPTERS = {
  standard: '0xAdA100Db00Ca00073811820692005400218FcE1f',
  negRisk: '0xadA2005600Dec949baf300f4C6120000bDB6eAab',
} as const;

const PUSD = '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB';

/** Tokens and pUSD have six decimals on the chain. */
export const OPERATION_STEP = 100n as Qty;

const WITH_AMOUNT = '(address,bytes32,bytes32,uint256[],uint256)';
const SELECTORS = {
  MERGE: selectorOf(`mergePositions${WITH_AMOUNT}`),
  SPLIT: selectorOf(`splitPosition${WITH_AMOUNT}`),
  REDEEM: selectorOf('redeemPositions(address,bytes32,bytes32,uint256[])'),
} as const;

/** The outcomes of a binary condition, as bits: the first, and the second. */
const OUTCOMES = [1n, 2n] as const;

/**
 * The call of an operation. A redemption takes all tokens of the condition that the wallet holds, so it has no amount.
 *
 * Source  docs.polymarket.com/trading/positions/manage (2026-10)
 */
export function toAdapterCall(
  { kind, qty }: Pick<VenueOperation, 'kind' | 'qty'>,
  { instrument, isNegRisk }: Pick<Listing, 'instrument' | 'isNegRisk'>,
): ContractCall {
  const hasAmount = kind !== 'REDEEM';
  const offset = BigInt(hasAmount ? 5 : 4) * 32n; // of the list, after the other arguments
  const head = [hex(PUSD), hex(ZERO_32), hex(instrument.venueInstrumentId), uint(offset)];
  const amount = hasAmount ? [uint((qty ?? 0n) / OPERATION_STEP)] : [];
  const list = [uint(BigInt(OUTCOMES.length)), ...OUTCOMES.map(uint)];
  return {
    to: isNegRisk ? COLLATERAL_ADAPTERS.negRisk : COLLATERAL_ADAPTERS.standard,
    data: `${SELECTORS[kind]}${[...head, ...amount, ...list].join('')}`,
  };
}

function selectorOf(signature: string): string {
  return keccakText(signature).slice(0, 10);
}

const uint = (value: bigint): string => value.toString(16).padStart(64, '0');
const hex = (value: string): string => value.slice(2).toLowerCase().padStart(64, '0');
