/** Tells whether a holding has changed since the watch began. */
export interface HoldingWatch {
  readonly isChanged: boolean;
  end(): void;
}

/** Watches on holdings, each by its position key. */
export class HoldingWatches {
  readonly #watches = new Map<string, Set<{ isChanged: boolean }>>();

  /** Watches one holding until `end`. */
  watch(key: string): HoldingWatch {
    const watch = { isChanged: false };
    const watches = this.#watches.get(key) ?? new Set();
    this.#watches.set(key, watches.add(watch));
    const end = (): void => {
      watches.delete(watch);
      if (watches.size === 0) this.#watches.delete(key);
    };
    return Object.assign(watch, { end });
  }

  changed(key: string): void {
    for (const watch of this.#watches.get(key) ?? []) watch.isChanged = true;
  }
}
