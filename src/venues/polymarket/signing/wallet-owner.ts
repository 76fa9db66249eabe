import type { SignatureType } from '../polymarket-settings.ts';
import type { Wallet } from './wallet.ts';
import { deriveWallets } from './wallet-addresses.ts';

/**
 * What is known about a key and the wallet that the settings name. `doubtful`: it may be the owner's only if the venue has a
 * factory that we do not know. The last two name the setting and what to do.
 */
export interface Ownership {
  readonly kind: 'owns' | 'unknown' | 'doubtful' | 'contradicts';
  readonly detail: string;
}

const KINDS: Readonly<Record<SignatureType, string>> = {
  0: 'own address',
  1: 'proxy',
  2: 'Safe',
  3: 'deposit wallet',
};
const DEPOSIT_WALLET = 3;
const FACTORIES_OF = 'September 2026';

/**
 * Whether the key of an order signer is the one that the settings take it for, as far as its address shows. A key that the venue
 * accepts as another one signs orders that other keys cannot see. The known factories of deposit wallets give each owner two
 * addresses; a new one would give another. Of proxies and Safes there are others, which accounts got elsewhere.
 *
 * Source  Polymarket/polymarket-cli#14 (2026-02): a proxy of another address; a Safe of the general factory is the same case
 */
export function readOwnership(
  { address, maker, signatureType, isSessionKey }: Wallet,
  chainId: number,
): Ownership {
  const derived = deriveWallets(chainId, address);
  const found = maker === address ? 0 : derived?.find((wallet) => wallet.address === maker)?.signatureType;
  if (isSessionKey) return toSessionOwnership(address, maker, found !== undefined);
  const kind = KINDS[signatureType];
  if (found === signatureType)
    return { kind: 'owns', detail: `${maker} is the ${kind} of the key ${address}` };
  if (found !== undefined) return withOtherKind(address, maker, found);
  if (signatureType === 0) return withForeignFunder(address, maker);
  const unproven = `whether the key ${address} owns ${maker} is not known`;
  if (derived === null)
    return { kind: 'unknown', detail: `${unproven}: nor are the factories of wallets on chain ${chainId}` };
  if (signatureType !== DEPOSIT_WALLET)
    return {
      kind: 'unknown',
      detail: `${unproven}: it is not the ${kind} that the venue's factory gives this key, and accounts may have another`,
    };
  const own = derived.filter((each) => each.signatureType === DEPOSIT_WALLET).map((each) => each.address);
  return {
    kind: 'doubtful',
    detail: `private_key_file or signer_address: whether the key ${address} owns the deposit wallet ${maker} (funder) is not known; by the venue's factories of ${FACTORIES_OF} those of this key are ${own.join(' and ')}. If it is a session key, set session_key_file or session_signer_address in its place; otherwise compare the key and funder`,
  };
}

/** What the venue answers the login of a key about its wallet. */
export interface OwnSigners {
  readonly wallet: string;
  readonly keys: readonly string[]; // its session keys, lower case
}

/** Decides a doubt by what the venue answers the key; null: it answered nothing. */
export function decideOwnership(
  doubt: Ownership,
  { address, maker }: Pick<Wallet, 'address' | 'maker'>,
  answer: OwnSigners | null,
): Ownership {
  if (answer === null) return doubt;
  const { wallet, keys } = answer;
  if (keys.includes(address.toLowerCase()))
    return {
      kind: 'contradicts',
      detail: `private_key_file or signer_address: the key ${address} is a session key of ${wallet}, as the venue says. Set session_key_file or session_signer_address in its place`,
    };
  if (wallet.toLowerCase() !== maker.toLowerCase())
    return {
      kind: 'contradicts',
      detail: `funder: the wallet of the key ${address} is ${wallet}, as the venue says, and not ${maker}. Set funder to it, or correct private_key_file or signer_address`,
    };
  return { kind: 'owns', detail: `${maker} is the wallet of the key ${address}, as the venue says` };
}

/** The address of a session key shows nothing, unless it is the owner's. */
const toSessionOwnership = (address: string, maker: string, isOwners: boolean): Ownership =>
  isOwners
    ? {
        kind: 'contradicts',
        detail: `session_key_file or session_signer_address: ${address} is no session key, but the key of the owner of ${maker} (funder), which can withdraw. Set private_key_file or signer_address, or a session key that the owner authorized`,
      }
    : { kind: 'unknown', detail: `${address} is taken to be a session key of ${maker}` };

const withOtherKind = (address: string, maker: string, signatureType: SignatureType): Ownership => ({
  kind: 'contradicts',
  detail: `signature_type: ${maker} (funder) is the ${KINDS[signatureType]} of the key ${address}. Set signature_type = ${signatureType}`,
});

const withForeignFunder = (address: string, maker: string): Ownership => ({
  kind: 'contradicts',
  detail: `signature_type: with 0 the key ${address} trades with what is at its own address, and the exchange takes no order of it for ${maker} (funder). Set the signature_type of that wallet, or no funder`,
});
