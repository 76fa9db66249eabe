import { ok, type Rejection, type Result } from '../../src/contract/model/result.ts';
import type { Authenticated, Authenticator, SignedRequest } from '../../src/http/auth/authenticator.ts';

interface UsedAuthentication extends Authenticated {
  readonly durable: Promise<void>;
}

/** Authenticates and uses the signature at once, like a server whose other checks let every request pass. */
export class SignatureUser implements Authenticator {
  readonly #auth: Authenticator;

  constructor(auth: Authenticator) {
    this.#auth = auth;
  }

  hasUsableKey(headers: SignedRequest['headers']): boolean {
    return this.#auth.hasUsableKey(headers);
  }

  async authenticate(request: SignedRequest): Promise<Result<UsedAuthentication, Rejection>> {
    return useSignature(await this.#auth.authenticate(request));
  }

  authenticateHandshake(request: SignedRequest): Result<UsedAuthentication, Rejection> {
    return useSignature(this.#auth.authenticateHandshake(request));
  }

  close(): Promise<void> {
    return this.#auth.close();
  }
}

function useSignature(result: Result<Authenticated, Rejection>): Result<UsedAuthentication, Rejection> {
  if (!result.ok) return result;
  const durable = result.value.useSignature();
  return durable.ok ? ok({ ...result.value, durable: durable.value }) : durable;
}
