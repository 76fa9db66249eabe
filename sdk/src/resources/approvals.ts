/** Orders of agents that a person decides on. */
import { pathSegment } from '../query.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { Approval, ApprovalStatus } from '../types.ts';

export class Approvals {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Newest first; decided ones for a day. */
  list(
    query: { status?: ApprovalStatus | undefined; limit?: number | undefined } = {},
    options?: CallOptions,
  ): Promise<Approval[]> {
    return this.#transport.request({ method: 'GET', path: '/v1/approvals', query: { ...query } }, options);
  }

  /** Places the order. Safe to call again. A refusal of the order leaves the approval open. */
  approve(id: string, options?: CallOptions): Promise<Approval> {
    return this.#decide(id, 'approve', options);
  }

  /** Safe to call again. */
  reject(id: string, options?: CallOptions): Promise<Approval> {
    return this.#decide(id, 'reject', options);
  }

  async #decide(id: string, decision: 'approve' | 'reject', options?: CallOptions): Promise<Approval> {
    const path = `/v1/approvals/${pathSegment(id)}`;
    return this.#transport.request({ method: 'POST', path, kind: 'write', body: { decision } }, options);
  }
}
