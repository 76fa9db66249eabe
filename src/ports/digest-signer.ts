/** What a signature is for, so that a signer can apply rules of its owner. */
export type SigningPurpose = 'order' | 'credentials';

export interface SigningRequest {
  readonly digest: string; // 0x and 64 hex digits
  readonly purpose: SigningPurpose;
  /** The fields from which the digest was computed. */
  readonly details: Readonly<Record<string, string>>;
}

/** Signs digests with a secp256k1 key that this process does not hold. */
export interface DigestSigner {
  readonly address: string; // of the key: 0x and 40 hex digits
  /** Resolves with the signature as the signer gave it. Rejects when there is none, within some seconds. */
  sign(request: SigningRequest): Promise<string>;
  close(): void;
}
