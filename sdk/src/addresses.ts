/** The addresses of the nodes of one service, and the one that is used now. A single address never changes. */
export class Addresses {
  readonly #all: readonly string[];
  #index = 0;

  /** @param all  at least one, without a trailing slash */
  constructor(all: readonly string[]) {
    this.#all = all;
  }

  get count(): number {
    return this.#all.length;
  }

  get current(): string {
    return this.#all[this.#index] ?? '';
  }

  /**
   * Another address is used from now on: that of the owner, if a refusal named one and its host is in the list, else the next.
   * Does nothing if another call has already left this address.
   *
   * @param owner  name of a node, which is its host name unless its operator has chosen another; null: not known
   */
  leave(address: string, owner: string | null): void {
    if (address !== this.current) return;
    const named = owner === null ? -1 : this.#all.findIndex((each) => isHost(each, owner));
    const next = (this.#index + 1) % this.#all.length;
    this.#index = named === -1 || named === this.#index ? next : named;
  }
}

function isHost(address: string, node: string): boolean {
  const { hostname } = new URL(address);
  return hostname === node.toLowerCase() || hostname.split('.')[0] === node.toLowerCase();
}
