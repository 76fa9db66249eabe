/** What a signature is for, so that a signer can apply rules of its owner. */
export type SigningPurpose = 'order' | 'credentials' | 'request';

export interface SigningRequest {
  readonly digest: string; // 0x and 64 hex digits
  readonly purpose: SigningPurpose;
  /** The fields from which the digest was computed. */
  readonly details: Readonly<Record<string, string>>;
}

/** Signs digests with a key that this process does not hold: of a wallet (secp256k1), or of an API (RSA, Ed25519). */
export interface DigestSigner {
  readonly address: string; // names the key: 0x and 40 hex digits of a wallet, the id of an API key
  /** Resolves with the signature as the signer gave it. Rejects when there is none, within some seconds. */
  sign(request: SigningRequest): Promise<string>;
  close(): void;
}
