import { ok, type Rejection, type Result } from '../../src/domain/model/result.ts';
import type { Authenticated, Authenticator, SignedRequest } from '../../src/server/auth/authenticator.ts';

interface Used extends Authenticated {
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

  authenticate(request: SignedRequest): Result<Used, Rejection> {
    return use(this.#auth.authenticate(request));
  }

  authenticateHandshake(request: SignedRequest): Result<Used, Rejection> {
    return use(this.#auth.authenticateHandshake(request));
  }
}

function use(result: Result<Authenticated, Rejection>): Result<Used, Rejection> {
  if (!result.ok) return result;
  const durable = result.value.useSignature();
  return durable.ok ? ok({ ...result.value, durable: durable.value }) : durable;
}
