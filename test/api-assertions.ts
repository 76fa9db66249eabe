import assert from 'node:assert/strict';
import type { OutgoingHttpHeaders } from 'node:http';
import { type Answer, type Body, SignedClient } from './support/api-client.ts';
import type { ApiError } from './support/record-schemas.ts';
import type { Contract } from './support/schema-check.ts';

/** A caller that checks every answer against the contract: headers, and the body against the document. */
export class Api extends SignedClient {
  readonly #contract: Contract;

  constructor(contract: Contract, ...client: ConstructorParameters<typeof SignedClient>) {
    super(...client);
    this.#contract = contract;
  }

  /** The body of an answer that must be 200. */
  async ok<Value>(
    method: string,
    target: string,
    body?: Body,
    headers?: OutgoingHttpHeaders,
  ): Promise<Value> {
    const answer = await this.call(method, target, body, headers);
    assert.equal(answer.status, 200, `${method} ${target}: ${answer.status} ${answer.text}`);
    return this.read(method, target, answer) as Value;
  }

  /** The error of an answer that must be this refusal. */
  async refused(
    [status, code]: Refusal,
    method: string,
    target: string,
    body?: Body,
    headers?: OutgoingHttpHeaders,
  ): Promise<ApiError> {
    const answer = await this.call(method, target, body, headers);
    return this.readRefusal([status, code], method, target, answer);
  }

  readRefusal([status, code]: Refusal, method: string, target: string, answer: Answer): ApiError {
    const what = `${method} ${target}: ${answer.status} ${answer.text}`;
    assert.equal(answer.status, status, what);
    const error = this.read(method, target, answer) as ApiError;
    assert.equal(error.error, code, what);
    return error;
  }

  /** Parses an answer to this call, and fails if it violates the contract. */
  read(method: string, target: string, { status, headers, text }: Answer): unknown {
    const body: unknown = JSON.parse(text);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(headers['x-request-id'] as string, /^\S+$/);
    assert.match(headers['x-server-time'] as string, /^\d{13}$/);
    this.#contract.check(method, target, status, body);
    if (status !== 200) assert.equal((body as ApiError).request_id, headers['x-request-id']);
    return body;
  }
}

export type Refusal = readonly [status: number, code: string];

export const VALIDATION: Refusal = [422, 'validation'];
export const NOT_FOUND: Refusal = [404, 'not_found'];
export const FORBIDDEN: Refusal = [403, 'forbidden'];

/** The names of the fields that a `validation` refusal reports. */
export const readFields = ({ details }: ApiError): readonly string[] =>
  ((details?.['fields'] ?? []) as readonly { readonly field: string }[]).map(({ field }) => field);

const ATTEMPT_MS_MAX = 120_000;

/**
 * Runs a step that must end before a time limit of the service, such as an expiry. How long the step takes depends on
 * the machine, so an attempt that was too slow (null) is followed by one with twice as long.
 */
export async function untilInTime<Value>(
  what: string,
  firstMs: number,
  attempt: (ms: number) => Promise<Value | null>,
): Promise<Value> {
  for (let ms = firstMs; ms <= ATTEMPT_MS_MAX; ms *= 2) {
    const value = await attempt(ms);
    if (value !== null) return value;
  }
  return assert.fail(`not within ${ATTEMPT_MS_MAX} ms: ${what}`);
}

/** Polls until `probe` returns a value other than null, and fails after `deadlineMs`. */
export async function until<Value>(
  what: string,
  probe: () => Promise<Value | null> | Value | null,
  deadlineMs = 180_000, // some machines are several times slower than others
): Promise<Value> {
  const endsAt = performance.now() + deadlineMs;
  for (;;) {
    const value = await probe();
    if (value !== null) return value;
    if (performance.now() > endsAt) assert.fail(`not within ${deadlineMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
